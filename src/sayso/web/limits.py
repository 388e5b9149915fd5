"""How much and how often: the size of a body, and messages a minute."""

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sayso.rate_limit.rate_limit import RateLimit
from sayso.web.problem import Problem, too_large

LARGEST_BODY = 1_000_000


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
