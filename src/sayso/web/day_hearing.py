"""Hears a day in words that stand in a file: as the field above the list does, and what only other programs write."""

import importlib.resources
import json
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import cache

from sayso.accounts.person import Person
from sayso.engine.values.rules import Rule, read_rule
from sayso.regex import regex
from sayso.tasks.portable.imported import Hear, HeardDay
from sayso.tasks.task import read_due
from sayso.web.desk import Desk
from sayso.web.drafts import heard
from sayso.web.shapes import DraftBody

_ANYTHING = "x"  # a title that is nothing else
_YEAR = regex(r"\b(?:19|20)\d\d\b")
_MOST_WORDS = 8  # of a day of the month that does not say so
_LONG = timedelta(days=183)  # a day without a year that is further off has passed this year
Said = Callable[[str, datetime], HeardDay | None]


def day_hearing(desk: Desk, person: Person) -> Hear:
    """Hears a day for a person; None where the words are not all of a day."""
    now = desk.parts.clock().astimezone(person.zone)

    def hear(said: str, language: str) -> HeardDay | None:
        def plainly(words: str, at: datetime) -> HeardDay | None:
            found = heard(desk, DraftBody(text=f"{_ANYTHING} {words}"[:400], language=language), person, at)
            given = found[0]["parameters"]
            if len(found) != 1 or given["title"] != _ANYTHING:
                return None
            return HeardDay(given.get("due"), given.get("repeat"))

        return _heard(said, language, now, cache(plainly))

    return hear


def _heard(said: str, language: str, now: datetime, plainly: Said) -> HeardDay | None:
    if read_due(said) is not None and len(said) <= 10:
        return HeardDay(said)
    if _is_several_dates(said, now, plainly):
        return _several_dates(said, now, plainly)
    found = _several_times(said, now, plainly) or plainly(said, now)
    if found is not None:
        return HeardDay(found.due, found.repeat, found.times, _has_passed(said, found, now))
    return _past(said, now, plainly) or _monthly(said, language, now, plainly)


def _has_passed(said: str, found: HeardDay, now: datetime) -> bool:
    """Whether a day without a year was taken as that of the next year, because this year's is over."""
    due = read_due(found.due or "")
    if due is None or found.repeat is not None or _YEAR.search(said):
        return False
    day = due.date() if isinstance(due, datetime) else due
    return day.year > now.year and day - now.date() > _LONG


def _past(said: str, now: datetime, plainly: Said) -> HeardDay | None:
    """A day of a year that is said and has begun: it is heard as on the first day of that year."""
    year = _YEAR.search(said)
    if year is None or int(year.group()) > now.year:
        return None
    found = plainly(said, now.replace(year=int(year.group()), month=1, day=1, hour=0, minute=0))
    is_of_it = found is not None and found.repeat is None and (found.due or "").startswith(year.group())
    return found if is_of_it else None


def _monthly(said: str, language: str, now: datetime, plainly: Said) -> HeardDay | None:
    """A day of every month that does not say "of the month": "every 1st", "every last day at 9am"."""
    words = said.split()
    suffix = _words()["of_the_month"].get(language[:2])
    if suffix is None or len(words) > _MOST_WORDS:
        return None
    tries = (plainly(" ".join([*words[:n], suffix, *words[n:]]), now) for n in range(len(words), 0, -1))
    return next((found for found in tries if found is not None and found.repeat is not None), None)


def _dates(said: str, now: datetime, plainly: Said) -> list[Rule | None]:
    """The rule of each of several days of a year that stand beside one another: "every jan 15, jul 15"."""
    first, *others = (part.strip() for part in said.split(","))
    every = first.split()[0] if first else ""
    rules: list[Rule | None] = []
    for part in (first, *(f"{every} {other}" for other in others)):
        found = plainly(part, now)
        rule = read_rule(found.repeat) if found is not None and found.repeat is not None else None
        is_date = rule is not None and rule == Rule("YEARLY", months=rule.months, month_days=rule.month_days)
        rules.append(rule if is_date else None)
    return rules


def _is_several_dates(said: str, now: datetime, plainly: Said) -> bool:
    """Whether it says more than one day of the year."""
    return "," in said and sum(rule is not None for rule in _dates(said, now, plainly)) > 1


def _several_dates(said: str, now: datetime, plainly: Said) -> HeardDay | None:
    """One rule for several days of a year; None where no rule says just those."""
    rules = [rule for rule in _dates(said, now, plainly) if rule is not None]
    if len(rules) < said.count(",") + 1:
        return None
    months, days = ({n for rule in rules for n in getattr(rule, name)} for name in ("months", "month_days"))
    if len(months) > 1 and len(days) > 1:
        return None
    rule = Rule("YEARLY", months=tuple(sorted(months)), month_days=tuple(sorted(days)))
    first = rule.first(now.date())
    return None if first is None else HeardDay(first.isoformat(), rule.text())


def _several_times(said: str, now: datetime, plainly: Said) -> HeardDay | None:
    """Several times of the same days: "every day at 8am, 1pm"."""
    first, *others = (part.strip() for part in said.split(","))
    found = plainly(first, now) if all(others) and others else None
    if found is None or found.repeat is None or "T" not in (found.due or ""):
        return None
    begins = datetime.fromisoformat(found.due or "")
    times = [_clock(other, now, plainly) for other in others]
    if any(at is None for at in times):
        return None
    dues = (begins.replace(hour=at.hour, minute=at.minute) for at in times if at is not None)
    return HeardDay(found.due, found.repeat, tuple(due.isoformat() for due in dues))


def _clock(said: str, now: datetime, plainly: Said) -> datetime | None:
    """A time of day and nothing else: on whichever day it is said, it is that day's or the next one's."""
    found = None
    for at in (now, now + timedelta(days=3)):
        heard_then = plainly(said, at)
        if heard_then is None or heard_then.repeat is not None or "T" not in (heard_then.due or ""):
            return None
        found = datetime.fromisoformat(heard_then.due or "")
        if not 0 <= (found.date() - at.date()).days <= 1:
            return None
    return found


@cache
def _words() -> dict[str, dict[str, str]]:
    text = importlib.resources.files("sayso.web").joinpath("day_words.json").read_text("utf-8")
    words: dict[str, dict[str, str]] = json.loads(text)
    return words
