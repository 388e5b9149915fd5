"""The door: a stranger's mapping is checked field by field and becomes our own nouns, or one error names the field."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from difflib import get_close_matches
from zoneinfo import ZoneInfo

from sayso.engine.catalogue import Catalogue
from sayso.engine.nouns import OpenQuestion, Task, Turn, User
from sayso.engine.pending import open_question
from sayso.errors import RequestError

_FIELDS = ("id", "message", "history", "context", "tools", "pending", "preferences", "call", "now", "language")
_ROLES = ("user", "assistant")
_YEARS = (1000, 9000)  # so that "in a hundred years" is still a date


@dataclass(frozen=True, slots=True)
class Request:
    """What is to be decided, checked."""

    message: str
    id: str | int | None = None
    history: tuple[Turn, ...] = ()
    catalogue: Catalogue | None = None
    is_partial: bool = False
    user: User | None = None
    tools: frozenset[str] | None = None
    pending: OpenQuestion | None = None
    now: datetime | None = None
    language: str | None = None


def read_request(given: object, catalogue: Catalogue | None = None) -> Request:
    """The request that a mapping holds; a catalogue prepared beforehand stands for its tasks."""
    data = _mapping(given, "request")
    for key in data:
        if key not in _FIELDS:
            near = get_close_matches(str(key), _FIELDS, 1)
            raise RequestError(
                "no such field", str(key), f"did you mean {near[0]!r}?" if near else f"fields are {', '.join(_FIELDS)}"
            )
    if "message" not in data and "call" not in data:
        raise RequestError("missing", "message", 'give the person\'s words, "" for none')
    context = _mapping(data.get("context") or {}, "context")
    _check_unused(data, context)
    user = _user(context.get("user"))
    return Request(
        message=_text(data.get("message", ""), "message"),
        id=_id(data.get("id"), "id"),
        history=tuple(_turn(t, f"history[{i}]") for i, t in enumerate(_list(data.get("history"), "history"))),
        catalogue=catalogue if catalogue is not None else _catalogue(context.get("tasks")),
        is_partial=_flag(context.get("partial", False), "context.partial"),
        user=user,
        tools=_tools(data.get("tools")),
        pending=open_question(data["pending"]) if data.get("pending") is not None else None,
        now=_now(data.get("now"), user),
        language=_optional_text(data.get("language"), "language"),
    )


def _check_unused(data: Mapping[str, object], context: Mapping[str, object]) -> None:
    """The fields that no decision uses yet must be of the contract's shape all the same."""
    for i, machine in enumerate(_list(context.get("machines"), "context.machines")):
        _mapping(machine, f"context.machines[{i}]")
    for i, preference in enumerate(_list(data.get("preferences"), "preferences")):
        _mapping(preference, f"preferences[{i}]")
    if data.get("call") is not None:
        call = _mapping(data["call"], "call")
        _text(call.get("name"), "call.name")
        _mapping(call.get("arguments", {}), "call.arguments")


def _mapping(given: object, where: str) -> Mapping[str, object]:
    if not isinstance(given, Mapping):
        raise RequestError(f"must be an object, not {_kind(given)}", where)
    return given


def _list(given: object, where: str) -> Sequence[object]:
    if given is None:
        return ()
    if isinstance(given, str | bytes) or not isinstance(given, Sequence):
        raise RequestError(f"must be a list, not {_kind(given)}", where)
    return given


def _text(given: object, where: str) -> str:
    if not isinstance(given, str):
        raise RequestError(f"must be text, not {_kind(given)}", where)
    return given


def _optional_text(given: object, where: str) -> str | None:
    return None if given is None else _text(given, where)


def _flag(given: object, where: str) -> bool:
    if not isinstance(given, bool):
        raise RequestError(f"must be true or false, not {_kind(given)}", where)
    return given


def _id(given: object, where: str) -> str | int | None:
    if given is None or (isinstance(given, str | int) and not isinstance(given, bool)):
        return given
    raise RequestError(f"must be text or a number, not {_kind(given)}", where)


def _kind(given: object) -> str:
    names = {type(None): "null", bool: "true or false", str: "text", int: "a number", float: "a number", list: "a list"}
    return names.get(type(given), "an object" if isinstance(given, Mapping) else type(given).__name__)


def _turn(given: object, where: str) -> Turn:
    data = _mapping(given, where)
    role = data.get("role")
    if role not in _ROLES:
        raise RequestError(f"must be one of {', '.join(_ROLES)}", f"{where}.role")
    return Turn("user" if role == "user" else "assistant", _text(data.get("content"), f"{where}.content"))


def _catalogue(given: object) -> Catalogue | None:
    if given is None or isinstance(given, Catalogue):
        return given
    return Catalogue(read_task(t, f"context.tasks[{i}]") for i, t in enumerate(_list(given, "context.tasks")))


def read_task(given: object, where: str) -> Task:
    """A task of the contract's shape."""
    if isinstance(given, Task):
        return given
    data = _mapping(given, where)
    number = data.get("number")
    if number is not None and (not isinstance(number, int) or isinstance(number, bool)):
        raise RequestError(f"must be a number, not {_kind(number)}", f"{where}.number")
    known = _id(data.get("id"), f"{where}.id")
    if known is None:
        raise RequestError("missing", f"{where}.id", "every task needs an id")
    return Task(
        str(known),
        _text(data.get("title"), f"{where}.title"),
        number,
        _optional_text(data.get("description"), f"{where}.description") or "",
        _flag(data.get("completed") or False, f"{where}.completed"),
        _optional_text(data.get("priority"), f"{where}.priority"),
        _optional_text(data.get("due"), f"{where}.due"),
    )


def _user(given: object) -> User | None:
    if given is None:
        return None
    data = _mapping(given, "context.user")
    zone = _optional_text(data.get("timezone"), "context.user.timezone")
    if zone is not None:
        _zone(zone)
    return User(
        str(_id(data.get("id"), "context.user.id") or ""),
        _optional_text(data.get("name"), "context.user.name"),
        _optional_text(data.get("email"), "context.user.email"),
        zone,
    )


def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ValueError, OSError, KeyError):  # what an unknown or a hostile name raises, by its shape
        raise RequestError(
            f"no time zone is called {name!r}", "context.user.timezone", "use an IANA name such as Europe/Rome"
        ) from None


def _tools(given: object) -> frozenset[str] | None:
    if given is None:
        return None
    tools = [_mapping(t, f"tools[{i}]") for i, t in enumerate(_list(given, "tools"))]
    return frozenset(_text(t.get("name"), f"tools[{i}].name") for i, t in enumerate(tools))


def _now(given: object, user: User | None) -> datetime | None:
    if given is None:
        return None
    try:
        now = datetime.fromisoformat(_text(given, "now"))
    except ValueError:
        raise RequestError("must be an ISO time with offset", "now", "for example 2026-11-16T10:00:00+01:00") from None
    if now.tzinfo is None:
        raise RequestError("has no offset", "now", "for example 2026-11-16T10:00:00+01:00")
    if not _YEARS[0] <= now.year <= _YEARS[1]:
        raise RequestError(f"must lie between the years {_YEARS[0]} and {_YEARS[1]}", "now", "check the year")
    return in_zone(now, user)


def in_zone(now: datetime, user: User | None) -> datetime:
    """The moment in the user's own zone, where that is known."""
    return now.astimezone(_zone(user.timezone)) if user is not None and user.timezone else now
