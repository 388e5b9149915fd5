"""How much and how often: the size of a body, and messages a minute."""

import asyncio
from collections import Counter

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sayso.rate_limit.rate_limit import RateLimit
from sayso.web.problem import Problem, too_busy, too_large, too_slow

LARGEST_BODY = 1_000_000
BODY_SECONDS = 20.0  # to send a body in
BODIES = 200  # that are read at a time
BODIES_OF_ADDRESS = 100  # of them from one address


class Rate:
    """Lets each person do something so many times in any minute, counted together with all replicas."""

    def __init__(self, per_minute: int, shared: RateLimit | None = None, what: str = "messages") -> None:
        self._per_minute = per_minute
        self._shared = shared
        self._what = what

    async def count(self, who: str) -> None:
        """Count once more for a person, or end the request."""
        wait = await self._shared.admit(f"{self._what} {who}", self._per_minute) if self._shared is not None else 0
        if wait:
            told = f"More than {self._per_minute} {self._what} a minute."
            wrong = Problem(429, "too_many", told, f"Wait {wait} seconds.")
            wrong.headers["Retry-After"] = str(wait)
            raise wrong

    async def forget(self, who: str) -> None:
        """Begin anew for a person."""
        if self._shared is not None:
            await self._shared.forget(f"{self._what} {who}")


class SmallBodies:
    """Reads a body before anything is done with it: no further than the limit, no longer than there is patience, and
    no more of them at a time than there is room for, of one address and of all."""

    def __init__(self, app: ASGIApp, limit: int = LARGEST_BODY, seconds: float = BODY_SECONDS) -> None:
        self._app = app
        self._limit = limit
        self._seconds = seconds
        self._reading: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand a request on with its body read, or refuse it."""
        if scope["type"] != "http" or scope["method"] in ("GET", "HEAD", "OPTIONS"):
            await self._app(scope, receive, send)
            return
        address = str((scope.get("client") or ("",))[0])
        if self._reading[address] >= BODIES_OF_ADDRESS or self._reading.total() >= BODIES:
            await too_busy().response()(scope, receive, send)
            return
        self._reading[address] += 1
        try:
            async with asyncio.timeout(self._seconds):
                body = await self._read(scope, receive)
        except TimeoutError:
            body = too_slow(self._seconds)
        finally:
            self._reading[address] -= 1
            if not self._reading[address]:
                del self._reading[address]
        if isinstance(body, Problem):
            await body.response()(scope, receive, send)
        elif body is not None:
            await self._app(scope, _handed_on(body, receive), send)

    async def _read(self, scope: Scope, receive: Receive) -> bytes | Problem | None:
        """The body; a problem where it is too large, None where nobody is there any more."""
        declared = dict(scope["headers"]).get(b"content-length", b"0")
        if declared.isdigit() and int(declared) > self._limit:
            return too_large(self._limit)
        body = bytearray()
        while True:
            part = await receive()
            if part["type"] == "http.disconnect":
                return None
            body += part.get("body", b"")
            if len(body) > self._limit:
                return too_large(self._limit)
            if not part.get("more_body"):
                return bytes(body)


def _handed_on(body: bytes, receive: Receive) -> Receive:
    is_read = False

    async def again() -> Message:
        nonlocal is_read
        if is_read:
            return await receive()
        is_read = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again
