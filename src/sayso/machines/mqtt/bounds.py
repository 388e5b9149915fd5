"""How large whatever a stranger's template makes may be, looked at before it is made."""

from collections.abc import ItemsView, Iterable, KeysView, ValuesView
from itertools import chain
from typing import Any

LARGEST = 65_536  # characters or members of whatever a template makes
_WIDEST = 256  # bits of a whole number


class TooLargeError(ValueError):
    """A template makes more than anybody means."""


def bounded(value: Any) -> Any:
    """The same number, text or list, where it is no larger than any may be; what its members hold is not looked at."""
    if isinstance(value, int) and value.bit_length() > _WIDEST:
        raise TooLargeError
    if isinstance(value, str | list | tuple | dict) and len(value) > LARGEST:
        raise TooLargeError
    return value


def measured(value: Any) -> Any:
    """The same, where all that it holds, counted as often as it stands in it, is no larger than any text may be."""
    left, waiting = LARGEST, [value]
    while waiting:
        part = waiting.pop()
        members: Iterable[Any] = ()
        match part:
            case str():
                left -= len(part)
            case int():
                left -= part.bit_length() // 3
            case dict():
                left -= 2 * len(part)
                members = chain.from_iterable(part.items())
            case list() | tuple() | set() | KeysView() | ValuesView() | ItemsView():
                left -= len(part)
                members = part
        if left < 0:
            raise TooLargeError
        waiting.extend(members)
    return value


def text(value: Any) -> str:
    """A value as text; nothing is written of one that is too large."""
    return str(measured(value))


def strung(values: Iterable[Any], mark: str = "") -> str:
    """Values as one text with a mark between them; no more of it is made than there may be."""
    pieces: list[str] = []
    left = LARGEST
    for value in values:
        pieces.append(text(value))
        left -= len(pieces[-1]) + len(mark)
        if left < 0:
            raise TooLargeError
    return mark.join(pieces)
