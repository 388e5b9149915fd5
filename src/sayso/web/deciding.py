"""The routes that only decide: nothing is carried out, nothing is kept."""

from typing import Any

from fastapi import APIRouter, Body, Request

from sayso.errors import RequestError
from sayso.guard import guard_realtime
from sayso.web.desk import Desk


def deciding(desk: Desk) -> APIRouter:
    """The decision contract over HTTP."""
    routes = APIRouter(prefix="/api", tags=["decisions"])

    @routes.post("/decide")
    async def decide(request: Request, body: dict[str, Any] = Body()) -> dict[str, object]:  # noqa: B008 - FastAPI's way
        """Decide what a message asks for. The server keeps open questions itself, so that none can be handed in."""
        desk.rate.count((await desk.identify(request)).id)
        if "pending" in body:
            raise RequestError("is kept by the server", "pending", "post to a conversation instead")
        return desk.engine.decide(body).to_dict()

    @routes.post("/compose")
    async def compose(request: Request, body: dict[str, Any] = Body()) -> dict[str, object]:  # noqa: B008 - FastAPI's way
        """Check and complete the call of a voice front end: `user_message`, `function_call`, `conversation_history`."""
        desk.rate.count((await desk.identify(request)).id)
        context = {k: body[k] for k in ("now", "language", "preferences", "id") if k in body}
        inner = body.get("context")
        around = {**(inner if isinstance(inner, dict) else {}), **context}
        return guard_realtime(body, body.get("tools"), around, desk.engine).to_dict()

    return routes
