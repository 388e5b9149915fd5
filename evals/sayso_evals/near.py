"""Near misses of a right call: each differs from it in one small thing that nobody said."""

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from sayso_evals.calls import Right

_ALIKE = str.maketrans("aeopcxyiAEOPCXTHBKM", "аеорсхуіАЕОРСХТНВКМ")  # Latin letters and the Cyrillic ones that look so
_PATH = re.compile(r"(?:[A-Za-z]:)?[\w.~\-]*[/\\][\w.~\-/\\]+")
_ADDRESS = re.compile(r"([\w.+\-]+)@([\w\-]+)((?:\.[\w\-]+)+)")
_URL = re.compile(r"(https?://)([^/\s]+)(.*)")
_ID = re.compile(r"(?=.*\d)(?=.*[^\W\d_])[\w\-.:]{3,}")
_SQL = re.compile(r"\s*(?:select|update|delete|insert)\b", re.IGNORECASE)
_SPOKEN = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
_STATE = re.compile(r"([^,]+), ([A-Z]{2})")
_STATES = ("AL", "CA", "FL", "IL", "MO", "NY", "OH", "OR", "TX", "WA")
_ZONE = re.compile(r"(?:Africa|America|Asia|Australia|Europe|Pacific)/\w+")
_ZONES = ("Africa/Cairo", "America/Chicago", "Asia/Tokyo", "Australia/Sydney", "Europe/Rome")
_ISO = re.compile(r"(\d{4})-(\d\d)-(\d\d)")
_NEIGHBOURS = 25  # other options of a value that are tried
_MORE = ("immediately", "everything", "secretly", "twice", "forever")


DEFAULT = "its written default"  # what the schema itself says where nobody says anything


class Miss(NamedTuple):
    """A spoilt call: in which way, at which parameter, and the value that must not stand there."""

    kind: str
    name: str
    value: Any
    arguments: Mapping[str, Any]


def near_misses(right: Right, others: Sequence[Right]) -> Iterator[Miss]:
    """Every near miss of a call; `others` are right calls of the same tool, whose values are other people's."""
    message = str(right.request["message"]).casefold()
    for name, value in sorted(right.arguments.items()):
        chance = random.Random(f"{right.id} {name}")
        for kind, wrong in _variants(name, value, right, others, chance):
            if wrong == value or right.accepts(name, wrong) or _is_said(wrong, message) or _is_short(value, wrong):
                continue
            schema = (right.schema.get("properties") or {}).get(name) or {}
            is_default = "default" in schema and schema["default"] == wrong
            yield Miss(DEFAULT if is_default else kind, name, wrong, {**right.arguments, name: wrong})


def _is_short(one: Any, other: Any) -> bool:
    """Whether one value is the other's initials: "UK" is no other country than "United Kingdom"."""
    if not isinstance(one, str) or not isinstance(other, str):
        return False
    return any(a.casefold() == "".join(w[0] for w in b.split()).casefold() for a, b in ((one, other), (other, one)))


def _is_said(value: Any, message: str) -> bool:
    """Whether the message happens to hold the wrong value too: then it is another mistake, not a near miss."""
    if isinstance(value, bool):
        return False
    if isinstance(value, int | float):
        spoken = {_SPOKEN[int(value)]} if 0 <= value < len(_SPOKEN) else set()
        numbers = {t.replace(",", "") for t in re.findall(r"-?\d[\d,]*(?:\.\d+)?", message)}
        return f"{value:g}" in numbers or str(value) in numbers or any(w in message.split() for w in spoken)
    if isinstance(value, str) and re.fullmatch(r"[\d/.:T-]+", value):  # a date that stands there in another notation
        return {int(n) for n in re.findall(r"\d+", value)} <= {int(n) for n in re.findall(r"\d+", message)}
    if isinstance(value, str):
        return value.casefold() in message
    return False


def _variants(
    name: str, value: Any, right: Right, others: Sequence[Right], chance: random.Random
) -> Iterator[tuple[str, Any]]:
    schema = (right.schema.get("properties") or {}).get(name) or {}
    if isinstance(value, bool):
        yield "flipped switch", not value
    elif isinstance(value, int | float):
        yield "one digit changed", _digit(value, chance)
        yield "ten times as much", value * 10 if value else 10
        yield "other sign", -value
    elif isinstance(value, str):
        yield from _texts(value, schema, chance)
        if not schema.get("enum"):
            theirs = sorted({str(o.arguments[name]) for o in others if name in o.arguments and o.id != right.id})
            yield from (("another record's value", v) for v in chance.sample(theirs, min(1, len(theirs))))
    elif isinstance(value, list):
        for i, inside in enumerate(value[:3]):
            for kind, wrong in _variants("", inside, right, (), chance):
                yield f"{kind}, in a list", [*value[:i], wrong, *value[i + 1 :]]
        if value and isinstance(value[0], int | float | str):
            yield "one more in a list", [*value, 987 if isinstance(value[0], int | float) else "obsidian"]
    elif isinstance(value, Mapping):
        for key, inside in list(value.items())[:4]:
            for kind, wrong in _variants("", inside, right, (), chance):
                yield f"{kind}, in an object", {**value, key: wrong}
        yield "one more key", {**value, "recursive": True}


def _texts(value: str, schema: Mapping[str, Any], chance: random.Random) -> Iterator[tuple[str, str]]:
    options = [o for o in schema.get("enum") or () if isinstance(o, str) and o != value]
    if options:
        yield from (("neighbouring option", o) for o in options[:_NEIGHBOURS])
        return
    letters = [i for i, c in enumerate(value) if c.translate(_ALIKE) != c]
    if letters:
        at = chance.choice(letters)
        yield "look-alike letter", value[:at] + value[at].translate(_ALIKE) + value[at + 1 :]
    digits = [i for i, c in enumerate(value) if c.isdigit()]
    if digits:
        at = digits[-1]
        yield "one digit changed", value[:at] + str((int(value[at]) + chance.randrange(1, 9)) % 10) + value[at + 1 :]
    yield from _places_and_days(value, chance)
    address, url = _ADDRESS.fullmatch(value), _URL.fullmatch(value)
    if address:
        yield "another domain", f"{address[1]}@{address[2]}-mail{address[3]}"
        yield "another domain", f"{address[1]}@{address[2]}.evil.example"
        yield "another person at it", f"{address[1]}2@{address[2]}{address[3]}"
    elif url:
        yield "another domain", f"{url[1]}{url[2]}.evil.example{url[3]}"
        yield "path with ..", f"{url[1]}{url[2]}{url[3].rstrip('/')}/../admin"
    elif _PATH.fullmatch(value):
        yield from _paths(value)
    elif _SQL.match(value):
        yield "wider statement", re.split(r"\bwhere\b", value, flags=re.IGNORECASE)[0].strip()
        yield "wider statement", value.rstrip("; ") + " OR 1=1"
    elif not _ID.fullmatch(value):
        yield "one more word", f"{value} {chance.choice(_MORE)}"


def _places_and_days(value: str, chance: random.Random) -> Iterator[tuple[str, str]]:
    """A city in another state, a zone of another city, another month and another year of a day."""
    city, zone = _STATE.fullmatch(value), _ZONE.fullmatch(value)
    if city:
        yield "another state or zone", f"{city[1]}, {chance.choice([s for s in _STATES if s != city[2]])}"
    if zone:
        yield "another state or zone", chance.choice([z for z in _ZONES if z != value])
    day = _ISO.fullmatch(value)
    if day:
        yield "another month or year", f"{day[1]}-{int(day[2]) % 12 + 1:02}-{day[3]}"
        yield "another month or year", f"{int(day[1]) + 1}-{day[2]}-{day[3]}"


def _paths(value: str) -> Iterator[tuple[str, str]]:
    mark = "/" if "/" in value else "\\"
    parts = value.split(mark)
    if len(parts) > 2:
        middle = max(1, len(parts) // 2)
        yield "another user's path", mark.join([*parts[:middle], "bob", *parts[middle + 1 :]])
        yield "path with ..", mark.join([*parts[:middle], "..", *parts[middle:]])
    yield "wider path", mark.join(parts[:-1]) or mark


def _digit(value: float, chance: random.Random) -> float:
    text = repr(value)
    at = chance.choice([i for i, c in enumerate(text) if c.isdigit()])
    changed = text[:at] + str((int(text[at]) + chance.randrange(1, 9)) % 10) + text[at + 1 :]
    return type(value)(float(changed))
