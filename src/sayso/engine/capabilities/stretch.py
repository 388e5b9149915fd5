"""The stretch of time that a question about a subject is of: since when, until when, how many, or only the latest."""

from collections.abc import Sequence
from datetime import datetime

from sayso.engine.capabilities.region import Region, Words, search
from sayso.engine.capabilities.spans import days, hours, window
from sayso.engine.nouns import Argument, Reading, Source
from sayso.engine.pattern import spans_of
from sayso.engine.text import Line
from sayso.engine.values.numbers import with_digits
from sayso.engine.values.times import TimePhrase, find_times, with_day_beside


def stretch(region: Region, reading: Reading, now: datetime) -> list[Argument]:
    """Since when and until when, how many, or only the latest."""
    subjects = region.pack.commands
    out: list[Argument] = []
    digits = Region(with_digits(region.said, region.pack.numbers), region.pack, region.languages, [])
    limit = search(digits, subjects.limits)
    if limit is not None:
        a, b = limit[2]["n"]
        number = digits.said.flat[a:b].strip()
        words = _same(region.said, digits.said, limit[1])
        if number.isdigit():
            out.append(Argument("limit", int(number), Source("message", region.said.span(*words))))
            region.drop(words)
    else:
        for pattern in subjects.spans.of(digits.said.texts):
            found = next(iter(pattern.search_all(digits.said.flat, 0, len(digits.said.flat))), None)
            if found is not None:
                start, end = window(pattern.intent, digits.said, spans_of(found), region.pack, now)
                start, end, timed = _within(region, reading, (start, end), now)
                at = (digits.said.index(found.start()), digits.said.index(found.end() - 1) + 1)
                words = _same(region.said, digits.said, at)
                source = Source("message", region.said.span(*words))
                out.extend((Argument("since", start, source), Argument("until", end, source)))
                region.drop(words)
                region.drop(timed)
                break
        else:
            out.extend(_days(region, reading, now))
    latest = search(region, subjects.latest) if reading.does == "measure" and not out else None
    if latest is not None:
        out.append(Argument("latest", True, Source("message", region.said.span(*latest[1]))))
        region.drop(latest[1])
    return out


def _within(region: Region, reading: Reading, day: tuple[str, str], now: datetime) -> tuple[str, str, Words]:
    """A stretch, or the hours of its first day that are said with it, and their words: "2pm to 4pm yesterday"."""
    clause = reading.clause
    timed = [p for p in find_times(region.said, region.pack, (clause.start, clause.end)) if p.clock is not None][:2]
    since = _since(region, reading, timed) if timed else []
    if len(timed) < 2 and not since:
        return *day, (clause.start, clause.start)
    start, end = hours(timed, now, datetime.fromisoformat(day[0]).date())
    return start, end, (min((timed[0].start, *since)), max((timed[-1].end, *(i + 1 for i in since))))


def _since(region: Region, reading: Reading, named: Sequence[TimePhrase]) -> list[int]:
    """Where a word says that what is named is only the beginning."""
    said, clause, words = region.said, reading.clause, region.pack.commands.since
    sides = (named[0].start - 1, named[0].start, named[-1].end)
    return [i for i in sides if clause.start <= i < clause.end and said.words[i].text in words]


def _days(region: Region, reading: Reading, now: datetime) -> list[Argument]:
    """Days or hours that are named: "from the 10th to the 12th of November", "since 8 this morning"."""
    said, clause, pack = region.said, reading.clause, region.pack
    found = find_times(said, pack, (clause.start, clause.end))
    timed = [p for p in found if p.clock is not None]
    dated = [p for p in found if p.day is not None and p.day.exact is None]
    named = (timed or dated)[:2]
    if not named:
        return []
    since = _since(region, reading, named)
    if timed and (len(timed) == 2 or since):
        start, end = hours(timed, now)
    elif dated:
        named = with_day_beside(said, pack, dated[0]) if len(dated) == 1 else dated[:2]
        start, end = days(named, now, is_since=bool(since))
    else:
        return []
    words = (min((named[0].start, *since)), max((named[-1].end, *(i + 1 for i in since))))
    region.drop(words)
    source = Source("message", said.span(*words))
    return [Argument("since", start, source), Argument("until", end, source)]


def _same(said: Line, other: Line, words: Words) -> Words:
    """The words of a line that stand where these words of another do."""
    start, end = other.words[words[0]].start, other.words[words[1] - 1].end
    at = [i for i, w in enumerate(said.words) if w.start < end and w.end > start]
    return at[0], at[-1] + 1
