"""Days and times of day: found by the language's own phrases, written as a schema or its description asks."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import NamedTuple

from sayso.engine.kinds.spoken import Spoken, SpokenValue, speak
from sayso.engine.pack import Pack
from sayso.engine.text import READ_AT_MOST, fold, tokens
from sayso.engine.values.times import TimePhrase, find_times
from sayso.regex import regex

_STAMP = regex(r"\b(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2})?(?:\.\d+)?(Z|[+-]\d{2}:?\d{2})?(?!\w)")
_CLOCK = regex(r"(?<![\w:.])([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?(?!\s?[ap]\.?m|[\w:])", re.IGNORECASE)
_YEAR_MONTH_DAY = regex(r"(?<![\w/.-])(\d{4})\s?([/.])(\d{1,2})\2(\d{1,2})(?![\w/])")
_YEAR = regex(r"\d{4}")
_MONTH_DAY = regex(r"(?<!\w)([^\W\d_]{3,10})(\d{1,2})(?:,?\s+(\d{4}))?(?!\w)")
_MONTH_YEAR = regex(r"(?<!\w)([^\W\d_]{3,10})\.?,?\s+(\d{4})(?!\w)")
_AGO = regex(r"(?<!\w)(\d{1,3}|[^\W\d_]+)(?=\s+([^\W\d_]+)\s+([^\W\d_]+)(?!\w))")
_DAY = 86400.0
_FURTHEST = 36_500  # days back
_ZERO = "00:00"
_NEAR = 40  # letters between "today" and the date that it is said to be
_LAYOUTS = (  # (what a description or an example shows, how to write it)
    (regex(r"yyyy-mm-dd[t ]?hh:mm:ss|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d", re.I), "%Y-%m-%dT%H:%M:%S"),
    (regex(r"yyyy-mm-dd|%Y-%m-%d|\b\d{4}-\d\d-\d\d\b", re.I), "%Y-%m-%d"),
    (regex(r"yyyy/mm/dd|\b\d{4}/\d\d/\d\d\b", re.I), "%Y/%m/%d"),
    (regex(r"mm/dd/yyyy", re.I), "%m/%d/%Y"),
    (regex(r"dd/mm/yyyy", re.I), "%d/%m/%Y"),
    (regex(r"dd-mm-yyyy", re.I), "%d-%m-%Y"),
    (regex(r"mm-dd-yyyy", re.I), "%m-%d-%Y"),
    (regex(r"dd\.mm\.yyyy", re.I), "%d.%m.%Y"),
    (regex(r"month dd?, yyyy|\b[A-Z][a-z]{2,8} \d{1,2}, \d{4}\b"), "%B %-d, %Y"),
    (regex(r"yyyy-mm\b|\b\d{4}-\d\d\b(?!-)", re.I), "%Y-%m"),
    (regex(r"hh:mm:ss|\b\d\d:\d\d:\d\d\b", re.I), "%H:%M:%S"),
    (regex(r"hh:mm am/pm|hh:mm [ap]m", re.I), "%-I:%M %p"),
    (regex(r"hh:mm|24-hour|\b\d\d:\d\d\b(?!\s?[ap]m)", re.I), "%H:%M"),
    (regex(r"\b\d{1,2}:\d\d\s?[AP]M\b", re.I), "%-I:%M %p"),
    (regex(r"iso[- ]?8601", re.I), "%Y-%m-%d"),
)  # fmt: skip
_FORMATS = {"date": "%Y-%m-%d", "date-time": "%Y-%m-%dT%H:%M:%S", "time": "%H:%M:%S"}


class Moment(NamedTuple):
    """A day, a time of day, or both, as anchored to the clock that was handed in."""

    day: date | None
    clock: str | None  # HH:MM or HH:MM:SS
    zone: str = ""


def find(spoken: Spoken) -> list[SpokenValue]:
    """Every phrase that names a day, a time of day or both; `value` is a `Moment`, `form` "day", "clock" or "both".

    The span leaves out the preposition: in "on friday" it is "friday".
    """
    end = spoken.tokens[-1].end if spoken.tokens else 0
    out: list[SpokenValue] = []
    for m in _STAMP.finditer(spoken.raw, 0, end):
        day = _date(m.group(1))
        if day is not None:
            out.append(SpokenValue(*m.span(), Moment(day, m.group(2) + (m.group(3) or ""), m.group(4) or ""), "both"))
    for m in _YEAR_MONTH_DAY.finditer(spoken.raw, 0, end):
        day = _date(f"{m.group(1)}-{int(m.group(3)):02}-{int(m.group(4)):02}")
        if day is not None:
            out.append(SpokenValue(*m.span(), Moment(day, None), "day"))
    said = spoken.raw[:READ_AT_MOST]
    for pack in spoken.packs:
        out.extend(_attached(said, pack))
        out.extend(_past(said, pack, spoken.now))
        line = pack.line(said, tokens(said))
        phrases = _same_year(find_times(line, pack, (0, len(line.words))) if line.words else [])
        phrases = _same_month(phrases, said, pack)
        placed = [_after_year(p, line.span(p.start, p.end), spoken) for p in phrases]
        out.extend(f for p, span in placed if (f := _phrase(p, span, spoken)) is not None)
    for m in _CLOCK.finditer(spoken.raw, 0, end):
        out.append(
            SpokenValue(
                *m.span(),
                Moment(None, f"{int(m.group(1)):02}:{m.group(2)}{':' + m.group(3) if m.group(3) else ''}"),
                "clock",
            )
        )
    return _longest(out)


def _attached(said: str, pack: Pack) -> Iterator[SpokenValue]:
    """A month and its day in one, with their year: "June01 2023"."""
    for m in _MONTH_DAY.finditer(said):
        month = pack.times.months.get(fold(m.group(1)))
        day = _date(f"{m.group(3)}-{month:02}-{int(m.group(2)):02}") if month and m.group(3) else None
        if day is not None:
            yield SpokenValue(*m.span(), Moment(day, None), "day")


def _past(said: str, pack: Pack, now: datetime) -> Iterator[SpokenValue]:
    """Days gone by: "yesterday", "three days ago", "six years ago"."""
    folded = fold(said) if len(fold(said)) == len(said) else said.casefold()
    for phrase, days in pack.values.past.items():
        words = " ".join(phrase)
        at = folded.find(words)
        while at >= 0:
            end = at + len(words)
            if not folded[:at][-1:].isalnum() and not folded[end : end + 1].isalnum():
                yield SpokenValue(at, end, Moment(now.date() - timedelta(days=days), None), "day")
            at = folded.find(words, end)
    for m in _AGO.finditer(folded) if any(w in folded for w in pack.values.ago) else ():
        number, unit, ago = m.groups()
        count = int(number) if number.isdigit() else pack.numbers.cardinals.get(number, number in pack.numbers.ones)
        day = _ago(count, pack.values.scales.get(unit, ("", 0.0)), now.date()) if ago in pack.values.ago else None
        if count and day is not None:
            yield SpokenValue(m.start(), m.end(3), Moment(day, None), "day")


def _ago(count: float, scale: tuple[str, float], today: date) -> date | None:
    kind, much = scale
    if kind == "time" and much >= _DAY and count * much / _DAY < _FURTHEST:
        return today - timedelta(days=int(count * much / _DAY))
    months = int(count * much)
    if kind != "months" or not 0 < months < _FURTHEST / 30:
        return None
    index = today.year * 12 + today.month - 1 - months
    return next(d for n in range(today.day, 0, -1) if (d := _date(f"{index // 12:04}-{index % 12 + 1:02}-{n:02}")))


def _same_month(phrases: list[TimePhrase], said: str, pack: Pack) -> list[TimePhrase]:
    """ "on the 9th, now it is September 2023": a month that was said with its year holds for a day without one."""
    named = {(pack.times.months.get(fold(m.group(1)), 0), int(m.group(2))) for m in _MONTH_YEAR.finditer(said)}
    named = {(month, year) for month, year in named if month}
    if len(named) != 1 or any(p.day is not None and p.day.kind == "date" for p in phrases):
        return phrases
    month, year = named.pop()
    return [
        replace(p, day=replace(p.day, kind="date", month=month, year=year))
        if p.day is not None and p.day.kind == "monthday" and _date(f"{year:04}-{month:02}-{p.day.count:02}")
        else p
        for p in phrases
    ]


def today(spoken: Spoken, moments: list[SpokenValue]) -> date | None:
    """The day that the text itself says today is: "today is April 4th, 2023"."""
    for at, one in enumerate(moments):
        if not isinstance(one.value, Moment) or one.value.day != spoken.now.date():
            continue
        for other in moments[at + 1 :]:
            between = [t for t in spoken.tokens if one.end <= t.start and t.end <= other.start]
            is_named = any(t.mark == "is" for t in between) and other.start - one.end <= _NEAR
            if is_named and isinstance(other.value, Moment) and _YEAR.search(spoken.raw, other.start, other.end):
                return other.value.day
    return None


def halves(both: SpokenValue, spoken: Spoken) -> list[SpokenValue]:
    """The part of a phrase that names the day, and the part that names the time of day."""
    tokens = spoken.tokens
    first = next((i for i, t in enumerate(tokens) if t.start >= both.start), 0)
    if first and any(tokens[first - 1].text in p.times.months for p in spoken.packs):  # "may" is a small word too
        first -= 1
    inside = [t for t in tokens[first:] if t.end <= both.end]
    for at in range(1, len(inside)):
        sides = ((inside[0].start, inside[at - 1].end), (inside[at].start, both.end))
        found = [find(speak(spoken.raw[a:b], spoken.packs, spoken.endings, spoken.now)) for a, b in sides]
        if all(len(f) == 1 for f in found) and {found[0][0].form, found[1][0].form} == {"day", "clock"}:
            return [SpokenValue(a, b, f[0].value, f[0].form) for (a, b), f in zip(sides, found, strict=True)]
    return []


def _date(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def _same_year(phrases: list[TimePhrase]) -> list[TimePhrase]:
    """ "from April 3rd to April 5th 2023": a year that was said once holds for the days beside it."""
    years = {p.day.year for p in phrases if p.day is not None and p.day.year}
    if len(years) != 1:
        return phrases
    year = years.pop()
    return [
        replace(p, day=replace(p.day, year=year))
        if p.day is not None and p.day.kind == "date" and _fits(p, year)
        else p
        for p in phrases
    ]


def _after_year(phrase: TimePhrase, span: tuple[int, int], spoken: Spoken) -> tuple[TimePhrase, tuple[int, int]]:
    """ "2023 April 15th": a year may stand before its day."""
    day, before = phrase.day, [t for t in spoken.tokens if t.end <= span[0]][-1:]
    if day is None or day.kind != "date" or day.year or not before or not _YEAR.fullmatch(before[0].text):
        return phrase, span
    year = int(before[0].text)
    if spoken.raw[before[0].end : span[0]].strip(" ,") or not _fits(phrase, year):
        return phrase, span
    return replace(phrase, day=replace(day, year=year)), (before[0].start, span[1])


def _fits(phrase: TimePhrase, year: int) -> bool:
    day = phrase.day
    return day is not None and _date(f"{year:04}-{day.month:02}-{day.count:02}") is not None


def _phrase(phrase: TimePhrase, span: tuple[int, int], spoken: Spoken) -> SpokenValue | None:
    iso = phrase.anchor(spoken.now)
    day = _date(iso[:10]) if phrase.day is not None else None
    clock = (
        iso[11:16] if phrase.clock is not None or (phrase.day is not None and phrase.day.exact is not None) else None
    )
    start, end = span
    inside = [t for t in spoken.tokens if start <= t.start < end]
    while len(inside) > 1 and (inside[0].mark or inside[0].is_small):
        inside = inside[1:]
    if not inside or "%" in spoken.raw[start : end + 1]:  # "at 5%" is no time of day
        return None
    form = "both" if day is not None and clock else "day" if day is not None else "clock"
    return SpokenValue(inside[0].start, end, Moment(day, clock), form)


def _longest(found: list[SpokenValue]) -> list[SpokenValue]:
    kept: list[SpokenValue] = []
    for one in sorted(found, key=lambda f: (f.start - f.end, f.start)):
        if all(one.end <= k.start or one.start >= k.end for k in kept):
            kept.append(one)
    return sorted(kept, key=lambda f: f.start)


def layout(schema_format: str, description: str) -> str:
    """How a schema wants a moment written (as `strftime` has it), "" where it does not say."""
    if schema_format in _FORMATS:
        return _FORMATS[schema_format]
    return next((how for shape, how in _LAYOUTS if shape.search(description)), "")


def written(moment: Moment, how: str) -> str | None:
    """The moment in a layout; None where the layout wants what was not said."""
    wants_day = "%d" in how or "%-d" in how or "%Y" in how
    wants_clock = "%H" in how or "%-I" in how
    if wants_day and moment.day is None:
        return None
    if wants_clock and moment.clock is None and not (wants_day and "T" in how):
        return None
    clock = (moment.clock or _ZERO) + (":00" if (moment.clock or _ZERO).count(":") == 1 else "")
    hour, minute, second = (int(p) for p in clock.split(":"))
    day = moment.day or date(2000, 1, 1)
    at = datetime(day.year, day.month, day.day, hour, minute, second)
    text = at.strftime(how) if "%B" not in how else f"{at:%B} {at.day}, {at.year}"
    return text + moment.zone if "T" in how else text
