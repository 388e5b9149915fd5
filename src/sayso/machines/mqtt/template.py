"""The few templates that devices use to say where in a message their value stands; nothing in them is ever run."""

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

from sayso.machines.mqtt.naming import cleaned
from sayso.machines.mqtt.scanner import Scanner

LONGEST_TEXT = 255
LONGEST_TEMPLATE = 4096  # of any device that was ever seen, a tenth of that
_UNKNOWN = frozenset(("", "none", "null", "unknown", "unavailable", "nan"))


class Absent:
    """What a message does not say, or says in a way that cannot be read."""


ABSENT = Absent()
Raw = object  # what JSON holds


class Payload:
    """The bytes of one message, read at most once however many values stand in them."""

    def __init__(self, data: bytes) -> None:
        self.data = data

    @cached_property
    def text(self) -> str | Absent:
        """As text; bytes that are none are absent."""
        try:
            return self.data.decode()
        except UnicodeDecodeError:
            return ABSENT

    @cached_property
    def json(self) -> Raw:
        """As JSON; what is none is absent."""
        if isinstance(self.text, Absent):
            return ABSENT
        try:
            found: Raw = json.loads(self.text)
        except (ValueError, RecursionError):  # nested deeper than anybody means it
            return ABSENT
        return found


@dataclass(frozen=True, slots=True)
class Template:
    """Where a value stands, and what is done to it."""

    is_json: bool
    path: tuple[str | int, ...] = ()
    filters: tuple[tuple[str, str], ...] = ()

    def read(self, payload: Payload) -> Raw:
        """The value in a message, or ABSENT."""
        value = payload.json if self.is_json else payload.text
        for step in self.path:
            value = _inside(value, step)
        for name, argument in self.filters:
            value = _FILTERS[name](value, argument)
        return value


WHOLE = Template(is_json=False)


def parsed(text: str) -> Template | None:
    """A template of the simple kind; None for any other.

    >>> parsed("{{ value_json.kitchen['t'] | round(1) }}").path
    ('kitchen', 't')
    """
    inner = _inner(text.strip())
    if inner is None or len(text) > LONGEST_TEMPLATE:
        return None
    here = Scanner(inner)
    is_json = here.name() == "value_json"
    path: list[str | int] = []
    filters: list[tuple[str, str]] = []
    while (step := _next_step(here)) is not None:
        path.append(step)
    while (found := _next_filter(here)) is not None:
        filters.append(found)
    if not here.is_done or any(name not in _FILTERS for name, _ in filters) or (path and not is_json):
        return None
    return Template(is_json, tuple(path), tuple(filters))


def filled(template: str, value: str) -> str | None:
    """A command's template with the value in its place; None where it wants more than that.

    >>> filled('{"speed": {{ value | int }}}', "3")
    '{"speed": 3}'
    """
    if len(template) > LONGEST_TEMPLATE:
        return None
    pieces: list[str] = []
    at = 0
    while (start := template.find("{{", at)) >= 0:
        end = _after_place(template, start)
        if end is None:
            return None
        pieces += (template[at:start], value)
        at = end
    out = "".join((*pieces, template[at:]))
    return None if not pieces or any(mark in out for mark in ("{{", "{%", "{#")) else out


def _inner(text: str) -> str | None:
    """What stands between the braces, from the name of the value on; None where that is not all there is."""
    if not (text.startswith("{{") and text.endswith("}}")) or len(text) < 4:
        return None
    inner = text[2:-2]
    inner = inner.removeprefix("-").lstrip()
    inner = inner.removesuffix("-").rstrip()
    has_braces = "{" in inner or "}" in inner
    return None if has_braces or Scanner(inner).name() not in ("value", "value_json") else inner


def _next_step(here: Scanner) -> str | int | None:
    """A step into the value: a name after a point, or what stands in brackets."""
    start = here.at
    found: str | int | None = here.skip().index()
    if found is None and here.take("."):
        found = here.skip().name() or None
    if found is None:
        here.at = start
    return found


def _next_filter(here: Scanner) -> tuple[str, str] | None:
    """A filter after its bar, with what it is given."""
    start = here.at
    if here.skip().take("|"):
        name = here.skip().small_name()
        if name:
            return name, here.skip().argument() or ""
    here.at = start
    return None


def _after_place(template: str, start: int) -> int | None:
    """Where the place for a value ends that begins here; None where more is wanted than the value, as it is sent."""
    here = Scanner(template, start + 2)
    here.take("-")
    if here.skip().name() != "value":
        return None
    while (found := _next_filter(here)) is not None:
        if len(found[1]) > 1 or not (found[1].isdecimal() or not found[1]):
            return None
    here.skip().take("-")
    return here.at if here.take("}}") else None


def plain(raw: Raw) -> float | str | bool | Absent | None:
    """A scalar of JSON as a value; what is none, or says that it does not know, is absent or None."""
    match raw:
        case bool() | None:
            return raw
        case int() | float():
            return number(raw)
        case str():
            text = cleaned(raw, LONGEST_TEXT)
            return None if text.casefold() in _UNKNOWN else text
        case _:
            return ABSENT


def number(raw: Raw) -> float | Absent:
    """A number that can be reckoned with."""
    if isinstance(raw, bool) or not isinstance(raw, int | float | str):
        return ABSENT
    try:
        value = float(raw)
    except (ValueError, OverflowError):
        return ABSENT
    return value if math.isfinite(value) else ABSENT


def worded(raw: Raw) -> str:
    """A scalar as devices compare it: yes and no in words, whole numbers without a point."""
    if isinstance(raw, float) and raw.is_integer() and abs(raw) < 1e15:
        return str(int(raw))
    return str(raw).strip().casefold()


def _inside(value: Raw, step: str | int) -> Raw:
    match value, step:
        case Mapping(), str():
            return value.get(step, ABSENT)
        case list(), int() if step < len(value):
            return value[step]
        case _:
            return ABSENT


def _as_number(value: Raw, argument: str) -> Raw:
    found = number(value)
    return number(argument) if isinstance(found, Absent) and argument else found


def _as_whole(value: Raw, argument: str) -> Raw:
    found = _as_number(value, argument)
    return float(int(found)) if isinstance(found, float) else found


def _rounded(value: Raw, argument: str) -> Raw:
    found = number(value)
    digits = argument.partition(",")[0].strip()
    if isinstance(found, Absent) or (digits and not digits.isdecimal()) or len(digits) > 2:
        return found
    return round(found, int(digits or 0))


def _or_else(value: Raw, argument: str) -> Raw:
    return argument.partition(",")[0].strip().strip("'\"") if isinstance(value, Absent) else value


def _cased(change: Callable[[str], str]) -> Callable[[Raw, str], Raw]:
    return lambda value, _: change(value) if isinstance(value, str) else value


def _same(value: Raw, _: str) -> Raw:
    return value


_FILTERS: Mapping[str, Callable[[Raw, str], Raw]] = {
    "float": _as_number,
    "int": _as_whole,
    "round": _rounded,
    "default": _or_else,
    "lower": _cased(str.lower),
    "upper": _cased(str.upper),
    "trim": _cased(str.strip),
    "string": _same,
    "is_defined": _same,
}
