"""Whose business the words of a clause are: ours, somebody else's, or hard to say."""

from collections.abc import Iterator
from typing import NamedTuple

from sayso.engine.nouns import Clause, Evidence, Reading
from sayso.engine.pack import ListWords, Pack
from sayso.engine.shelf import PatternIndex
from sayso.engine.text import Line
from sayso.engine.values.times import find_times


class Business(NamedTuple):
    """Which words of a clause say whose business it is."""

    is_ours: bool
    is_never: bool  # surely somebody else's
    is_unlikely: bool
    is_other_list: bool


def business(said: Line, clause: Clause, known: ListWords) -> Business:
    """Whose business the words of a clause are, as one list sees it."""
    words, foreign = (clause.start, clause.end), known.foreign
    return Business(
        holds(known.own, said, words),
        *(holds(foreign[kind], said, words) for kind in ("never", "unlikely", "lists")),
    )


def of_words(reading: Reading, said: Line, pack: Pack, whose: Business) -> Iterator[Evidence]:
    """What the words of a clause say for and against its being a request to us."""
    clause, title, known = reading.clause, reading.slots.get("title"), pack.words(reading.intent)
    is_thing_to_do = title is not None and known.is_verb(said.words[title[0]].text)
    yield Evidence("speaks of its own records", float(whose.is_ours))
    is_other = (whose.is_never or whose.is_unlikely) and not is_thing_to_do
    yield Evidence("a word of other things", float(is_other))
    spoken = {w.text for w in said.words[clause.start : clause.end]}
    is_doubtful = not known.doubtful.isdisjoint(spoken)
    yield Evidence("a doubtful word", float(is_doubtful))
    if reading.grade == "plain" and reading.does == "make":
        yield Evidence("nothing against a bare title", float(not is_other and not is_doubtful))
    rest = reading.slots.get("rest")
    if rest is not None and not find_times(said, pack, rest):
        yield Evidence("words left over", 1.0)


def holds(patterns: PatternIndex, said: Line, words: tuple[int, int]) -> bool:
    """Whether one of these patterns stands somewhere in a range of words."""
    found = patterns.of(said.texts)
    if not found:
        return False
    left, right = said.flat_at(words[0]), said.flat_at(words[1])
    return any(next(iter(pattern.search_all(said.flat, left, right)), None) is not None for pattern in found)
