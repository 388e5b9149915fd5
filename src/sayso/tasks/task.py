"""What a task is, and what may be said about one: nouns and rules, without a world."""

import json
import unicodedata
from collections.abc import Mapping
from dataclasses import fields
from datetime import UTC, date, datetime
from typing import ClassVar

from sayso.dataclass import dataclass
from sayso.domains.shipped import shipped_tools
from sayso.engine.nouns import Entry
from sayso.regex import regex
from sayso.tools.wrong import Wrong, plain

FOLDED_LIMIT = 600  # some letters fold into many; an index holds no more

Due = date | datetime  # a day in the person's own zone, or a point in time
_MOMENTS = ("completed_at", "created_at", "updated_at", "deleted_at")
_BLANKS = regex(r"\s+")


@dataclass(frozen=True, slots=True)
class StoredTask:
    """A task as it is kept."""

    id: str
    number: int
    title: str
    description: str
    priority: str
    due: Due | None
    completed_at: datetime | None
    created_at: datetime
    updated_at: datetime
    deleted_at: datetime | None
    version: int
    repeat: str | None = None  # a rule of RFC 5545
    occurrence: date | None = None  # the day that the rule gave it, where it is due on another one by now

    @property
    def is_completed(self) -> bool:
        """Whether it is done."""
        return self.completed_at is not None

    def as_seen(self) -> Entry:
        """The task as decisions are made about it."""
        due = self.due.isoformat() if self.due else None
        done, rule = self.is_completed, self.repeat
        return Entry(self.id, self.title, self.number, self.description, done, self.priority, due, rule)

    def to_dict(self) -> dict[str, object]:
        """What a tool tells about it."""
        return {
            "id": self.id,
            "number": self.number,
            "title": self.title,
            "description": self.description,
            "completed": self.is_completed,
            "priority": self.priority,
            "due": self.due.isoformat() if self.due else None,
            "repeat": self.repeat,
            "created_at": self.created_at.isoformat(),
            "updated_at": self.updated_at.isoformat(),
        }

    def to_json(self) -> str:
        """All of it, to be read back by `from_json`."""
        values = ((f.name, getattr(self, f.name)) for f in fields(self))
        return json.dumps({name: v.isoformat() if isinstance(v, date) else v for name, v in values})

    @classmethod
    def from_json(cls, text: str) -> "StoredTask":
        """A task from its own JSON."""
        values = json.loads(text)
        for name in _MOMENTS:
            values[name] = values[name] and datetime.fromisoformat(values[name])
        values["due"] = values["due"] and read_due(values["due"])
        kept = values.get("occurrence")
        values["occurrence"] = date.fromisoformat(kept) if kept else None
        return cls(**values)


@dataclass(frozen=True, slots=True)
class NewTask:
    """What `add_task` is given; None is as if left out."""

    tool: ClassVar[str] = "add_task"

    title: str
    description: str | None = None
    priority: str | None = None
    due: str | None = None
    repeat: str | None = None


@dataclass(frozen=True, slots=True)
class Query:
    """What `list_tasks` is given; None is as if left out."""

    tool: ClassVar[str] = "list_tasks"

    filter: str | None = None
    priority: str | None = None
    due: str | Mapping[str, str] | None = None
    search: str | None = None
    limit: int | None = None
    offset: int | None = None


SKIPPED = "skipped"  # the new status by which one time of what repeats is passed over


@dataclass(frozen=True, slots=True)
class Changes:
    """What `update_task` is given; None leaves a thing as it is, an empty text takes description, due or
    repetition away."""

    tool: ClassVar[str] = "update_task"

    new_title: str | None = None
    new_description: str | None = None
    new_priority: str | None = None
    new_due: str | None = None
    new_status: str | None = None
    new_repeat: str | None = None


def given(noun: NewTask | Query | Changes) -> dict[str, object]:
    """The arguments that were given: what is not at its default."""
    usual = _defaults(noun.tool)
    return {name: value for name, value in _said(noun).items() if name not in usual or value != usual[name]}


def filled(noun: NewTask | Query | Changes) -> dict[str, object]:
    """The arguments, with the definition's defaults for what was left out."""
    return {**_defaults(noun.tool), **_said(noun)}


def _said(noun: NewTask | Query | Changes) -> dict[str, object]:
    values = ((f.name, getattr(noun, f.name)) for f in fields(noun))
    return {name: value for name, value in values if value is not None}


def _defaults(tool: str) -> dict[str, object]:
    return {p.name: p.default for p in shipped_tools()[tool].parameters if p.default is not None}


def largest_page() -> int:
    """How many tasks a list holds at most."""
    return int(shipped_tools()[Query.tool].parameter("limit").most or 0)


def check_due(value: object, field: str = "due") -> Due | Wrong:
    """A day, or a time that says its offset."""
    due = read_due(value) if isinstance(value, str) else None
    if due is not None:
        return due
    said = f"{field} {plain(str(value))!r} is neither a date nor a time with its offset."
    return Wrong(field, said, "Use a date such as 2026-11-17, or a time such as 2026-11-17T17:00:00+01:00.")


def read_due(text: str) -> Due | None:
    """A day or a point in time from its ISO form; None where it is neither."""
    try:
        if len(text) <= 10:
            return date.fromisoformat(text)
        at = datetime.fromisoformat(text)
        at.astimezone(UTC)  # the first and last hours of the calendar have no place in another zone
    except (ValueError, OverflowError):
        return None
    return at if at.utcoffset() is not None else None


def fold(text: str) -> str:
    """A title as it is searched: lower case, without accents, blanks made one, so that "Caffè  È" is "caffe e".

    What it gives is kept in the database: where this changes, a revision has to renew what is kept.
    """
    text = unicodedata.normalize("NFKD", text.replace("’", "'").casefold()).casefold()
    kept = (c for c in text if unicodedata.category(c) not in ("Mn", "Cc", "Cf", "Cs") or c.isspace())
    return _BLANKS.sub(" ", unicodedata.normalize("NFC", "".join(kept))).strip()[:FOLDED_LIMIT]
