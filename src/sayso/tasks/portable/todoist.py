"""Todoist's table: a task a row. What a task here has no place for stands in its description, and is told."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from sayso.regex import regex
from sayso.tasks.portable.fitting import LONGEST, fitting
from sayso.tasks.portable.imported import Entry, Hear, HeardDay, ImportedTask, KeptOtherwise, PassedOver
from sayso.tasks.task import NewTask, read_due

_LONGEST_DAY, _LONGEST_LANGUAGE = 100, 16  # of a day in words: thousands of them are heard, and long ones are none
_PRIORITIES = {"1": "high"}  # the others are as usual
_BETWEEN = ("2", "3")  # neither the highest nor the usual
_FROM_DONE = regex(r"\w!(?:\s|$)")  # "every! 3 days" counts from when it was done
_ATTACHED = regex(r"\[\[file (\{.*?\})\]\]")
_JOIN = " › "
Row = Mapping[str, str | None]


class TodoistReader:
    """Reads the rows in their order: a section holds those after it, an indent says whose part a task is."""

    def __init__(self, hear: Hear) -> None:
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
        return self._hear(said, language) if len(said) <= _LONGEST_DAY else None


def _value(row: Row, name: str) -> str:
    return str(row.get(name) or "").strip()


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
