"""What was done is done once more, to another record or to the same one: what was said counts, not what came of it
for the first one."""

from collections.abc import Iterator
from dataclasses import replace

from sayso.engine.capabilities.answer import rechecked
from sayso.engine.decide import at_its_hour, settled
from sayso.engine.ellipsis.before import Before
from sayso.engine.ellipsis.change import SURE
from sayso.engine.nouns import Action, Argument, Call, Clause, Entry, Reading, Source, Step
from sayso.engine.text import Line, tokens
from sayso.engine.thread import Thread
from sayso.engine.values.shift import find_shift
from sayso.engine.values.times import find_times

_LONGEST = 200  # letters of a message before
_TURNS = 3  # back: the message may have been confirmed by a yes


def as_said_before(action: Action, entry: Entry, before: Before, thread: Thread) -> Action | None:
    """The change with the new time as this record has it: moved by the same stretch ("push it back a day", "and the
    invoices"), on the same day at its own hour. None where it has no time that could be moved."""
    key, pack, when = action.key("new_when"), thread.heard.pack, action.of("new_when")
    if not isinstance(when, str) or not when:
        return action
    for line in _said_before(before, thread):
        whole = (0, len(line.words))
        shift, times = find_shift(line, whole, pack), find_times(line, pack, whole)
        if shift is not None and not times:
            moved = shift.moved(entry.when) if entry.when else None
            return _due(action, key, moved) if moved is not None else None
        if times:
            is_timed = any(t.clock is not None for t in times)
            return action if is_timed else at_its_hour(_due(action, key, when[:10]), entry, set(), thread.scene.now)
    return action


def once_more(before: Before, thread: Thread) -> list[Step] | None:
    """What was done last, where it was one thing: a command and a look at something as they were, a record moved by the
    same stretch. Nothing is added, named, removed or taken back a second time."""
    is_last = before.turn == len(thread.scene.history) - 1 and len(thread.scene.history[before.turn].steps) == 1
    if not is_last or not before.is_done:
        return None
    tool, words = before.tool, thread.heard.said.words
    source = Source("history", turn=before.turn)
    kept = tuple(Argument(n, v, source) for n, v in before.done.parameters.items())
    reading = Reading(tool.intent, "named", Clause(0, len(words), "request"), {}, does=tool.does)
    action = Action(tool.intent, tool.name, kept, SURE, tool.always_confirms, reading, tool=tool)
    if tool.does == "command":
        return [rechecked(action, thread.room, is_granted=False)] if thread.room.is_known else None
    if tool.is_read_only:
        return [Call(action)]
    return _moved_on(action, before, thread)


def _moved_on(action: Action, before: Before, thread: Thread) -> list[Step] | None:
    """The same record moved by the same stretch: "push it back a day", "again"."""
    key, pack = action.key("new_when"), thread.heard.pack
    others = set(before.done.parameters) - {key, action.key("record")}
    at = thread.entries.index().by_id.get(before.text(action.key("record")).casefold())
    if at is None or others:
        return None
    heard = ((line, (0, len(line.words))) for line in _said_before(before, thread))
    told = ((find_shift(line, whole, pack), find_times(line, pack, whole)) for line, whole in heard)
    shift, times = next(((s, t) for s, t in told if s is not None or t), (None, []))  # others are "yes" and "again"
    if shift is None or times:
        return None
    entry = thread.entries.all[at]
    moved = shift.moved(entry.when) if entry.when else None
    return [settled(_due(action, key, moved), entry.name, pack, thread.policy)] if moved is not None else None


def _said_before(before: Before, thread: Thread) -> Iterator[Line]:
    """What was said before a step was done, the latest first."""
    pack = thread.heard.pack
    for turn in reversed(thread.scene.history[: before.turn][-_TURNS:]):
        if turn.role == "user":
            told = turn.content[:_LONGEST]
            yield pack.line(told, tokens(told))


def _due(action: Action, key: str, when: str) -> Action:
    return replace(action, arguments=tuple(a._replace(value=when) if a.name == key else a for a in action.arguments))
