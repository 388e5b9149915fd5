"""Where somebody is signed in: to see, and to end."""

from fastapi import APIRouter, Request, Response

from sayso.audit.audit import AuditedEvent
from sayso.web.cookie import secret_of
from sayso.web.description import answers
from sayso.web.desk import DOOR, Desk
from sayso.web.problem import Problem
from sayso.web.session_answers import SessionPage, SessionsEnded


def session_routes(desk: Desk) -> APIRouter:
    """See one's sessions and end them."""
    routes = APIRouter(tags=["sign-in"])
    signins, audit = desk.parts.signins, desk.parts.audit

    @routes.get("/api/sessions", response_model=None, responses=answers(SessionPage))
    async def sessions(request: Request) -> dict[str, object]:
        """Where you are signed in, the latest first."""
        person = await desk.identify(request)
        return {"sessions": [one.to_dict() for one in await signins.sessions(person.id, secret_of(request))]}

    @routes.delete("/api/sessions", response_model=None, responses=answers(SessionsEnded))
    async def end_others(request: Request) -> dict[str, object]:
        """Sign out everywhere but here."""
        person = await desk.identify(request)
        ended = await signins.end_others(person.id, secret_of(request))
        await audit.record(person.id, DOOR, AuditedEvent("session_ended", {"others": ended}))
        return {"ended": ended}

    @routes.delete("/api/sessions/{session_id}", status_code=204, response_model=None)
    async def end(request: Request, session_id: str) -> Response:
        """Sign out of one of them, wherever it is."""
        person = await desk.identify(request)
        if not await signins.end(person.id, session_id[:16]):
            raise Problem(404, "not_found", "There is no such session.", "List yours.")
        await audit.record(person.id, DOOR, AuditedEvent("session_ended", {"session": session_id[:16]}))
        return Response(status_code=204)

    return routes
