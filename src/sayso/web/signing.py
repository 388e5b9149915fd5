"""Signing in by the link that was printed or by a password, and signing out."""

from urllib.parse import quote

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from sayso.accounts import person as people
from sayso.audit.audit import AuditedEvent
from sayso.signin.agent import UserAgent, agent_of
from sayso.signin.signins import SignedIn
from sayso.web.answers import PersonBody, SigningIn
from sayso.web.cookie import hand_out, secret_of, take_back
from sayso.web.description import answers
from sayso.web.desk import DOOR, Desk, require_same_person
from sayso.web.problem import Problem
from sayso.web.shapes import Credentials
from sayso.web.tries import PasswordTries, address_of

_ASKED = (
    '<!doctype html><meta charset="utf-8"><title>Sayso</title>'
    '<p>Another page wants to sign you in here. <a href="/signin?key={key}">Sign in</a></p>'
)


def signing(desk: Desk) -> APIRouter:
    """How people come in and leave."""
    routes = APIRouter(tags=["sign-in"])
    signins, accounts = desk.parts.signins, desk.parts.accounts
    audit, tries = desk.parts.audit, PasswordTries(desk.parts)

    async def come_in(request: Request, response: Response, signed: SignedIn) -> None:
        old = secret_of(request)
        if old is not None:
            await signins.close(old)
        hand_out(response, request, signed.secret, signins.lifetime)

    @routes.get("/signin", include_in_schema=False)
    async def by_link(request: Request, key: str = "") -> Response:
        """Use a link up; what is used already leads to the page, which says so to whoever is not signed in."""
        if request.headers.get("sec-fetch-site") == "cross-site":  # another page's doing: whoever is here says so first
            return HTMLResponse(_ASKED.format(key=quote(key)), headers={"Cache-Control": "no-store"})
        signed = await signins.accept(key, address_of(request), _by(request))
        if signed is not None:
            found = _lead("/")
            await come_in(request, found, signed)
            await audit.record(
                signed.user_id, DOOR, AuditedEvent("sign_in", {"by": "link", "from": address_of(request)})
            )
            return found
        return _lead("/" if await _here(request) else "/?link=used")

    @routes.get("/api/signin", response_model=None, responses=answers(SigningIn))
    async def how(request: Request) -> dict[str, object]:
        """Who is signed in, if anybody, and by what one signs in here: `link` or `password`."""
        person = await _here(request)
        by = "link" if desk.mode == "local" else "password"
        return {"by": by, "person": None if person is None else desk.about(person)}

    @routes.post("/api/signin", response_model=None, responses=answers(PersonBody))
    async def by_password(request: Request, response: Response, body: Credentials) -> dict[str, object]:
        """Sign in with address and password; the answer sets a cookie."""
        if desk.mode == "local":
            next_step = "Open the link that `sayso serve` printed, or a new one from `sayso link`."
            raise Problem(403, "forbidden", "This server knows no passwords.", next_step)
        person, address = await tries.proven(body, address_of(request)), address_of(request)
        await come_in(request, response, await signins.open(person.id, address, _by(request)))
        await audit.record(person.id, DOOR, AuditedEvent("sign_in", {"by": "password", "from": address}))
        return desk.about(person)

    @routes.post("/api/signout", status_code=204, response_model=None)
    async def sign_out(request: Request) -> Response:
        """End the session of the cookie."""
        response = Response(status_code=204)
        secret = secret_of(request)
        if secret is not None:
            who = await signins.who(secret)
            if who is not None:
                require_same_person(request, who)
            await signins.close(secret)
            take_back(response, request)
            if who is not None:
                await audit.record(who, DOOR, AuditedEvent("sign_out"))
        return response

    async def _here(request: Request) -> people.Person | None:
        secret = secret_of(request)
        user_id = await signins.who(secret) if secret is not None else None
        return None if user_id is None else await accounts.find(user_id)

    return routes


def _by(request: Request) -> UserAgent:
    """The browser that it comes from."""
    return agent_of(request.headers.get("user-agent", ""))


def _lead(path: str) -> Response:
    return RedirectResponse(path, 303, {"Cache-Control": "no-store"})
