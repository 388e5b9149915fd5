"""Several new things in one message, each decided by its own words and those that are said of all of them: "tomorrow:
bank at 9, then pick up the flyers at 11. put both in"; always asked about."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from sayso.engine.capabilities.room import Room
from sayso.engine.capabilities.settle import never_called
from sayso.engine.nouns import UNABLE, Argument, Call, Clause, Confirm, Step
from sayso.engine.pack import Pack
from sayso.engine.read.heard import Tagged
from sayso.engine.records.mention import matches
from sayso.engine.text import Line
from sayso.engine.understand.read import Understanding
from sayso.engine.understand.wording import Meaning, heard_in, together
from sayso.engine.values.times import find_times
from sayso.regex import regex

_SURE, _SURE_AGAINST = 0.9, 0.97  # that something new is asked for: of what is so anyway, and against something else
_MOST = 48  # words that are heard as one
_FEWEST = 4
_HOLE = "{text}"
_NAME, _WHEN = "title", "when"
_FEW = 3  # words before a value that belong to it
_STRONG, _WEAK = frozenset(";.\n/+"), frozenset(",:!")
_CODE = regex(r"[)\]}'\"]{2}")  # marks that no sentence ends with: "');"
_DASHES = (" - ", " – ", " — ")
_UNKNOWN = 1  # words of what is said of all that nobody knows
_NOT_ASKED = frozenset((*UNABLE, "how_to", "hypothetical"))
Words = tuple[int, int]
Decide = Callable[[str], tuple[Step, ...]]


class _Heard(NamedTuple):
    """The titles of a message in order, the other values, and where its own words end and those about all begin."""

    titles: list[Tagged]
    values: list[Tagged]
    end: int


def several_new(steps: tuple[Step, ...], heard: Understanding, room: Room, decide: Decide) -> tuple[Step, ...]:
    """The steps; or one for each new thing that was surely heard, where they tell more of them."""
    found = _heard(steps, heard)
    if found is None:
        return steps
    parts = _parts(found, heard)
    each = [_decided(part, heard, room, decide) for part in parts] if parts else [None]
    new = tuple(s for s in each if s is not None)
    return new if len(new) == len(each) and _is_more(new, steps) else steps


def _heard(steps: tuple[Step, ...], heard: Understanding) -> _Heard | None:
    hearing, said, pack = heard.hearing, heard.said, heard.pack
    if hearing is None or not pack.is_heard or said.repeats or not _FEWEST <= len(said.words) <= _MOST:
        return None
    if any(h.clause.kind in _NOT_ASKED for h in heard.heard):
        return None
    wording = heard_in(said, Clause(0, len(said.words), "request"), pack, hearing)
    meaning = hearing.meanings.get(wording.intent)
    is_new = all(s.action.does == "make" for s in steps)
    if meaning is None or meaning.does != "make" or together(wording, hearing) < (_SURE if is_new else _SURE_AGAINST):
        return None
    names = {**meaning.others, **meaning.slots}
    spans = sorted(wording.spans, key=lambda t: t.start)
    titles = [t for t in spans if names.get(t.slot) == _NAME]
    if len(titles) < 2:
        return None
    end = _end_of_own(titles, heard, {m.intent for m in hearing.meanings.values() if m.does == "make"})
    titles = [t for t in titles if t.start < end]
    values = [v for t in spans if names.get(t.slot) != _NAME for v in _unparted(t, said, pack)]
    if len(titles) < 2 or _are_of_one_act(titles, values, heard, meaning):
        return None
    return _Heard(titles, values, end)


def _end_of_own(titles: Sequence[Tagged], heard: Understanding, making: set[str]) -> int:
    """Where a part at the end begins that is said of all: "put both in", "all due the 13th"."""
    said, count = heard.said, len(heard.said.words)
    starts = [i for i in range(titles[1].end, count) if _mark(said, i)]
    return next((i for i in starts if _is_of_all((i, count), heard, making)), count)


def _is_of_all(words: Words, heard: Understanding, making: set[str]) -> bool:
    said, pack = heard.said, heard.pack
    texts = [w.text for w in said.words[slice(*words)]]
    plural, many = pack.references.plural, pack.shifts.many - pack.shifts.one
    pointing = (matches(plural, said, (i, i + 1)) for i in range(*words))
    if many.isdisjoint(texts) and not any(pointing) and not any(pack.numbers.cardinals.get(t, 0) > 1 for t in texts):
        return False
    timed = {i for t in find_times(said, pack, words) for i in range(t.start, t.end)}
    light = (
        pack.ellipsis.small
        | pack.references.light
        | pack.shifts.fillers
        | pack.shifts.many
        | pack.joiners.by_word.keys()
    )
    verbs = [t for known in pack.lists.values() for t in texts if known.is_verb(t)]
    ranks = {t for known in pack.lists.values() for t in known.spoken_values}
    unknown = 0
    for i, text in enumerate(texts):
        if words[0] + i in timed or text in light or text in pack.numbers.cardinals or text in ranks:
            continue
        index = pack.patterns.by_word.get(text)
        if index is not None and any(p.intent in making for p in index.patterns):
            continue
        unknown += 1 + (text in verbs)
    return unknown <= _UNKNOWN


def _are_of_one_act(titles: Sequence[Tagged], values: Sequence[Tagged], heard: Understanding, meaning: Meaning) -> bool:
    """Whether several titles are things of one act: "buy bread, milk and pasta"."""
    said, words = heard.said, heard.pack.words(meaning.intent)
    if not words.is_verb(said.words[titles[0].start].text):
        return False
    if any(words.is_verb(said.words[t.start].text) for t in titles[1:]):
        return False
    is_parted = any(_mark(said, i) == "strong" for t in titles[1:] for i in range(titles[0].end, t.start + 1))
    return not is_parted and not any(titles[0].end <= v.start < titles[-1].start for v in values)


def _mark(said: Line, at: int) -> str:
    """What stands before a word: a mark that parts sentences or things, a weaker one, or none."""
    gap = said.gap(at)
    if (not _STRONG.isdisjoint(gap) and not _CODE.search(gap)) or any(dash in gap for dash in _DASHES):
        return "strong"
    return "weak" if not _WEAK.isdisjoint(gap) else ""


def _unparted(value: Tagged, said: Line, pack: Pack) -> list[Tagged]:
    """A value without what joins it to the next one; two where a mark stands inside it: "at 8:40. on the fifth"."""
    cuts = [i for i in range(value.start + 1, value.end) if _mark(said, i)]
    parts = [value._replace(start=a, end=b) for a, b in pairwise((value.start, *cuts, value.end))]
    out = []
    for part in parts:
        timed = max((t.end for t in find_times(said, pack, (part.start, part.end))), default=part.end)
        end = part.end
        while end > max(timed, part.start + 1) and said.words[end - 1].text in pack.joiners.by_word:
            end -= 1
        out.append(part._replace(end=end))
    return out


def _parts(found: _Heard, heard: Understanding) -> list[list[Words]]:
    """The words of each thing: its name and what comes after it, what is said of it before, what is said of all."""
    first, last = found.titles[0], found.titles[-1]
    head = [v for v in found.values if v.end <= first.start]
    tail = [v for v in found.values if v.start >= found.end]
    leads = bool(head) and not any(last.end <= v.start < found.end for v in found.values)
    cuts = [c for a, b in pairwise(found.titles) if (c := _cut(a, b, found, (heard, leads)))]
    if len(cuts) + 1 < len(found.titles):
        return []  # nothing parts them: "go to the shop to fetch the cake"
    edges = [*cuts, _own_end(found, heard.said)]
    out: list[list[Words]] = []
    for i, title in enumerate(found.titles):
        own = (title.start, max(_without_joiner(edges[i], heard, title.end), title.end))
        before = [v for v in found.values if (cuts[i - 1] if i else 0) <= v.start and v.end <= title.start]
        told = [own, *(_whole(v, heard) for v in before)]
        shared = [*(head if i else ()), *tail]
        out.append([*told, *(w for v in shared if (w := _of_all(v, told, heard)) is not None)])
    return out


def _whole(value: Tagged, heard: Understanding) -> Words:
    """A value with the words before it, up to a mark: "with high [priority]"."""
    if value.slot == _WHEN:
        return (value.start, value.end)
    said, joiners = heard.said, heard.pack.joiners.by_word
    start = value.start
    while start and not _mark(said, start) and said.words[start - 1].text not in joiners and value.start - start < _FEW:
        start -= 1
    return (start, value.end)


def _own_end(found: _Heard, said: Line) -> int:
    """Where the last thing ends: at a mark after its title and values, if more words follow that."""
    spans = [t.end for t in (found.titles[-1], *found.values) if t.end <= found.end]
    return next((i for i in range(max(spans), found.end) if _mark(said, i)), found.end)


def _cut(one: Tagged, other: Tagged, found: _Heard, around: tuple[Understanding, bool]) -> int:
    """Where one thing ends and the next begins; 0 where nothing parts them."""
    heard, leads = around
    said, joiners = heard.said, heard.pack.joiners.by_word
    inside = {i for v in found.values for i in range(v.start, v.end)}
    places = range(one.end, other.start + 1)
    strong = [i for i in places if _mark(said, i) == "strong"]
    if strong:
        return strong[0] if leads else strong[-1]
    joined = [i for i in places if i < other.start and said.words[i].text in joiners and i not in inside]
    if joined:
        return joined[0]
    weak = [i for i in places if _mark(said, i) == "weak"]
    return (weak[0] if leads else weak[-1]) if weak else 0


def _without_joiner(end: int, heard: Understanding, least: int) -> int:
    while end > least and heard.said.words[end - 1].text in heard.pack.joiners.by_word:
        end -= 1
    return end


def _of_all(value: Tagged, told: Sequence[Words], heard: Understanding) -> Words | None:
    """What is said of all as far as it may be said of one, too: none that has a day of its own gets another one, and
    one that has an hour gets the day alone."""
    said, pack = heard.said, heard.pack
    words = _whole(value, heard)
    times = find_times(said, pack, words)
    mine = [t for part in told for t in find_times(said, pack, part)]
    if not times:
        return words
    if any(t.day is not None for t in mine):
        return None
    if not any(t.clock is not None for t in mine) or all(t.clock is None for t in times):
        return words
    for end in range(words[1] - 1, words[0], -1):
        shorter = find_times(said, pack, (words[0], end))
        if shorter and all(t.clock is None and t.day is not None for t in shorter):
            return (words[0], end)
    return None


def _decided(part: list[Words], heard: Understanding, room: Room, decide: Decide) -> Step | None:
    """The one new thing that some words of the message are; None where they are none, or more."""
    said, frame = heard.said, heard.pack.replies["say_add"]
    places, text = [], ""
    for words in dict.fromkeys(part):
        a, b = said.span(*words)
        text += " " if text else ""
        places.append((frame.index(_HOLE) + len(text), a, b))
        piece = said.raw[a:b]
        text += piece if words[0] or not text else piece[:1].lower() + piece[1:]  # "Tomorrow: …" is no name
    steps = decide(frame.replace(_HOLE, text))
    if len(steps) != 1 or not isinstance(steps[0], Call | Confirm) or steps[0].action.does != "make":
        return None
    return never_called(_where_said(steps[0], places), room)


def _where_said(step: Step, places: Sequence[tuple[int, int, int]]) -> Step:
    """A step with its sources where they stand in the message that its words are from."""

    def whence(argument: Argument) -> Argument:
        span = argument.source.span
        if span is None:
            return argument
        said = [
            (a + max(span[0] - at, 0), min(a + span[1] - at, b))
            for at, a, b in places
            if span[0] < at + b - a and at < span[1]
        ]
        whole = (min(a for a, _ in said), max(b for _, b in said)) if said else None
        return argument._replace(source=argument.source._replace(span=whole))

    arguments = tuple(whence(a) for a in step.action.arguments)
    return replace(step, action=replace(step.action, arguments=arguments, reading=None, mention=None))


def moved_back(step: Step, letters: int) -> Step:
    """A step with its sources where they stand in a message without its first letters."""
    arguments = tuple(
        a
        if a.source.span is None
        else a._replace(source=a.source._replace(span=(a.source.span[0] - letters, a.source.span[1] - letters)))
        for a in step.action.arguments
    )
    return replace(step, action=replace(step.action, arguments=arguments, reading=None, mention=None))


def _is_more(new: Sequence[Step], steps: Sequence[Step]) -> bool:
    """Whether the things tell more than the steps: there are more of them, more is said of them, or their names are
    shorter and nothing is lost."""
    names = [_name(s) for s in new]
    if len(set(names)) < len(names) or not all(names):
        return False
    if not any(s.action.does == "make" for s in steps):
        return not any(isinstance(s, Call) and s.action.does != "list" for s in steps)
    before = [_name(s) for s in steps]
    if not all(s.action.does == "make" for s in steps) or not all(any(n in b for n in names) for b in before):
        return False
    if len(new) != len(steps):
        kept = {v for s in new for v in _values(s).items()}
        return len(new) > len(steps) and all(v in kept for s in steps for v in _values(s).items())
    pairs = list(zip(new, steps, strict=True))
    is_same = names == before and all(_values(a) == _values(b) for a, b in pairs)
    is_kept = all(_values(a).keys() >= _values(b).keys() for a, b in pairs)
    return is_kept and not is_same and all(_is_trimmed(_name(a), _name(b)) for a, b in pairs)


def _is_trimmed(name: str, before: str) -> bool:
    """Whether a name is the other one, but for what stands before it, or after a mark: "wash up - the two of them"."""
    at = before.find(name)
    return at >= 0 and not before[at + len(name) :].lstrip()[:1].isalnum()


def _name(step: Step) -> str:
    return str(step.action.of("name") or "").casefold()


def _values(step: Step) -> dict[str, str]:
    name = step.action.key("name")
    return {a.name: str(a.value) for a in step.action.arguments if a.name != name and a.source.kind == "message"}
