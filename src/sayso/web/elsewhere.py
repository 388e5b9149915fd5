"""What no route answers: a method that a place of the API does not know, a place that there is not, or the page."""

import re
from collections.abc import Sequence

from fastapi.routing import APIRoute
from starlette.routing import BaseRoute
from starlette.types import ASGIApp, Receive, Scope, Send

from sayso.web.problem import Problem

_PART = re.compile(r"\\\{\w+\\\}")  # {id} of a path, escaped


class Elsewhere:
    """Stands behind all routes and before the page."""

    def __init__(self, routes: Sequence[BaseRoute], page: ASGIApp | None) -> None:
        self._routes = routes
        self._page = page
        self._places: list[tuple[re.Pattern[str], str]] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Say what is wrong, or hand on to the page."""
        if scope["type"] != "http":
            return
        allowed = self._allowed(scope["path"])
        if allowed:
            wrong = Problem(405, "method_not_allowed", "That is not done here.", f"Use {allowed}.")
            wrong.headers["Allow"] = allowed
        elif self._page is not None and not scope["path"].startswith("/api/"):
            await self._page(scope, receive, send)
            return
        else:
            wrong = Problem(404, "not_found", "There is nothing here.", "See /api/openapi.json.")
        await wrong.response()(scope, receive, send)

    def _allowed(self, path: str) -> str | None:
        if self._places is None:
            known = _known(self._routes)
            self._places = [
                (re.compile(_PART.sub("[^/]+", re.escape(place))), ", ".join(sorted(methods)))
                for place, methods in known.items()
            ]
        return next((methods for place, methods in self._places if place.fullmatch(path)), None)


def _known(routes: Sequence[BaseRoute]) -> dict[str, set[str]]:
    """The methods of each place, by the routes that are described: to write the description would keep the first page
    that is asked for waiting."""
    known: dict[str, set[str]] = {}
    for route in routes:
        if isinstance(route, APIRoute) and route.include_in_schema:
            known.setdefault(route.path_format, set()).update(route.methods or ())
    return known
