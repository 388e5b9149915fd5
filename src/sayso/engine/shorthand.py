"""What people type in short: labels beside the values of a new entry, and days in three letters."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from sayso.engine.from_spans.several_new import moved_back
from sayso.engine.labels import labels_in, without_labels
from sayso.engine.nouns import Call, Confirm, Decision, Step
from sayso.engine.pack import Pack
from sayso.engine.text import Line, Word, line
from sayso.engine.values.times import find_times
from sayso.regex import regex

_HOLE = "{text}"
_BESIDE = 6  # words in which a time of day that stands beside a day has its place
_TICK = regex("[\u2705\u2714\u2611\u2713]\ufe0f?(?=\\s*$)")
_ARROW = regex("\\s(?:[-=]+>|[\u2192\u21d2\u27a1]\ufe0f?)\\s")
_RANK = regex(r"(?<!\S)(?:!{1,2}|[^\W\d_])[1-4](?!\S)")  # "p1", "!!1"
Hear = Callable[[list[Word]], Decision]
Add = Callable[[str], Decision]  # of a message that asks for something new; nothing of it is done unasked


def heard_in_short(raw: str, words: list[Word], pack: Pack, hear: Hear, add: Add | None) -> Decision:
    """The decision about a message; where nothing is clear about it and it is typed as an entry is ("taxes p1 @home"),
    that is offered, unless it is offered so already."""
    words = with_arrow(with_tick(words, raw, pack), raw, pack)
    decision = _without_labels(raw, words, pack, hear)
    if add is None or decision.steps or decision.reason != "unclear" or not _is_in_short(raw, words, pack):
        return decision
    said = pack.replies["say_add"]
    added = add(said.replace(_HOLE, raw))
    is_new = bool(added.steps) and all(isinstance(s, Confirm) and s.action.does == "make" for s in added.steps)
    if not is_new:
        return decision
    return replace(added, steps=tuple(moved_back(s, said.index(_HOLE)) for s in added.steps))


def _without_labels(raw: str, words: list[Word], pack: Pack, hear: Hear) -> Decision:
    """The decision about the words without the labels, where all of it is something new whose titles bear them; else
    about all of them."""
    words = with_short_days(words, raw, pack)
    labels = [a for a in labels_in(raw) if not _is_time(raw, words, a, pack)]
    bare = without_labels(words, labels)
    if labels and bare:
        decision = hear(bare)
        if decision.steps and _bear(decision.steps, [raw[a:b] for a, b in labels]):
            return decision
    return hear(words)


def _is_time(raw: str, words: Sequence[Word], label: tuple[int, int], pack: Pack) -> bool:
    """Whether what looks like a label says when: "@noon", "@friday"."""
    inside = line(raw, [w for w in words if label[0] <= w.start < label[1]])
    return bool(find_times(inside, pack, (0, len(inside.words))))


def _bear(steps: Sequence[Step], labels: Sequence[str]) -> bool:
    """Whether all is new, and every label stands in as many titles as it was written."""
    if not all(isinstance(s, Call | Confirm) and s.action.does == "make" for s in steps):
        return False
    told = [word for s in steps for word in str(s.action.of("name")).split()]
    return sorted(word for word in told if word in labels) == sorted(labels)


def _is_in_short(raw: str, words: Sequence[Word], pack: Pack) -> bool:
    """Whether a message bears what only somebody types who writes down an entry: a label, "p1"."""
    found = [m.group() for m in _RANK.finditer(raw.lower())]
    said = line(raw, words)
    weights = [p for known in pack.lists.values() for p in known.priorities.of(said.texts)]
    is_ranked = any(p.match(f"{text} ", 0, len(text) + 1) for text in found for p in weights)
    return len(words) > 1 and (is_ranked or bool(labels_in(raw)))


def with_tick(words: list[Word], raw: str, pack: Pack) -> list[Word]:
    """The words with a tick at their end as the word for it: "the report ✔" is done."""
    found = _TICK.search(raw)
    if found is None or not words or words[-1].end > found.start():
        return words
    return [*words, *(Word(w, found.start(), found.end()) for w in pack.replies["say_ticked"].split())]


def with_arrow(words: list[Word], raw: str, pack: Pack) -> list[Word]:
    """The words with the one that an arrow stands for: "the report -> friday"."""
    found = _ARROW.search(raw)
    at = sum(1 for w in words if found is not None and w.start < found.start())
    if found is None or not 0 < at < len(words):
        return words
    return [*words[:at], Word(pack.replies["say_arrow"], found.start() + 1, found.end() - 1), *words[at:]]


def with_short_days(words: list[Word], raw: str, pack: Pack) -> list[Word]:
    """The words with days written out that are said in short beside a time of day or at the end ("call Luca tom 4pm");
    what an act or a small word stands before is somebody's name ("call tom", "lunch with tom")."""
    shorts = pack.times.shorts
    if shorts.keys().isdisjoint(w.text for w in words):
        return words
    said = line(raw, words)
    is_day = [w.text in shorts and _is_short_day(said, i, pack) for i, w in enumerate(words)]
    return [Word(shorts[w.text], w.start, w.end) if day else w for w, day in zip(words, is_day, strict=True)]


def _is_short_day(said: Line, at: int, pack: Pack) -> bool:
    words = said.words
    if not said.raw[words[at].start : words[at].end].islower():
        return False
    before = words[at - 1].text if at else ""
    leading = pack.references.light | pack.times.before_names | pack.joiners.by_word.keys()
    if before in leading or any(known.is_verb(before) for known in pack.lists.values()):
        return False
    after = find_times(said, pack, (at + 1, min(at + 1 + _BESIDE, len(words))))
    earlier = find_times(said, pack, (max(at - _BESIDE, 0), at))
    if any(t.start == at + 1 and t.day is None for t in after[:1]) or (earlier and earlier[-1].end == at):
        return not (earlier and earlier[-1].end == at and earlier[-1].day is not None)
    if at + 1 < len(words) and words[at + 1].text in pack.times.parts:
        return True
    weights = (p for known in pack.lists.values() for p in known.priorities.of(said.texts))
    left = said.flat_at(at + 1)
    is_last = at + 1 == len(words) or any(p.match(said.flat, left, len(said.flat)) for p in weights)
    is_name = words[at].text in pack.times.short_names and any(w.text in leading for w in words[1:at])
    return at > 0 and is_last and not is_name
