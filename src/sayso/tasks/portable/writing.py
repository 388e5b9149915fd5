"""Tasks as JSON, as CSV, as iCalendar to-dos, and as a calendar of what is due."""

import csv
import io
import json
from collections.abc import Callable, Iterable

from icalendar import Calendar, Event, Todo, vRecur

from sayso.tasks.task import StoredTask

COLUMNS = ("number", "title", "description", "priority", "due", "repeat", "completed", "created_at", "updated_at")
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # with which a table takes a text for something to reckon
_WEIGHTS = {"high": 1, "medium": 5, "low": 9}  # as RFC 5545 counts
_MAKER = "-//Sayso//Tasks//EN"


def to_json(tasks: Iterable[StoredTask]) -> str:
    """All that a tool tells of them."""
    return json.dumps({"tasks": [task.to_dict() for task in tasks]}, ensure_ascii=False, indent=1)


def to_csv(tasks: Iterable[StoredTask]) -> str:
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


def to_todos(tasks: Iterable[StoredTask]) -> str:
    """iCalendar to-dos, of all of them."""
    return _calendar(_todo(task) for task in tasks)


def to_events(tasks: Iterable[StoredTask]) -> str:
    """A calendar of what is to do and has a day: to-dos are shown by few calendars, events by all."""
    return _calendar(_event(task) for task in tasks if task.due is not None and not task.is_completed)


def _calendar(parts: Iterable[Event | Todo]) -> str:
    made = Calendar()
    made.add("prodid", _MAKER)
    made.add("version", "2.0")
    for part in parts:
        made.add_component(part)
    return str(made.to_ical(), "utf-8")


def _described(part: Event | Todo, task: StoredTask) -> None:
    part.add("uid", task.id)
    part.add("dtstamp", task.updated_at)
    part.add("summary", task.title)
    if task.description:
        part.add("description", task.description)
    if task.repeat is not None:
        part.add("rrule", vRecur.from_ical(task.repeat))


def _todo(task: StoredTask) -> Todo:
    part = Todo()
    _described(part, task)
    part.add("created", task.created_at)
    part.add("priority", _WEIGHTS[task.priority])
    if task.due is not None:
        part.add("due", task.due)
    part.add("status", "COMPLETED" if task.is_completed else "NEEDS-ACTION")
    if task.completed_at is not None:
        part.add("completed", task.completed_at)
    return part


def _event(task: StoredTask) -> Event:
    part = Event()
    _described(part, task)
    part.add("dtstart", task.due)
    return part


WRITERS: dict[str, tuple[Callable[[Iterable[StoredTask]], str], str]] = {
    "json": (to_json, "application/json"),
    "csv": (to_csv, "text/csv"),
    "ics": (to_todos, "text/calendar"),
}
