"""What is known exactly about each word, for the tagger: times, numbers, quotes, words of domains, listed records."""

from collections.abc import Callable

from sayso.engine.capabilities.lexicon import Lexicon, Role
from sayso.engine.pack import Pack
from sayso.engine.text import QUOTE, Line
from sayso.engine.values.times import find_times

Listed = Callable[[int, str], str]  # how a listed record bears the word at a place: a letter, or nothing
_ROLES: dict[Role, str] = {"kind": "k", "room": "p", "thing": "h", "component": "c", "metric": "e"}
_BREAKS = ",:;.!?-(\n"
_PLAIN = ("", " ")  # between most words: nothing breaks there


def marks(said: Line, pack: Pack, lexicon: Lexicon, listed: Listed) -> list[list[str]]:
    """The marks of every word of a line."""
    words = said.words
    out: list[list[str]] = [_own(said, i, pack) for i in range(len(words))]
    for phrase in find_times(said, pack, (0, len(words))):
        for i in range(phrase.start, phrase.end):
            out[i].append("tb" if i == phrase.start else "ti")
    heavy = [i for i, w in enumerate(words) if w.text not in lexicon.light]
    stems = lexicon.stems(words[i].text for i in heavy)
    for role, letter in _ROLES.items():
        for spot in lexicon.spots(role, stems):
            for i in heavy[spot.start : spot.end]:
                out[i].append(letter)
    for i, bare in zip(heavy, stems, strict=True):
        known = listed(i, bare)
        if known:
            out[i].append(known)
    return out


def _own(said: Line, i: int, pack: Pack) -> list[str]:
    word = said.words[i]
    raw = said.raw[word.start : word.end]
    out: list[str] = []
    if word.text == QUOTE:
        out.append("q")
    elif raw.isupper() and len(raw) > 1:
        out.append("A")
    elif raw[:1].isupper():
        out.append("C")
    if word.text[:1].isdigit() or word.text in pack.numbers.cardinals or word.text in pack.numbers.ordinals:
        out.append("n")
    gap = said.gap(i) if i else ""
    if gap not in _PLAIN:
        out.extend([f"g{mark}" for mark in _BREAKS if mark in gap])
    if i == len(said.words) - 1:
        after = said.raw[word.end : word.end + 3]
        if after not in _PLAIN:
            out.extend([f"e{mark}" for mark in _BREAKS if mark in after])
    return out
