"""Long lines in a narrow place: folded at blanks, the rest under the beginning of the text."""

import unicodedata
from collections.abc import Iterator

from sayso.regex import regex

_MARKER = regex(r"\s*(?:\d+\.|\[\w+\]|[-•])\s+|\s+")  # what stands before the text of an item
_WORD = regex(r"\s*\S+")


def columns(text: str) -> int:
    """How many columns a text takes.

    >>> columns("牛乳")
    4
    """
    return sum(map(_columns, text))


def folded(line: str, width: int) -> Iterator[str]:
    """The line in pieces that fit.

    >>> list(folded("1. buy milk and bread", 12))
    ['1. buy milk', '   and bread']
    """
    if columns(line) <= width:
        yield line
        return
    marker = _MARKER.match(line)
    under = " " * (min(columns(marker.group()), width // 2) if marker else 0)
    now = ""
    for word in _WORD.findall(line):
        if columns(now + word) > width and now.strip():
            yield now
            now = under + word.lstrip()
        else:
            now += word
        while columns(now) > width:  # a word longer than the line
            fits = _fitting(now, width)
            yield now[:fits]
            now = under + now[fits:]
    yield now


def _fitting(text: str, width: int) -> int:
    """How many characters fit; at least one beyond the indent, so that there is an end."""
    taken, least = 0, len(text) - len(text.lstrip()) + 1
    for place, character in enumerate(text):
        taken += _columns(character)
        if taken > width and place >= least:
            return place
    return len(text)


def _columns(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
