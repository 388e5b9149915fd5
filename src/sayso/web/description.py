"""The API in words that programs read: what each route answers, which problems it may have, and who may ask."""

from collections.abc import Callable
from typing import Any

from fastapi import FastAPI
from pydantic import BaseModel

from sayso.domains.shipped import shipped_tools
from sayso.engine.tool import Parameter
from sayso.web.problem import PROBLEM_JSON
from sayso.web.problem_details import ProblemAnswer

_ABOUT = """What people say is decided, carried out, told and kept.

Begin a conversation, post messages to it, and read what was done. Whatever cannot be is answered with one shape:
`error`, `message` and `next`. A change that is sent again with the same `Idempotency-Key` is carried out once."""
_PROBLEMS = {
    400: "The body is no JSON.",
    401: "Nobody is signed in with the request.",
    403: "A foreign name or page.",
    404: "Not there, or not yours.",
    409: "`X-Sayso-Person` names somebody else than who is signed in, and nothing is done; or the person's own yes is "
    "needed (send it again with `confirm: true`), or was to what it no longer is.",
    413: "More than a megabyte.",
    422: "Not of the right shape, or no longer possible.",
    429: "Too many messages a minute; `Retry-After` says how long to wait.",
    503: "The database is away. Nothing is lost; try again with the same key.",
}
_TAGS = [
    {"name": "conversations", "description": "Say something, and read what was said and done."},
    {"name": "tasks", "description": "The list beside the conversation: the same verbs as the tools."},
    {"name": "reminders", "description": "What is due, and how you are told."},
    {"name": "machines", "description": "The machines as they are now, commands to them, and what was learned."},
    {"name": "sign-in", "description": "How people come in and leave; programs send an access token instead."},
    {"name": "decisions", "description": "Only decide: nothing is carried out, nothing is kept."},
    {"name": "operations", "description": "For those who keep the server running."},
]
_OPEN = ("/health", "/ready", "/metrics", "/api/signin", "/api/signout")
_SCHEMES = {
    "token": {"type": "http", "scheme": "bearer", "description": "What `sayso token` prints."},
    "cookie": {
        "type": "apiKey",
        "in": "cookie",
        "name": "sayso",
        "description": "The page's own, set by signing in; its name has the port or `__Host-` with it. "
        "Changes by it also need the header `X-Sayso: 1`; `X-Sayso-Person` says for whom (their `id`).",
    },
}
_EVENTS = """event: decision
data: {"decision": {"status": "call"}}

event: reply
data: {"delta": "Added 'buy milk'."}

event: done
data: {"role": "assistant", "content": "Added 'buy milk'."}

"""
EVENT_STREAM = {"schema": {"type": "string"}, "example": _EVENTS}
Responses = dict[int | str, dict[str, Any]]


def bounds(parameter: Parameter) -> dict[str, Any]:
    """What a tool's parameter may be, to be shown: the tool itself checks it, and says what is wrong."""
    given = parameter.schema()
    return {name: given[name] for name in given if name not in ("type", "default", "description")}


def described(tool: str) -> Callable[[dict[str, Any]], None]:
    """Shows in a body's schema what the parameters of a tool may be."""

    def describe(schema: dict[str, Any]) -> None:
        for parameter in shipped_tools()[tool].parameters:
            shown = schema["properties"].get(parameter.name)
            if shown is not None:
                texts = [one for one in (shown, *shown.get("anyOf", ())) if one.get("type") == "string"]
                texts[0].update(bounds(parameter))
                shown["description"] = parameter.description

    return describe


def answers(model: type[BaseModel], status: int = 200, what: str = "Done.") -> Responses:
    """What a route answers where all is well; shown, and not checked at each answer."""
    return {status: {"model": model, "description": what}}


def describe(app: FastAPI) -> None:
    """Complete the description that the framework makes of the routes."""
    made = app.openapi
    app.description, app.openapi_tags = _ABOUT, _TAGS
    app.openapi = _completed(made)  # type: ignore[method-assign]  # as FastAPI's own documentation does


def _completed(made: Callable[[], dict[str, Any]]) -> Callable[[], dict[str, Any]]:
    def whole() -> dict[str, Any]:
        described = made()
        parts = described.setdefault("components", {})
        if "Problem" in parts.setdefault("schemas", {}):
            return described
        schemas = {name: schema for name, schema in parts["schemas"].items() if "ValidationError" not in name}
        parts["schemas"] = schemas | {"Problem": ProblemAnswer.model_json_schema()}
        parts["securitySchemes"] = _SCHEMES
        for path, methods in described["paths"].items():
            for method, operation in methods.items():
                _add_problems(operation, path, method)
                if path not in _OPEN:
                    operation["security"] = [{"token": []}, {"cookie": []}]
        return described

    return whole


def _add_problems(operation: dict[str, Any], path: str, method: str) -> None:
    statuses = {403} if path in _OPEN[:3] else {401, 403, 422, 429, 503}
    statuses |= {409} if path not in _OPEN[:-1] else set()
    statuses |= {404} if "{" in path else set()
    statuses |= {400, 413} if method != "get" else set()
    shape = {"schema": {"$ref": "#/components/schemas/Problem"}}
    for status in sorted(statuses):
        about = {"description": _PROBLEMS[status], "content": {PROBLEM_JSON: shape}}
        operation["responses"][str(status)] = about
