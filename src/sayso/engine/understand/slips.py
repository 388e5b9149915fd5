"""Slips in the names of days, which are mended before anything is read."""

from sayso.engine.fuzzy import OSA
from sayso.engine.pack import Pack
from sayso.engine.text import Repair, Word
from sayso.engine.understand.wording import Hearing

_SHORT = 4  # letters of a word whose slips are not mended


def with_days(words: list[Word], raw: str, pack: Pack) -> list[Word]:
    """The words with days mended in whose names letters changed places, or one is missing or too many: "gioevdì"; no
    other letter, "sundae" is none."""
    names = [n for n in pack.times.weekdays if len(n) > _SHORT]
    out: list[Word] = []
    for word in words:
        text = word.text
        is_slip = len(text) > _SHORT and text.isalpha() and not raw[word.start].isupper() and not pack.knows(text)
        near = [n for n in names if is_slip and n[0] == text[0] and _is_slip_of(text, n)]
        out.append(Word(near[0], word.start, word.end) if len(near) == 1 else word)
    return out


def _is_slip_of(text: str, name: str) -> bool:
    is_letter_off = abs(len(text) - len(name)) == 1 or sorted(text) == sorted(name)
    return is_letter_off and OSA.distance(text, name, score_cutoff=1) <= 1


def repair_of(pack: Pack, hearing: Hearing | None) -> Repair:
    """What finds the pack's own word of which another one is a slip; a word that a listed record bears is none: a
    "cooper" to be called is no "cooler"."""

    def repair(word: str) -> str | None:
        is_bare = hearing is not None and hearing.lexicon.stem(word) == word
        is_listed = hearing is not None and is_bare and bool(hearing.listed(word))
        return None if is_listed else pack.repair(word)

    return repair
