"""Orders of a message that another one of it says already."""

from collections.abc import Sequence

from sayso.engine.capabilities.fleet import command_of
from sayso.engine.capabilities.room import Room
from sayso.engine.capabilities.timing import opposite
from sayso.engine.nouns import Action, Call, Confirm, Step

_BACK = frozenset(("undo", "redo"))


def said_once(steps: Sequence[Step], room: Room) -> list[Step]:
    """The steps without an order that another one says more fully ("it is too warm, bring it down a degree"), or that
    is the end of one before it ("turn it on for ten minutes, and then off"); going back once is one step, however often
    it is said ("go back, undo what I just did")."""
    told = [(s.action.tool_name, {a.name: a.value for a in s.action.arguments}.items()) for s in steps]
    steps = [s for i, s in enumerate(steps) if s.action.does not in _BACK or told[i] not in told[:i]]
    told = [(s.action.tool_name, {a.name: a.value for a in s.action.arguments}.items()) for s in steps]
    return [
        s
        for i, s in enumerate(steps)
        if s.action.does != "command"
        or not isinstance(s, Call | Confirm)
        or not (any(told[i][0] == t and told[i][1] < more for t, more in told) or _is_end(s.action, steps[:i], room))
    ]


def _is_end(action: Action, before: Sequence[Step], room: Room) -> bool:
    """Whether an order for now takes back one that lasts for a time, and ends by itself."""
    at = room.at(action) if room.is_known else None
    if at is None or action.of("begins") is not None:
        return False
    subject = room.subject(at)
    command = command_of(subject, str(action.of("capability_id")))
    for step in before:
        lasts = isinstance(step, Call | Confirm) and step.action.of("ends") is not None and room.at(step.action) == at
        first = command_of(subject, str(step.action.of("capability_id"))) if lasts else None
        if first is not None and command == opposite(first, subject.commands, room.index):
            return True
    return False
