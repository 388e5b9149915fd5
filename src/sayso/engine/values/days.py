"""Days as values: read from a pattern's mechanism and slots, anchored to a day that is handed in."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date, timedelta

from sayso.dataclass import dataclass
from sayso.engine.pack import Pack
from sayso.engine.values.numbers import ordinal

_UNITS = {"minutes": 60, "hours": 3600, "days": 86400, "weeks": 7 * 86400}


@dataclass(frozen=True, slots=True)
class Day:
    """A day as it was said: `kind` is the mechanism, the rest what that mechanism needs."""

    kind: str
    count: int = 0
    weekday: int = 0
    month: int = 0
    year: int = 0
    part: str = ""
    exact: timedelta | None = None  # "in two hours": a moment, not a day
    back: int = 0  # how many days before it: "two days before december 5"
    ahead: int | None = None  # of a date: this year's (0), next year's (1); of a day of a month the same of months


@dataclass(frozen=True, slots=True)
class _Said:
    """A mechanism with what a pattern found: "monthday 1" of the 7th."""

    kind: str
    count: str
    part: str  # of the day; of a holiday the day
    slots: Mapping[str, str]
    pack: Pack

    def number(self) -> int:
        """How many, by the mechanism or in words."""
        said = self.count or self.slots["n"]
        return 1 if said in self.pack.numbers.ones else int(said)

    def unit(self) -> str:
        return self.pack.times.units[self.slots["unit"]]

    def weekday(self) -> int:
        return self.pack.times.weekdays[self.slots["weekday"]]

    def month(self) -> int:
        return self.pack.times.months[self.slots["month"]]

    def year(self) -> int:
        return int(self.slots.get("year", 0))

    def ahead(self) -> int | None:
        return int(self.count) if self.count else None


def read_day(meaning: tuple[str, Mapping[str, str]], pack: Pack) -> Day | None:
    """The day that a pattern's mechanism and slots name; None where they name no day (the 31st of June)."""
    mechanism, slots = meaning
    kind, count, part = (*mechanism.split(" "), "", "")[:3]
    part = part or pack.times.parts.get(slots.get("part", ""), "")
    read = _READ.get(kind)
    return read(_Said(kind, count, part, slots, pack)) if read else None


def _weeks_from(said: _Said) -> Day | None:
    """A weekday some weeks from its next one ("two weeks on monday"), or in the week that is so far ahead."""
    if not said.count and said.unit() != "weeks":
        return None
    weeks = said.number()
    name = "weekday_after" if said.kind == "weekday_after" else "weekday"
    return Day(name, weeks, weekday=said.weekday()) if weeks <= 520 else None


def _nth_weekday(said: _Said) -> Day | None:
    """The first, second … or last of a weekday in a month: of a named one, of this one or of the next."""
    nth = ordinal(said.slots["ordinal"], said.pack.numbers) if "ordinal" in said.slots else -1
    if nth is None or nth > 4:
        return None
    month = said.month() if "month" in said.slots else 0
    return Day("nth_weekday", nth, weekday=said.weekday(), month=month, year=said.year(), ahead=said.ahead())


def _ahead(said: _Said) -> Day | None:
    number, unit = said.number(), said.unit()
    if unit in ("minutes", "hours"):
        return Day("exact", exact=timedelta(seconds=number * _UNITS[unit]))
    if unit in ("days", "weeks"):
        days = number * (7 if unit == "weeks" else 1)
        return Day("day", days) if days <= 36500 else None
    months = number * (12 if unit == "years" else 1)
    return Day("months", months) if months <= 1200 else None


def _ahead_and_half(said: _Said) -> Day | None:
    seconds = _UNITS.get(said.unit())
    return Day("exact", exact=timedelta(seconds=(said.number() + 0.5) * seconds)) if seconds else None


def _monthday(said: _Said) -> Day | None:
    slots = said.slots
    number = ordinal(slots.get("d") or slots.get("dd") or slots["ordinal_day"], said.pack.numbers)
    return Day("monthday", number, part=said.part, ahead=said.ahead()) if number and number <= 31 else None


def _date(said: _Said) -> Day | None:
    number = ordinal(said.slots["d"], said.pack.numbers)
    if number is None or number > 31:
        return None
    day = Day("date", number, month=said.month(), year=said.year(), ahead=said.ahead())
    return day if _exists(day) else None


def _written(said: _Said) -> Day | None:
    slots = said.slots
    if "iso" in slots:
        year, month, number = (int(p) for p in slots["iso"].split("-"))
    else:
        parts = [int(p) for p in re.split(r"[/.\-]", slots.get("numeric") or slots.get("slashed") or slots["dated"])]
        number, month = (parts[0], parts[1]) if said.pack.times.is_day_first else (parts[1], parts[0])
        if month > 12 >= number:
            number, month = month, number
        year = (parts[2] if parts[2] > 99 else 2000 + parts[2]) if len(parts) == 3 else 0
    day = Day("date", number, month=month, year=year)
    return day if 1 <= month <= 12 and _exists(day) else None


def _within(said: _Said) -> Day | None:
    return Day("within", int(said.slots["n"])) if said.slots["n"].isdigit() else None


def _plain(said: _Said) -> Day:
    return Day(said.kind, int(said.count or 0), part=said.part)


def _exists(day: Day) -> bool:
    try:
        date(day.year or 2028, day.month, day.count)
    except ValueError:
        return False
    return True


_READ: dict[str, Callable[[_Said], Day | None]] = {
    **dict.fromkeys(("day", "week", "month", "weekend", "end_of_month", "end_of_week", "end_of_year", "year"), _plain),
    "weekday": lambda said: Day("weekday", int(said.count or 0), weekday=said.weekday(), part=said.part),
    "weekday_next": lambda said: Day("weekday", weekday=said.weekday(), part=said.part, ahead=1),
    "weekday_after": _weeks_from,
    "weekday_in": _weeks_from,
    "nth_weekday": _nth_weekday,
    "last_weekday": _nth_weekday,
    "midweek": lambda said: Day("weekday", int(said.count), weekday=2),
    "midmonth": lambda said: Day("monthday", 15, ahead=said.ahead()),
    "holiday": lambda said: Day("date", int(said.part), month=int(said.count)),
    "ahead": _ahead,
    "ahead_half": lambda _: Day("exact", exact=timedelta(minutes=30)),
    "ahead_quarter": lambda _: Day("exact", exact=timedelta(minutes=15)),
    "ahead_three_quarters": lambda _: Day("exact", exact=timedelta(minutes=45)),
    "ahead_and_half": _ahead_and_half,
    "within": _within,
    "in_month": lambda said: Day("in_month", int(said.count or 1), month=said.month()),
    "month_end": lambda said: Day("month_end", month=said.month()),
    "date": _date,
    "monthday": _monthday,
    "written": _written,
}


def anchor_day(day: Day, today: date) -> date:
    """The date that a day means, said today."""
    return _ANCHORED.get(day.kind, _dated)(day, today) - timedelta(days=day.back)


def _week(day: Day, today: date) -> date:
    return today if not day.count else today + timedelta(days=7 * day.count - today.weekday())


def _weekend(day: Day, today: date) -> date:
    return today + timedelta(days=max(5 - today.weekday(), 0) + 7 * day.count)


def _coming(day: Day, today: date) -> date:
    """The first of a month that is still to come, or this one."""
    return date(today.year + (day.month < today.month), day.month, 1)


def _weekday(day: Day, today: date) -> date:
    if day.count:  # of a week ahead: counted from that week's Monday
        return today + timedelta(days=7 * day.count - today.weekday() + day.weekday)
    ahead = (day.weekday - today.weekday() - 1) % 7 + 1
    return today + timedelta(days=ahead + 7 if ahead == 1 and day.ahead else ahead)  # "next tuesday" is not tomorrow


def _anchor_nth(day: Day, today: date) -> date:
    """The nth of a weekday in a month; where no year was said, the one that is still to come."""
    if day.ahead is not None:
        return _nth_of(_month_start(today, day.ahead), day)
    found = _nth_of(date(day.year or today.year, day.month, 1), day)
    return found if day.year or found >= today else _nth_of(date(today.year + 1, day.month, 1), day)


def _nth_of(first: date, day: Day) -> date:
    if day.count < 0:
        last = _month_start(first, 1) - timedelta(days=1)
        return last - timedelta(days=(last.weekday() - day.weekday) % 7)
    return first + timedelta(days=(day.weekday - first.weekday()) % 7 + 7 * (day.count - 1))


def _day_of_month(day: Day, today: date) -> date:
    """That day of this month or of the next; where it has no such day, its last."""
    first = _month_start(today, day.ahead or 0)
    last = _month_start(first, 1) - timedelta(days=1)
    return first.replace(day=min(day.count, last.day))


def _month_start(today: date, months: int) -> date:
    index = today.year * 12 + today.month - 1 + months
    return date(index // 12, index % 12 + 1, 1)


def _same_day(today: date, months: int) -> date:
    first = _month_start(today, months)
    last = _month_start(first, 1) - timedelta(days=1)
    return first.replace(day=min(today.day, last.day))


def _next_monthday(number: int, today: date) -> date:
    for months in range(13):
        first = _month_start(today, months)
        last = _month_start(first, 1) - timedelta(days=1)
        if number <= last.day and first.replace(day=number) >= today:
            return first.replace(day=number)
    return today


def _dated(day: Day, today: date) -> date:
    if day.year:
        return date(day.year, day.month, day.count)
    if day.ahead is not None:
        return _on(today.year + day.ahead, day)
    for year in range(today.year, today.year + 9):
        try:
            found = date(year, day.month, day.count)
        except ValueError:
            continue
        if found >= today:
            return found
    return today


def _on(year: int, day: Day) -> date:
    """That date of a year; the 29th of February is the 28th where there is none."""
    last = _month_start(date(year, day.month, 1), 1) - timedelta(days=1)
    return date(year, day.month, min(day.count, last.day))


_ANCHORED: dict[str, Callable[[Day, date], date]] = {
    "day": lambda day, today: today + timedelta(days=day.count),
    "within": lambda day, today: today + timedelta(days=day.count),
    "weekday": _weekday,
    "weekday_after": lambda day, today: _weekday(replace(day, count=0), today) + timedelta(days=7 * day.count),
    "nth_weekday": _anchor_nth,
    "week": _week,
    "weekend": _weekend,
    "end_of_week": lambda day, today: today + timedelta(days=6 - today.weekday() + 7 * day.count),
    "month": lambda day, today: _month_start(today, day.count) if day.count else today,
    "months": lambda day, today: _same_day(today, day.count),
    "end_of_month": lambda day, today: _month_start(today, day.count + 1) - timedelta(days=1),
    "end_of_year": lambda _, today: date(today.year, 12, 31),
    "year": lambda day, today: date(today.year + day.count, 1, 1),
    "in_month": lambda day, today: _coming(day, today).replace(day=day.count or 1),
    "month_end": lambda day, today: _month_start(_coming(day, today), 1) - timedelta(days=1),
    "monthday": lambda day, today: _next_monthday(day.count, today) if day.ahead is None else _day_of_month(day, today),
}
