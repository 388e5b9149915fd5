"""Sayso itself as a tool of the MCP server: a request of the decision contract in, the decision out."""

import asyncio
import json
from collections.abc import Callable, Mapping
from time import perf_counter

from sayso.accounts.accounts import Accounts
from sayso.accounts.person import Person
from sayso.audit.audit import Audit, AuditedRead
from sayso.confirmations.confirmations import Confirmations
from sayso.domains.shipped import served_tools
from sayso.errors import RequestError
from sayso.face import Engine
from sayso.tools.call import ToolInvocation
from sayso.tools.card import PERHAPS, TEXT, YES_NO, Schema, Shape, ToolCard, error_shape
from sayso.tools.told import NoAccount, error, invalid
from sayso.tools.wing import ToolAnswer, Wing
from sayso.tools.wrong import Wrong, plain
from sayso.tracing import span

NAME = "decide"
INSTRUCTIONS = (
    "`decide` says which tool calls a message asks for, and carries nothing out: what it decides is for you to do, to "
    "ask or to have confirmed."
)
_STATUSES = ("call", "confirm", "ask", "failed")
_KEPT = ("id", "message", "call", "now", "language")  # of a request, in the audit; the rest may be very long
_PENDING = Wrong(
    "pending",
    "pending is kept by the server and never handed in.",
    "Send the open question as the last turn of history, with the role assistant.",
)
_USER = Wrong(
    "context.user", "The user is that of the session and never an argument.", "Call again without it in context."
)
_UNSENT = Wrong("message", "The request holds characters that cannot be sent back.", "Send it as plain text.")
_SOMETHING: Schema = {"type": "object"}
_SUGGESTION: Schema = {
    "type": "object",
    "properties": {
        "label": TEXT,
        "value": _SOMETHING,
        "confidence": {"type": "number"},
        "tool_name": TEXT,
        "description": TEXT,
    },
    "required": ["label", "value", "confidence"],
}
_SUGGESTIONS: Schema = {"type": "array", "items": _SUGGESTION}
_STEP: dict[str, Schema] = {
    "status": {"type": "string", "enum": list(_STATUSES)},
    "intent": TEXT,
    "tool_name": PERHAPS,
    "parameters": _SOMETHING,
    "sources": _SOMETHING,
    "confidence": {"type": "number", "minimum": 0, "maximum": 1},
    "requires_confirmation": YES_NO,
}
_ASKING: dict[str, Schema] = {"question": TEXT, "suggestions": _SUGGESTIONS, "reason": TEXT}
_DECISION: dict[str, Schema] = {
    "id": {"anyOf": [TEXT, {"type": "integer"}, {"type": "null"}]},
    "language": TEXT,
    "steps": {
        "type": "array",
        "items": {"type": "object", "properties": {**_STEP, **_ASKING}, "required": list(_STEP)},
    },
    "reply": PERHAPS,
}


def decide_card() -> ToolCard:
    """The tool, as the domain defines it; its answers are told apart by the decision's own status."""
    decided = (Shape(status, _DECISION, {"next": _SUGGESTIONS, "reason": TEXT}) for status in (*_STATUSES, "decline"))
    return ToolCard(served_tools()[NAME], (*decided, error_shape({})), (_PENDING,))


def decide_wing(engine: Callable[[], Engine], accounts: Accounts, confirmations: Confirmations, audit: Audit) -> Wing:
    """The tool; the engine is asked for when the first call comes, and works beside the other calls."""

    async def verb(call: ToolInvocation) -> ToolAnswer:
        began = perf_counter()
        person = await accounts.lately(call.session.user_id)
        if person is None:
            told = NoAccount().to_dict()
        else:
            told = await asyncio.to_thread(_decided, engine, person, call.arguments)
        await audit.note(call.session, _noted(call, told, perf_counter() - began))
        return ToolAnswer(told)

    away = error("unavailable", "Who you are cannot be looked up now.", "Try again in a moment.")
    return Wing((decide_card(),), verb, confirmations, INSTRUCTIONS, away)


def _decided(engine: Callable[[], Engine], person: Person, arguments: Mapping[str, object]) -> dict[str, object]:
    request = {name: value for name, value in arguments.items() if value is not None}  # null is as if left out
    context = request.get("context", {})
    if isinstance(context, Mapping):
        if context.get("user") is not None:
            return invalid(_USER)
        user = {"id": person.id, "name": person.name, "email": person.email, "timezone": person.timezone}
        request["context"] = {**context, "user": user}
    try:
        with span("decide") as noted:
            decision = engine().decide(request).to_dict()
            noted.decided(decision)
    except RequestError as wrong:
        next_step = plain(wrong.next_step) or "mend it and call again"
        message = f"{plain(wrong.where)}: {plain(wrong.what)}."
        return invalid(Wrong(plain(wrong.where), message, next_step[0].upper() + next_step[1:]))
    return decision if _can_be_sent(decision) else invalid(_UNSENT)


def _can_be_sent(decision: Mapping[str, object]) -> bool:
    """Whether a decision is text: half a character that was handed in would come back in it."""
    try:
        json.dumps(decision, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True


def _noted(call: ToolInvocation, told: Mapping[str, object], seconds: float) -> AuditedRead:
    asked = {name: call.arguments[name] for name in _KEPT if name in call.arguments}
    if told["status"] == "error":
        return AuditedRead(call.tool, asked, "error", {"error": told["error"]}, seconds)
    return AuditedRead(call.tool, asked, "success", {"status": told["status"]}, seconds)
