"""What became of the steps of a decision, and what stays open."""

from collections.abc import Sequence

from sayso.assistant.wings.wing import Carried
from sayso.confirmations.pins import GUARDED
from sayso.dataclass import dataclass
from sayso.engine.nouns import Confirm, Failed, Step


@dataclass(frozen=True, slots=True)
class ExecutedStep:
    """A step that was carried out, or tried, and what the tool answered; `number` is its place in the decision."""

    number: int
    step: Step
    carried: Carried

    def to_dict(self) -> dict[str, object]:
        """What may be shown."""
        action = self.step.action
        parameters = {a.name: a.value for a in action.arguments}
        result = dict(self.carried.result)
        return {"step": self.number, "tool_name": action.tool_name, "parameters": parameters, "result": result}


@dataclass(frozen=True, slots=True)
class NotDone:
    """A step that could not be carried out, as the decision already said."""

    step: Failed


Deed = ExecutedStep | NotDone


@dataclass(frozen=True, slots=True)
class Acted:
    """What was done up to the first open step, that step, the ones after it, and under which ids a yes is kept: one for
    each step that the question asks about, empty where its tool asks for none beforehand."""

    deeds: tuple[Deed, ...]
    open: Step | None = None
    rest: tuple[Step, ...] = ()
    confirmations: tuple[str, ...] = ()


def asked_at_once(steps: Sequence[Step]) -> int:
    """How many of the first steps one question asks about: one, or several that are confirmed by one yes."""
    first = steps[0] if steps else None
    if not isinstance(first, Confirm):
        return min(len(steps), 1)
    others = (i for i, s in enumerate(steps) if not isinstance(s, Confirm) or s.question != first.question)
    return next(others, len(steps))


def needs_pin(acted: Acted) -> bool:
    """Whether a yes to what is asked is good only with the person's PIN, where there is one."""
    steps = () if acted.open is None else (acted.open, *acted.rest)
    asked = zip(steps[: asked_at_once(steps)], (*acted.confirmations, *("" for _ in steps)), strict=False)
    return any(
        isinstance(step, Confirm) and step.action.tool_name in GUARDED and (step.action.is_dangerous or bool(waits))
        for step, waits in asked
    )
