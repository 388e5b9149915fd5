"""The few templates that devices use to say where in a message their value stands; nothing in them is ever run."""

import json
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

from sayso.machines.mqtt.naming import cleaned

LONGEST_TEXT = 255
_EXPRESSION = re.compile(r"\s*\{\{-?\s*(value_json|value)(?!\w)([^{}]*?)\s*-?\}\}\s*")
_STEP = re.compile(r"""\s*(?:\.\s*([A-Za-z_]\w*)|\[\s*(?:'([^'\\]*)'|"([^"\\]*)"|(\d{1,4}))\s*\])""")
_FILTER = re.compile(r"\s*\|\s*([a-z_]+)\s*(?:\(\s*([^()]*?)\s*\))?")
_PLACE = re.compile(r"\{\{-?\s*value\s*((?:\|\s*[a-z_]+\s*(?:\(\s*\d?\s*\))?\s*)*)-?\}\}")
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
    whole = _EXPRESSION.fullmatch(text)
    if whole is None:
        return None
    rest, at, path, filters = whole[2], 0, [], []
    while step := _STEP.match(rest, at):
        name = next((g for g in step.groups()[:3] if g is not None), None)
        path.append(int(step[4]) if name is None else name)
        at = step.end()
    while step := _FILTER.match(rest, at):
        if step[1] not in _FILTERS:
            return None
        filters.append((step[1], step[2] or ""))
        at = step.end()
    is_json = whole[1] == "value_json"
    return Template(is_json, tuple(path), tuple(filters)) if at == len(rest) and (is_json or not path) else None


def filled(template: str, value: str) -> str | None:
    """A command's template with the value in its place; None where it wants more than that.

    >>> filled('{"speed": {{ value | int }}}', "3")
    '{"speed": 3}'
    """
    out = _PLACE.sub(lambda _: value, template)
    return None if any(mark in out for mark in ("{{", "{%", "{#")) or out == template else out


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
