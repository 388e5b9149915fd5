"""Values that are taken away in so many words, beside others that are given: "take the date off and set it to low"."""

from collections.abc import Iterator

from sayso.engine.compose.draft import Maker, Words
from sayso.engine.pack import ListWords
from sayso.engine.text import Line

GAP = "..."


def clearings(said: Line, words: ListWords, within: Words) -> Iterator[tuple[str, Words]]:
    """The roles whose values are taken away, and where it is said."""
    for pattern in words.implied:
        role, _, value = pattern.intent.partition(" ")
        if value or GAP in pattern.text or not pattern.may_match(said.texts):
            continue
        for found in pattern.search_all(said.flat, said.flat_at(within[0]), said.flat_at(within[1])):
            yield role, (said.index(found.start()), said.index(found.end() - 1) + 1)


def put_cleared(maker: Maker) -> None:
    """Beside the values that a change gives, those that it takes away."""
    if not maker.is_changing:
        return
    clause, taken = maker.reading.clause, maker.reading.slots.values()
    for role, (start, end) in clearings(maker.said, maker.words, (clause.start, clause.end)):
        if not maker.has(role) and not any(a < end and start < b for a, b in taken):
            maker.put(role, "", (start, end))
