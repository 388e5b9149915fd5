"""How long something is to last: "for 20 minutes", where the command takes such a value."""

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from sayso.engine.capabilities.region import Region, Words
from sayso.engine.nouns import Action, Argument, Command, Reading, Source
from sayso.engine.pattern import spans_of
from sayso.engine.values.numbers import with_digits

_MINUTES = {"minutes": 1, "hours": 60, "days": 1440}
_UNITS = {
    "min": 1.0,
    "minutes": 1.0,
    "minute": 1.0,
    "s": 1 / 60,
    "sec": 1 / 60,
    "seconds": 1 / 60,
    "h": 60.0,
    "hours": 60.0,
}


class Lasts(NamedTuple):
    """A stretch of time that was said."""

    minutes: float
    span: tuple[int, int]


def lasting(region: Region, reading: Reading) -> Lasts | None:
    """How long something is to last; its words leave the subject's name."""
    digits = with_digits(region.said, region.pack.numbers)
    for pattern in region.pack.commands.lasting.of(digits.texts):
        for m in pattern.search_all(digits.flat, 0, len(digits.flat)):
            start, end = digits.words[digits.index(m.start())].start, digits.words[digits.index(m.end() - 1)].end
            words = _within(region, (start, end))
            if not reading.clause.start <= words[0] < reading.clause.end:
                continue
            said = {name: digits.flat[a:b].strip() for name, (a, b) in spans_of(m).items()}
            unit = region.pack.times.units.get(said.get("unit", ""), "")
            count = said.get("n", "1")
            minutes = float(pattern.intent) if pattern.intent != "n" else _MINUTES.get(unit, 0) * _number(count)
            if minutes:
                region.drop(words)
                return Lasts(minutes, (start, end))
    return None


def timed(action: Action, command: Command, lasts: Lasts) -> Action | None:
    """The action with its duration under the name and in the unit that the command takes; None where it takes none."""
    for taken in command.takes:
        unit = taken.unit.casefold() or taken.name.casefold().rpartition("_")[2]
        if unit in _UNITS:
            value = round(lasts.minutes / _UNITS[unit], 2)
            told = {taken.name: int(value) if value.is_integer() else value}
            return _with(action, told, lasts)
    return None


def _with(action: Action, told: Mapping[str, object], lasts: Lasts) -> Action:
    key = action.key("settings")
    given = next((a for a in action.arguments if a.name == key), None)
    if given is None or not isinstance(given.value, Mapping):
        new = Argument(key, dict(told), Source("message", lasts.span))
        return replace(action, arguments=(*action.arguments, new))
    merged = given._replace(value={**given.value, **told})
    return replace(action, arguments=tuple(merged if a is given else a for a in action.arguments))


def _within(region: Region, span: tuple[int, int]) -> Words:
    at = [i for i, w in enumerate(region.said.words) if w.start < span[1] and w.end > span[0]]
    return at[0], at[-1] + 1


def _number(text: str) -> float:
    return float(text) if text.replace(".", "", 1).isdecimal() else 1.0
