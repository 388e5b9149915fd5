"""A correction inside a message replaces what it corrects: "the fridge, no, I mean the oven", "anzi giovedì"."""

from collections.abc import Sequence
from itertools import pairwise

from sayso.engine.nouns import Clause
from sayso.engine.pack import Pack, Phrase
from sayso.engine.text import Line
from sayso.engine.understand.hesitations import blanked
from sayso.engine.understand.wording import Hearing, heard_in
from sayso.engine.values.times import find_times

_LONGEST = 4  # words that take something back
_HEARD_AT_MOST = 48  # words


def corrected(said: Line, pack: Pack, hearing: Hearing | None = None) -> str | None:
    """The message with what was taken back, and the words that did so, left blank; None where nothing is."""
    found = _taken_back(said, pack)
    plain = None if found is None else _without(said, found, pack)
    return plain if plain is not None or hearing is None else _by_slots(said, pack, hearing)


def _without(said: Line, found: tuple[int, int], pack: Pack) -> str | None:
    start, after = found
    leading = {word for phrase in pack.ellipsis.marks["corrects"] for word in phrase} | pack.ellipsis.small
    if all(w.text in leading for w in said.words[:start]):
        return None  # what it corrects was said before: "wrong one, I meant the dentist"
    is_sure = tuple(w.text for w in said.words[start:after]) in pack.shifts.taken_back
    first = _replaced(said, start, after, pack, is_sure)
    if first is None:
        return None
    return blanked(said.raw, said.words[first].start, said.words[after].start)


def _by_slots(said: Line, pack: Pack, hearing: Hearing) -> str | None:
    """The same by what was heard: of two values of one slot with a correction between them the later one is meant."""
    sure = [m for m in pack.shifts.taken_back if said.texts.issuperset(m)]
    lesser = [m for m in pack.ellipsis.marks["corrects"] if said.texts.issuperset(m)]
    if (not sure and not lesser) or len(said.words) > _HEARD_AT_MOST:
        return None
    marked = [i for i in range(2, len(said.words) - 1) if _takes_back(said, i, sure, lesser)]
    if not marked:
        return None
    spans = sorted(heard_in(said, Clause(0, len(said.words)), pack, hearing).spans, key=lambda t: t.start)
    for one, other in pairwise(spans):
        if one.slot == other.slot and any(one.end <= i < other.start for i in marked):
            return blanked(said.raw, said.words[one.start].start, said.words[other.start].start)
    return None


def _takes_back(said: Line, i: int, sure: Sequence[Phrase], lesser: Sequence[Phrase]) -> bool:
    """Whether words that take something back begin here; lesser ones only after a pause: "180, sorry, 190"."""
    texts = tuple(w.text for w in said.words[i : i + _LONGEST])
    is_pause = any(mark in said.gap(i) for mark in ",.;…-")
    marks = (*sure, *(lesser if is_pause else ()))
    return any(texts[: len(m)] == m for m in marks)


def _taken_back(said: Line, pack: Pack) -> tuple[int, int] | None:
    texts = tuple(w.text for w in said.words)
    for i in range(2, len(texts) - 1):
        for length in range(min(_LONGEST, len(texts) - i - 1), 0, -1):
            if texts[i : i + length] in pack.shifts.taken_back:
                return i, i + length
        if "," in said.gap(i) and _is_no(said, i, pack):  # "to thursday, no, friday"
            return i, i + 1
    return None


def _is_no(said: Line, i: int, pack: Pack) -> bool:
    left, right = said.flat_at(i), said.flat_at(i + 1)
    return any(p.intent == "no" and p.match(said.flat, left, right) for p in pack.answers)


def _replaced(said: Line, start: int, after: int, pack: Pack, is_sure: bool) -> int | None:
    """Where what is taken back begins: a time for a time, a number for a number; where words surely take something
    back also a name for a name, else a word."""
    words = said.words
    times = find_times(said, pack, (after, len(words)))
    before = find_times(said, pack, (0, start))
    if times and times[0].start == after:
        return before[-1].start if before else None
    if words[after].text[0].isdigit():
        numbers = [i for i in range(start) if words[i].text[0].isdigit()]
        return numbers[-1] if numbers else None
    if after + 1 < len(words) and words[after + 1].text[0].isdigit():  # "to 3, no, to 2"
        numbers = [i for i in range(2, start) if words[i].text[0].isdigit()]
        if numbers and words[numbers[-1] - 1].text == words[after].text:
            return numbers[-1] - 1
    if not is_sure:
        return None
    if words[after].text in pack.references.light:
        same = [i for i in range(1, start) if words[i].text == words[after].text]
        near = pack.commands.versus  # "of the grill, I mean of the oven": the words between may differ in form
        same = same or [i for i in range(1, start) if words[after].text in near and words[i].text in near]
        articles = [i for i in range(1, start) if words[i].text in pack.references.articles]
        return (same or articles or [start - 1])[-1]
    again = [i for i in range(1, start) if words[i].text == words[after].text]  # "buy candles, no wait, buy matches"
    return again[-1] if again else start - 1
