"""The cookie of a signed-in browser."""

from datetime import timedelta

from fastapi import Request, Response

from sayso.regex import regex

_PORT = regex(r":(\d{1,5})$")


def secret_of(request: Request) -> str | None:
    """The secret that the browser sent, whatever it is worth."""
    return request.cookies.get(_name(request))


def hand_out(response: Response, request: Request, secret: str, lifetime: timedelta) -> None:
    """Give the browser its cookie.

    Strict does for links from a terminal or a mail too: what a link leads to is the page, which is the same for
    everybody, and it is the page that asks for more, from its own place.
    """
    response.set_cookie(
        _name(request),
        secret,
        max_age=int(lifetime.total_seconds()),
        secure=_is_secure(request),
        httponly=True,
        samesite="strict",
    )


def take_back(response: Response, request: Request) -> None:
    """Let the browser forget its cookie."""
    response.delete_cookie(_name(request), secure=_is_secure(request), httponly=True, samesite="strict")


def _name(request: Request) -> str:
    """Cookies know no ports: two servers of one machine have two names. `__Host-` lets nobody else set it."""
    port = _PORT.search(request.headers.get("host", ""))
    name = f"sayso-{port[1]}" if port else "sayso"
    return f"__Host-{name}" if _is_secure(request) else name


def _is_secure(request: Request) -> bool:
    """Whether it came by https; where a proxy ended that, whether one that is trusted says so."""
    return bool(request.scope["scheme"] == "https")
