"""What people choose about themselves: the language that they read."""

from fastapi import APIRouter, Request

from sayso.audit.audit import AuditedEvent
from sayso.web.answers import PersonBody
from sayso.web.description import answers
from sayso.web.desk import DOOR, Desk
from sayso.web.problem import Problem
from sayso.web.shapes import LanguageBody


def me_routes(desk: Desk) -> APIRouter:
    """Change what is kept about who asks."""
    routes = APIRouter(prefix="/api", tags=["sign-in"])

    @routes.patch("/me", response_model=None, responses=answers(PersonBody))
    async def choose(request: Request, body: LanguageBody) -> dict[str, object]:
        """Choose the language of your page; null: as your browser has it."""
        person = await desk.identify(request)
        await desk.parts.accounts.speak(person.id, body.language)
        await desk.parts.audit.record(person.id, DOOR, AuditedEvent("language", {"language": body.language}))
        found = await desk.parts.accounts.find(person.id)
        if found is None:
            raise Problem(401, "unauthorized", "This account is gone.", "Sign in again.")
        return desk.about(found)

    return routes
