"""Settings, read once from the environment and checked."""

from collections.abc import Mapping
from dataclasses import dataclass

from sayso.errors import SettingsError

_TRUE, _FALSE = ("true", "1", "yes", "on"), ("false", "0", "no", "off")


@dataclass(frozen=True, slots=True)
class Composition:
    """How calls that somebody else chose are completed."""

    is_enabled: bool = True
    threshold: float = 0.9  # from which a step about machines or other tools is carried out
    suggest_at_most: int = 5

    @classmethod
    def read(cls, environment: Mapping[str, str]) -> "Composition":
        """The settings that an environment holds; what it does not say stays as it is."""
        usual = cls()
        return cls(
            _flag(environment, "ENABLE_INTELLIGENT_COMPOSITION", usual.is_enabled),
            _share(environment, "INTELLIGENT_COMPOSITION_CONFIDENCE_THRESHOLD", usual.threshold),
            _count(environment, "INTELLIGENT_COMPOSITION_MAX_SUGGESTIONS", usual.suggest_at_most),
        )


def _flag(environment: Mapping[str, str], name: str, default: bool) -> bool:
    text = environment.get(name, "").strip().casefold()
    if not text:
        return default
    if text not in (*_TRUE, *_FALSE):
        raise SettingsError(f"{text!r} is neither true nor false", name, "set it to true or false")
    return text in _TRUE


def _share(environment: Mapping[str, str], name: str, default: float) -> float:
    text = environment.get(name, "").strip()
    try:
        value = float(text) if text else default
    except ValueError:
        raise SettingsError(f"{text!r} is no number", name, "set it to a number from 0 to 1") from None
    if not 0.0 <= value <= 1.0:
        raise SettingsError(f"{value} is out of range", name, "set it to a number from 0 to 1")
    return value


def _count(environment: Mapping[str, str], name: str, default: int) -> int:
    text = environment.get(name, "").strip()
    if text and not (text.isdecimal() and 1 <= int(text) <= 5):
        raise SettingsError(f"{text!r} is no number from 1 to 5", name, "at most 5 suggestions are given")
    return int(text) if text else default
