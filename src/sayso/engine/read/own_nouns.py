"""A tool's own words around a value are not of it: "read the note milk" is the note that is called "milk"."""

from sayso.engine.read.assign import Filled
from sayso.engine.read.rank import MessageWords
from sayso.engine.read.schema import ToolReading

_FREE = "chunk"  # the form of a stretch of free words


def without_own_nouns(reading: ToolReading, said: MessageWords) -> ToolReading:
    """The reading, its texts without the words of the tool's name that lead or end them."""
    filled = tuple(_trimmed(one, reading, said) for one in reading.given.filled)
    return reading._replace(given=reading.given._replace(filled=filled))


def _trimmed(filled: Filled, reading: ToolReading, said: MessageWords) -> Filled:
    one, tokens = filled.one, said.tokens
    if one.form != _FREE or filled.slot.wanted.kind != "text":
        return filled
    first, last = one.words
    while first < last - 1 and _is_own(first, reading, said):
        first += 1
    while last > first + 1 and _is_own(last - 1, reading, said):
        last -= 1
    if (first, last) == one.words:
        return filled
    while first < last - 1 and tokens[first].is_small:  # "the note about taxes"
        first += 1
    start, end = tokens[first].start, tokens[last - 1].end
    text = said.found.spoken.raw[start:end]
    return filled._replace(one=one._replace(start=start, end=end, value=text, words=(first, last)))


def _is_own(at: int, reading: ToolReading, said: MessageWords) -> bool:
    """Whether a word is one of the tool's name, written as no name is: "Stanford University" keeps its second word."""
    token = said.tokens[at]
    return said.stems[at] in reading.offer.names and said.found.spoken.raw[token.start : token.end].islower()
