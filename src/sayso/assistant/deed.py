"""What became of the steps of a decision, and what stays open."""

from dataclasses import dataclass

from sayso.engine.nouns import Failed, Step
from sayso.tasks.outcome import Outcome, unavailable
from sayso.tools.told import unknown_tool

TOOLS = ("add_task", "list_tasks", "complete_task", "delete_task", "update_task", "undo", "get_user_info")


@dataclass(frozen=True, slots=True)
class Away:
    """The tasks could not be reached."""

    def to_dict(self) -> dict[str, object]:
        """The error."""
        return unavailable()


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """The tool is none of this assistant's."""

    tool: str

    def to_dict(self) -> dict[str, object]:
        """The error."""
        return unknown_tool(self.tool, TOOLS)


@dataclass(frozen=True, slots=True)
class Done:
    """A step that was carried out, or tried, and what the tool answered; `number` is its place in the decision."""

    number: int
    step: Step
    outcome: Outcome | Away | Elsewhere

    def to_dict(self) -> dict[str, object]:
        """What may be shown."""
        action = self.step.action
        parameters = {a.name: a.value for a in action.arguments}
        result = self.outcome.to_dict()
        return {"step": self.number, "tool_name": action.tool_name, "parameters": parameters, "result": result}


@dataclass(frozen=True, slots=True)
class NotDone:
    """A step that could not be carried out, as the decision already said."""

    step: Failed


Deed = Done | NotDone


@dataclass(frozen=True, slots=True)
class Acted:
    """What was done up to the first open step, that step, the ones after it, and under which id a yes is kept."""

    deeds: tuple[Deed, ...]
    open: Step | None = None
    rest: tuple[Step, ...] = ()
    confirmation: str | None = None
