"""Todoist's table: a task a row. What a task here has no place for stands in its description, and is told."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from sayso.regex import regex
from sayso.tasks.portable.fitting import LONGEST, fitting
from sayso.tasks.portable.imported import LONGEST_DAY, Entry, Hear, HeardDay, ImportedTask, KeptOtherwise, PassedOver
from sayso.tasks.task import NewTask, read_due

_LONGEST_LANGUAGE = 16
_PRIORITIES = {"1": "high"}  # p4 is what every task has that was given none; the others are told
_BETWEEN = ("2", "3")  # two that are one here
_FROM_DONE = regex(r"\w!(?:\s|$)")  # "every! 3 days" counts from when it was done
_ATTACHED = regex(r"\[\[file (\{.*?\})\]\]")
_JOIN = " › "
Row = Mapping[str, str | None]


class TodoistReader:
    """Reads the rows in their order: a section holds those after it, an indent says whose part a task is."""

    def __init__(self, where: tzinfo, hear: Hear) -> None:
        self._where = where
        self._hear = hear
        self._section = ""
        self._parents: list[str] = []

    def read(self, rows: Iterable[Row]) -> Iterator[Entry]:
        """The tasks; a note belongs to the task before it."""
        last: list[ImportedTask] = []
        for place, row in enumerate(rows, 2):
            kind, content = _value(row, "TYPE"), _value(row, "CONTENT")
            if kind == "note" and last and content:
                last = [_noted(one, place, content) for one in last]
            elif kind == "note" and content:
                yield PassedOver(place, "no_task")
            if kind == "section":
                self._section, self._parents = content, []
            if kind != "task":
                continue
            yield from last
            last = self._tasks(place, content, row) if content else []
            if not content:
                yield PassedOver(place, "no_title")
        yield from last

    def _tasks(self, place: int, content: str, row: Row) -> list[ImportedTask]:
        """The task of a row; several, where it comes several times a day."""
        depth = max(1, int(_value(row, "INDENT") or 1)) if _value(row, "INDENT").isdigit() else 1
        self._parents = self._parents[: depth - 1]
        path = [part for part in (self._section, *self._parents) if part]
        found = {"section": self._section, "parent": _JOIN.join(self._parents)}
        self._parents = [*self._parents, content]
        said = _value(row, "DATE")
        heard = HeardDay() if not said else self._heard(said, row)
        found |= _more(row, heard, said)
        due, lines = heard.due if heard else None, []
        if due is None and not said and read_due(found["deadline"]) is not None:
            due = found.pop("deadline")  # the only day that it has
        lines += [_value(row, "DESCRIPTION"), said if heard is None else "", _JOIN.join(path)]
        lines += [f"{name}: {found[name]}" for name in ("deadline", "duration", "responsible") if found.get(name)]
        description = "\n".join(line for line in lines if line)
        priority = _PRIORITIES.get(_value(row, "PRIORITY"))
        new = fitting(NewTask(content, description or None, priority, due, heard.repeat if heard else None))
        if len(description) > LONGEST:
            found["too_long"] = description[LONGEST:]
        otherwise = tuple(KeptOtherwise(place, new.title, what, text) for what, text in found.items() if text)
        times = heard.times if heard else ()
        return [ImportedTask(new, otherwise=otherwise), *(ImportedTask(replace(new, due=at)) for at in times)]

    def _heard(self, said: str, row: Row) -> HeardDay | None:
        language = (_value(row, "DATE_LANG") or "en")[:_LONGEST_LANGUAGE]
        heard = self._hear(said, language) if len(said) <= LONGEST_DAY else None
        zone = _zone(_value(row, "TIMEZONE"))
        if heard is None or zone is None:
            return heard
        due, *times = (None if at is None else _there(at, zone, self._where) for at in (heard.due, *heard.times))
        return replace(heard, due=due, times=tuple(filter(None, times)))


def _value(row: Row, name: str) -> str:
    return str(row.get(name) or "").strip()


def _zone(name: str) -> tzinfo | None:
    """The zone of a name; None where there is none, and a time is the person's own."""
    try:
        return ZoneInfo(name) if name else None
    except (ValueError, OSError, ZoneInfoNotFoundError):
        return None


def _there(said: str, zone: tzinfo, where: tzinfo) -> str:
    """A time that was heard by the person's clocks and said by those of another zone, as the person's show it; by its
    own, where it is another day there: a rule names days."""
    at = read_due(said)
    if not isinstance(at, datetime):
        return said
    there = at.replace(tzinfo=zone)
    here = there.astimezone(where)
    return (here if here.date() == there.date() else there).isoformat(timespec="seconds")


def _more(row: Row, heard: HeardDay | None, said: str) -> dict[str, str]:
    """What else stands in a row and has no place in a task, or another one."""
    duration = _value(row, "DURATION")
    weight = _value(row, "PRIORITY")
    return {
        "date": said if heard is None else "",
        "times": said if heard is not None and heard.times else "",
        "year": said if heard is not None and heard.is_next_year else "",
        "from_done": said if heard is not None and _FROM_DONE.search(said) else "",
        "priority": f"p{weight}" if weight in _BETWEEN else "",
        "deadline": _value(row, "DEADLINE"),
        "duration": f"{duration} {_value(row, 'DURATION_UNIT')}".strip() if duration not in ("", "None") else "",
        "responsible": _value(row, "RESPONSIBLE"),
    }


def _noted(task: ImportedTask, place: int, note: str) -> ImportedTask:
    whole = f"{task.new.description or ''}\n{_ATTACHED.sub(lambda found: _attachment(found.group(1)), note)}".strip()
    cut = (KeptOtherwise(place, task.new.title, "too_long", whole[LONGEST:]),) if len(whole) > LONGEST else ()
    new = replace(task.new, description=whole[:LONGEST])
    return replace(task, new=new, otherwise=task.otherwise + cut)


def _attachment(text: str) -> str:
    """The name and the address of a file that hangs on a note."""
    try:
        told = json.loads(text)
        return " ".join(str(told[name]) for name in ("file_name", "file_url") if told.get(name))
    except (ValueError, AttributeError):
        return text
