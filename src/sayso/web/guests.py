"""Which names and pages the server answers: no page that a browser shows can reach it by a name of its own."""

from collections.abc import Collection
from pathlib import Path
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import HTMLResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from sayso.regex import regex
from sayso.web.problem import Problem

_PAGE = Path(__file__).parent / "refused.html"
_NAME = regex(r"([A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:]{2,45}\])(?::(\d{1,5}))?")
_HERE = ("localhost", "127.0.0.1", "::1")


class Guests:
    """Checks Host and Origin of every request."""

    def __init__(self, app: ASGIApp, hosts: Collection[str], origins: Collection[str]) -> None:
        self._app = app
        self._hosts = {host.casefold() for host in (*_HERE, *hosts)}
        self._origins = {origin.casefold().rstrip("/") for origin in origins}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through that speaks of us."""
        if scope["type"] != "http" or self._is_welcome(Headers(scope=scope)):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        if "text/html" in headers.get("accept", "") and not scope["path"].startswith("/api/"):
            await _page(headers.get("host", ""))(scope, receive, send)
            return
        next_step = "Use the server's own address, or add yours to SAYSO_ALLOWED_HOSTS and SAYSO_ALLOWED_ORIGINS."
        wrong = Problem(403, "forbidden", "This name or page may not speak to this server.", next_step)
        await wrong.response()(scope, receive, send)

    def _is_welcome(self, headers: Headers) -> bool:
        host = headers.get("host", "").casefold()
        try:
            name = urlsplit(f"//{host}").hostname or ""
            if name not in self._hosts and host not in self._hosts:
                return False
            origin = headers.get("origin", "").casefold()
            return not origin or origin in self._origins or urlsplit(origin).netloc == host
        except ValueError:
            return False


def _page(host: str) -> HTMLResponse:
    """For whoever opened such an address in a browser: what is to be set. It shows only what can be a name."""
    found = _NAME.fullmatch(host)
    name, port = (found[1], found[2] or "80") if found else ("ADDRESS", "8000")
    text = _PAGE.read_text(encoding="utf-8").replace("{name}", name.strip("[]")).replace("{port}", port)
    return HTMLResponse(text, 403, {"Cache-Control": "no-store"})
