"""What every route needs at hand, and who is asking."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Literal

from fastapi import Request

from sayso.accounts.person import Person
from sayso.assemble import Parts
from sayso.assistant.conversation import Assistant
from sayso.face import Engine
from sayso.session import Session
from sayso.web.limits import Rate
from sayso.web.metrics import Metrics
from sayso.web.problem import Problem

DOOR = "web"
Identify = Callable[[Request], Awaitable[Person]]


@dataclass(frozen=True, slots=True)
class Desk:
    """The parts that the routes work with."""

    parts: Parts
    engine: Engine
    assistant: Assistant
    identify: Identify
    mode: Literal["local", "token"]
    rate: Rate
    metrics: Metrics

    async def session(self, request: Request) -> Session:
        """The session of whoever asks."""
        return Session((await self.identify(request)).id, DOOR)


def local(parts: Parts) -> Identify:
    """Everybody who reaches the server is whoever sits at this machine."""

    async def identify(_: Request) -> Person:
        return await parts.local_person()

    return identify


def by_token(parts: Parts) -> Identify:
    """Whose access token came with the request."""

    async def identify(request: Request) -> Person:
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        user_id = parts.tokens.verify(token.strip()) if scheme.casefold() == "bearer" else None
        person = await parts.accounts.find(user_id) if user_id is not None else None
        if person is None:
            next_step = "Send `Authorization: Bearer TOKEN`; `sayso token --user EMAIL` prints one."
            wrong = Problem(401, "unauthorized", "There is no good access token with this request.", next_step)
            wrong.headers["WWW-Authenticate"] = "Bearer"
            raise wrong
        return person

    return identify
