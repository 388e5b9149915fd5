"""What every route needs at hand, and who is asking."""

from collections.abc import Awaitable, Callable
from typing import Literal

from fastapi import Request

from sayso.accounts.person import Person
from sayso.assemble import Parts
from sayso.assistant.conversation import Assistant
from sayso.dataclass import dataclass
from sayso.face import Engine
from sayso.regex import regex
from sayso.session import Session
from sayso.web.cookie import secret_of
from sayso.web.limits import Rate
from sayso.web.metrics import Metrics
from sayso.web.problem import Problem
from sayso.web.proof import token_of

DOOR = "web"
BATCH = "x-sayso-batch"
PERSON = "x-sayso-person"  # whom the page that asks belongs to
_LANGUAGES = 100  # letters of a list of languages that are looked at
_UUID = regex(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
Identify = Callable[[Request], Awaitable[Person]]
Mode = Literal["local", "token"]  # for whoever sits at this machine, or for people with accounts


@dataclass(frozen=True, slots=True)
class Desk:
    """The parts that the routes work with."""

    parts: Parts
    engine: Engine
    assistant: Assistant
    identify: Identify
    mode: Mode
    rate: Rate
    metrics: Metrics

    async def session(self, request: Request) -> Session:
        """The session of whoever asks; what is changed under one batch is undone at once."""
        batch = request.headers.get(BATCH, "")
        batch_id = batch if _UUID.fullmatch(batch) else None
        return Session((await self.identify(request)).id, DOOR, batch=batch_id, language=language_of(request))

    async def speaker(self, request: Request) -> Person:
        """Who says something: with an access token, as the account was two seconds ago at the most."""
        token = token_of(request)
        claims = None if token is None else self.parts.tokens.claims(token)
        person = None if claims is None else await self.parts.accounts.holder(claims, is_lately=True)
        return await self.identify(request) if person is None else person

    def about(self, person: Person) -> dict[str, object]:
        """A person as they are told of themselves, and which language model they may use here."""
        model = self.assistant.model
        named = {"name": model.name, "mode": model.terms.mode} if model is not None else None
        return {**person.to_dict(), "mode": self.mode, "model": named}


def language_of(request: Request) -> str:
    """The language that whoever asks would rather read, by its first two letters; nothing where they do not say."""
    first = request.headers.get("accept-language", "")[:_LANGUAGES].partition(",")[0].strip()[:2].casefold()
    return first if len(first) == 2 and first.isascii() and first.isalpha() else ""


def signed_in(parts: Parts, mode: Mode) -> Identify:
    """Whose access token came with the request, or else whose cookie; `Proof` has seen that a change by it is ours."""

    async def identify(request: Request) -> Person:
        token, secret = token_of(request), secret_of(request)
        if token is not None:
            claims = parts.tokens.claims(token)
            person = await parts.accounts.holder(claims) if claims is not None else None
        else:
            user_id = await parts.signins.who(secret) if secret is not None else None
            person = await parts.accounts.find(user_id) if user_id is not None else None
        if person is None:
            raise _nobody(mode)
        require_same_person(request, person.id)
        return person

    return identify


def require_same_person(request: Request, user_id: str | None) -> None:
    """End a request of a page that is not of who is signed in by now; a link says whose it is as `person`."""
    meant = request.headers.get(PERSON) or request.query_params.get("person")
    if meant and meant != user_id:
        next_step = "Load the page again: it then belongs to whoever is signed in now."
        raise Problem(409, "other_person", "This page belongs to somebody else than who is signed in now.", next_step)


def _nobody(mode: Mode) -> Problem:
    match mode:
        case "local":
            here = "Open the link that `sayso serve` printed (`sayso link` prints a new one); a program sends"
            next_step = f"{here} `Authorization: Bearer TOKEN`, from `sayso token`."
        case "token":
            next_step = (
                "Sign in on the page, or send `Authorization: Bearer TOKEN`; `sayso token --user EMAIL` prints one."
            )
    wrong = Problem(401, "unauthorized", "Nobody is signed in with this request.", next_step)
    wrong.headers["WWW-Authenticate"] = "Bearer"
    return wrong
