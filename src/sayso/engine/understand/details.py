"""What is said about a thing besides its name: "…, note: bring the keys"."""

from sayso.engine.pattern import spans_of
from sayso.engine.shelf import PatternIndex
from sayso.engine.text import QUOTE, Line

Words = tuple[int, int]


def details_in(said: Line, words: Words, patterns: PatternIndex) -> tuple[Words, Words] | None:
    """The words that name a thing and those that tell more about it; None where none do."""
    left, right = said.flat_at(words[0]), said.flat_at(words[1])
    for pattern in patterns.of(said.texts):
        found = pattern.match(said.flat, left, right)
        if found is not None:
            spans = spans_of(found)
            a, b = (said.index(spans["title"][0]), said.index(spans["title"][1] - 1) + 1)
            at = said.index((spans.get("description") or spans["described"])[0])
            is_quoted = said.words[at].text == QUOTE
            if "described" in spans and not is_quoted and ":" not in said.gap(at):
                continue
            return (a, b), (at, at + 1 if is_quoted else words[1])
    return None
