"""The guard: a model's tool call goes in, the decision about it comes out. What nobody said does not pass."""

import logging
from collections.abc import Iterable, Mapping
from dataclasses import replace

from sayso.engine.nouns import Decision, step_to_dict
from sayso.errors import RequestError
from sayso.face import Catalogue, Engine, standard
from sayso.shapes import call_of, conversation_of, results_of, tools_of

_LOG = logging.getLogger("sayso.composition")


def guard(
    messages: Iterable[object],
    tools: Iterable[object] | None,
    tool_call: object,
    context: Mapping[str, object] | None = None,
    engine: Engine | None = None,
) -> Decision:
    """The decision about a model's call: unchanged, completed, to be confirmed, asked about, or refused.

    Messages, tools and the call may have the shapes of OpenAI (chat and responses), Anthropic or MCP. `tools` None
    stands for the built-in ones. `context` is the decision contract's, with `now`, `language` and `preferences`
    beside it, and `configuration`, what the tools' server declares of itself: its values may stand in a call. What
    tools answered earlier in the messages may stand there too.

    >>> call = {"name": "add_task", "arguments": {"title": "buy milk", "priority": "urgent"}}
    >>> guard([{"role": "user", "content": "add buy milk"}], None, call).to_dict()["steps"][0]["parameters"]
    {'title': 'buy milk', 'priority': 'medium'}
    """
    said = list(messages) if isinstance(messages, Iterable) and not isinstance(messages, str | Mapping) else messages
    message, history = conversation_of(said)
    return _decided(
        {"message": message, "history": [*history, *results_of(said)], "call": call_of(tool_call)},
        tools,
        {} if context is None else context,
        engine,
    )


def grounding(engine: Engine) -> Engine:
    """An engine that judges calls by the person's words, also where completing calls is switched off.

    Switched off, a call's own values stand; where a model makes the call, nobody would have said them.
    """
    return engine if engine.policy.composes else Engine(engine.packs, replace(engine.policy, composes=True))


def guard_realtime(
    payload: Mapping[str, object],
    tools: Iterable[object] | None = None,
    context: Mapping[str, object] | None = None,
    engine: Engine | None = None,
) -> Decision:
    """The same for the payload of a voice front end: `user_message`, `function_call`, `conversation_history`."""
    if not isinstance(payload, Mapping):
        raise RequestError("must be an object", "payload", "with user_message, function_call and conversation_history")
    earlier = payload.get("conversation_history")
    turns = earlier if isinstance(earlier, list) else []
    _, said = conversation_of([*turns, {"role": "user", "content": "."}])
    history = [*said, *results_of(turns)]
    words = payload.get("user_message")
    request = {"message": words if isinstance(words, str) else "", "history": history, "call": call_of(payload)}
    return _decided(request, tools, {} if context is None else context, engine)


def _decided(
    said: Mapping[str, object], tools: Iterable[object] | None, around: Mapping[str, object], engine: Engine | None
) -> Decision:
    if not isinstance(around, Mapping):
        raise RequestError("must be an object", "context", "tasks, machines and user stand in it")
    beside = ("now", "language", "preferences", "id", "configuration")
    request: dict[str, object] = {
        **said,
        "context": {k: v for k, v in around.items() if k not in (*beside, "catalogue")},
        **{k: around[k] for k in beside if k in around},
    }
    if tools is not None:
        request["tools"] = tools_of(tools)
    catalogue = around.get("catalogue")
    decision = (engine or standard()).decide(request, catalogue if isinstance(catalogue, Catalogue) else None)
    call = said["call"]
    log_composition(call if isinstance(call, Mapping) else {}, decision)
    return decision


def log_composition(call: Mapping[str, object], decision: Decision) -> None:
    """One structured event for each composition: what was missing, what was found, and why; no words of the person."""
    if not _LOG.isEnabledFor(logging.INFO):  # to put it together takes longer than a plain call's check
        return
    given = call.get("arguments")
    names = sorted(given) if isinstance(given, Mapping) else []
    steps = [step_to_dict(s) for s in decision.steps]
    found = {
        name: source
        for step in steps
        for name, source in dict(step["sources"]).items()  # type: ignore[call-overload]
    }
    _LOG.info(
        "composition %s: %s",
        call.get("name"),
        decision.status,
        extra={
            "composition": {
                "tool": call.get("name"),
                "status": decision.status,
                "given": names,
                "missing": sorted(set(found) - set(names)),
                "dropped": sorted(set(names) - set(found)),
                "found": {name: source["kind"] for name, source in found.items()},
                "repairs": list(decision.trace.repairs),
                "confidence": [step["confidence"] for step in steps],
                "reasons": [step["reason"] for step in steps if "reason" in step],
            }
        },
    )
