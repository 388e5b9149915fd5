"""Several things in one breath: each with an act of its own is one, several objects of one act are one; bare things
parted by commas are several."""

from collections.abc import Iterator

from sayso.engine.clauses import joined_until
from sayso.engine.compose.draft import Maker, Words
from sayso.engine.nouns import Reading
from sayso.engine.pack import Pack
from sayso.engine.text import QUOTE, Line, is_item, is_numbered
from sayso.engine.understand.details import details_in
from sayso.engine.understand.wording import TITLE_HEARD
from sayso.engine.values.times import TimePhrase, find_times

OWN = "words of its own"  # the slot of all the words that speak of one of several titles
AFTER = "after the title"  # the slot of the words between one of several titles and the next
WHOLE = "titles together"  # the slot of the words that all the titles stand in
_MARKS = ",;\n"
_AT_MOST = 20  # things in one breath
_CUTS = 60  # places where it may be parted
_LONGEST = 2000  # letters of it


def each_title(maker: Maker) -> Iterator[Reading]:
    """The reading of each thing to do that the title's words hold; the one reading where they hold one."""
    reading, title = maker.reading, maker.reading.slots.get("title")
    named = described(maker, title)[0] if title is not None else None
    parts = _parts(maker, named) if named is not None else []
    if len(parts) > 1 and title is not None and named != title:
        parts[-1] = (parts[-1][0], title[1])  # a note belongs to what was said last
    parts = [part if i == 0 else _after_one(maker, part) for i, part in enumerate(parts)]
    for_all = said_of_all(maker.said, maker.pack, parts[-1]) if len(parts) > 1 else None
    if for_all is not None:  # "…, both for tomorrow"
        parts[-1] = (parts[-1][0], for_all[0])
        reading = reading._replace(slots={**reading.slots, "when": (for_all[1].start, for_all[1].end)})
    if title is None or len(parts) < 2:
        yield reading
        return
    led = (reading.clause.start, parts[0][0])  # a time before all of them goes for those that have none of their own
    starts = [*(start for start, _ in parts[1:]), reading.clause.end]
    is_apart = any(not {";", "\n"}.isdisjoint(maker.said.gap(start)) for start, _ in parts[1:])
    of_last = is_apart and "when" in reading.slots and reading.slots["when"][0] >= parts[-1][1]
    for i, part in enumerate(parts):
        is_alone = (i > 0 and _has_time(maker, part)) or (of_last and i + 1 < len(parts))
        slots = {**reading.slots, WHOLE: title, "title": part, "led": led if not is_alone else (part[0], part[0])}
        slots[AFTER] = (part[1], max(starts[i], part[1]))
        slots[OWN] = (part[0] if i else reading.clause.start, max(starts[i], part[1]))
        slots = {k: v for k, v in slots.items() if not is_alone or k != "when"}
        first = find_times(maker.said, maker.pack, part)[:1] if is_alone else []
        if first and first[0].start == part[0] and first[0].end < part[1]:
            slots |= {"when": (first[0].start, first[0].end), "title": _after_lead(maker, (first[0].end, part[1]))}
        yield reading._replace(slots=slots)


def described(maker: Maker, title: Words) -> tuple[Words, Words | None]:
    """A title without the words that tell more about it, and these: "…, note: bring the keys"."""
    found = details_in(maker.said, title, maker.words.details)
    return found if found is not None else (title, None)


def said_of_all(said: Line, pack: Pack, part: Words) -> tuple[int, TimePhrase] | None:
    """Where a time begins that is said of all of them, and the time: "…, both for friday", "…, all for friday"."""
    times = find_times(said, pack, part)
    if not times or times[-1].end != part[1]:
        return None
    end = times[-1].start
    inside = range(part[0] + 1, end)
    small = pack.shifts.ahead | pack.references.light
    for start in (i for i in inside if "," in said.gap(i) or said.words[i].text in pack.shifts.many):
        ends = [end, *(i for i in range(start + 1, end) if said.words[i].text in pack.shifts.ahead)]
        left = said.flat_at(start)
        if any(p.match(said.flat, left, said.flat_at(e)) for p in pack.references.plural.of(said.texts) for e in ends):
            return start, times[-1]
        is_many = "," in said.gap(start) and said.words[start].text in pack.shifts.many
        if is_many and all(w.text in small for w in said.words[start + 1 : end]):
            return start, times[-1]
    return None


def _after_lead(maker: Maker, words: Words) -> Words:
    start, end = words
    while end - start > 1 and maker.said.words[start].text in maker.pack.shifts.lead:
        start += 1
    return start, end


def _after_one(maker: Maker, words: Words) -> Words:
    """A later thing without the words for one more of its kind: "a task to call the bank and one to | buy stamps"."""
    (start, end), said, pack = words, maker.said.words, maker.pack
    leads = pack.shifts.lead | pack.shifts.ahead
    is_one = end - start > 2 and said[start].text in pack.numbers.ones and said[start + 1].text in leads
    return (start + 2, end) if is_one else words


def _parts(maker: Maker, title: Words) -> list[Words]:
    said = maker.said
    span = said.span(*title)
    quoted = [i for i in range(*title) if said.words[i].text == QUOTE]
    if len(quoted) > 1 and all(i in quoted or said.words[i].text in maker.pack.joiners.by_word for i in range(*title)):
        return [(i, i + 1) for i in quoted]  # "'order napkins' and 'print the menus'"
    if span[1] - span[0] > _LONGEST or quoted:
        return []
    title = (title[0] + is_numbered(said, title[0], title[1]), title[1])
    cuts = list(_cuts(maker, title))
    if not cuts or len(cuts) >= _CUTS:
        return []
    ends = [*(left for left, _ in cuts), title[1]]
    pieces = list(zip([title[0], *(right for _, right in cuts)], ends, strict=True))
    if any(a >= b for a, b in pieces):
        return []
    pieces = _with_values(maker, pieces)
    if len(pieces) < 2:
        return []
    if sum(is_item(said, i, title[1]) for i in range(title[0] - (title[0] > 0), title[1])) > 1:
        return pieces
    acts = [_is_act(maker, piece) or _is_heard(maker, piece) for piece in pieces]
    timed = [_has_time(maker, piece) for piece in pieces]
    timed[0] = timed[0] or bool(find_times(said, maker.pack, (maker.reading.clause.start, title[0])))
    if acts[0] or all(timed):
        return _by_acts(
            pieces, [act or (i > 0 and t and timed[i - 1]) for i, (act, t) in enumerate(zip(acts, timed, strict=True))]
        )
    has_marks = any(_is_marked(said, right) for _, right in cuts)
    is_list = any(acts[1:]) is False and has_marks and all(b - a <= 4 for a, b in pieces)
    return pieces if is_list else []


def _is_heard(maker: Maker, piece: Words) -> bool:
    """Whether a piece was heard as a thing of its own, and begins as something to do does: "laminate the maps"."""
    heard = {words[0] for name, words in maker.reading.slots.items() if name.startswith(TITLE_HEARD)}
    is_long = piece[1] - piece[0] > 2
    return piece[0] in heard and is_long and maker.said.words[piece[0] + 1].text in maker.pack.references.articles


def _is_act(maker: Maker, piece: Words) -> bool:
    """Whether a piece begins with something to do: "call the bank", "on thursday to call the bank"."""
    said, pack = maker.said, maker.pack
    start, end = piece
    first = next(iter(find_times(said, pack, piece)), None)
    if first is not None and first.start == start:
        start = first.end
        while start < end and said.words[start].text in pack.shifts.lead:
            start += 1
    return end - start > 1 and maker.words.is_verb(said.words[start].text)


def _has_time(maker: Maker, piece: Words) -> bool:
    """Whether a piece says when, and something besides."""
    times = find_times(maker.said, maker.pack, piece)
    return (
        any(t.end == piece[1] or t.start == piece[0] for t in times)
        and sum(t.end - t.start for t in times) < piece[1] - piece[0]
    )


def _with_values(maker: Maker, pieces: list[Words]) -> list[Words]:
    """The pieces, each with the bare values after it: ", low priority", ", at 7pm", ", please" are nothing to do; one
    that stands before them all ("these two for saturday: …") is nothing to do either."""
    out: list[Words] = []
    for piece in pieces[1:] if len(pieces) > 1 and is_value(maker, pieces[0]) else pieces:
        if out and is_value(maker, piece):
            out[-1] = (out[-1][0], piece[1])
        else:
            out.append(piece)
    return out


def is_value(maker: Maker, piece: Words) -> bool:
    """Whether a piece says when or how much it weighs, and no more."""
    said, pack = maker.said, maker.pack
    left, right = said.flat_at(piece[0]), said.flat_at(piece[1])
    values = (*maker.words.priorities.of(said.texts), pack.closers)
    if any(p.match(said.flat, left, right) for p in values):
        return True
    times = find_times(said, pack, piece)
    return len(times) == 1 and all(
        times[0].start <= i < times[0].end or said.words[i].text in pack.shifts.ahead for i in range(*piece)
    )


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
        if is_numbered(said, i, title[1]):
            yield i, i + 1
            i += 2
        elif after > i:
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
