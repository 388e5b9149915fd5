"""Titles and descriptions, and what speaks for their being one."""

import re

from sayso.engine.compose.draft import Maker, Words
from sayso.engine.text import QUOTE
from sayso.engine.values.times import TimePhrase

_DANGLING = re.compile(r"\s+[-–—:]+$")


def put_title(maker: Maker, role: str, words: Words, due: TimePhrase | None) -> None:
    """A title without the date phrase inside it."""
    said = maker.said
    text = maker.text(words)
    if due is not None and words[0] < due.start and due.end < words[1]:
        text = f"{said.said(words[0], due.start)} {said.said(due.end, words[1])}"
    text = " ".join(text.split()) if "\n" not in text else text.strip()
    text = _DANGLING.sub("", text) or text
    if not text:
        maker.missing.append(role)
        return
    maker.put(role, text, words)
    first = said.words[words[0]].text
    is_bare = maker.reading.grade in ("plain", "elsewhere")
    is_thing_to_do = float(maker.words.is_verb(first))
    maker.note("a bare thing to do" if is_bare else "title begins with a verb", is_thing_to_do)
    maker.note("title names nothing", float(_names_nothing(maker, words)))
    maker.note("title is long", max(0, words[1] - words[0] - 8) / 8)
    maker.note("title is quoted", float(first == QUOTE))


def _names_nothing(maker: Maker, words: Words) -> bool:
    """Whether a title is no name for anything: it begins with a word that only points, is a sum, or mere politeness."""
    said, pack = maker.said, maker.pack
    is_pointing = said.words[words[0]].text in maker.words.unnamed
    if (is_pointing and (maker.reading.grade != "named" or words[1] - words[0] == 1)) or _is_number(maker, words):
        return True
    return pack.closers.match_start(said.flat, said.flat_at(words[0]), said.flat_at(words[1])) is not None


def _is_number(maker: Maker, words: Words) -> bool:
    """Whether a title is sums and nothing else ("twelve and twelve")."""
    spoken = [w.text for w in maker.said.words[words[0] : words[1]]]
    cardinals, joiners = maker.pack.numbers.cardinals, maker.pack.joiners.by_word
    return all(w in cardinals or w in joiners or w.isdigit() for w in spoken)


def put_text(maker: Maker, role: str, words: Words) -> None:
    """A description as it was said."""
    maker.put(role, maker.text(words), words)
