"""An earlier decision, as it comes back in a request: checked and turned into steps again."""

from collections.abc import Mapping

from sayso.engine.nouns import (
    Action,
    Argument,
    Ask,
    Call,
    Confirm,
    Failed,
    OpenQuestion,
    Reason,
    Source,
    SourceKind,
    Step,
    Suggestion,
)
from sayso.engine.tool import Toolbox
from sayso.errors import RequestError

_KINDS: dict[str, SourceKind] = {
    "message": "message",
    "history": "history",
    "context": "context",
    "call": "call",
    "default": "default",
    "preference": "preference",
}
_REASONS = ("not_found", "no_capability", "too_long", "invalid_value", "unknown_tool", "offline")


def open_question(given: object, tools: Toolbox) -> OpenQuestion | None:
    """The steps of a pending decision from the open one on; None where nothing is open."""
    if not isinstance(given, Mapping):
        raise RequestError("must be an earlier decision", "pending")
    read = steps_of(given, tools)
    first = next((i for i, s in enumerate(read) if not isinstance(s, Call)), None)
    language = given.get("language")
    steps = read[first:] if first is not None else _offered(given) if not read else ()
    return OpenQuestion(steps, language if isinstance(language, str) else None) if steps else None


def _offered(given: Mapping[str, object]) -> tuple[Step, ...]:
    """What was offered where nothing was understood, as a question: which of it was meant."""
    near = given.get("next")
    offers = tuple(_suggestion(s, "pending.next") for s in near) if isinstance(near, list | tuple) else ()
    if given.get("reason") != "unclear" or not offers:
        return ()
    return (Ask(Action("unknown", None, (), 0.0), str(given.get("reply") or ""), offers),)


def steps_of(given: Mapping[str, object], tools: Toolbox) -> tuple[Step, ...]:
    """All steps of an earlier decision."""
    steps = given.get("steps")
    if not isinstance(steps, list | tuple):
        raise RequestError("must be a list", "pending.steps", "hand back the decision as it was given")
    return tuple(_step(s, f"pending.steps[{i}]", tools) for i, s in enumerate(steps))


def _step(given: object, where: str, tools: Toolbox) -> Step:
    if not isinstance(given, Mapping):
        raise RequestError("must be an object", where)
    tool, intent = given.get("tool_name"), given.get("intent")
    if not isinstance(intent, str) or not (tool is None or isinstance(tool, str)):
        raise RequestError("must be text", f"{where}.intent", "hand back the decision as it was given")
    confidence = given.get("confidence", 0.5)
    if isinstance(confidence, bool) or not isinstance(confidence, int | float):
        raise RequestError("must be a number", f"{where}.confidence")
    action = Action(
        intent,
        tool,
        _arguments(given, where),
        min(max(float(confidence), 0.0), 1.0),
        bool(given.get("requires_confirmation")) or tools.always_confirms(tool),
        tool=tools.get(tool),
    )
    question = str(given.get("question") or "")
    suggestions = tuple(_suggestion(s, f"{where}.suggestions") for s in given.get("suggestions") or ())
    match given.get("status"):
        case "call":
            return Call(action)
        case "confirm":
            return Confirm(action, question, suggestions)
        case "ask":
            return Ask(action, question, suggestions)
        case "failed":
            reason: Reason = given.get("reason") if given.get("reason") in _REASONS else "not_found"  # type: ignore[assignment]
            return Failed(action, reason, question, suggestions)
        case _:
            raise RequestError("must be call, confirm, ask or failed", f"{where}.status")


def _arguments(given: Mapping[str, object], where: str) -> tuple[Argument, ...]:
    parameters, sources = given.get("parameters", {}), given.get("sources", {})
    if not isinstance(parameters, Mapping) or not isinstance(sources, Mapping):
        raise RequestError("must be an object", f"{where}.parameters")
    return tuple(Argument(str(name), value, _source(sources.get(name))) for name, value in parameters.items())


def _source(given: object) -> Source:
    """Where a value came from then: a span of that message is a turn of the conversation by now."""
    if not isinstance(given, Mapping):
        return Source("history")
    record = given.get("record")
    kind = _KINDS.get(str(given.get("kind")), "history")
    turn = given.get("turn")
    return Source(
        "history" if kind == "message" else kind,
        turn=turn if isinstance(turn, int) else None,
        record=record if isinstance(record, str) else None,
    )


def _suggestion(given: object, where: str) -> Suggestion:
    if not isinstance(given, Mapping) or not isinstance(given.get("value"), Mapping):
        raise RequestError("must be objects with label and value", where)
    tool, about = given.get("tool_name"), given.get("description")
    confidence = given.get("confidence", 0.5)
    return Suggestion(
        str(given.get("label", "")),
        dict(given["value"]),
        float(confidence) if isinstance(confidence, int | float) else 0.5,
        tool if isinstance(tool, str) else None,
        about if isinstance(about, str) else None,
    )
