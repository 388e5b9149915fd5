"""Stretches of time that lie behind: "in the last six hours", "yesterday"."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta

from sayso.engine.pack import Pack
from sayso.engine.text import Line
from sayso.engine.values.clocks import anchor_clock
from sayso.engine.values.times import TimePhrase

_UNITS = {
    "minutes": timedelta(minutes=1),
    "hours": timedelta(hours=1),
    "days": timedelta(days=1),
    "weeks": timedelta(weeks=1),
    "months": timedelta(days=30),
    "years": timedelta(days=365),
}
_EVENING, _MORNING = 4, 8  # hours before midnight and after it, between which a night lies
_MOST = timedelta(days=3650)
_LATELY = timedelta(days=7)


def window(name: str, said: Line, spans: Mapping[str, tuple[int, int]], pack: Pack, now: datetime) -> tuple[str, str]:
    """The start and the end of a stretch, as ISO times."""
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    kind, _, number = name.partition(" ")
    match kind:
        case "last":
            count = _text(said, spans, "n")
            unit = pack.times.units.get(_text(said, spans, "unit") or "", "hours")
            length = min(int(count) if count and count.isdigit() else 1, 10_000) * _UNITS[unit]
            return (now - min(length, _MOST)).isoformat(), now.isoformat()
        case "since_yesterday":
            return (midnight - timedelta(days=1)).isoformat(), now.isoformat()
        case "night":  # from the evening to the morning
            evening = midnight - timedelta(hours=_EVENING)
            return evening.isoformat(), min(midnight + timedelta(hours=_MORNING), now).isoformat()
        case "yesterday":
            return (midnight - timedelta(days=1)).isoformat(), midnight.isoformat()
        case "weekend":  # the latest one that has begun
            saturday = midnight - timedelta(days=(midnight.weekday() - 5) % 7)
            return saturday.isoformat(), min(saturday + timedelta(days=2), now).isoformat()
        case "week":
            monday = midnight - timedelta(days=midnight.weekday())
            return _period(monday + timedelta(weeks=int(number)), monday, int(number), now)
        case "month":
            first = midnight.replace(day=1)
            before = (first - timedelta(days=1)).replace(day=1)
            return _period(before if int(number) else first, first, int(number), now)
        case _:
            return midnight.isoformat(), now.isoformat()


def lately(now: datetime) -> tuple[str, str]:
    """The stretch in which something is looked for that happened last."""
    return (now - _LATELY).isoformat(), now.isoformat()


def days(phrases: Sequence[TimePhrase], now: datetime, is_since: bool = False) -> tuple[str, str]:
    """From the first named day to the end of the last one, both behind us; `is_since`: from the only one until now."""
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    named = [_behind(p, now) for p in phrases[:2]]
    first, last = named[0], named[-1]
    start = midnight.replace(year=first.year, month=first.month, day=first.day)
    end = midnight.replace(year=last.year, month=last.month, day=last.day) + timedelta(days=1)
    if is_since and len(phrases) == 1 and start < now:
        return start.isoformat(), now.isoformat()
    return start.isoformat(), min(end, now).isoformat() if start < now else end.isoformat()


def hours(phrases: Sequence[TimePhrase], now: datetime, on: date | None = None) -> tuple[str, str]:
    """From the first named time of day to the second, or until now; of the day that is given or named, else of the last
    on which it lies behind us."""
    day = next((p.day for p in phrases if p.day is not None), None)
    is_told = on is not None or day is not None
    if on is None:
        on = now.date() if day is None else _behind(next(p for p in phrases if p.day is not None), now)
    named = [datetime.combine(on, anchor_clock(p.clock, day), now.tzinfo) for p in phrases if p.clock is not None]
    back = timedelta(days=int(not is_told and named[0] > now))
    start, end = named[0] - back, (named[1] - back if len(named) > 1 else now)
    return start.isoformat(), min(end, now).isoformat() if end > start else now.isoformat()


def _behind(phrase: TimePhrase, now: datetime) -> date:
    """The latest day of that name that is not ahead."""
    day = date.fromisoformat(phrase.anchor(now)[:10])
    if day <= now.date() or phrase.day is None or phrase.day.year > 0:
        return day
    if phrase.day.kind == "weekday":
        return day - timedelta(weeks=(day - now.date()).days // 7 + 1)
    if not phrase.day.month:  # "the 13th"
        first = day.replace(day=1) - timedelta(days=1)
        return first.replace(day=min(day.day, first.day))
    try:
        return day.replace(year=day.year - 1)
    except ValueError:  # the 29th of February
        return day.replace(year=day.year - 1, day=28)


def _period(start: datetime, current: datetime, number: int, now: datetime) -> tuple[str, str]:
    return start.isoformat(), (current if number < 0 else now).isoformat()


def _text(said: Line, spans: Mapping[str, tuple[int, int]], name: str) -> str | None:
    if name not in spans:
        return None
    a, b = spans[name]
    return said.flat[a:b].strip()
