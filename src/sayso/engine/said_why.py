"""A new name without why it is given: "rename it to market run, there's more to get"."""

from collections.abc import Sequence
from dataclasses import replace

from sayso.engine.capabilities.settle import never_called
from sayso.engine.nouns import Argument, Call, Clause, Confirm, Step
from sayso.engine.text import QUOTE, Line
from sayso.engine.thread import Thread
from sayso.engine.understand.wording import heard_in, together

_SURE = 0.9
_LONGEST = 48  # words that are heard as one
_REASON = 2  # words of it at least
_BREAKS = frozenset(",;.!–—\n")
_NEW_NAME, _NEW_TITLE = "new_name", "new_title"  # what it is, and the slot of its words
Words = tuple[int, int]


def without_said_why(steps: Sequence[Step], thread: Thread) -> Sequence[Step]:
    """The steps; a new name ends where the tagger surely hears its end, if a pause is there. It is asked about then."""
    named = [s for s in steps if isinstance(s, Call | Confirm) and s.action.of(_NEW_NAME) is not None]
    if len(named) != 1 or len(steps) != 1:
        return steps
    step, said = named[0], thread.heard.said
    value = next(a for a in step.action.arguments if a.name == step.action.key(_NEW_NAME))
    span = value.source.span
    if span is None or QUOTE in said.texts:
        return steps
    inside = [i for i, w in enumerate(said.words) if span[0] <= w.start < span[1]]
    words = _heard(thread, (inside[0], inside[-1] + 1)) if inside else None
    if words is None:
        return steps
    shorter = _shortened(value, said, words)
    rest = tuple(shorter if a is value else a for a in step.action.arguments)
    return [never_called(Call(replace(step.action, arguments=rest)), thread.room)]


def _shortened(value: Argument, said: Line, words: Words) -> Argument:
    start, end = said.span(*words)
    return value._replace(value=said.raw[start:end], source=value.source._replace(span=(start, end)))


def _heard(thread: Thread, value: Words) -> Words | None:
    """The words of the value that the tagger hears as the name, where it leaves out what follows after a pause."""
    said, pack, hearing = thread.heard.said, thread.heard.pack, thread.heard.hearing
    if hearing is None or not pack.is_heard or said.repeats or len(said.words) > _LONGEST:
        return None
    wording = heard_in(said, Clause(0, len(said.words), "request"), pack, hearing)
    meaning = hearing.meanings.get(wording.intent)
    if meaning is None or meaning.does != "change" or together(wording, hearing) < _SURE:
        return None
    names = {**meaning.others, **meaning.slots}
    spans = [t for t in wording.spans if names.get(t.slot) == _NEW_TITLE]
    if len(spans) != 1:
        return None
    start, end = spans[0].start, spans[0].end
    idle = pack.shifts.fillers | pack.shifts.only | pack.ellipsis.small
    is_begun = value[0] <= start < end and all(w.text in idle for w in said.words[value[0] : start])
    is_ended = value[1] - end >= _REASON and not _BREAKS.isdisjoint(said.gap(end))
    is_told = any(t.start >= end for t in wording.spans)
    return (start, end) if is_begun and is_ended and not is_told else None
