"""Signing in by the link that was printed or by a password, and signing out."""

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse

from sayso.accounts import person as people
from sayso.accounts.person import fold_email
from sayso.signin.signins import SignedIn
from sayso.web.answers import PersonBody, SigningIn
from sayso.web.cookie import hand_out, secret_of, take_back
from sayso.web.description import answers
from sayso.web.desk import Desk
from sayso.web.limits import Rate
from sayso.web.problem import Problem
from sayso.web.shapes import Credentials

_TRIES = 5  # a minute, for one account from one address
_TRIES_AT_ALL = 30  # a minute, from one address


def signing(desk: Desk) -> APIRouter:
    """How people come in and leave."""
    routes = APIRouter(tags=["sign-in"])
    signins, accounts = desk.parts.signins, desk.parts.accounts
    tries, tries_at_all = Rate(_TRIES, "tries"), Rate(_TRIES_AT_ALL, "tries")

    async def come_in(request: Request, response: Response, signed: SignedIn) -> None:
        old = secret_of(request)
        if old is not None:
            await signins.close(old)
        hand_out(response, request, signed.secret, signins.lifetime)

    @routes.get("/signin", include_in_schema=False)
    async def by_link(request: Request, key: str = "") -> Response:
        """Use a link up; what is used already leads to the page, which says so to whoever is not signed in."""
        signed = await signins.accept(key)
        if signed is not None:
            found = _lead("/")
            await come_in(request, found, signed)
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
        address = request.client.host if request.client is not None else ""
        tries_at_all.count(address)
        account = f"{address} {fold_email(body.email)}"
        tries.count(account)
        person = await accounts.verify(body.email, body.password)
        if person is None:
            next_step = "Try again, or ask whoever runs this server."
            raise Problem(401, "wrong_password", "Address and password do not fit.", next_step)
        tries.forget(account)
        await come_in(request, response, await signins.open(person.id))
        return desk.about(person)

    @routes.post("/api/signout", status_code=204, response_model=None)
    async def sign_out(request: Request) -> Response:
        """End the session of the cookie."""
        response = Response(status_code=204)
        secret = secret_of(request)
        if secret is not None:
            await signins.close(secret)
            take_back(response, request)
        return response

    async def _here(request: Request) -> people.Person | None:
        secret = secret_of(request)
        user_id = await signins.who(secret) if secret is not None else None
        return None if user_id is None else await accounts.find(user_id)

    return routes


def _lead(path: str) -> Response:
    return RedirectResponse(path, 303, {"Cache-Control": "no-store"})
