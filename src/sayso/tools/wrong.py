"""Values from outside, checked; what is wrong with one is said with what to do instead."""

from dataclasses import dataclass

QUOTED = 200  # characters of a text from outside that are said back at most


@dataclass(frozen=True, slots=True)
class Wrong:
    """Why a value cannot be."""

    field: str
    message: str
    suggestion: str


def check_text(value: object, field: str) -> str | Wrong:
    """A text that every database can keep."""
    if not isinstance(value, str):
        return Wrong(field, f"{field} must be a text.", "Send it as a string.")
    if "\0" in value or any("\ud800" <= c <= "\udfff" for c in value):
        return Wrong(field, f"{field} holds characters that cannot be kept.", "Send it as plain text.")
    return value


def check_choice(value: object, field: str, choices: tuple[str, ...]) -> str | Wrong:
    """One of a few words."""
    if isinstance(value, str) and value in choices:
        return value
    return Wrong(field, f"{field} {plain(str(value))!r} is not known.", f"Use one of: {', '.join(choices)}.")


def check_count(value: object, field: str, bounds: tuple[int, int]) -> int | Wrong:
    """A whole number within bounds."""
    least, most = bounds
    if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
        return value
    return Wrong(field, f"{field} {plain(str(value))!r} cannot be.", f"Use a number from {least} to {most}.")


def plain(text: str) -> str:
    """A text from outside, fit to be quoted in an answer: short, and of characters that can be sent."""
    sound = text.encode("utf-8", "replace").decode().replace("\0", "?")
    return sound if len(sound) <= QUOTED else sound[:QUOTED] + "…"
