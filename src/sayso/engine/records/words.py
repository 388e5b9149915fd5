"""The words of a name, however it is written: "kitchen_fridge_2", "KitchenFridge2", "Kitchen fridge 2"."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from sayso.engine.text import fold
from sayso.regex import regex

Endings = tuple[tuple[str, str], ...]
# scripts that set no blanks between words: every letter is one
_UNSPACED = "\u0e00-\u0eff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff"
_WORD = regex(rf"[{_UNSPACED}]|[^\W_{_UNSPACED}]+")
WRITTEN = regex(r"[^\W_]+")
_INSIDE = regex(r"(?<=[a-z]{2})(?=[A-Z])|(?<=[A-Za-z]{3})(?=[0-9])")


class Compound(NamedTuple):
    """A word that is written as one and made of several."""

    whole: str
    parts: tuple[str, ...]


def stem(word: str, endings: Endings) -> str:
    """The word less what inflection added to it."""
    for ending, bare in endings:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)] + bare
    return word


def words_of(text: str) -> tuple[str, ...]:
    """The folded words of a text; underscores and hyphens part them."""
    if text.isascii():
        return tuple(WRITTEN.findall(text.lower()))
    return tuple(_WORD.findall(fold(text)))


def parts_of(name: str) -> tuple[str, ...]:
    """The folded words of a name, with those parted that a capital or a number parts inside: "KitchenFridge2"."""
    return words_of(_INSIDE.sub(" ", name))


def is_compound(text: str) -> bool:
    """Whether a capital or a number parts a word inside."""
    return _INSIDE.search(text) is not None


def compounds_of(name: str) -> Iterator[Compound]:
    """The words of a name that have parts, as they are written."""
    if not is_compound(name):
        return
    for written in WRITTEN.findall(name):
        parts = parts_of(written)
        if len(parts) > 1:
            yield Compound(fold(written), parts)
            letters = tuple(p for p in parts if p.isalpha())
            if 1 < len(letters) < len(parts):  # "coldroom 2"
                yield Compound("".join(letters), letters)


class StemCache:
    """Words and their stems while very many names are read: the same word is stemmed, and kept, once."""

    def __init__(self, endings: Endings) -> None:
        self._endings = endings
        self._words: dict[str, str] = {}
        self._stems: dict[str, str] = {}

    def shared(self, words: Iterable[str]) -> tuple[str, ...]:
        """The same words, each kept once however often it comes."""
        return tuple([self._words.setdefault(w, w) for w in words])

    def of(self, words: Iterable[str]) -> tuple[str, ...]:
        """The words less their inflection."""
        return tuple([self._stem(w) for w in words])

    def _stem(self, word: str) -> str:
        found = self._stems.get(word)
        if found is None:
            bare = stem(word, self._endings)
            found = self._stems[word] = self._words.setdefault(bare, bare)
        return found
