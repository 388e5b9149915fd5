"""Changes by cookie have to come from our own page: no other page can make a browser send what is asked for here."""

from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from sayso.web.cookie import secret_of
from sayso.web.problem import Problem

_SAFE = ("GET", "HEAD", "OPTIONS")
_SIGN_IN = "/api/signin"  # nobody is signed in as somebody else by another page, either


def token_of(request: Request) -> str | None:
    """The access token that came with a request, whatever it is worth."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.casefold() == "bearer" else None


class Proof:
    """Stands before the API. A header of our own cannot be sent by a form, nor by another page's script without a
    question to us first, which is never answered; and browsers say themselves from where a request comes."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through that is safe, bears a token, or comes from our page."""
        if scope["type"] != "http" or self._is_ours(Request(scope)):
            await self._app(scope, receive, send)
            return
        next_step = "Send `X-Sayso: 1` from the server's own page, or use a token: `Authorization: Bearer TOKEN`."
        wrong = Problem(403, "forbidden", "A cookie alone changes nothing: this did not come from our page.", next_step)
        await wrong.response()(scope, receive, send)

    @staticmethod
    def _is_ours(request: Request) -> bool:
        path = request.scope["path"]
        if request.method in _SAFE or not path.startswith("/api/"):
            return True
        if token_of(request) is not None or (secret_of(request) is None and path != _SIGN_IN):
            return True
        site = request.headers.get("sec-fetch-site", "same-origin")  # not every client is a browser
        return site == "same-origin" and request.headers.get("x-sayso") == "1"
