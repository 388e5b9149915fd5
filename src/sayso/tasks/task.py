"""What a task is, and what may be said about one: nouns and rules, without a world."""

import json
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import UTC, date, datetime

from sayso.engine.nouns import Task
from sayso.tools.wrong import Wrong, check_text, plain

TITLE_LIMIT = 200
DESCRIPTION_LIMIT = 1000
FOLDED_LIMIT = 600  # some letters fold into many; an index holds no more
PRIORITIES = ("low", "medium", "high")
STATUSES = ("pending", "completed")
FILTERS = ("all", "pending", "completed", "overdue")
PAGE = 50
LARGEST_PAGE = 500

Due = date | datetime  # a day in the person's own zone, or a point in time
_MOMENTS = ("completed_at", "created_at", "updated_at", "deleted_at")
_BLANKS = re.compile(r"\s+")


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

    @property
    def is_completed(self) -> bool:
        """Whether it is done."""
        return self.completed_at is not None

    def as_seen(self) -> Task:
        """The task as decisions are made about it."""
        due = self.due.isoformat() if self.due else None
        return Task(self.id, self.title, self.number, self.description, self.is_completed, self.priority, due)

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
        return cls(**values)


@dataclass(frozen=True, slots=True)
class NewTask:
    """What `add_task` is given."""

    title: str
    description: str = ""
    priority: str = "medium"
    due: str | None = None


@dataclass(frozen=True, slots=True)
class Query:
    """What `list_tasks` is given."""

    filter: str = "all"
    priority: str | None = None
    due: str | Mapping[str, str] | None = None
    search: str | None = None
    limit: int = PAGE
    offset: int = 0


@dataclass(frozen=True, slots=True)
class Changes:
    """What `update_task` is given; None leaves a thing as it is, an empty text takes description or due away."""

    new_title: str | None = None
    new_description: str | None = None
    new_priority: str | None = None
    new_due: str | None = None
    new_status: str | None = None


def given(noun: NewTask | Query | Changes) -> dict[str, object]:
    """The arguments that were given: what is not at its default."""
    values = ((f, getattr(noun, f.name)) for f in fields(noun))
    return {f.name: value for f, value in values if value != f.default}


def check_title(value: object, field: str = "title") -> str | Wrong:
    """A title without blanks around it."""
    text = check_text(value, field)
    if isinstance(text, Wrong):
        return text
    text = text.strip()
    if not text:
        return Wrong(field, "The title is empty.", "Say what the task is about, for example: buy groceries.")
    if len(text) > TITLE_LIMIT:
        shorter = f"Shorten the title to {TITLE_LIMIT} characters; details can go into the description."
        return Wrong(field, f"The title has {len(text)} characters; at most {TITLE_LIMIT} are allowed.", shorter)
    return text


def check_description(value: object, field: str = "description") -> str | Wrong:
    """A description, which may be empty."""
    text = check_text(value, field)
    if isinstance(text, str) and len(text) > DESCRIPTION_LIMIT:
        said = f"The description has {len(text)} characters; at most {DESCRIPTION_LIMIT} are allowed."
        return Wrong(field, said, f"Shorten the description to {DESCRIPTION_LIMIT} characters.")
    return text


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
