"""The words of a language for days and times of day."""

from collections.abc import Mapping

from sayso.dataclass import dataclass
from sayso.engine.shelf import PatternIndex


@dataclass(frozen=True, slots=True)
class Times:
    """The time phrases of a language; each pattern's `intent` is the mechanism it stands for."""

    weekdays: Mapping[str, int]
    months: Mapping[str, int]
    units: Mapping[str, str]
    parts: Mapping[str, str]
    meridiem: Mapping[str, str]
    dates: PatternIndex
    clocks: PatternIndex
    afternoon_hours: frozenset[int]
    is_day_first: bool
    before_names: frozenset[str]  # words after which a date is part of a name ("the monday meeting")
    range: frozenset[str]  # words between the two ends of a range of days
    either: frozenset[str]  # words between two days of which one is meant
    links: frozenset[str]  # words between a time of day and its day ("alle 15 di venerdì")
    until: frozenset[str]  # words before the last of several days: "by friday"
    before: frozenset[str]  # words before a day that is no longer one of them
    after: frozenset[str]  # words before a day of which only those after it are meant
    since: frozenset[str]  # words before the first of days that have no end: "from monday on"
    onwards: tuple[tuple[str, ...], ...]  # what is said after it
    measures: frozenset[str]  # words after which a number is no hour: "by one degree"
    names_are_capital: bool  # a weekday or month with a capital inside a sentence is somebody's name
    shorts: Mapping[str, str]  # words for a day in short that mean something else as well: "tom"
    short_names: frozenset[str]  # those of them that are names
