"""The inbox: calls that wait for the person's own yes. Only a signed-in browser decides here; an access token, which
programs have, is not enough."""

from datetime import timedelta

from fastapi import APIRouter, Request

from sayso.accounts.person import Person
from sayso.audit.audit import AuditedRead
from sayso.confirmations.call_text import question_of
from sayso.confirmations.pending import Pending
from sayso.confirmations.pins import GUARDED
from sayso.session import Session
from sayso.web.answers import ApprovalDecided, ApprovalList, PinAnswer
from sayso.web.cookie import secret_of
from sayso.web.description import answers
from sayso.web.desk import DOOR, Desk
from sayso.web.problem import Problem
from sayso.web.proof import token_of
from sayso.web.shapes import ApprovalBody, PinBody

HOUR = timedelta(hours=1)
_BY_HAND = Problem(
    403, "forbidden", "Only you yourself decide about this, in a browser.", "Sign in on the page, or use sayso approve."
)


NO_PIN = {
    "missing": Problem(403, "pin_required", "This takes your PIN.", "Send it along as pin."),
    "wrong": Problem(403, "pin_wrong", "That is not your PIN.", "Try again; after five wrong ones you have to wait."),
    "blocked": Problem(429, "pin_blocked", "Too many wrong PINs.", "Try again in a quarter of an hour."),
}


def approvals(desk: Desk) -> APIRouter:
    """What waits for a person's yes, and what they say to it."""
    routes = APIRouter(prefix="/api/approvals", tags=["approvals"])
    confirmations = desk.parts.confirmations

    async def myself(request: Request) -> Person:
        if token_of(request) is not None or secret_of(request) is None:
            raise _BY_HAND
        return await desk.identify(request)

    async def _with_pin(approval_id: str, user_id: str, pin: str | None) -> None:
        told = await confirmations.pin_check(approval_id, user_id, pin)
        if told != "right":
            raise NO_PIN[told]

    @routes.get("", response_model=None, responses=answers(ApprovalList))
    async def waiting(request: Request) -> dict[str, object]:
        """The calls that wait for your yes, the oldest first."""
        person = await myself(request)
        has_pin = await confirmations.pins.has(person.id)
        return {"approvals": [_shown(one, has_pin) for one in await confirmations.waiting(person.id)]}

    @routes.post("/{approval_id}", response_model=None, responses=answers(ApprovalDecided))
    async def decide(request: Request, approval_id: str, body: ApprovalBody) -> dict[str, object]:
        """Allow a call once, allow exactly this for an hour, or deny it."""
        person = await myself(request)
        match body.decision:
            case "once":
                await _with_pin(approval_id, person.id, body.pin)
                is_done = await confirmations.grant(approval_id, person.id, body.pin)
            case "hour":
                await _with_pin(approval_id, person.id, body.pin)
                is_done = await confirmations.allow_for(approval_id, person.id, HOUR, body.pin)
            case "deny":
                is_done = await confirmations.refuse(approval_id, person.id)
        if not is_done:
            raise Problem(404, "not_found", "Nothing of this id waits for your yes.", "It may be too late: ask again.")
        line = AuditedRead("approval", {"id": approval_id}, "success", {"decision": body.decision})
        await desk.parts.audit.note(Session(person.id, DOOR), line)
        return {"decided": body.decision}

    return routes


def pin_routes(desk: Desk) -> APIRouter:
    """A person's own PIN, without which nothing dangerous at a machine is allowed."""
    routes = APIRouter(prefix="/api/pin", tags=["approvals"])
    pins = desk.parts.confirmations.pins

    @routes.get("", response_model=None, responses=answers(PinAnswer))
    async def known(request: Request) -> dict[str, object]:
        """Whether you have one."""
        return {"has_pin": await pins.has((await desk.identify(request)).id)}

    @routes.put("", response_model=None, responses=answers(PinAnswer))
    async def keep(request: Request, body: PinBody) -> dict[str, object]:
        """Have a PIN, another one, or none (null); with the one that it replaces."""
        if token_of(request) is not None or secret_of(request) is None:
            raise _BY_HAND
        person = await desk.identify(request)
        told = await pins.check(person.id, body.current)
        if told != "right":
            raise NO_PIN[told]
        if not await pins.keep(person.id, body.pin):
            raise Problem(422, "invalid_input", "A PIN has 4 to 12 digits.", "Send another one.")
        await desk.parts.audit.note(
            Session(person.id, DOOR), AuditedRead("pin", {}, "success", {"has_pin": body.pin is not None})
        )
        return {"has_pin": body.pin is not None}

    return routes


def _shown(pending: Pending, has_pin: bool) -> dict[str, object]:
    return {
        "id": pending.id,
        "tool": pending.tool,
        "arguments": dict(pending.arguments),
        "summary": question_of(pending),
        "door": pending.door,
        "expires_at": pending.expires_at.isoformat(),
        "takes_pin": has_pin and pending.tool in GUARDED,
        "decision": None if pending.decision is None else dict(pending.decision),
    }
