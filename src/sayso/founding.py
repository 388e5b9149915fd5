"""The founding documents' own views on the engine: the same decisions in the shapes that they gave them."""

from collections.abc import Container, Mapping, Sequence
from enum import Enum

from sayso.dataclass import dataclass
from sayso.engine.nouns import Ask, Call, Confirm, Decision, Failed, Step
from sayso.face import Engine, standard


class Intent(Enum):
    """What a message wants."""

    ADD = "add"
    LIST = "list"
    UPDATE = "update"
    COMPLETE = "complete"
    DELETE = "delete"
    UNDO = "undo"
    REDO = "redo"
    IDENTITY = "identity"
    UNKNOWN = "unknown"


_INTENTS = {
    "add_task": Intent.ADD,
    "list_tasks": Intent.LIST,
    "update_task": Intent.UPDATE,
    "complete_task": Intent.COMPLETE,
    "delete_task": Intent.DELETE,
    "undo": Intent.UNDO,
    "redo": Intent.REDO,
    "identity_query": Intent.IDENTITY,
}
_PARAMS = {"task_identifier": "task_id", "filter": "status"}


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A proposed call. Where something must be asked first, it names no tool, so that nobody can carry it out."""

    intent: Intent
    tool_name: str
    parameters: Mapping[str, object]
    confidence: float
    requires_confirmation: bool = False
    clarification_needed: str | None = None


def map_user_input_to_tool(
    user_message: str,
    conversation_history: Sequence[Mapping[str, object]] = (),
    current_tasks: Sequence[Mapping[str, object]] | None = None,
) -> ToolCall | None:
    """The first call that a message asks for, or None where it asks for none.

    >>> map_user_input_to_tool("add a task to buy groceries").parameters["title"]
    'buy groceries'
    """
    context = {} if current_tasks is None else {"tasks": list(current_tasks)}
    decision = standard().decide({"message": user_message, "history": list(conversation_history), "context": context})
    return _tool_call(decision.steps[0]) if decision.steps else None


def _tool_call(step: Step) -> ToolCall:
    action = step.action
    intent = _INTENTS.get(action.intent, Intent.UNKNOWN)
    parameters = {a.name: a.value for a in action.arguments}
    match step:
        case Call():
            return ToolCall(intent, action.tool_name or "", parameters, action.confidence)
        case Confirm(_, question):
            return ToolCall(intent, action.tool_name or "", parameters, action.confidence, True, question)
        case Ask(_, question) | Failed(_, _, question):
            return ToolCall(intent, "", {}, min(action.confidence, 0.5), action.is_dangerous, question)


class ToolDecisionEngine:
    """Suggests a tool of those that are available, with the parameters that the message gives.

    >>> ToolDecisionEngine({"list_tasks": {}}).detect_intent_and_extract_params("show completed tasks", "u1")
    {'tool_name': 'list_tasks', 'params': {'user_id': 'u1', 'status': 'completed'}}
    """

    def __init__(self, available_tools: Container[str], engine: Engine | None = None) -> None:
        self._available = available_tools
        self._engine = engine or standard()

    def detect_intent_and_extract_params(self, user_input: str, user_id: str) -> dict[str, object] | None:
        """The suggested call, without what is missing; None where no available tool is meant."""
        return self._suggestion(self._engine.decide({"message": user_input}), user_id)

    def _suggestion(self, decision: Decision, user_id: str) -> dict[str, object] | None:
        if not decision.steps:
            return None
        action = decision.steps[0].action
        if action.tool_name is None or action.tool_name not in self._available:
            return None
        said = {_named(a.name): a.value for a in action.arguments if a.source.kind != "default"}
        return {"tool_name": action.tool_name, "params": {"user_id": user_id, **said}}


def _named(parameter: str) -> str:
    return _PARAMS.get(parameter, parameter.removeprefix("new_"))
