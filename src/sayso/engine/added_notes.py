"""A note on a record that has one already is written under it; only who says so has it replaced."""

from collections.abc import Sequence
from dataclasses import replace

from sayso.engine.ellipsis.put_right import PUT_RIGHT
from sayso.engine.nouns import Action, Argument, Call, Confirm, Entry, Step
from sayso.engine.tell import confirm
from sayso.engine.thread import Thread

_MOST = 1000  # letters of a description


def beside_notes(steps: Sequence[Step], thread: Thread) -> tuple[Step, ...]:
    """The steps, with what is noted under what was noted before."""
    texts, pack = thread.heard.said.texts, thread.heard.pack
    if not pack.shifts.replacing.isdisjoint(texts) or not any(s.action.does == "change" for s in steps):
        return tuple(steps)
    return tuple(_beside(s, thread) if isinstance(s, Call | Confirm) else s for s in steps)


def _beside(step: Call | Confirm, thread: Thread) -> Step:
    action = step.action
    note = next((a for a in action.arguments if a.name == action.key("new_details") and a.name), None)
    entry = _entry(action, thread) if note is not None and note.value else None
    is_put_right = action.reading is not None and action.reading.pattern == PUT_RIGHT
    if is_put_right or note is None or entry is None or not entry.description or str(note.value) in entry.description:
        return step
    both = f"{entry.description}\n{note.value}"
    if len(both) > _MOST:
        return step
    written = replace(action, arguments=tuple(_put(a, note, both) for a in action.arguments))
    if isinstance(step, Call):
        return Call(written)
    is_own = step.question == confirm(thread.heard.pack, action, entry.name, thread.policy.today)
    question = confirm(thread.heard.pack, written, entry.name, thread.policy.today) if is_own else step.question
    return Confirm(written, question)


def _put(one: Argument, note: Argument, text: str) -> Argument:
    return one._replace(value=text) if one is note else one


def _entry(action: Action, thread: Thread) -> Entry | None:
    known, records = action.of("record"), thread.entries
    if not isinstance(known, str) or not records.are_known:
        return None
    at = records.index().by_id.get(known.casefold())
    return None if at is None else records.all[at]
