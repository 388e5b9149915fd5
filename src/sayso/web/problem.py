"""What the API answers where something cannot be: what happened, and what to do next."""

import logging
from collections.abc import Mapping
from http import HTTPStatus

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from sayso.assistant.message import Unheard
from sayso.errors import RequestError, StorageUnavailable

PROBLEM_JSON = "application/problem+json"
_LOG = logging.getLogger("sayso.web")
_STATUSES = frozenset(HTTPStatus)
_KINDS = {400: "bad_request", 401: "unauthorized", 403: "forbidden", 404: "not_found", 405: "method_not_allowed"}

_UNHEARD = {
    "no_conversation": (404, "not_found", "There is no such conversation.", "List yours, or begin one."),
    "question_closed": (422, "question_closed", "That question is no longer open.", "Say what you want in words."),
    "no_such_suggestion": (422, "invalid", "That message offers no such suggestion.", "Pick one of its suggestions."),
    "key_reused": (422, "key_reused", "This Idempotency-Key came with another message.", "Use a new key each time."),
}


class Problem(Exception):  # noqa: N818 - an answer of the API rather than an error of ours
    """Ends a request with a status and a body that says what to do."""

    def __init__(self, status: int, kind: str, message: str, next_step: str) -> None:
        super().__init__(message)
        self.status = status
        self.kind = kind
        self.message = message
        self.next_step = next_step
        self.headers: dict[str, str] = {}

    def to_dict(self) -> dict[str, object]:
        """The body: the members of RFC 9457, and beside them what our own clients read."""
        title = HTTPStatus(self.status).phrase if self.status in _STATUSES else "Error"
        standard = {"type": "about:blank", "title": title, "status": self.status, "detail": self.message}
        return {**standard, "error": self.kind, "message": self.message, "next": self.next_step}

    def response(self) -> JSONResponse:
        """The answer."""
        return JSONResponse(self.to_dict(), self.status, self.headers, media_type=PROBLEM_JSON)


def too_large(limit: int) -> Problem:
    """A body that is not read to its end."""
    return Problem(413, "too_large", f"The request is larger than {limit} bytes.", "Send less at a time.")


def too_slow(seconds: float) -> Problem:
    """A body that does not come."""
    return Problem(408, "too_slow", f"The request did not come within {seconds:g} seconds.", "Send it again.")


def too_busy() -> Problem:
    """More at a time than there is room for."""
    found = Problem(503, "too_busy", "Too many requests are being read at once.", "Try again in a moment.")
    found.headers["Retry-After"] = "1"
    return found


def away() -> Problem:
    """The database cannot be reached."""
    found = Problem(503, "unavailable", "The tasks cannot be reached now.", "Nothing is lost; try again in a moment.")
    found.headers["Retry-After"] = "5"
    return found


def unheard(why: Unheard) -> Problem:
    """Why a message was not taken in."""
    return Problem(*_UNHEARD[why.kind])


def answer_problems(app: FastAPI) -> None:
    """Give every error the one shape."""

    async def problem(_: Request, wrong: Exception) -> JSONResponse:
        assert isinstance(wrong, Problem)
        return wrong.response()

    async def unavailable(_: Request, _wrong: Exception) -> JSONResponse:
        return away().response()

    async def misshapen(_: Request, wrong: Exception) -> JSONResponse:
        assert isinstance(wrong, RequestError)
        next_step = wrong.next_step or "See /api/openapi.json."
        return Problem(422, "invalid", f"{wrong.where}: {wrong.what}", next_step).response()

    async def invalid(_: Request, wrong: Exception) -> JSONResponse:
        assert isinstance(wrong, RequestValidationError)
        first: Mapping[str, object] = wrong.errors()[0]
        place = first.get("loc")
        where = ".".join(str(p) for p in place) if isinstance(place, tuple) else ""
        if first.get("type") == "json_invalid":
            return Problem(400, "bad_request", "The body is no JSON.", "Send a JSON object.").response()
        return Problem(422, "invalid", f"{where}: {first.get('msg')}", "See /api/openapi.json.").response()

    async def other(_: Request, wrong: Exception) -> JSONResponse:
        assert isinstance(wrong, HTTPException)
        kind = _KINDS.get(wrong.status_code, "error")
        found = Problem(wrong.status_code, kind, str(wrong.detail), "See /api/openapi.json.")
        found.headers.update(wrong.headers or {})
        return found.response()

    async def ours(_: Request, wrong: Exception) -> JSONResponse:
        _LOG.error("a request failed", exc_info=wrong)
        return Problem(500, "internal", "Something went wrong here.", "Try again; if it lasts, report it.").response()

    app.add_exception_handler(Problem, problem)
    app.add_exception_handler(StorageUnavailable, unavailable)
    app.add_exception_handler(RequestError, misshapen)
    app.add_exception_handler(RequestValidationError, invalid)
    app.add_exception_handler(HTTPException, other)
    app.add_exception_handler(Exception, ours)
