"""What is done and put off in one breath: "the wiring check, make it 2pm" finishes nothing."""

from collections.abc import Sequence

from sayso.engine.capabilities.settle import never_called
from sayso.engine.nouns import Step
from sayso.engine.thread import Thread


def unless_contrary(steps: Sequence[Step], thread: Thread) -> Sequence[Step]:
    """The steps; a record that is given a new time is not finished as well, and what is left is asked about."""
    moved = {s.action.record for s in steps if s.action.does == "change" and s.action.of("new_when")} - {None}
    if not any(s.action.does == "finish" and s.action.record in moved for s in steps):
        return steps
    kept = (s for s in steps if s.action.does != "finish" or s.action.record not in moved)
    return [never_called(s, thread.room) if s.action.record in moved else s for s in kept]
