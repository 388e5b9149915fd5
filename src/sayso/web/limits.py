"""How much and how often: the size of a body, and messages a minute."""

from collections import deque
from collections.abc import Callable
from math import ceil
from time import monotonic

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sayso.web.problem import Problem, too_large

LARGEST_BODY = 1_000_000
_MINUTE = 60.0
_MOST_PEOPLE = 10_000  # who are counted at a time


class Rate:
    """Lets each person do something so many times in any minute.

    It is counted in this process: behind several, a person has as many times the rate.
    """

    def __init__(self, per_minute: int, what: str = "messages", clock: Callable[[], float] = monotonic) -> None:
        self._per_minute = per_minute
        self._what = what
        self._clock = clock
        self._seen: dict[str, deque[float]] = {}

    def count(self, user_id: str) -> None:
        """Count once more for a person, or end the request."""
        if not self._per_minute:
            return
        now = self._clock()
        seen = self._seen.setdefault(user_id, deque())
        while seen and seen[0] <= now - _MINUTE:
            seen.popleft()
        if len(seen) >= self._per_minute:
            wait = max(1, ceil(seen[0] + _MINUTE - now))
            told = f"More than {self._per_minute} {self._what} a minute."
            wrong = Problem(429, "too_many", told, f"Wait {wait} seconds.")
            wrong.headers["Retry-After"] = str(wait)
            raise wrong
        seen.append(now)
        if len(self._seen) > _MOST_PEOPLE:
            self._seen = {who: times for who, times in self._seen.items() if times and times[-1] > now - _MINUTE}

    def forget(self, user_id: str) -> None:
        """Begin anew for a person."""
        self._seen.pop(user_id, None)


class SmallBodies:
    """Reads a body before anything is done with it, and no further than the limit."""

    def __init__(self, app: ASGIApp, limit: int = LARGEST_BODY) -> None:
        self._app = app
        self._limit = limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand a request on with its body read, or refuse it."""
        if scope["type"] != "http" or scope["method"] in ("GET", "HEAD", "OPTIONS"):
            await self._app(scope, receive, send)
            return
        declared = dict(scope["headers"]).get(b"content-length", b"0")
        if declared.isdigit() and int(declared) > self._limit:
            await too_large(self._limit).response()(scope, receive, send)
            return
        body = bytearray()
        while True:
            part = await receive()
            if part["type"] == "http.disconnect":
                return
            body += part.get("body", b"")
            if len(body) > self._limit:
                await too_large(self._limit).response()(scope, receive, send)
                return
            if not part.get("more_body"):
                break
        is_read = False

        async def again() -> Message:
            nonlocal is_read
            if is_read:
                return await receive()
            is_read = True
            return {"type": "http.request", "body": bytes(body), "more_body": False}

        await self._app(scope, again, send)
