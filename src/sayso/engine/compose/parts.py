"""Several things in one breath: each with an act of its own is one, several objects of one act are one; bare things
parted by commas are several."""

from collections.abc import Iterator

from sayso.engine.clauses import joined_until
from sayso.engine.compose.draft import Maker, Words
from sayso.engine.nouns import Reading
from sayso.engine.text import QUOTE, Line

WHOLE = "titles together"  # the slot of the words that all the titles stand in
_MARKS = ",;\n"
_AT_MOST = 12  # things in one breath
_LONGEST = 200  # letters of it


def each_title(maker: Maker) -> Iterator[Reading]:
    """The reading of each thing to do that the title's words hold; the one reading where they hold one."""
    reading, title = maker.reading, maker.reading.slots.get("title")
    parts = _parts(maker, title) if title is not None else []
    if title is None or len(parts) < 2:
        yield reading
        return
    for part in parts:
        yield reading._replace(slots={**reading.slots, WHOLE: title, "title": part})


def _parts(maker: Maker, title: Words) -> list[Words]:
    said = maker.said
    span = said.span(*title)
    if span[1] - span[0] > _LONGEST or any(w.text == QUOTE for w in said.words[title[0] : title[1]]):
        return []
    cuts = list(_cuts(maker, title))
    if not cuts or len(cuts) >= _AT_MOST:
        return []
    ends = [*(left for left, _ in cuts), title[1]]
    pieces = list(zip([title[0], *(right for _, right in cuts)], ends, strict=True))
    acts = [maker.words.is_verb(said.words[a].text) and b - a > 1 for a, b in pieces if a < b]
    if len(acts) < len(pieces):
        return []
    if acts[0]:
        return _by_acts(pieces, acts)
    has_marks = any(_is_marked(said, right) for _, right in cuts)
    is_list = any(acts[1:]) is False and has_marks and all(b - a <= 4 for a, b in pieces)
    return pieces if is_list else []


def _by_acts(pieces: list[Words], acts: list[bool]) -> list[Words]:
    """The pieces that begin with an act, each with what follows it up to the next."""
    out: list[Words] = []
    for piece, is_act in zip(pieces, acts, strict=True):
        if is_act or not out:
            out.append(piece)
        else:
            out[-1] = (out[-1][0], piece[1])
    return out


def _cuts(maker: Maker, title: Words) -> Iterator[tuple[int, int]]:
    """Where the words may be parted: the end of what comes before, the start of what comes after."""
    said, pack = maker.said, maker.pack
    i = title[0] + 1
    while i < title[1]:
        after = joined_until(said, i, title[1], pack)
        if after > i:
            while after < title[1] and said.words[after].text in pack.shifts.lead:
                after += 1
            if after < title[1]:
                yield i, after
            i = after
        elif _is_marked(said, i):
            start = joined_until(said, i, title[1], pack)
            yield i, max(start, i)
            i = max(start, i) + 1
        else:
            i += 1


def _is_marked(said: Line, i: int) -> bool:
    return any(mark in said.gap(i) for mark in _MARKS)
