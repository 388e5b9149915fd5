"""A change that is made once more, to another record: what was said counts, not what came of it for the first one."""

from dataclasses import replace

from sayso.engine.decide import at_its_hour
from sayso.engine.ellipsis.before import Before
from sayso.engine.nouns import Action, Entry
from sayso.engine.text import tokens
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
    said = (t.content[:_LONGEST] for t in reversed(thread.scene.history[: before.turn][-_TURNS:]) if t.role == "user")
    for told in said:
        line = pack.line(told, tokens(told))
        whole = (0, len(line.words))
        shift, times = find_shift(line, whole, pack), find_times(line, pack, whole)
        if shift is not None and not times:
            moved = shift.moved(entry.when) if entry.when else None
            return _due(action, key, moved) if moved is not None else None
        if times:
            is_timed = any(t.clock is not None for t in times)
            return action if is_timed else at_its_hour(_due(action, key, when[:10]), entry, set())
    return action


def _due(action: Action, key: str, when: str) -> Action:
    return replace(action, arguments=tuple(a._replace(value=when) if a.name == key else a for a in action.arguments))
