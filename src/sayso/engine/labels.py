"""Labels in a message, "@work" and "#home": they belong to the title of a new entry, and hide nothing beside them."""

from collections.abc import Sequence

from sayso.engine.text import Word
from sayso.regex import regex

_LABEL = regex(r"(?<!\S)[@#][^\W\d_][\w/\-]*")
Letters = tuple[int, int]


def labels_in(raw: str) -> list[Letters]:
    """The letters of every label; no number ("#3"), no address, no "@ 5".

    >>> labels_in("call Ann #3 @phone at ann@home")
    [(12, 18)]
    """
    return [m.span() for m in _LABEL.finditer(raw)] if "@" in raw or "#" in raw else []


def without_labels(words: Sequence[Word], labels: Sequence[Letters]) -> list[Word]:
    """The words but for those of labels."""
    return [w for w in words if not any(start <= w.start < end for start, end in labels)]


def aside(raw: str, words: Sequence[Word]) -> list[Letters]:
    """The labels of a message of which no word is among these."""
    return [(a, b) for a, b in labels_in(raw) if not any(a <= w.start < b for w in words)]
