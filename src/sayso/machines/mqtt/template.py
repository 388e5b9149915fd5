"""Messages and the values in them: where a device says, by its template, that they stand."""

import json
import math
from collections.abc import Mapping
from functools import cached_property

from sayso.dataclass import dataclass
from sayso.machines.mqtt.naming import cleaned
from sayso.machines.mqtt.sandbox import LONGEST_TEMPLATE, compiled, rendered

LONGEST_TEXT = 255
MOST_LETTERS = 2 * LONGEST_TEMPLATE  # of all templates that one message is read by; those of a home have some hundred
_UNKNOWN = frozenset(("", "none", "null", "unknown", "unavailable", "nan"))


class Absent:
    """What a message does not say, or says in a way that cannot be read."""


ABSENT = Absent()
Raw = object  # what JSON holds


class Payload:
    """The bytes of one message, read at most once however many values stand in them, by no more templates than there
    is work for: any number of things may say that they listen to one topic."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self._left = MOST_LETTERS
        self._found: dict[str, Raw] = {}

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

    def through(self, template: str) -> Raw:
        """What comes of the message by a template; ABSENT also where all of them together are too long."""
        if template not in self._found:
            self._left -= len(template)
            self._found[template] = self._through(template) if self._left >= 0 else ABSENT
        return self._found[template]

    def _through(self, template: str) -> Raw:
        made = compiled(template)
        if made is None or isinstance(self.text, Absent):
            return ABSENT
        given: dict[str, object] = {"value": self.text}
        if not isinstance(self.json, Absent):
            given["value_json"] = self.json
        found = rendered(made, given)
        return ABSENT if found is None else found.strip()


@dataclass(frozen=True, slots=True)
class ValueTemplate:
    """Where a value stands, and what is made of it; without a text, the whole message."""

    text: str = ""

    def read(self, payload: Payload) -> Raw:
        """The value in a message, or ABSENT."""
        return payload.through(self.text) if self.text else payload.text


WHOLE = ValueTemplate()


def parsed(text: str) -> ValueTemplate | None:
    """A template that may run here; None for any other.

    >>> parsed("{{ value_json.kitchen['t'] | round(1) }}").read(Payload(b'{"kitchen": {"t": 21.26}}'))
    '21.3'
    """
    return ValueTemplate(text) if compiled(text) is not None else None


def filled(template: str, value: object, more: Mapping[str, object] | None = None) -> str | None:
    """A command's template with the value, and what else is known by name; None where nothing sensible comes of it.

    >>> filled('{"speed": {{ value | int }}}', 3.0)
    '{"speed": 3}'
    """
    made = compiled(template)
    return None if made is None else rendered(made, {"value": value, **(more or {})})


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
