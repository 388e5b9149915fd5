"""Rules of repetition (RFC 5545): read, written, and the days they give.

The days are walked here rather than by python-dateutil, with which the tests compare them: anybody may send a rule, and
its walk through one that gives no day ("30 February, daily") goes on for seconds, until the year 9999.
"""

from calendar import monthrange
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, datetime, timedelta

from sayso.dataclass import dataclass
from sayso.regex import regex

FREQUENCIES = ("DAILY", "WEEKLY", "MONTHLY", "YEARLY")
DAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
LONGEST = 200  # letters of a rule
MOST = 1000  # of an interval, and of times
_HORIZON = timedelta(days=366 * 29)  # after 28 years the calendar is the same: a rule that gave no day gives none
_PART = regex(r"([A-Z]+)=([A-Z0-9,+\-]+)")
_DAY = regex(r"([+-]?[1-9]\d?)?(MO|TU|WE|TH|FR|SA|SU)")
_UNTIL = regex(r"(\d{8})(?:T\d{6}Z?)?")
_KNOWN = ("FREQ", "INTERVAL", "BYMONTH", "BYMONTHDAY", "BYDAY", "BYSETPOS", "WKST", "COUNT", "UNTIL")
_RANGES = {"BYMONTH": 12, "BYMONTHDAY": 31, "BYSETPOS": 366}


@dataclass(frozen=True, slots=True)
class Rule:
    """How something repeats. `days` are (which one of the month or year, or 0; weekday)."""

    frequency: str
    interval: int = 1
    days: tuple[tuple[int, int], ...] = ()
    month_days: tuple[int, ...] = ()
    months: tuple[int, ...] = ()
    positions: tuple[int, ...] = ()
    week_start: int = 0
    count: int = 0  # 0: without end
    until: date | None = None

    def text(self) -> str:
        """The rule as RFC 5545 writes it, always in the same order.

        >>> Rule("WEEKLY", 2, ((0, 0),)).text()
        'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO'
        """
        parts = {
            "FREQ": self.frequency,
            "INTERVAL": str(self.interval) if self.interval > 1 else "",
            "BYMONTH": _listed(self.months),
            "BYMONTHDAY": _listed(self.month_days),
            "BYDAY": ",".join(f"{n or ''}{DAYS[day]}" for n, day in self.days),
            "BYSETPOS": _listed(self.positions),
            "WKST": DAYS[self.week_start] if self.week_start else "",
            "COUNT": str(self.count) if self.count else "",
            "UNTIL": f"{self.until:%Y%m%d}" if self.until else "",
        }
        return ";".join(f"{name}={value}" for name, value in parts.items() if value)

    def first(self, start: date) -> date | None:
        """The first day on or after one; None where there is none."""
        return next(self.days_from(start), None)

    def after(self, start: date, day: date) -> "tuple[date, Rule] | None":
        """The first day later than another, counted from a start; and the rule as it goes on from there. A number of
        times is one of times done: what was passed over is not lost."""
        if self.count == 1:
            return None
        found = next((one for one in replace(self, count=0).days_from(start) if one > day), None)
        return None if found is None else (found, replace(self, count=max(self.count - 1, 0)))

    def days_from(self, start: date) -> Iterator[date]:
        """The days of the rule from one on."""
        latest = min(start, date.max - _HORIZON) + _HORIZON
        end = latest if self.until is None else min(self.until, latest)
        given = 0
        for first, days in _periods(self, start, end):
            fitting = [first + timedelta(days=i) for i in range(days) if _fits(self, first + timedelta(days=i), start)]
            for day in _placed(fitting, self.positions):
                if start <= day <= end:
                    given += 1
                    yield day
                    if given == self.count:
                        return


def _periods(rule: Rule, start: date, end: date) -> Iterator[tuple[date, int]]:
    """The first day and the length of every period in which the rule gives days."""
    step = rule.interval
    match rule.frequency:
        case "DAILY":
            yield from ((start + timedelta(days=i), 1) for i in range(0, (end - start).days + 1, step))
        case "WEEKLY":
            monday = start.toordinal() - (start.weekday() - rule.week_start) % 7
            yield from ((date.fromordinal(max(i, 1)), 7) for i in range(monday, end.toordinal() + 1, 7 * step))
        case "MONTHLY":
            months = range(start.year * 12 + start.month - 1, end.year * 12 + end.month, step)
            firsts = (date(month // 12, month % 12 + 1, 1) for month in months)
            yield from ((first, monthrange(first.year, first.month)[1]) for first in firsts)
        case _:
            years = range(start.year, end.year + 1, step)
            yield from ((date(year, 1, 1), 365 + (monthrange(year, 2)[1] == 29)) for year in years)


def _fits(rule: Rule, day: date, start: date) -> bool:
    """Whether a day is one of the rule's, as far as its own period goes; what is not said is as on the first day."""
    is_yearly = rule.frequency == "YEARLY"
    if rule.months and day.month not in rule.months:
        return False
    if rule.month_days or rule.days:
        return _is_month_day(rule, day) and _is_weekday(rule, day)
    match rule.frequency:
        case "DAILY":
            return True
        case "WEEKLY":
            return day.weekday() == start.weekday()
        case _:
            return day.day == start.day and (not is_yearly or bool(rule.months) or day.month == start.month)


def _is_month_day(rule: Rule, day: date) -> bool:
    length = monthrange(day.year, day.month)[1]
    return not rule.month_days or day.day in rule.month_days or day.day - length - 1 in rule.month_days


def _is_weekday(rule: Rule, day: date) -> bool:
    """Whether a day is one of the weekdays, counted within the month, or within the year where no month is said."""
    in_year = rule.frequency == "YEARLY" and not rule.months
    length = 365 + (monthrange(day.year, 2)[1] == 29) if in_year else monthrange(day.year, day.month)[1]
    at = day.timetuple().tm_yday if in_year else day.day
    places = (0, (at + 6) // 7, -((length - at) // 7 + 1))
    return not rule.days or any(day.weekday() == weekday and n in places for n, weekday in rule.days)


def _placed(days: list[date], positions: tuple[int, ...]) -> list[date]:
    """Of the days of a period, those at these places; all where no place is said."""
    if not positions:
        return days
    places = {n - 1 if n > 0 else len(days) + n for n in positions}
    return [day for i, day in enumerate(days) if i in places]


def _listed(numbers: tuple[int, ...]) -> str:
    return ",".join(str(n) for n in numbers)


def read_rule(text: str) -> Rule | None:
    """The rule that a text writes; None where it writes none, or one that is not taken: more often than daily, parts
    that say hours, numbers out of all bounds, a day that no month has.

    >>> read_rule("FREQ=MONTHLY;BYDAY=-1FR").text(), read_rule("FREQ=SECONDLY"), read_rule("every monday")
    ('FREQ=MONTHLY;BYDAY=-1FR', None, None)
    """
    bare = text.strip().upper().removeprefix("RRULE:").strip(";")
    if not bare or len(text) > LONGEST:
        return None
    found = [_PART.fullmatch(part) for part in bare.split(";")]
    parts = {m.group(1): m.group(2) for m in found if m is not None}
    if len(parts) < len(found) or not parts.keys() <= set(_KNOWN) or parts.get("FREQ") not in FREQUENCIES:
        return None
    if "COUNT" in parts and "UNTIL" in parts:
        return None
    try:
        rule = _rule(parts)
        return rule if rule.first(date(2024, 1, 1)) is not None or rule.until is not None else None
    except ValueError:
        return None


def _rule(parts: dict[str, str]) -> Rule:
    frequency = parts["FREQ"]
    days = tuple(_day(one, frequency) for one in parts["BYDAY"].split(",")) if "BYDAY" in parts else ()
    months, month_days, positions = (_numbers(parts, name) for name in _RANGES)
    if any(m < 1 for m in months) or (frequency == "WEEKLY" and month_days):
        raise ValueError(parts)
    if positions and not (days or month_days or months):
        raise ValueError(parts)
    return Rule(
        frequency,
        _counted(parts.get("INTERVAL", "1")),
        days,
        month_days,
        months,
        positions,
        DAYS.index(parts.get("WKST", "MO")),
        _counted(parts["COUNT"]) if "COUNT" in parts else 0,
        _until(parts["UNTIL"]) if "UNTIL" in parts else None,
    )


def _day(text: str, frequency: str) -> tuple[int, int]:
    found = _DAY.fullmatch(text)
    if found is None or (found.group(1) and frequency not in ("MONTHLY", "YEARLY")):
        raise ValueError(text)
    return int(found.group(1) or 0), DAYS.index(found.group(2))


def _numbers(parts: dict[str, str], name: str) -> tuple[int, ...]:
    numbers = tuple(int(n) for n in parts[name].split(",")) if name in parts else ()
    if any(not 1 <= abs(n) <= _RANGES[name] for n in numbers):
        raise ValueError(name)
    return numbers


def _counted(text: str) -> int:
    number = int(text)
    if not 1 <= number <= MOST:
        raise ValueError(text)
    return number


def _until(text: str) -> date:
    found = _UNTIL.fullmatch(text)
    if found is None:
        raise ValueError(text)
    return datetime.strptime(found.group(1), "%Y%m%d").date()
