"""Tasks as JSON, as CSV, as iCalendar to-dos, and as a calendar of what is due."""

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo

from icalendar import Calendar, Event, Todo, vRecur

from sayso.engine.values.rules import read_rule
from sayso.tasks.recurring import clocks_of, on_day
from sayso.tasks.task import Due, StoredTask

COLUMNS = ("number", "title", "description", "priority", "due", "repeat", "completed", "created_at", "updated_at")
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # with which a table takes a text for something to reckon
_WEIGHTS = {"high": 1, "medium": 5, "low": 9}  # as RFC 5545 counts
_MAKER, _NAME = "-//Sayso//Tasks//EN", "Sayso"
_HOUR = timedelta(hours=1)


def to_json(tasks: Iterable[StoredTask], _: tzinfo) -> str:
    """All that a tool tells of them."""
    return json.dumps({"tasks": [task.to_dict() for task in tasks]}, ensure_ascii=False, indent=1)


def to_csv(tasks: Iterable[StoredTask], _: tzinfo) -> str:
    """A table with a head; what a spreadsheet would reckon begins with an apostrophe, which reading takes away."""
    text = io.StringIO()
    table = csv.writer(text)
    table.writerow(COLUMNS)
    for task in tasks:
        told = task.to_dict()
        table.writerow([_inert(told[name]) for name in COLUMNS])
    return text.getvalue()


def _inert(value: object) -> object:
    if isinstance(value, bool):
        return "true" if value else "false"
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value


def to_todos(tasks: Iterable[StoredTask], zone: tzinfo) -> str:
    """iCalendar to-dos, of all of them; `zone` is the person's, by whose clocks a time comes again."""
    return _calendar(_todo(task, zone) for task in tasks)


def to_events(tasks: Iterable[StoredTask], zone: tzinfo) -> str:
    """A calendar of what is to do and has a day: to-dos are shown by few calendars, events by all."""
    shown = ((task, task.due) for task in tasks if task.due is not None and not task.is_completed)
    return _calendar(part for task, due in shown for part in _events(task, due, zone))


def _calendar(parts: Iterable[Event | Todo]) -> str:
    made = Calendar()
    made.add("prodid", _MAKER)
    made.add("version", "2.0")
    made.add("name", _NAME)
    made.add("x-wr-calname", _NAME)  # as calendars read it that do not know RFC 7986
    for part in parts:
        made.add_component(part)
    made.add_missing_timezones()
    return str(made.to_ical(), "utf-8")


def _described(part: Event | Todo, task: StoredTask) -> None:
    part.add("uid", task.id)
    part.add("dtstamp", task.updated_at)
    part.add("summary", task.title)
    part.add("priority", _WEIGHTS[task.priority])
    if task.description:
        part.add("description", task.description)


def _todo(task: StoredTask, zone: tzinfo) -> Todo:
    part = Todo()
    _described(part, task)
    part.add("created", task.created_at)
    if task.due is not None:
        due = _clocked(task.due, zone)
        _repeated(part, task, due, zone)
        part.add("due", due)
    part.add("status", "COMPLETED" if task.is_completed else "NEEDS-ACTION")
    if task.completed_at is not None:
        part.add("completed", task.completed_at)
    return part


def _events(task: StoredTask, due: Due, zone: tzinfo) -> Iterator[Event]:
    """What a calendar shows of a task; of one whose coming time was moved, the others on the days of its rule."""
    if task.occurrence is None:
        yield _event(task, due, zone)
        return
    stands_for = on_day(task.occurrence, due, zone)
    yield _event(task, stands_for, zone)
    moved = _event(replace(task, repeat=None), due, zone)
    moved.add("recurrence-id", _clocked(stands_for, zone))
    yield moved


def _event(task: StoredTask, due: Due, zone: tzinfo) -> Event:
    part = Event()
    _described(part, task)
    start = _clocked(due, zone)
    if not _repeated(part, task, start, zone):
        part.add("dtstart", start)
    return part


def _clocked(due: Due, zone: tzinfo) -> Due:
    """By clocks that a calendar knows by name: the person's, or those of an offset of whole hours; else by UTC."""
    if not isinstance(due, datetime):
        return due
    clocks = clocks_of(due, zone)
    if clocks is zone:
        return due.astimezone(zone)
    hours, rest = divmod(due.utcoffset() or timedelta(), _HOUR)
    return due.astimezone(UTC if rest or not hours else ZoneInfo(f"Etc/GMT{-hours:+d}"))


def _repeated(part: Event | Todo, task: StoredTask, start: Due, zone: tzinfo) -> bool:
    """Write how it repeats, from when, and until when in the same kind: a day beside a day, beside a time its time of
    the last day, in UTC. Whether it repeats."""
    rule = read_rule(task.repeat) if task.repeat else None
    if rule is None:
        return False
    written = vRecur.from_ical(rule.text())
    if rule.until is not None and isinstance(start, datetime) and isinstance(task.due, datetime):
        clocks = clocks_of(task.due, zone)
        last = datetime.combine(rule.until, task.due.astimezone(clocks).time(), clocks)
        written["UNTIL"] = [last.astimezone(UTC)]
    part.add("dtstart", start)
    part.add("rrule", written)
    return True


WRITERS: dict[str, tuple[Callable[[Iterable[StoredTask], tzinfo], str], str]] = {
    "json": (to_json, "application/json"),
    "csv": (to_csv, "text/csv"),
    "ics": (to_todos, "text/calendar"),
}
