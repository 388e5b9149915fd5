"""The routes that only decide: nothing is carried out, nothing is kept."""

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Body, Request

from sayso.engine.nouns import Decision
from sayso.errors import RequestError
from sayso.guarding import guard_realtime
from sayso.tracing import Noted, span
from sayso.web.answers import DecisionAnswer
from sayso.web.description import answers
from sayso.web.desk import Desk

_DECIDE = [{"message": "add buy milk tomorrow", "now": "2026-11-18T12:00:00+01:00"}]
_COMPOSE = [{"user_message": "add milk", "function_call": {"name": "add_task", "arguments": {"title": "milk"}}}]


def deciding(desk: Desk) -> APIRouter:
    """The decision contract over HTTP."""
    routes = APIRouter(prefix="/api", tags=["decisions"])

    @routes.post("/decide", response_model=None, responses=answers(DecisionAnswer))
    async def decide(request: Request, body: Annotated[dict[str, Any], Body(examples=_DECIDE)]) -> dict[str, object]:
        """Decide what a message asks for. The server keeps open questions itself, so that none can be handed in."""
        await desk.rate.count((await desk.identify(request)).id)
        if "pending" in body:
            raise RequestError("is kept by the server", "pending", "post to a conversation instead")
        with span("decide") as noted:
            decision = await asyncio.to_thread(desk.engine.decide, body)  # others are answered meanwhile
            return _told(decision, noted)

    @routes.post("/compose", response_model=None, responses=answers(DecisionAnswer))
    async def compose(request: Request, body: Annotated[dict[str, Any], Body(examples=_COMPOSE)]) -> dict[str, object]:
        """Check and complete the call of a voice front end: `user_message`, `function_call`, `conversation_history`."""
        await desk.rate.count((await desk.identify(request)).id)
        context = {k: body[k] for k in ("now", "language", "preferences", "id") if k in body}
        inner = body.get("context")
        around = {**(inner if isinstance(inner, dict) else {}), **context}
        with span("guard") as noted:
            decision = await asyncio.to_thread(guard_realtime, body, body.get("tools"), around, desk.engine)
            return _told(decision, noted)

    return routes


def _told(decision: Decision, noted: Noted) -> dict[str, object]:
    told = decision.to_dict()
    noted.decided(told)
    return told
