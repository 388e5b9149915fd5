"""What was said, prepared once for every kind: its words with their places, and what they are in any language."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from sayso.dataclass import dataclass
from sayso.engine.pack import Pack
from sayso.engine.records.words import Endings, stem
from sayso.engine.text import READ_AT_MOST, fold
from sayso.regex import regex

_WORD = regex(r"[^\s,;:!?()\[\]{}\"“”«»=…]+")
_EDGE = "'’‘`.*<>|~"
_ELIDED = regex(r"\w{1,4}['’](?=\w{2})")


class SpokenValue(NamedTuple):
    """A value that stands in a text: `raw[start:end]` says it.

    `value` is canonical (a number, an option, a `Moment`, the letters themselves); `form` says by what it was known:
    "number", "percent", "ordinal", "words"; "day", "clock", "both"; "url", "email", "path", "ip", "id", "quoted";
    "exact", "stem"; "chunk".
    """

    start: int
    end: int
    value: object
    form: str = ""


class Token(NamedTuple):
    """A word of the text: folded, with its place, its stem, and the marks between it and the word before."""

    text: str
    start: int
    end: int
    stem: str
    gap: str
    mark: str  # what it states where it stands before a value ("from", "in"), "" where nothing
    is_small: bool
    act: str  # what it does ("read", "destroy"), "" where nothing
    is_capital: bool


@dataclass(frozen=True, slots=True)
class Spoken:
    """A text with its words; `packs` has the text's own language first. Made by `speak`."""

    raw: str
    tokens: tuple[Token, ...]
    packs: tuple[Pack, ...]
    endings: Endings
    now: datetime

    def said(self, span: tuple[int, int]) -> str:
        """The letters of a range of words."""
        return self.raw[self.tokens[span[0]].start : self.tokens[span[1] - 1].end]

    def words(self, start: int, end: int) -> tuple[int, int]:
        """The range of words that lies wholly in a range of letters."""
        inside = [i for i, t in enumerate(self.tokens) if t.start >= start and t.end <= end]
        return (inside[0], inside[-1] + 1) if inside else (0, 0)


def speak(raw: str, packs: tuple[Pack, ...], endings: Endings, now: datetime) -> Spoken:
    """A text prepared for the kinds; what lies past the letters that are read at most is not looked at."""
    lists = [p.tools for p in packs]
    own = lists[:1]
    out: list[Token] = []
    last = 0
    for start, end in _places(raw[:READ_AT_MOST], any(p.is_eliding for p in packs[:1])):
        text = fold(raw[start:end])
        bare = text.rstrip("'")
        out.append(
            Token(
                text,
                start,
                end,
                stem(bare, endings),
                raw[last:start],
                _first((words.marks for words in own), text),
                any(text in words.small for words in own),
                _first((words.acts for words in lists), bare),
                raw[start].isupper(),
            )
        )
        last = end
    return Spoken(raw, tuple(out), packs, endings, now)


def _first(tables: Iterable[object], word: str) -> str:
    for table in tables:
        found = table.get(word)  # type: ignore[attr-defined]
        if found:
            return str(found)
    return ""


def _places(raw: str, is_eliding: bool) -> Iterable[tuple[int, int]]:
    for found in _WORD.finditer(raw):
        start, end = found.span()
        while start < end and raw[start] in _EDGE:
            start += 1
        while end > start and raw[end - 1] in _EDGE:
            end -= 1
        if raw[end - 2 : end] in ("'s", "’s") and end - 2 > start:
            end -= 2
        elided = _ELIDED.match(raw, start, end) if is_eliding else None
        if elided is not None:
            yield start, elided.end()
            start = elided.end()
        if start < end:
            yield start, end
