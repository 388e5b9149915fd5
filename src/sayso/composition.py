"""The composer in the founding document's own shape: an incomplete call in, a complete one or a question out."""

import os
from collections.abc import Mapping

from sayso.engine.nouns import Call, Confirm, Decision, Step, Suggestion
from sayso.errors import RequestError
from sayso.face import Catalogue, Engine, policy_of, standard
from sayso.guarding import log_composition
from sayso.settings import Composition

_STATUS = {"call": "completed", "confirm": "needs_clarification", "ask": "needs_clarification", "failed": "failed"}


def compose_intelligently(context: Mapping[str, object], engine: Engine | None = None) -> dict[str, object]:
    """The best call that a tool's incomplete input, the person's words and the machines give, or what must be asked.

    `context` holds `tool_name`, `original_input`, `user_prompt`, `machine_context` (the machines, as the decision
    contract lists them), and optionally `conversation_history`, `tasks`, `user`, `preferences`, `language` and `now`.

    >>> fridge = {"id": "f1", "name": "Frigo", "serial": "F1", "commands": [{"id": "c1", "name": "turn_on_light"}]}
    >>> asked = {"tool_name": "machine_command_execute", "original_input": {}, "user_prompt": "accendi la luce"}
    >>> compose_intelligently({**asked, "machine_context": [fridge]})["composed_input"]
    {'device_id': 'f1', 'machine_command_id': 'c1'}
    """
    if not isinstance(context, Mapping):
        raise RequestError("must be an object", "context", "with tool_name, original_input and user_prompt")
    name = context.get("tool_name")
    if not isinstance(name, str):
        raise RequestError("must be text", "tool_name", "name the tool that was called")
    given = context.get("original_input")
    call = {"name": name, "arguments": given if isinstance(given, str | Mapping) else {}}
    request: dict[str, object] = {
        "message": context.get("user_prompt") or "",
        "history": context.get("conversation_history") or [],
        "call": call,
        "context": {k: context[k] for k in ("tasks", "user", "partial") if context.get(k) is not None},
        **{k: context[k] for k in ("now", "language", "preferences", "tools") if context.get(k) is not None},
    }
    machines = context.get("machine_context")
    known = machines if isinstance(machines, Catalogue) else None
    if known is None and machines is not None:
        request["context"] = {**request["context"], "machines": machines}  # type: ignore[dict-item]
    decision = (engine or _engine()).decide(request, known)
    log_composition(call, decision)
    return _composed(decision)


def _engine() -> Engine:
    """The standard engine, under the settings of the environment as they are now."""
    settings = Composition.read(os.environ)
    shared = standard()
    rules = policy_of(settings)
    if shared.policy == rules:
        return shared
    return Engine(shared.packs, rules)


def _composed(decision: Decision) -> dict[str, object]:
    if not decision.steps:
        return _result("failed", {}, (), decision.reply or "", 0.0) | {"requires_confirmation": False}
    step = decision.steps[0]
    return _result(
        _STATUS[decision.status],
        {a.name: a.value for a in step.action.arguments},
        _offered(step),
        decision.reply or "",
        round(step.action.confidence, 4),
    ) | {"requires_confirmation": isinstance(step, Confirm)}


def _offered(step: Step) -> tuple[Suggestion, ...]:
    if isinstance(step, Confirm) and not step.suggestions:  # a yes is what is asked for
        value = {a.name: a.value for a in step.action.arguments}
        return (Suggestion(step.question, value, round(step.action.confidence, 4)),)
    return () if isinstance(step, Call) else step.suggestions


def _result(
    status: str, composed: Mapping[str, object], offered: tuple[Suggestion, ...], message: str, confidence: float
) -> dict[str, object]:
    return {
        "status": status,
        "composed_input": dict(composed),
        "suggestions": [
            {"label": s.label, "value": dict(s.value), "description": s.description or "", "confidence": s.confidence}
            for s in offered
        ],
        "message": message,
        "confidence": confidence,
    }


def needs_input(result: Mapping[str, object]) -> dict[str, object] | None:
    """What a tool handler answers its model where something must be asked first; None where nothing must.

    >>> needs_input({"status": "needs_clarification", "message": "Which one?", "suggestions": []})
    {'status': 'needs_input', 'message': 'Which one?', 'suggestions': []}
    """
    if not isinstance(result, Mapping) or "status" not in result:
        raise RequestError("must be what compose_intelligently returned", "result")
    if result["status"] != "needs_clarification":
        return None
    return {"status": "needs_input", "message": result["message"], "suggestions": result["suggestions"]}
