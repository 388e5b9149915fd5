"""Orders that were said to repeat: nothing repeats them, so they are offered once, and that is said."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, time, timedelta

from sayso.engine.capabilities.room import Room
from sayso.engine.capabilities.settle import confirm_text
from sayso.engine.nouns import Action, Call, Confirm, Decision, Step
from sayso.engine.outcome import reply_of
from sayso.engine.repeating import Repeated
from sayso.engine.tell import say


def once_only(decision: Decision, repeats: Sequence[Repeated], room: Room) -> Decision:
    """The decision, with every order for once, by a question that says so: "every evening at 11 turn off the oven"."""
    rules = [r for r in repeats if not r.is_adjective]
    if not rules or not any(s.action.does == "command" for s in decision.steps):
        return decision
    steps = tuple(_once(s, rules[0], room) if s.action.does == "command" else s for s in decision.steps)
    return replace(decision, steps=steps, reply=reply_of(steps))


def _once(step: Step, repeated: Repeated, room: Room) -> Step:
    if not isinstance(step, Call | Confirm):
        return step
    action = _at_its_hour(step.action, repeated, room)
    is_same = isinstance(step, Confirm) and action == step.action
    question = step.question if is_same and isinstance(step, Confirm) else confirm_text(action, room)
    return Confirm(action, say(room.pack, "confirm_once", {"question": question}))


def _at_its_hour(action: Action, repeated: Repeated, room: Room) -> Action:
    """The action at the hour that the phrase of repetition says: six in "every morning at six" is no evening."""
    key = action.key("begins")
    told = next((a for a in action.arguments if a.name == key), None) if key else None
    if told is None or not repeated.clock:
        return action
    at = _next(time.fromisoformat(repeated.clock), room.now)
    return replace(action, arguments=tuple(a._replace(value=at) if a is told else a for a in action.arguments))


def _next(clock: time, now: datetime) -> str:
    at = datetime.combine(now.date(), clock, now.tzinfo)
    return (at if at > now else at + timedelta(days=1)).isoformat()
