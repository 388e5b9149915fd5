"""Times of day as values: read from a pattern's slots, settled by the part of the day that was said."""

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import time

from sayso.dataclass import dataclass
from sayso.engine.pack import Pack
from sayso.engine.values.days import Day

NIGHT_ENDS = 5  # "at 3 at night" is before it, "at 9 at night" after


@dataclass(frozen=True, slots=True)
class Clock:
    """A time of day as it was said."""

    hour: int
    minute: int
    half: str = ""  # am, pm, night, or not said
    is_settled: bool = False  # noon, midnight, "17:00": nothing to guess
    is_usually_late: bool = False  # said alone, this hour means the afternoon
    is_written: bool = False  # "6:30", as a clock shows it: of the 24 hours, as far as it is still to come


def read_clock(meaning: tuple[str, Mapping[str, str]], pack: Pack) -> Clock | None:
    """The time of day that a pattern's mechanism and slots name; None where there is none (25 o'clock)."""
    mechanism, slots = meaning
    mechanism, _, hour = mechanism.partition(" ")  # and its hour, or its minutes
    part = pack.times.parts.get(slots.get("part", ""), "") or pack.times.meridiem.get(slots.get("meridiem", ""), "")
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
            number = slots.get("n") or slots.get("mm") or hour
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
    is_late = hour in pack.times.afternoon_hours
    is_written = is_late and found.group(2) is not None and not half and not is_settled
    return Clock(hour % 24, minute, half, is_settled, is_late and not is_written, is_written)


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
        if half == "pm" or (half == "night" and NIGHT_ENDS <= hour < 12):
            hour = hour % 12 + 12
        elif half in ("am", "night"):
            hour = hour % 12
        elif clock.is_usually_late:
            hour += 12
    return time(hour % 24, clock.minute)
