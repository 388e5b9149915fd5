"""The values of settings, each checked as it is read."""

from collections.abc import Mapping
from typing import TypeVar

from sayso.errors import SettingsError

Word = TypeVar("Word", bound=str)
_TRUE, _FALSE = ("true", "1", "yes", "on"), ("false", "0", "no", "off")


def number_of(given: Mapping[str, str], name: str, default: int, bounds: tuple[int, int]) -> int:
    """A whole number within its bounds."""
    least, most = bounds
    try:
        number = int(given.get(name, default))
    except ValueError:
        raise SettingsError(f"{given[name]!r} is not a whole number", name, f"for example {default}") from None
    if not least <= number <= most:
        raise SettingsError(f"{number} is not between {least} and {most}", name, f"for example {default}")
    return number


def choice_of(given: Mapping[str, str], name: str, choices: tuple[str, ...]) -> str:
    """One of a few words; the first holds where none is set."""
    chosen = given.get(name, choices[0]).casefold()
    if chosen not in choices:
        raise SettingsError(f"{chosen!r} is not known", name, f"use one of: {', '.join(choices)}")
    return chosen


def several_of(given: Mapping[str, str], name: str) -> tuple[str, ...]:
    """The parts of a list with commas."""
    return tuple(part.strip() for part in given.get(name, "").split(",") if part.strip())


def one_of(given: Mapping[str, str], name: str, known: tuple[Word, ...], default: Word) -> Word:
    """One of a few words."""
    text = given.get(name, default).casefold()
    found = next((word for word in known if word == text), None)
    if found is None:
        raise SettingsError(f"{text!r} is not known", name, f"one of {', '.join(known)}")
    return found


def amount_of(given: Mapping[str, str], name: str) -> float:
    """An amount of money."""
    text = given.get(name, "0")
    try:
        amount = float(text)
    except ValueError:
        amount = -1.0
    if not 0 <= amount < 1e9:
        raise SettingsError(f"{text!r} is no amount of money", name, "for example 0.15; 0 where none is counted")
    return amount


def flag_of(environment: Mapping[str, str], name: str, default: bool) -> bool:
    """Whether something is on."""
    text = environment.get(name, "").strip().casefold()
    if not text:
        return default
    if text not in (*_TRUE, *_FALSE):
        raise SettingsError(f"{text!r} is neither true nor false", name, "set it to true or false")
    return text in _TRUE


def share_of(environment: Mapping[str, str], name: str, default: float) -> float:
    """A number from 0 to 1."""
    text = environment.get(name, "").strip()
    try:
        value = float(text) if text else default
    except ValueError:
        raise SettingsError(f"{text!r} is no number", name, "set it to a number from 0 to 1") from None
    if not 0.0 <= value <= 1.0:
        raise SettingsError(f"{value} is out of range", name, "set it to a number from 0 to 1")
    return value
