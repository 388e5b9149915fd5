"""Days and times of day as values: read from a pattern's slots, anchored to a day that is handed in."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, time, timedelta

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


@dataclass(frozen=True, slots=True)
class Clock:
    """A time of day as it was said."""

    hour: int
    minute: int
    half: str = ""  # am, pm, or not said
    is_settled: bool = False  # noon, midnight, "17:00": nothing to guess
    is_usually_late: bool = False  # said alone, this hour means the afternoon


def read_day(meaning: tuple[str, Mapping[str, str]], pack: Pack) -> Day | None:
    """The day that a pattern's mechanism and slots name; None where they name no day (the 31st of June)."""
    mechanism, slots = meaning
    kind, count, part = (*mechanism.split(" "), "", "")[:3]
    part = part or pack.times.parts.get(slots.get("part", ""), "")
    match kind:
        case "day" | "week" | "month" | "weekend" | "end_of_month" | "end_of_week" | "end_of_year":
            return Day(kind, int(count or 0), part=part)
        case "weekday":
            return Day(kind, int(count or 0), weekday=pack.times.weekdays[slots["weekday"]], part=part)
        case "ahead":
            return _ahead(slots, pack)
        case "ahead_half":
            return Day("exact", exact=timedelta(minutes=30))
        case "ahead_quarter":
            return Day("exact", exact=timedelta(minutes=15))
        case "ahead_three_quarters":
            return Day("exact", exact=timedelta(minutes=45))
        case "ahead_and_half":
            return _ahead_and_half(slots, pack)
        case "within":
            return Day(kind, int(slots["n"])) if slots["n"].isdigit() else None
        case "in_month":
            return Day(kind, month=pack.times.months[slots["month"]])
        case "date":
            return _date(slots, pack)
        case "monthday":
            number = ordinal(slots.get("d") or slots.get("dd") or slots["ordinal_day"], pack.numbers)
            return Day("monthday", number, part=part) if number and number <= 31 else None
        case "written":
            return _written(slots, pack)
        case _:
            return None


def _ahead(slots: Mapping[str, str], pack: Pack) -> Day | None:
    number = 1 if slots["n"] in pack.numbers.ones else int(slots["n"])
    unit = pack.times.units[slots["unit"]]
    if unit in ("minutes", "hours"):
        return Day("exact", exact=timedelta(seconds=number * _UNITS[unit]))
    if unit in ("days", "weeks"):
        days = number * (7 if unit == "weeks" else 1)
        if "weekday" in slots:
            return Day("weekday", number, weekday=pack.times.weekdays[slots["weekday"]])
        return Day("day", days) if days <= 36500 else None
    months = number * (12 if unit == "years" else 1)
    return Day("months", months) if months <= 1200 else None


def _ahead_and_half(slots: Mapping[str, str], pack: Pack) -> Day | None:
    number = 1 if slots["n"] in pack.numbers.ones else int(slots["n"])
    seconds = _UNITS.get(pack.times.units[slots["unit"]])
    return Day("exact", exact=timedelta(seconds=(number + 0.5) * seconds)) if seconds else None


def _date(slots: Mapping[str, str], pack: Pack) -> Day | None:
    number = ordinal(slots["d"], pack.numbers)
    month = pack.times.months[slots["month"]]
    if number is None or number > 31:
        return None
    day = Day("date", number, month=month, year=int(slots.get("year", 0)))
    return day if _exists(day) else None


def _written(slots: Mapping[str, str], pack: Pack) -> Day | None:
    if "iso" in slots:
        year, month, number = (int(p) for p in slots["iso"].split("-"))
    else:
        parts = [int(p) for p in re.split(r"[/.\-]", slots.get("numeric") or slots.get("slashed") or slots["dated"])]
        number, month = (parts[0], parts[1]) if pack.times.is_day_first else (parts[1], parts[0])
        if month > 12 >= number:
            number, month = month, number
        year = (parts[2] if parts[2] > 99 else 2000 + parts[2]) if len(parts) == 3 else 0
    day = Day("date", number, month=month, year=year)
    return day if 1 <= month <= 12 and _exists(day) else None


def _exists(day: Day) -> bool:
    try:
        date(day.year or 2028, day.month, day.count)
    except ValueError:
        return False
    return True


def anchor_day(day: Day, today: date) -> date:
    """The date that a day means, said today."""
    match day.kind:
        case "day" | "within":
            return today + timedelta(days=day.count)
        case "weekday":
            return _weekday(day, today)
        case "week":
            return today if not day.count else today + timedelta(days=7 * day.count - today.weekday())
        case "weekend":
            return today + timedelta(days=max(5 - today.weekday(), 0) + 7 * day.count)
        case "end_of_week":
            return today + timedelta(days=6 - today.weekday() + 7 * day.count)
        case "month":
            return _month_start(today, day.count) if day.count else today
        case "months":
            return _same_day(today, day.count)
        case "end_of_month":
            return _month_start(today, day.count + 1) - timedelta(days=1)
        case "end_of_year":
            return date(today.year, 12, 31)
        case "in_month":
            return date(today.year + (day.month < today.month), day.month, 1)
        case "monthday":
            return _next_monthday(day.count, today)
        case _:
            return _dated(day, today)


def _weekday(day: Day, today: date) -> date:
    if day.count:  # of a week ahead: counted from that week's Monday
        return today + timedelta(days=7 * day.count - today.weekday() + day.weekday)
    return today + timedelta(days=(day.weekday - today.weekday() - 1) % 7 + 1)


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
    for year in range(today.year, today.year + 9):
        try:
            found = date(year, day.month, day.count)
        except ValueError:
            continue
        if found >= today:
            return found
    return today


def read_clock(meaning: tuple[str, Mapping[str, str]], pack: Pack) -> Clock | None:
    """The time of day that a pattern's mechanism and slots name; None where there is none (25 o'clock)."""
    mechanism, slots = meaning
    mechanism, _, hour = mechanism.partition(" ")
    part = pack.times.parts.get(slots.get("part", ""), "")
    match mechanism:
        case "oclock" | "half":
            clock = _read(hour, part, pack)
            return replace(clock, minute=30) if clock and mechanism == "half" else clock
        case "noon":
            return Clock(12, 0, is_settled=True)
        case "midnight":
            return Clock(0, 0, is_settled=True)
        case "half_past" | "quarter_past" | "three_quarters" | "quarter_to":
            clock = _read(slots.get("h") or slots.get("clock", ""), part, pack)
            return _shifted(clock, mechanism) if clock else None
        case "minutes_past" | "minutes_to":
            clock = _read(slots.get("h") or slots["clock"], part, pack)
            number = slots.get("n") or slots["mm"]
            return _by_minutes(clock, int(number), mechanism) if clock and number.isdigit() else None
        case _:
            return _read(slots.get("clock") or slots.get("timed") or slots.get("h", ""), part, pack)


def _read(text: str, part: str, pack: Pack) -> Clock | None:
    found = re.match(r"(\d{1,2})(?:[:.h](\d\d))?", text)
    if found is None:
        return None
    half = pack.times.meridiem.get(text[found.end() :].strip(), "") or part
    hour, minute = int(found.group(1)), int(found.group(2) or 0)
    if hour > 24 or minute > 59:
        return None
    is_settled = hour > 12 or text.startswith("0")
    return Clock(hour % 24, minute, half, is_settled, hour in pack.times.afternoon_hours)


def _by_minutes(clock: Clock, minutes: int, mechanism: str) -> Clock | None:
    if not 0 < minutes < 60:
        return None
    if mechanism == "minutes_past":
        return replace(clock, minute=minutes)
    return replace(clock, hour=(clock.hour - 1) % 24, minute=60 - minutes)


def _shifted(clock: Clock, mechanism: str) -> Clock:
    if mechanism == "quarter_to":
        return replace(clock, hour=(clock.hour - 1) % 24, minute=45)
    minute = {"half_past": 30, "quarter_past": 15, "three_quarters": 45}[mechanism]
    return replace(clock, minute=minute)


def anchor_clock(clock: Clock, day: Day | None) -> time:
    """The time of day on the 24-hour clock; the part of the day that was said settles it, else the usual hours do."""
    half = clock.half or (day.part if day is not None else "")
    hour = clock.hour
    if not clock.is_settled and hour <= 12:
        if half == "pm":
            hour = hour % 12 + 12
        elif half == "am":
            hour = hour % 12
        elif clock.is_usually_late:
            hour += 12
    return time(hour % 24, clock.minute)
