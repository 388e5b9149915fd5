"""A note that is said after what it is about, in the same breath: "make the swing high and add the note buy screws". A
pattern takes it for something new; it belongs to the record that the part before it spoke of."""

from dataclasses import replace

from sayso.engine.capabilities.settle import never_called
from sayso.engine.nouns import Argument, Call, Confirm, Source, Step
from sayso.engine.pattern import spans_of
from sayso.engine.thread import Thread

_NOTED = "noted"  # the patterns of a language that say a note and nothing else
_BEFORE = 3  # words that say that it is a note
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
    return out


def _note(step: Step, thread: Thread) -> tuple[int, int] | None:
    """The letters of a note that a pattern took for something new; None where it is none."""
    action, said = step.action, thread.heard.said
    if not isinstance(step, Call | Confirm) or action.does != "make":
        return None
    told = {a.name: a.source.span for a in action.arguments}
    title, details = told.get(action.key("name")), told.get(action.key("details"))
    words = [i for i, w in enumerate(said.words) if title is not None and title[0] <= w.start and w.end <= title[1]]
    if not words:
        return None
    if details is not None and all(said.words[i].text in thread.heard.pack.references.light for i in words):
        return details  # "add a note: …"
    return _matched((words[0], words[-1] + 1), thread)


def _matched(words: tuple[int, int], thread: Thread) -> tuple[int, int] | None:
    """The letters of the note, where a range of words says one and nothing else."""
    said = thread.heard.said
    left, right = said.flat_at(words[0]), said.flat_at(words[1])
    for pattern in thread.heard.pack.ellipsis.says:
        found = pattern.match(said.flat, left, right) if pattern.intent == _NOTED else None
        slot = spans_of(found).get("note") if found is not None else None
        if slot is not None:
            return said.words[said.index(slot[0])].start, said.words[said.index(slot[1] - 1)].end
    return None


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
