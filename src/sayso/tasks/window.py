"""Days that a list is asked for: "today", "next_week", a date, or a span, as the person's own calendar has them."""

from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta, tzinfo

from sayso.dataclass import dataclass
from sayso.tools.wrong import Wrong, plain

_HELP = 'Use today, tomorrow, this_week, next_week, a date such as 2026-11-17, or {"from": date, "to": date}.'
_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Window:
    """From the first to the last day, both within; None is open."""

    first: date | None
    last: date | None

    def starts(self, zone: tzinfo) -> datetime | None:
        """When the first day begins."""
        return _midnight(self.first, zone) if self.first else None

    def ends(self, zone: tzinfo) -> datetime | None:
        """When the last day is over."""
        return _midnight(self.last + _DAY, zone) if self.last and self.last < date.max else None


def check_window(value: object, today: date) -> Window | Wrong:
    """The days that are meant, reckoned from today; weeks begin on Monday."""
    wrong = Wrong("due", f"due {plain(str(value))!r} is not understood.", _HELP)
    if isinstance(value, Mapping):
        if not value or not set(value) <= {"from", "to"}:
            return wrong
        first, last = _day(value.get("from")), _day(value.get("to"))
        is_sound = all(_day(v) is not None for v in value.values()) and not (first and last and first > last)
        return Window(first, last) if is_sound else wrong
    monday = today - _DAY * today.weekday()
    named = {
        "today": (today, today),
        "tomorrow": (today + _DAY, today + _DAY),
        "this_week": (monday, monday + 6 * _DAY),
        "next_week": (monday + 7 * _DAY, monday + 13 * _DAY),
    }
    if isinstance(value, str) and value in named:
        return Window(*named[value])
    day = _day(value)
    return Window(day, day) if day else wrong


def _day(value: object) -> date | None:
    try:
        return date.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        return None


def _midnight(day: date, zone: tzinfo) -> datetime:
    try:
        return datetime.combine(day, time(), zone).astimezone(UTC)
    except OverflowError:  # the very ends of the calendar
        return datetime.combine(day, time(), UTC)
