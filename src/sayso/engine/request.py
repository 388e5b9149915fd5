"""The door: a stranger's mapping is checked field by field and becomes our own nouns, or one error names the field."""

from collections.abc import Mapping, Sequence
from dataclasses import field
from datetime import datetime, tzinfo
from difflib import get_close_matches

from sayso.dataclass import dataclass
from sayso.engine.capabilities.fleet import IndexedSubjects
from sayso.engine.context import NOTHING_PREPARED, Prepared, fleet_of, lists_of
from sayso.engine.fields import flag, id_of, kind_of, list_of, mapping, optional_text, text
from sayso.engine.history import read_turn
from sayso.engine.nouns import (
    OpenQuestion,
    Preference,
    Proposal,
    Result,
    Turn,
    User,
)
from sayso.engine.pending import open_question
from sayso.engine.records.index import IndexedEntries
from sayso.engine.tool import Tool, Toolbox
from sayso.engine.turns import answer_at
from sayso.errors import RequestError
from sayso.late import late

zoneinfo = late("zoneinfo")  # few requests name a zone
_FIELDS = (
    "id",
    "message",
    "history",
    "context",
    "tools",
    "pending",
    "preferences",
    "call",
    "now",
    "language",
    "configuration",
)
_BESIDE = ("user", "partial")  # what a context holds besides records
_YEARS = (1000, 9000)  # so that "in a hundred years" is still a date


@dataclass(frozen=True, slots=True)
class Request:
    """What is to be decided, checked."""

    message: str
    id: str | int | None = None
    history: tuple[Turn, ...] = ()
    lists: Mapping[str, IndexedEntries] = field(default_factory=dict)  # by domain; those that are known
    is_partial: bool = False
    user: User | None = None
    fleet: IndexedSubjects | None = None
    preferences: tuple[Preference, ...] = ()
    call: Proposal | None = None
    tools: tuple[Tool, ...] | None = None
    pending: OpenQuestion | None = None
    now: datetime | None = None
    language: str | None = None
    results: tuple[Result, ...] = ()  # what tools answered earlier
    places: tuple[int, ...] | None = None  # of the turns in the request, where tools' answers stand among them
    configuration: Mapping[str, object] = field(default_factory=dict)  # what the server declares


def read_request(given: object, tools: Toolbox, known: Prepared = NOTHING_PREPARED) -> Request:
    """The request that a mapping holds; records prepared beforehand stand for those in its context."""
    data = mapping(given, "request")
    _check_keys(data, _FIELDS)
    if "message" not in data and "call" not in data:
        raise RequestError("missing", "message", 'give the person\'s words, "" for none')
    context = mapping(data.get("context") or {}, "context")
    if context:
        _check_keys(context, (*(r.context for domain in tools.domains for r in domain.records), *_BESIDE), "context.")
    user = _user(context.get("user"))
    turns = [read_turn(t, f"history[{i}]") for i, t in enumerate(list_of(data.get("history"), "history"))]
    places = tuple(i for i, t in enumerate(turns) if isinstance(t, Turn))
    return Request(
        message=text(data.get("message", ""), "message"),
        id=id_of(data.get("id"), "id"),
        history=tuple(t for t in turns if isinstance(t, Turn)),
        results=tuple(answer_at(i, t) for i, t in enumerate(turns) if isinstance(t, str)),
        places=places if len(places) < len(turns) else None,
        configuration=mapping(data.get("configuration") or {}, "configuration"),
        lists=lists_of(context, tools, known.lists),
        fleet=fleet_of(context, tools) if known.fleet is None else known.fleet,
        preferences=tuple(
            _preference(p, f"preferences[{i}]") for i, p in enumerate(list_of(data.get("preferences"), "preferences"))
        ),
        call=_proposal(data.get("call")),
        is_partial=flag(context.get("partial", False), "context.partial"),
        user=user,
        tools=_tools(data.get("tools")),
        pending=open_question(data["pending"], tools) if data.get("pending") is not None else None,
        now=_now(data.get("now"), user),
        language=optional_text(data.get("language"), "language"),
    )


def _check_keys(data: Mapping[str, object], known: Sequence[str], where: str = "") -> None:
    """Nothing is passed over: a key that nobody knows is told, with the one that may have been meant."""
    for key in data:
        if key not in known:
            near = get_close_matches(str(key), known, 1)
            meant = f"did you mean {near[0]!r}?" if near else f"fields are {', '.join(known)}"
            raise RequestError("no such field", f"{where}{key}", meant)


def _preference(given: object, where: str) -> Preference:
    data = mapping(given, where)
    count, of = (_whole(data.get(k), f"{where}.{k}") for k in ("count", "of"))
    return Preference(
        text(data.get("hint"), f"{where}.hint"),
        str(id_of(data.get("record"), f"{where}.record")),
        count,
        of,
        _moment(data.get("last"), f"{where}.last"),
    )


def _whole(given: object, where: str) -> int:
    if isinstance(given, bool) or not isinstance(given, int) or given < 0:
        raise RequestError(f"must be a whole number from 0 up, not {kind_of(given)}", where)
    return given


def _proposal(given: object) -> Proposal | None:
    if given is None:
        return None
    data = mapping(given, "call")
    arguments = data.get("arguments")
    if not isinstance(
        arguments, str
    ):  # a model's arguments often come as a string of JSON: repaired later, if it is one
        arguments = mapping({} if arguments is None else arguments, "call.arguments")
    return Proposal(text(data.get("name"), "call.name"), arguments)


def _user(given: object) -> User | None:
    if given is None:
        return None
    data = mapping(given, "context.user")
    zone = optional_text(data.get("timezone"), "context.user.timezone")
    if zone is not None:
        _zone(zone)
    return User(
        str(id_of(data.get("id"), "context.user.id") or ""),
        optional_text(data.get("name"), "context.user.name"),
        optional_text(data.get("email"), "context.user.email"),
        zone,
    )


def _zone(name: str) -> tzinfo:
    try:
        zone: tzinfo = zoneinfo.ZoneInfo(name)
    except (ValueError, OSError, KeyError):  # what an unknown or a hostile name raises, by its shape
        raise RequestError(
            f"no time zone is called {name!r}", "context.user.timezone", "use an IANA name such as Europe/Rome"
        ) from None
    return zone


def _tools(given: object) -> tuple[Tool, ...] | None:
    if given is None:
        return None
    return tuple(read_tool(t, f"tools[{i}]") for i, t in enumerate(list_of(given, "tools")))


def read_tool(given: object, where: str) -> Tool:
    """An MCP tool definition."""
    data = mapping(given, where)
    notes = mapping(data.get("annotations") or {}, f"{where}.annotations")
    harm, reads = notes.get("destructiveHint"), notes.get("readOnlyHint")
    return Tool(
        text(data.get("name"), f"{where}.name"),
        optional_text(data.get("description"), f"{where}.description") or "",
        mapping(data.get("inputSchema") or {}, f"{where}.inputSchema"),
        harm if isinstance(harm, bool) else None,
        reads if isinstance(reads, bool) else None,
    )


def _now(given: object, user: User | None) -> datetime | None:
    return None if given is None else in_zone(_moment(given, "now"), user)


def _moment(given: object, where: str) -> datetime:
    try:
        now = datetime.fromisoformat(text(given, where))
    except ValueError:
        raise RequestError("must be an ISO time with offset", where, "for example 2026-11-16T10:00:00+01:00") from None
    if now.tzinfo is None:
        raise RequestError("has no offset", where, "for example 2026-11-16T10:00:00+01:00")
    if not _YEARS[0] <= now.year <= _YEARS[1]:
        raise RequestError(f"must lie between the years {_YEARS[0]} and {_YEARS[1]}", where, "check the year")
    return now


def in_zone(now: datetime, user: User | None) -> datetime:
    """The moment in the user's own zone, where that is known."""
    return now.astimezone(_zone(user.timezone)) if user is not None and user.timezone else now
