"""Time phrases: found in a line, anchored to a clock that is handed in. A date is not a time."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date, datetime, time, timedelta

from sayso.dataclass import dataclass
from sayso.engine.pack import Pack
from sayso.engine.pattern import Pattern, spans_of
from sayso.engine.text import Line, Word, line
from sayso.engine.values.clocks import NIGHT_ENDS, Clock, anchor_clock, read_clock
from sayso.engine.values.days import Day, anchor_day, read_day
from sayso.engine.values.numbers import ordinal, with_digits
from sayso.regex import regex

_DIGIT = regex(r"\d")
_NUMBER = regex(r"\d+(?:[.,]\d+)?")
_ORDINAL_DAY = regex(r"(?:0?[1-9]|[12]\d|3[01])[^\W\d_]{2}")
_POINTED = regex(r"(?:[01]?\d|2[0-3])\.[0-5]\d")
_HOUR = regex(r"(?:0?[1-9]|1[0-2])(?:[:.][0-5]\d)?")
_NOON, _EARLY = 12, 7  # hours
_DAYS_OF = {"days": 1, "weeks": 7}
_COUNTED = ("days", "weeks", "months", "years")  # of which a number says how many, and no hour
_LONG = ("week", "weekend", "month", "within", "in_month", "year")  # more than one day


@dataclass(frozen=True, slots=True)
class TimePhrase:
    """A phrase that names a day, a time of day, or both, as a range of words of its line."""

    start: int
    end: int
    day: Day | None
    clock: Clock | None
    limit: str = ""  # "until": the last of several days; "before": none of them; "from", "after": they have no end

    def anchor(self, now: datetime) -> str:
        """The ISO date, or the ISO time with offset where a time of day was said."""
        if self.day is not None and self.day.exact is not None:
            return (now + self.day.exact).replace(microsecond=0).isoformat()
        if self.clock is None:
            assert self.day is not None
            return anchor_day(self.day, now.date()).isoformat()
        hour = anchor_clock(self.clock, self.day)
        is_today = self.day is None or (self.day.kind, self.day.count) == ("day", 0)
        if is_today and self.clock.is_written and hour <= now.time() < hour.replace(hour=hour.hour % 12 + 12):
            hour = hour.replace(hour=hour.hour % 12 + 12)  # "at 5:30", said at three in the afternoon
        if self.day is None and self._is_soon(hour, now):
            hour = hour.replace(hour=hour.hour - _NOON)
        if self.day is not None:
            at = datetime.combine(anchor_day(self.day, now.date()), hour, now.tzinfo)
            is_after_midnight = self.day.part == "night" and not self.clock.half and hour.hour < NIGHT_ENDS
            is_over = at <= now or at.date() > now.date()  # "tonight at 2" is tomorrow, unless it is night already
            return (at + timedelta(days=1) if is_after_midnight and is_over else at).isoformat()
        at = datetime.combine(now.date(), hour, now.tzinfo)
        return (at if at > now else datetime.combine(now.date() + timedelta(days=1), hour, now.tzinfo)).isoformat()

    def _is_soon(self, hour: time, now: datetime) -> bool:
        """Whether an hour that is taken for one of the afternoon comes this very morning: "at 5", said at half past
        four in the night."""
        assert self.clock is not None
        is_guessed = not self.clock.half and not self.clock.is_settled and hour.hour >= _NOON
        return is_guessed and now.hour < _EARLY and hour.replace(hour=hour.hour - _NOON) > now.time()

    def is_past(self, now: datetime) -> bool:
        """Whether a day is named that is over, with its year or as part of this month: no due date is."""
        is_set = self.day is not None and (self.day.year or self.day.back or self.day.ahead is not None)
        if self.day is None or not (is_set or self.day.kind == "in_month"):
            return False
        return anchor_day(self.day, now.date()) < now.date()

    def window(self, now: datetime) -> object:
        """What a list is filtered by: a named day or week, an ISO date, or a range of dates."""
        if self.day is None:
            return "today"
        if self.day.exact is not None:
            return (now + self.day.exact).date().isoformat()
        if self.limit in ("from", "after"):
            first, last = _range(self.day, now.date())
            return {"from": (first if self.limit == "from" else last + timedelta(days=1)).isoformat()}
        if self.limit and not (self.limit == "until" and self.day.kind in _LONG):
            return _up_to(self, now.date())
        named = {("day", 0): "today", ("day", 1): "tomorrow", ("week", 0): "this_week", ("week", 1): "next_week"}
        word = named.get((self.day.kind, self.day.count))
        if word is not None:
            return word
        first, last = _range(self.day, now.date())
        return first.isoformat() if first == last else {"from": first.isoformat(), "to": last.isoformat()}

    def days(self, now: datetime) -> tuple[str, str]:
        """The first and the last day of what a list is filtered by."""
        window = self.window(now)
        if isinstance(window, dict):
            return str(window["from"]), str(window.get("to", date.max.isoformat()))
        if isinstance(window, str) and window[:1].isdigit():
            return window, window
        first = self.anchor(now)[:10]
        if window in ("this_week", "next_week"):
            start = date.fromisoformat(first)
            return first, date.fromordinal(start.toordinal() + 6 - start.weekday()).isoformat()
        return first, first


def range_of(first: TimePhrase, last: TimePhrase, now: datetime) -> tuple[str, str] | None:
    """The two ends of a range: "monday to wednesday" may begin today; None where it would end before it begins."""
    begins, ends = (date.fromisoformat(t.anchor(now)[:10]) for t in (first, last))
    if first.day is not None and last.day is not None and (first.day.kind, last.day.kind) == ("monthday", "date"):
        begins = ends.replace(day=min(first.day.count, ends.day))  # "the 18th to the 30th of november"
    if begins > ends and first.day is not None and first.day.kind == "weekday":
        earlier = begins - timedelta(days=7)
        begins = earlier if earlier >= now.date() else begins
    return (begins.isoformat(), ends.isoformat()) if begins < ends else None


def day_beside(phrase: TimePhrase, number: int) -> TimePhrase | None:
    """Another day of the month that a phrase names: the 18th of "18 to 30 november"."""
    if phrase.day is None or phrase.day.kind not in ("date", "monthday") or not 0 < number <= 31:
        return None
    return replace(phrase, day=replace(phrase.day, count=number)) if number != phrase.day.count else None


def _up_to(phrase: TimePhrase, today: date) -> object:
    """From today to the day that was said; "before friday" ends on thursday."""
    assert phrase.day is not None
    last = anchor_day(phrase.day, today) - timedelta(days=phrase.limit == "before")
    return {"from": today.isoformat(), "to": last.isoformat()} if last > today else "today"


def _range(day: Day, today: date) -> tuple[date, date]:
    first = anchor_day(day, today)
    match day.kind:
        case "week":
            return first, first + timedelta(days=6 - first.weekday())
        case "weekend":
            return first, first + timedelta(days=1)
        case "within":
            return today, first
        case "month":
            return first if day.count else today.replace(day=1), _month_end(first)
        case "in_month":
            return first, _month_end(first)
        case "year":
            return first, date(first.year, 12, 31)
        case _:
            return first, first


def _month_end(day: date) -> date:
    return (day.replace(day=28) + timedelta(days=4)).replace(day=1) - timedelta(days=1)


def find_times(said: Line, pack: Pack, within: tuple[int, int]) -> list[TimePhrase]:
    """The time phrases within a range of words, in order, none overlapping; a day and a time of day side by side
    are one phrase."""
    if within[0] >= within[1]:
        return []
    found = said.times.get((pack.language, within))
    if found is None:
        found = said.times[pack.language, within] = _find_times(said, pack, within)
    return found.copy()


def _find_times(said: Line, pack: Pack, within: tuple[int, int]) -> list[TimePhrase]:
    digits = with_digits(said, pack.numbers)
    if digits is said:
        return _find(said, pack, within)
    found = _find(digits, pack, same_words(said, digits, within))
    back = [same_words(digits, said, (p.start, p.end)) for p in found]
    return [replace(p, start=a, end=b) for p, (a, b) in zip(found, back, strict=True)]


def same_words(of: Line, other: Line, words: tuple[int, int]) -> tuple[int, int]:
    """The range of words of another line of the same message that stands for a range of this one."""
    if of is other or words[0] >= words[1]:
        return words
    left, right = of.words[words[0]].start, of.words[words[1] - 1].end
    inside = [i for i, w in enumerate(other.words) if w.start >= left and w.end <= right]
    return (inside[0], inside[-1] + 1) if inside else (0, 0)


def _find(said: Line, pack: Pack, within: tuple[int, int]) -> list[TimePhrase]:
    left, right = said.flat_at(within[0]), said.flat_at(within[1])
    has_digit = _DIGIT.search(said.flat, left, right) is not None
    dates, clocks_of = (
        [p for p in index.of(said.texts) if p.needs or has_digit] for index in (pack.times.dates, pack.times.clocks)
    )
    if not dates and not clocks_of:
        return []
    days = list(_spans(said, dates, (left, right)))
    clocks = [c for c in _spans(said, clocks_of, (left, right)) if not _is_enumerated(said, c[0])]
    found: list[TimePhrase] = []
    for (a, b), meaning in _longest(days):
        day = read_day(meaning, pack)
        if day is not None and (clocks or not _is_written_large(said, (a, b))):
            found.append(TimePhrase(a, b, day, None, _limit(said, (a, b), meaning[1].get("ordinal", ""), pack)))
    taken = {i for p in found for i in range(p.start, p.end)}
    for (a, b), meaning in _longest(clocks):
        clock = read_clock(meaning, pack)
        is_amount = _is_measured(said, b, pack)
        if clock is not None and taken.isdisjoint(range(a, b)) and (clock.half or not is_amount):
            found.append(TimePhrase(a, b, None, clock))
    found = [_with_hour(_counted_back(p, said, within[0], pack), found, said, within[0], pack) for p in found]
    found = [_with_written(p, found, said, within[1], pack) for p in found]
    found = [_with_ordinal(p, found, said, within[0], pack) for p in found]
    return _joined(sorted(found, key=lambda p: p.start), said, pack)


def _is_enumerated(said: Line, words: tuple[int, int]) -> bool:
    """Whether a comma parts two numbers: "at 8, 14 and 20" are three times of day, and none is 8:14."""
    inside = range(words[0] + 1, words[1])
    return any("," in said.gap(i) and said.words[i].text.isdigit() and said.words[i - 1].text.isdigit() for i in inside)


def _with_hour(phrase: TimePhrase, found: list[TimePhrase], said: Line, first: int, pack: Pack) -> TimePhrase:
    """A part of a day with the bare hour before it: "since 6 this morning"."""
    at = phrase.start - 1
    if phrase.clock is not None or phrase.day is None or not phrase.day.part or at < first:
        return phrase
    if not _HOUR.fullmatch(said.words[at].text) or any(p.start <= at < p.end or p.clock for p in found):
        return phrase
    if said.words[phrase.start].text in pack.shifts.ahead or any(mark in said.gap(phrase.start) for mark in ",;–—"):
        return phrase  # "the leak in room 4 for tomorrow morning", "the sheets of bungalow 4, tonight"
    if at > first and said.words[at - 1].text in pack.shifts.ahead:
        return phrase  # "a table for 4 this evening"
    clock = read_clock(("at", {"clock": said.words[at].text}), pack)
    return replace(phrase, start=at, clock=clock) if clock is not None else phrase


def _with_written(phrase: TimePhrase, found: list[TimePhrase], said: Line, last: int, pack: Pack) -> TimePhrase:
    """A day with the time after it that is written with a point, as a number could be: "tomorrow 14.30"."""
    at = phrase.end
    if phrase.clock is not None or phrase.day is None or at >= last or not _POINTED.fullmatch(said.words[at].text):
        return phrase
    if any(p.clock or p.start <= at < p.end for p in found) or _is_measured(said, at + 1, pack):
        return phrase
    clock = read_clock(("at", {"clock": said.words[at].text}), pack)
    return replace(phrase, end=at + 1, clock=clock) if clock is not None else phrase


def _with_ordinal(phrase: TimePhrase, found: list[TimePhrase], said: Line, first: int, pack: Pack) -> TimePhrase:
    """A time of day with the day of the month before it: "the 29th at 10"."""
    at = phrase.start - 1
    if phrase.day is not None or at <= first or not _ORDINAL_DAY.fullmatch(said.words[at].text):
        return phrase
    if said.words[at - 1].text not in pack.references.articles or any(p.start <= at < p.end for p in found):
        return phrase
    day = next(as_day(said, pack, (at - 1, at + 1)), None)
    return phrase if day is None else replace(phrase, start=at - 1, day=day.day)


def _counted_back(phrase: TimePhrase, said: Line, first: int, pack: Pack) -> TimePhrase:
    """A day with the days before it that are counted: "two days before december 5", "the day before christmas"."""
    at = phrase.start - 2
    if phrase.limit != "before" or phrase.day is None or at < first:
        return phrase
    number, unit = said.words[at].text, pack.times.units.get(said.words[at + 1].text, "")
    is_one = number in pack.numbers.ones or number in pack.references.articles
    days = _DAYS_OF.get(unit, 0) * (1 if is_one else int(number) if number.isdigit() and len(number) < 4 else 0)
    return replace(phrase, start=at, day=replace(phrase.day, back=days), limit="") if days else phrase


def _is_measured(said: Line, after: int, pack: Pack) -> bool:
    """Whether a number is one of degrees, of days or the like, with a half of one at most between: "one and a half
    degrees"."""
    small = pack.shifts.halves.keys() | pack.references.articles | pack.joiners.by_word.keys()
    while after < len(said.words) and said.words[after].text in small:
        after += 1
    word = said.words[after].text if after < len(said.words) else ""
    return word in pack.times.measures or pack.times.units.get(word, "") in _COUNTED


def _is_written_large(said: Line, words: tuple[int, int]) -> bool:
    """Whether a day is one word in capitals among small letters, which is a name: "study for SAT"."""
    last = said.words[words[1] - 1]
    written = said.raw[last.start : last.end]
    return len(written) > 1 and written.isupper() and not said.raw.isupper()


def _limit(said: Line, words: tuple[int, int], nth: str, pack: Pack) -> str:
    """Whether a phrase begins with a word for the end of several days; "la prima domenica" does not."""
    first = {w.text for w in said.words[words[0] : min(words[0] + 3, words[1] - 1)]} - {nth}
    return "before" if first & pack.times.before else "until" if first & pack.times.until else ""


Meaning = tuple[str, Mapping[str, str]]
Found = tuple[tuple[int, int], Meaning]


def _spans(said: Line, patterns: list[Pattern], within: tuple[int, int]) -> Iterator[Found]:
    for pattern in patterns:
        for m in pattern.search_all(said.flat, *within):
            a, b = said.index(m.start()), said.index(m.end() - 1) + 1
            slots = {name: said.flat[i:j].strip() for name, (i, j) in spans_of(m).items()}
            yield (a, b), (pattern.intent, slots)


def _longest(found: list[Found]) -> list[Found]:
    kept: list[Found] = []
    taken: set[int] = set()
    for span, meaning in sorted(found, key=lambda f: (f[0][0] - f[0][1], f[0][0])):
        if taken.isdisjoint(range(*span)):
            taken.update(range(*span))
            kept.append((span, meaning))
    return sorted(kept, key=lambda f: f[0])


def _joined(found: list[TimePhrase], said: Line, pack: Pack) -> list[TimePhrase]:
    out: list[TimePhrase] = []
    for phrase in found:
        last = out[-1] if out else None
        if last is not None and _complement(last, phrase) and _is_beside(last, phrase, said, pack):
            limit = last.limit or phrase.limit
            out[-1] = TimePhrase(last.start, phrase.end, last.day or phrase.day, last.clock or phrase.clock, limit)
        else:
            out.append(phrase)
    return out


def _is_beside(one: TimePhrase, other: TimePhrase, said: Line, pack: Pack) -> bool:
    if one.end == other.start:
        return True
    return one.clock is not None and one.end + 1 == other.start and said.words[one.end].text in pack.times.links


def _complement(one: TimePhrase, other: TimePhrase) -> bool:
    return (one.day is None) != (other.day is None) and (one.clock is None) != (other.clock is None)


def as_day(said: Line, pack: Pack, within: tuple[int, int]) -> Iterator[TimePhrase]:
    """The day that a bare number with its article would be after "on": "the 25th"."""
    words = said.words
    numbers = [i for i in range(*within) if words[i].text[0].isdigit() and not _NUMBER.fullmatch(words[i].text)]
    if len(numbers) != 1:
        return
    at = numbers[0] - (numbers[0] > within[0] and words[numbers[0] - 1].text in pack.references.articles)
    where = words[at].start
    has_article = words[at].text in pack.references.articles
    for article in ("",) if has_article else ("", *sorted(pack.references.articles)):
        lead = [Word(text, where, where) for text in (*pack.ellipsis.on, *((article,) if article else ()))]
        spoken = line(said.raw, (*lead, *words[at : within[1]]))
        for phrase in find_times(spoken, pack, (0, len(spoken.words)))[:1]:
            if phrase.start == 0 and phrase.day is not None and phrase.end > len(lead):
                yield TimePhrase(at, at + phrase.end - len(lead), phrase.day, phrase.clock)
                return


def as_clock(said: Line, at: int, pack: Pack) -> TimePhrase | None:
    """The time of day that the words from a number on would be after "at", with a half before it: "half 8"."""
    if at > 0 and said.words[at - 1].text in pack.shifts.halves:
        half = _clock_from(said, at - 1, pack)
        if half is not None:
            return half
    return _clock_from(said, at, pack)


def _clock_from(said: Line, at: int, pack: Pack) -> TimePhrase | None:
    """The time of day that the words from one on would be after "at"."""
    where = said.words[at].start
    lead = [Word(text, where, where) for text in pack.ellipsis.at]
    spoken = line(said.raw, (*lead, *said.words[at:]))
    times = find_times(spoken, pack, (0, len(spoken.words)))
    if not times or times[0].start != 0 or times[0].clock is None:
        return None
    first = times[0]
    return TimePhrase(at, max(first.end - len(lead), 1) + at, first.day, first.clock)


def with_day_beside(said: Line, pack: Pack, phrase: TimePhrase) -> list[TimePhrase]:
    """A day with the other end of its range, where that is a mere number: "18 to 30 november", "november 18 to 30"."""
    words, joins = said.words, pack.times.range
    before = phrase.start - 1 - (words[phrase.start - 1].text in joins)
    if before >= 0 and (words[phrase.start].text in joins or before < phrase.start - 1):
        found = day_beside(phrase, ordinal(words[before].text, pack.numbers) or 0)
        if found is not None:
            return [replace(found, start=before, end=before + 1), phrase]
    after = phrase.end
    while after < len(words) and words[after].text in joins:
        after += 1
    if phrase.end < after < len(words):
        found = day_beside(phrase, ordinal(words[after].text, pack.numbers) or 0)
        if found is not None:
            return [phrase, replace(found, start=after, end=after + 1)]
    return [phrase]
