"""What comes over the wire, before it means anything: JSON, pages, and texts and ids that can be trusted to be such."""

import json
import math
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from urllib.parse import quote

from sayso.dataclass import dataclass
from sayso.errors import FleetUnavailable
from sayso.machines.device import Value

PLATFORM = "Things5"
_TEXT, _CURSOR = 200, 4096  # letters that are kept of a text; a longer cursor is none
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

Record = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class CursorPage:
    """Part of a list, and the cursor of what comes after it, empty at the end."""

    items: tuple[object, ...]
    after: str


def unreadable(what: str) -> FleetUnavailable:
    """The platform answers, and not as it should."""
    return FleetUnavailable(what, PLATFORM, "try again later, and check SAYSO_THINGS5_URL")


def parsed(body: bytes | None) -> object:
    """The JSON of an answer; None is one that was too long to be read."""
    if body is None:
        raise unreadable("the answer is too long")
    try:
        return json.loads(body)
    except (ValueError, RecursionError):  # bad bytes, bad JSON, numbers without end, brackets without end
        raise unreadable("the answer is no JSON") from None


def page(body: object) -> CursorPage:
    """A list as the platform hands it out: `data`, and `pagination.after` while there is more."""
    items = body.get("data") if isinstance(body, Mapping) else body
    if not isinstance(items, list):
        raise unreadable("the answer holds no list")
    pagination = body.get("pagination") if isinstance(body, Mapping) else None
    after = pagination.get("after") if isinstance(pagination, Mapping) else None
    if after is not None and not (isinstance(after, str) and len(after) <= _CURSOR):
        raise unreadable("the answer says in no way we know what comes after it")
    return CursorPage(tuple(items), after or "")


def record(body: object) -> Record:
    """One thing as the platform hands it out, under `data`; nothing where it says null."""
    data = body.get("data", body) if isinstance(body, Mapping) else body
    if data is None:
        return {}
    if not isinstance(data, Mapping):
        raise unreadable("the answer holds no record")
    return data


def records(value: object) -> tuple[Record, ...]:
    """The records of a list; whatever else stands in it is left out."""
    return tuple(item for item in value if isinstance(item, Mapping)) if isinstance(value, list | tuple) else ()


def text(value: object) -> str:
    """A text for people's eyes, on one line and of bounded length; control and other invisible letters are gone."""
    if not isinstance(value, str):
        return ""
    seen = "".join(letter if letter.isprintable() else " " for letter in value[: 4 * _TEXT])
    return " ".join(seen.split())[:_TEXT].rstrip()


def name(value: object) -> str:
    """A name by which the platform is asked again, so none that would have to be changed; empty where it is none."""
    is_name = isinstance(value, str) and value.strip() and len(value) <= _TEXT and value.isprintable()
    return str(value) if is_name else ""


def identifier(value: object) -> str:
    """An id that can stand in an address; empty where it is none."""
    given = str(value) if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 2**63 else value
    return "" if given in (".", "..") else name(given)


def path(*parts: str) -> str:
    """An address on the platform; what stands in a part stays in that part.

    >>> path("devices", "a/../b", "events")
    '/devices/a%2F..%2Fb/events'
    """
    return "".join(f"/{quote(part, safe='')}" for part in parts)


def number(value: object) -> float | None:
    """A finite number, also where it is written as a text; None where it is none."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        found = float(value)
    except (ValueError, OverflowError):
        return None
    return found if math.isfinite(found) else None


def scalar(value: object) -> Value:
    """A value as a device has it: yes or no, a number, or a text; None for anything else."""
    match value:
        case bool():
            return value
        case int() | float():
            return number(value)
        case str():
            return text(value)
        case _:
            return None


def moment(value: object) -> datetime | None:
    """A point in time: ISO 8601, in UTC where no zone is said, or milliseconds since 1970; None where it is none."""
    try:
        if isinstance(value, str):
            found = datetime.fromisoformat(value)
            return (found if found.tzinfo else found.replace(tzinfo=UTC)).astimezone(UTC)
        if isinstance(value, int | float) and not isinstance(value, bool):
            return _EPOCH + timedelta(milliseconds=value)
    except (ValueError, OverflowError):
        pass
    return None
