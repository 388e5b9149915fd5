"""A message as words with their places: folded for matching, never losing where they stood."""

import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from typing import Any, NamedTuple

from sayso.dataclass import dataclass
from sayso.engine.repeating import Repeated
from sayso.regex import regex

_TOKEN = regex(
    r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"
    r"|#?\d+(?:[.:/\-]\d+|,\d{3})+(?:[^\W\d_]{1,2}\b)?"
    r"|#?\w+(?:['’.@\-]\w+)*"
    r"|(?<!\S)!{1,2}[1-4](?!\S)"
)
_QUOTED = regex(
    r'(?:(?<=[\s(:,])|^)(?:"([^"\n]+)"|“([^”\n]+)”|«([^»\n]+)»|„([^“”\n]+)[“”]'
    r"|['‘](?=\S)([^\n]+?)(?<=\S)['’](?=[\s,.;:!?)]|$))"
)
_CONTRACTED = 5  # letters of a word with its verb, as "milk's": no "it's", which is written out anyway
_BULLET = regex(r"\n\s*[-*•–]\s*$")
_BREAK = regex(r"[.,;:!?…\n]| - ")
_LETTER = regex(r"[^\W_]")
_MARKS = dict.fromkeys(range(0x300, 0x370))
_LEAST_ALIKE = 3  # letters
QUOTE = "\x01"  # stands for a quoted passage in the flat text: no pattern's word can match it
READ_AT_MOST = 4000  # letters of a message that are read; what follows belongs to the last words
WORDS_AT_MOST = 400  # that are read; two thousand letters of prose hold fewer
_SWELLS = 4  # letters for one, when a word is folded: "㎢" and "ﬃ" do, "ﷺ" is a sentence of its own


def fold(text: str) -> str:
    """Lower case without accents, so that "È" and "e" are one."""
    if text.isascii():
        return text.lower()
    text = text.casefold().replace("’", "'")
    if "'" in text:
        return "'".join(fold(part) for part in text.split("'"))
    if len(text) == 1:  # a word of one letter is told from another by its accent alone: "è", "e"
        return text
    plain = unicodedata.normalize("NFKD", text)
    if len(plain) > _SWELLS * len(text) or " " in plain:  # a sign that stands for a sentence is read as a sign
        plain = unicodedata.normalize("NFD", text)
    return plain.translate(_MARKS)


class Word(NamedTuple):
    """A folded word and where it stands in the message."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Line:
    """A message prepared for one language: its words, and one flat string of them to match against."""

    raw: str
    words: tuple[Word, ...]
    flat: str  # every word followed by one blank
    at: tuple[int, ...]  # where each word starts in `flat`
    texts: frozenset[str]
    is_unbroken: bool  # no mark in it could end a sentence or part two clauses
    repeats: tuple[Repeated, ...] = ()  # phrases in whose places a day stands
    times: dict[object, list[Any]] = field(default_factory=dict, init=False, compare=False, repr=False)  # found so far
    asked: dict[object, Any] = field(default_factory=dict, init=False, compare=False, repr=False)  # worked out so far

    def index(self, offset: int) -> int:
        """Which word stands at an offset of the flat text."""
        return bisect_right(self.at, offset) - 1

    def flat_at(self, index: int) -> int:
        """Where a word starts in the flat text; past the last word, its end."""
        return self.at[index] if index < len(self.at) else len(self.flat)

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The message's own letters for a range of words, with the marks that cling to them."""
        words = self.words
        left, right = words[start].start, words[end - 1].end
        before = words[start - 1].end if start else 0
        after = words[end].start if end < len(words) else len(self.raw)
        head = self.raw[before:left]
        marks = head.lstrip(_EDGE_BEFORE)
        if marks and not _LETTER.search(marks):  # a symbol or an opening bracket belongs to what it stands before
            left -= len(marks)
        tail = self.raw[right:after].rstrip(_EDGE_AFTER)
        right += len(tail) if not _LETTER.search(tail) else 0  # letters are a word that stands elsewhere in the line
        return left, right

    def said(self, start: int, end: int) -> str:
        """The message's own letters for a range of words."""
        left, right = self.span(start, end)
        return self.raw[left:right]

    def gap(self, index: int) -> str:
        """What stands between a word and the one before it."""
        before = self.words[index - 1].end if index else 0
        return self.raw[before : self.words[index].start]


_EDGE_AFTER = " \t\r\n.,;:!?\"'“”«»‘’…"
_EDGE_BEFORE = _EDGE_AFTER + ")]}-–—¿¡"


def tokens(raw: str) -> list[Word]:
    """The words of a message, folded; a quoted passage is one word that no pattern can read into."""
    return _all_words(raw)[:WORDS_AT_MOST]


def is_cut(raw: str, words: Sequence[Word]) -> bool:
    """Whether a message goes on where its words are read no further."""
    return len(raw) > READ_AT_MOST or len(words) >= WORDS_AT_MOST


def _all_words(raw: str) -> list[Word]:
    end = len(raw) if len(raw) <= READ_AT_MOST else raw.rfind(" ", 0, READ_AT_MOST) + 1 or READ_AT_MOST
    quoted = list(_QUOTED.finditer(raw, 0, end)) if _may_quote(raw) else []
    if not quoted:
        return _words(raw, 0, end)
    out: list[Word] = []
    at = 0
    for found in quoted:
        out.extend(_words(raw, at, found.start()))
        group = found.lastindex or 1
        out.append(Word(QUOTE, found.start(group), found.end(group)))
        at = found.end()
    out.extend(_words(raw, at, end))
    return out


def _words(raw: str, start: int, end: int) -> list[Word]:
    if raw.isascii():  # every letter keeps its place when all are lowered at once
        return [Word(m.group(), m.start(), m.end()) for m in _TOKEN.finditer(raw.lower(), start, end)]
    return [Word(fold(m.group()), m.start(), m.end()) for m in _TOKEN.finditer(raw, start, end)]


def _may_quote(raw: str) -> bool:
    return any(mark in raw for mark in "\"“«„'‘")


def line(raw: str, words: Iterable[Word]) -> Line:
    """A line of these words."""
    kept = tuple(words)
    at: list[int] = []
    offset = 0
    for word in kept:
        at.append(offset)
        offset += len(word.text) + 1
    texts = [w.text for w in kept]
    is_unbroken = _BREAK.search(raw, 0, kept[-1].end) is None if kept else True
    return Line(raw, kept, " ".join(texts) + " " if texts else "", tuple(at), frozenset(texts), is_unbroken)


def rewritten(words: Sequence[Word], rewrite: dict[str, tuple[str, ...]], is_eliding: bool) -> list[Word]:
    """Words with contractions and clitics written out ("don't" as "do not", "mostrami" as "mostra mi") and elisions
    split ("l'ultima" as "l" and "ultima"), each part keeping its place in the message."""
    out: list[Word] = []
    for word in words:
        parts = rewrite.get(word.text)
        if parts is not None:
            out.extend(Word(part, word.start, word.end) for part in parts)
        elif is_eliding and "'" in word.text:
            out.extend(_elided(word, rewrite))
        else:
            out.append(word)
    return out


def uncontracted(words: Sequence[Word], verbs: Mapping[str, str]) -> Sequence[Word]:
    """The words with "milk's bought" as "milk is bought": `verbs` says which verb is meant before which word."""
    if not any(w.text.endswith("'s") for w in words):
        return words
    out: list[Word] = []
    for i, word in enumerate(words):
        verb = verbs.get(words[i + 1].text) if i + 1 < len(words) and word.text.endswith("'s") else None
        if verb is None or word.end - word.start != len(word.text) or len(word.text) < _CONTRACTED:
            out.append(word)
        else:
            out += [Word(word.text[:-2], word.start, word.end - 2), Word(verb, word.end - 2, word.end)]
    return out


def informal(
    words: Sequence[Word], verbs: Mapping[str, str], pronouns: frozenset[str], bars: frozenset[str]
) -> list[Word]:
    """Words with a formal order and the pronoun before it as they are said between friends: "la sposti" is "spostala".
    `bars` are words after which it is no order: "se la sposti"."""
    out: list[Word] = []
    at = 0
    while at < len(words):
        word, after = words[at], words[at + 1] if at + 1 < len(words) else None
        is_barred = any(w.text in bars for w in words[max(at - 2, 0) : at])
        if after is not None and word.text in pronouns and after.text in verbs and not is_barred:
            out += [Word(verbs[after.text], word.start, after.end), Word(word.text, word.start, after.end)]
            at += 2
        else:
            out.append(word)
            at += 1
    return out


def _elided(word: Word, rewrite: dict[str, tuple[str, ...]]) -> list[Word]:
    if word.end - word.start != len(word.text):
        return [word]
    out: list[Word] = []
    start = 0
    pieces = word.text.split("'")
    for i, piece in enumerate(pieces):
        is_last = i == len(pieces) - 1
        end = start + len(piece) + (0 if is_last else 1)
        for part in rewrite.get(piece, (piece,)):
            if part:
                out.append(Word(part, word.start + start, word.start + end))
        start = end
    return out


def cut_deletes(word: str) -> set[str]:
    """The word with each letter left out in turn: what two words one slip apart have in common."""
    return {word[:i] + word[i + 1 :] for i in range(len(word))}


class SlipIndex:
    """Every word under itself and under what is left of it without one letter; made when a slip is first looked up."""

    __slots__ = ("_by_cut", "words")

    def __init__(self, words: Iterable[str]) -> None:
        self.words = sorted(set(words))
        self._by_cut: dict[str, list[str]] | None = None

    def near(self, word: str) -> set[str]:
        """The words of which this one may be a slip."""
        known = self._by_cut if self._by_cut is not None else self._made()
        return {w for cut in (word, *cut_deletes(word)) for w in known.get(cut, ())}

    def _made(self) -> dict[str, list[str]]:
        out: dict[str, list[str]] = {}
        for word in self.words:
            for cut in {word, *cut_deletes(word)}:
                out.setdefault(cut, []).append(word)
        self._by_cut = out
        return out


Repair = Callable[[str], str | None]


def repaired(given: list[Word], repair: Repair) -> tuple[list[Word], tuple[tuple[str, str], ...]]:
    """The words with slips in the pack's own ones mended (places unchanged), and what was mended."""
    mended: list[tuple[str, str]] = []
    words: list[Word] = []
    for word in given:
        better = repair(word.text)
        if better is None:
            words.append(word)
        else:
            mended.append((word.text, better))
            words.append(Word(better, word.start, word.end))
    return words, tuple(mended)


def without_owners(said: Line) -> Line:
    """The line with "today's" as "today": a day that something belongs to is a day."""
    if "'" not in said.flat:
        return said
    return line(said.raw, [Word(w.text.partition("'")[0] or w.text, w.start, w.end) for w in said.words])


def is_item(said: Line, i: int, end: int) -> bool:
    """Whether a word begins an item of a list: it numbers it, or stands after a dash on a line of its own."""
    return is_numbered(said, i, end) or _BULLET.search(said.gap(i)) is not None


def is_numbered(said: Line, i: int, end: int) -> bool:
    """Whether a word numbers the thing after it: "1) pay rent 2) call grandma"."""
    word = said.words[i]
    return i + 1 < end and word.text.isdigit() and said.raw[word.end : word.end + 1] in (")", ".")


def are_forms(word: str, other: str) -> bool:
    """Whether two words are much the same but for how they end: "sposta" and "spostare"."""
    shorter = min(len(word), len(other))
    alike = next((i for i in range(shorter) if word[i] != other[i]), shorter)
    return alike >= max(shorter - 1, _LEAST_ALIKE)
