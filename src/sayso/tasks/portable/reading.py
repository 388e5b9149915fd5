"""Tasks from JSON, CSV, Todoist's CSV and iCalendar; what cannot be read is told with its place."""

import csv
import io
import json
from collections.abc import Iterator, Mapping
from datetime import date, datetime, tzinfo
from functools import cache
from itertools import islice
from typing import Any

from icalendar import Calendar, Component, ComponentFactory, vRecur
from icalendar.parser.ical.component import ComponentIcalParser

from sayso.tasks.portable.fitting import fitting
from sayso.tasks.portable.imported import LONGEST_DAY, Entry, Hear, ImportedTask, KeptOtherwise, PassedOver
from sayso.tasks.portable.todoist import TodoistReader
from sayso.tasks.portable.writing import FORMULA
from sayso.tasks.task import NewTask, read_due

MOST = 2000  # tasks of one file
_COLUMNS = 64  # of a table: each row is filled up to all of them
_LANGUAGE = "en"  # in which a day is heard first; the others are tried, too
_TRUE = ("true", "1", "yes", "x")


def read_tasks(text: str, where: tzinfo, hear: Hear) -> list[Entry]:
    """The tasks of a file, whichever of the forms it has; `where` is the zone of times that name none."""
    text = text.lstrip("\ufeff").strip()
    try:
        if text[:15].upper() == "BEGIN:VCALENDAR":
            entries = _from_calendar(text, where)
        elif text.startswith(("{", "[")):
            entries = _from_json(text, cache(hear))
        else:
            entries = _from_table(text, where, cache(hear))  # the same words are heard once
        found = list(islice(entries, MOST + 1))  # and nothing of what is too many
    except (ValueError, KeyError, TypeError, OSError, OverflowError, csv.Error, RecursionError):
        return [PassedOver(1, "unreadable")]
    kept = found[:MOST]
    return kept if len(found) <= MOST else [*kept, PassedOver(MOST + 1, "too_many")]


def _from_json(text: str, hear: Hear) -> Iterator[Entry]:
    given = json.loads(text)
    for place, each in enumerate(given["tasks"] if isinstance(given, dict) else given, 1):
        yield _of(place, each if isinstance(each, dict) else {}, hear)


def _of(place: int, each: Mapping[str, object], hear: Hear) -> Entry:
    """One of our own, from JSON or a table; a day in words is heard, or stands in the description."""
    title = _plain(each.get("title"))
    if not title:
        return PassedOver(place, "no_title")
    more = {name: _plain(each.get(name)) or None for name in ("description", "priority", "due", "repeat")}
    is_done = str(each.get("completed", "")).casefold() in _TRUE
    said = more["due"] or ""
    if not said or read_due(said) is not None:
        return ImportedTask(fitting(NewTask(title, **more)), is_done)
    heard = hear(said, _LANGUAGE) if len(said) <= LONGEST_DAY else None
    if heard is not None:
        more |= {"due": heard.due, "repeat": more["repeat"] or heard.repeat}
        return ImportedTask(fitting(NewTask(title, **more)), is_done)
    more |= {"due": None, "description": "\n".join(filter(None, (more["description"], said)))}
    return ImportedTask(fitting(NewTask(title, **more)), is_done, (KeptOtherwise(place, title, "date", said),))


def _plain(value: object) -> str:
    text = value.strip() if isinstance(value, str) else ""
    return text[1:] if text.startswith("'") and text[1:].startswith(FORMULA) else text


def _from_table(text: str, where: tzinfo, hear: Hear) -> Iterator[Entry]:
    table = csv.DictReader(io.StringIO(text))
    if len(table.fieldnames or ()) > _COLUMNS:
        yield PassedOver(1, "too_many_columns")
        return
    names = {name.strip().upper() for name in table.fieldnames or ()}
    if {"TYPE", "CONTENT"} <= names:
        yield from TodoistReader(where, hear).read(table)
        return
    if "TITLE" not in names:
        raise ValueError("no column of titles")
    for place, row in enumerate(table, 2):
        yield _of(place, {(name or "").strip().casefold(): value for name, value in row.items()}, hear)


class _CalendarParser(ComponentIcalParser):
    """Takes no time zone from a file: the library would work out all its changes, and keep it for every other file of
    this process that names one so. Zones of known names are known without; in others a time is the person's own."""

    def handle_end_component(self, vals: str) -> None:  # the name serves for keeping zones, and for nothing else
        super().handle_end_component(vals.upper().replace("VTIMEZONE", ""))


def _from_calendar(text: str, where: tzinfo) -> Iterator[Entry]:
    calendars = _CalendarParser(text, ComponentFactory(), Calendar.types_factory).parse()
    parts = (part for one in calendars for part in one.walk() if part.name in ("VTODO", "VEVENT"))
    for place, part in enumerate(parts, 1):
        title = str(part.get("summary", "")).strip()
        if not title:
            yield PassedOver(place, "no_title")
            continue
        try:
            yield ImportedTask(_component(title, part, where), _is_done(part))
        except (ValueError, TypeError, OverflowError):
            yield PassedOver(place, "unreadable")


def _is_done(part: Component) -> bool:
    return str(part.get("status", "")).upper() == "COMPLETED" or part.get("completed") is not None


def _component(title: str, part: Component, where: tzinfo) -> NewTask:
    at = _only(part, "due") or _only(part, "dtstart")
    due = None if at is None else _due(getattr(at, "dt", None), where)
    weight = int(_only(part, "priority") or 0)
    priority = None if weight in (0, 5) else "high" if weight < 5 else "low"
    rule = _only(part, "rrule")
    if rule is not None and not isinstance(rule, vRecur):  # a property may say that it is of another kind
        raise ValueError("no rule of repetition")
    if rule is not None and rule.get("UNTIL"):  # a time, where it begins at one
        zone = where if at is None else getattr(at.dt, "tzinfo", None)
        rule["UNTIL"] = [_until(last, where if zone is None or str(zone) == "UTC" else zone) for last in rule["UNTIL"]]
    repeat = None if rule is None else rule.to_ical().decode()
    return fitting(NewTask(title, str(part.get("description", "")).strip() or None, priority, due, repeat))


def _until(last: object, where: tzinfo) -> object:
    return last.astimezone(where).date() if isinstance(last, datetime) and last.tzinfo is not None else last


def _only(part: Component, name: str) -> Any:
    """A property, of which an entry has no more than one."""
    given = part.get(name)
    if isinstance(given, list):
        raise ValueError(f"more than one {name}")
    return given


def _due(at: object, where: tzinfo) -> str:
    if not isinstance(at, date):
        raise ValueError("neither a day nor a time")
    if isinstance(at, datetime):
        at = at if at.tzinfo is not None else at.replace(tzinfo=where)
        return at.astimezone(where if str(at.tzinfo) == "UTC" else at.tzinfo).isoformat(timespec="seconds")
    return at.isoformat()
