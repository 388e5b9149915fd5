"""What people choose about themselves: the language that they read, and their password."""

from fastapi import APIRouter, Request

from sayso.audit.audit import AuditedEvent
from sayso.web.answers import PersonBody
from sayso.web.cookie import secret_of
from sayso.web.description import answers
from sayso.web.desk import DOOR, Desk
from sayso.web.problem import Problem
from sayso.web.proof import token_of
from sayso.web.session_answers import SessionsEnded
from sayso.web.shapes import LanguageBody, PasswordBody
from sayso.web.tries import PasswordTries, address_of

_BY_HAND = Problem(
    403, "forbidden", "Only you yourself change your password, in a browser.", "Sign in on the page, or use sayso user."
)


def me_routes(desk: Desk) -> APIRouter:
    """Change what is kept about who asks."""
    routes = APIRouter(prefix="/api", tags=["sign-in"])
    tries = PasswordTries(desk.parts)

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

    @routes.put("/password", response_model=None, responses=answers(SessionsEnded))
    async def change_password(request: Request, body: PasswordBody) -> dict[str, object]:
        """Have another password; all other sessions, access tokens and the calendar's address end with the old one."""
        if token_of(request) is not None or secret_of(request) is None:
            raise _BY_HAND
        person = await desk.identify(request)
        if desk.mode == "local" or person.email is None:
            next_step = "`sayso link` prints a link that signs you in."
            raise Problem(403, "forbidden", "This account has no password.", next_step)
        await tries.proven_again(person, body.current, address_of(request))
        refused = await desk.parts.accounts.change_password(person.id, body.password)
        if refused is not None:
            raise Problem(
                422, "password_rejected", f"The new password {refused.message}.", f"{refused.next_step.capitalize()}."
            )
        ended = await desk.parts.signins.end_others(person.id, secret_of(request))
        await desk.parts.audit.record(person.id, DOOR, AuditedEvent("password_changed", {"sessions": ended}))
        return {"ended": ended}

    return routes
