"""Every request gets an id, a line in the log without anybody's words, and is counted; every answer, safe headers."""

import json
import logging
from time import perf_counter
from uuid import uuid4

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sayso.regex import regex
from sayso.tracing import continued
from sayso.web.metrics import Metrics

_LOG = logging.getLogger("sayso.web")
_ID = regex(r"[A-Za-z0-9._-]{1,64}")
_METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
_HEADERS = {
    "Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
}


class Watching:
    """Stands before all else."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand a request on and write down what became of it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        given = headers.get("x-request-id", "")
        request_id = given if _ID.fullmatch(given) else uuid4().hex
        began, status = perf_counter(), 500

        async def sent(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                added = MutableHeaders(scope=message)
                added["X-Request-Id"] = request_id
                for name, value in _HEADERS.items():
                    added.setdefault(name, value)
                if scope["path"].startswith("/api/"):
                    added.setdefault("Cache-Control", "no-store")
            await send(message)

        try:
            with continued(headers):
                await self._app(scope, receive, sent)
        finally:
            seconds = perf_counter() - began
            route = getattr(scope.get("route"), "path", None) or "other"
            method = scope["method"] if scope["method"] in _METHODS else "other"
            self._metrics.request(method, route, status, seconds)
            line = {"request_id": request_id, "method": method, "route": route, "status": status}
            _LOG.info("%s", json.dumps(line | {"ms": round(seconds * 1000, 1)}))
