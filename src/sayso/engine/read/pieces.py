"""A word as the tagger sees it: hashed pieces of its letters, so that typos and inflections stay close to the word."""

from collections.abc import Iterable
from functools import lru_cache
from zlib import crc32

from sayso.regex import regex

BUCKETS = 1 << 15
AT_MOST = 28  # pieces of a word
_DIGIT = regex(r"\d")


def pieces(word: str, marks: Iterable[str] = ()) -> list[int]:
    """The buckets of a folded word and of what is known exactly about it.

    >>> len(pieces("milk")) == len(set(pieces("milk")))
    True
    """
    return list(_pieces(word, tuple(marks)))


@lru_cache(maxsize=8192)  # people say the same words again and again
def _pieces(word: str, marks: tuple[str, ...]) -> tuple[int, ...]:
    plain = _DIGIT.sub("0", word)[:24]
    framed = f"<{plain}>"
    found = [f"w{plain}", *(f"§{mark}" for mark in marks)]
    found.extend(framed[i : i + n] for n in (3, 4, 5, 2) for i in range(len(framed) - n + 1))
    return tuple(dict.fromkeys(1 + crc32(piece.encode()) % (BUCKETS - 1) for piece in found[:AT_MOST]))
