"""A note that is said after what it is about, in the same breath: "make the swing high and add the note buy screws". A
pattern takes it for something new; it belongs to the record that the part before it spoke of."""

from dataclasses import replace

from sayso.engine.capabilities.settle import never_called
from sayso.engine.nouns import Argument, Call, Confirm, Source, Step
from sayso.engine.pattern import spans_of
from sayso.engine.thread import Thread

_NOTED = "noted"  # the patterns of a language that say a note and nothing else
_MARKS = frozenset(",;:.–—")
_QUOTES = tuple("\"'”’»")
_BEFORE = 4  # words that say that it is a note
_DETAILS = {"change": "new_details", "make": "details"}


def with_notes(steps: list[Step], thread: Thread) -> list[Step]:
    """The steps, a note as part of the one before it."""
    out: list[Step] = []
    for step in (_no_name(s, thread) for s in steps):
        before = out[-1] if out else None
        details = _DETAILS.get(before.action.does, "") if isinstance(before, Call | Confirm) else ""
        span = _note(step, thread) if details else None
        if before is None or span is None:
            out.append(step)
            continue
        action, raw = before.action, thread.heard.said.raw
        key = action.key(details)
        note = Argument(key, raw[span[0] : span[1]], Source("message", span))
        kept = tuple(a for a in action.arguments if a.name != key)
        out[-1] = never_called(Call(replace(action, arguments=(*kept, note))), thread.room)
    return _with_what_trails(out, thread)


def _with_what_trails(steps: list[Step], thread: Thread) -> list[Step]:
    """The steps, the last one with the note that the message ends in, where nothing of that was heard: "the dentist to
    monday, with the note bring the card"."""
    said, step = thread.heard.said, steps[-1] if steps else None
    details = _DETAILS.get(step.action.does, "") if isinstance(step, Call | Confirm) else ""
    if step is None or not details:
        return steps
    key, end = step.action.key(details), len(said.words)
    starts = (i for i in range(1, end - 1) if _is_a_start(i, thread))
    at, span = next(((i, found) for i in starts if (found := _matched((i, end), thread)) is not None), (0, (0, 0)))
    before = said.span(0, at)[1] if at else 0
    kept = tuple(_until(a, before, step, thread) for a in step.action.arguments if a.name != key)
    heard = next((a.source.span or (0, 0) for a in step.action.arguments if a.name == key), None)
    is_quoted = heard is not None and said.raw[heard[1] : heard[1] + 1] in _QUOTES
    is_more = heard is None or (before <= heard[0] and heard[1] <= span[1] and not is_quoted)
    if not at or not is_more or any(a.source.span is not None and a.source.span[1] > before for a in kept):
        return steps
    if " " not in said.raw[slice(*span)] and _MARKS.isdisjoint(said.gap(end - 1)):
        return steps  # "and leave the note alone"
    note = Argument(key, said.raw[span[0] : span[1]], Source("message", span))
    return [*steps[:-1], never_called(Call(replace(step.action, arguments=(*kept, note))), thread.room)]


def _is_a_start(at: int, thread: Thread) -> bool:
    """Whether something begins at a word: after a mark, or with a word that joins."""
    said = thread.heard.said
    return said.words[at].text in thread.heard.pack.joiners.by_word or not _MARKS.isdisjoint(said.gap(at))


def _until(one: Argument, end: int, step: Step, thread: Thread) -> Argument:
    """An argument; a name that goes on over an end, up to it."""
    span, names = one.source.span, (step.action.key("name"), step.action.key("new_name"))
    if one.name not in names or span is None or not span[0] < end < span[1]:
        return one
    return one._replace(value=thread.heard.said.raw[span[0] : end], source=Source("message", (span[0], end)))


def _note(step: Step, thread: Thread) -> tuple[int, int] | None:
    """The letters of a note that a pattern took for something new; None where it is none."""
    action, said = step.action, thread.heard.said
    if not isinstance(step, Call | Confirm) or action.does != "make":
        return None
    told = {a.name: a.source.span for a in action.arguments}
    title, details = told.get(action.key("name")), told.get(action.key("details"))
    words = [i for i, w in enumerate(said.words) if title is not None and title[0] < w.end and w.start < title[1]]
    if not words:
        return None
    if details is not None and all(said.words[i].text in thread.heard.pack.references.light for i in words):
        return details  # "add a note: …"
    starts = range(max(words[0] - _BEFORE, 0), words[0] + 1)
    notes = (_matched((i, words[-1] + 1), thread) for i in reversed(starts))
    return next((n for n in notes if n is not None and not _has_number(n, words[0], thread)), None)


def _has_number(letters: tuple[int, int], until: int, thread: Thread) -> bool:
    """Whether a number stands in what a note has before a word: "1) the lab notes 2) pay Ann" is a list."""
    before = thread.heard.said.words[:until]
    return any(w.text[0].isdecimal() for w in before if letters[0] <= w.start)


def _matched(words: tuple[int, int], thread: Thread) -> tuple[int, int] | None:
    """The letters of the note, where a range of words says one and nothing else."""
    said = thread.heard.said
    left, right = said.flat_at(words[0]), said.flat_at(words[1])
    for pattern in thread.heard.pack.ellipsis.says:
        found = pattern.match(said.flat, left, right) if pattern.intent == _NOTED else None
        slot = spans_of(found).get("note") if found is not None else None
        if slot is not None and said.words[said.index(slot[0])].text not in _towards(thread):
            return said.words[said.index(slot[0])].start, said.words[said.index(slot[1] - 1)].end
    return None


def _towards(thread: Thread) -> frozenset[str]:
    """The small words with which somebody is named to whom a note is written: "write a note to the landlord"."""
    return thread.heard.pack.references.light - thread.heard.pack.references.articles


def _no_name(step: Step, thread: Thread) -> Step:
    """A change whose new name stands after a word for a note: it is the note."""
    said, action = thread.heard.said, step.action
    name = next((a for a in action.arguments if a.name == action.key("new_name")), None)
    if not isinstance(step, Call | Confirm) or action.does != "change" or name is None or name.source.span is None:
        return step
    span = name.source.span
    words = [i for i, w in enumerate(said.words) if span[0] <= w.start and w.end <= span[1]]
    starts = range(max(words[0] - _BEFORE, 0), words[0]) if words else range(0)
    if not any(_matched((i, words[-1] + 1), thread) == span for i in starts):
        return step
    note = name._replace(name=action.key(_DETAILS["change"]))
    new = replace(action, arguments=tuple(note if a is name else a for a in action.arguments))
    return never_called(Call(new), thread.room)
