"""Several subjects at once, each with a step of its own: asked about by one question, or all of them or none."""

from dataclasses import replace

from sayso.engine.capabilities.asked import Asked
from sayso.engine.capabilities.room import InFocus, Room
from sayso.engine.capabilities.settle import never_called, settle
from sayso.engine.capabilities.together import question_of, together
from sayso.engine.nouns import Call, Confirm, Step


def to_each(steps: list[Step], room: Room) -> list[Step]:
    """Steps on several subjects at once: what changes something is asked about, all by one question."""
    if all(room.policy.tools.is_reading(s.action.tool_name) for s in steps):
        return steps
    ats = [room.at(s.action) for s in steps]
    if len(steps) < 2 or not all(isinstance(s, Call | Confirm) for s in steps) or None in ats:
        return [never_called(s, room) for s in steps]
    question = question_of([s.action for s in steps], [room.subject(at) for at in ats if at is not None], room)
    return [Confirm(s.action, question) for s in steps]


def of_each_group(parts: list[Asked], room: Room, focus: InFocus) -> list[Step]:
    """The steps of parts each of which may mean several: "the lights in the bedroom and in the hall"; all or none."""
    steps: list[Step] = []
    for part in parts:
        step, _ = settle(replace(part, is_many=False, count=0), room, focus)
        found = together(part, room) or ([step] if step is not None else [])
        if not found or not all(isinstance(s, Call | Confirm) for s in found):
            return []
        steps.extend(found)
    return [never_called(s, room) for s in steps]
