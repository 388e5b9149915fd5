"""A message that says only what is new, read against what was last done or shown: "and tomorrow?", "a bit hotter"."""

from dataclasses import replace

from sayso.engine.nouns import Argument, Call, Confirm, Done, Reading, Source, Step
from sayso.engine.read.heard import Heard as Wording
from sayso.engine.thread import Thread
from sayso.engine.understand.wording import FOLLOWS, HEARD

_ACT = 0.8  # how sure the act must be
_COMMAND = "machine_command"


def last_done(thread: Thread) -> tuple[Done, int] | None:
    """The last step that the assistant decided, and in which turn."""
    history = thread.scene.history
    for turn in range(len(history) - 1, max(len(history) - 3, -1), -1):
        if history[turn].steps:
            return history[turn].steps[-1], turn
    return None


def taken_up(reading: Reading, wording: Wording | None, thread: Thread) -> Reading | None:
    """The reading, as what was last done makes it; None where nothing was that it could go on from."""
    before = last_done(thread)
    if before is None:
        return reading if reading.intent == "update_task" else None
    tool = thread.policy.tools.get(before[0].tool_name)
    intent = tool.intent if tool is not None else ""
    if reading.intent == "list_tasks":
        return reading if intent == "list_tasks" else None
    if not thread.policy.is_about_machines(intent):
        return reading
    if wording is None or wording.act_probability < _ACT:
        return None
    value = wording.first("value")
    start = reading.clause.start
    slots = {} if value is None else {"by_amount": (start + value[0], start + value[1])}
    if wording.act == "set" and value is not None:
        slots = {"amount": slots["by_amount"]}
    return Reading(_COMMAND, HEARD, reading.clause, slots, HEARD, 0, reading.likeness, wording.act)


def carried_on(step: Step, thread: Thread) -> Step:
    """A list as it was shown last, with what was said now in its place."""
    before = last_done(thread)
    reading = step.action.reading
    if before is None or reading is None or reading.value != FOLLOWS or step.action.intent != "list_tasks":
        return step
    done, turn = before
    said = tuple(a for a in step.action.arguments if a.source.kind != "default")
    names = {a.name for a in said}
    kept = (Argument(n, v, Source("history", turn=turn)) for n, v in done.parameters.items() if n not in names)
    action = replace(step.action, arguments=(*said, *kept))
    return replace(step, action=action) if isinstance(step, Call | Confirm) else step
