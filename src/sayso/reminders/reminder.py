"""What a reminder is, and the hours in which nobody is reminded: nouns and rules, without a world."""

from datetime import datetime, time, timedelta, tzinfo
from uuid import NAMESPACE_URL, uuid5

from sayso.accounts.person import zone
from sayso.dataclass import dataclass
from sayso.regex import regex

_CLOCK = regex(r"([01]\d|2[0-3]):[0-5]\d")


@dataclass(frozen=True, slots=True)
class QuietHours:
    """From one time of the day to another, over midnight where it ends before it starts.

    >>> QuietHours.of("22:00", "07:00").ends
    datetime.time(7, 0)
    """

    starts: time
    ends: time

    @classmethod
    def of(cls, starts: str, ends: str) -> "QuietHours | None":
        """From two times as "22:00"; None where one is none, or both are the same."""
        if not (_CLOCK.fullmatch(starts) and _CLOCK.fullmatch(ends)) or starts == ends:
            return None
        return cls(time.fromisoformat(starts), time.fromisoformat(ends))

    def end(self, now: datetime, where: tzinfo) -> datetime | None:
        """When it is loud again for somebody who is there; None where it is now."""
        here = now.astimezone(where)
        clock = here.time()
        if self.starts < self.ends:
            is_quiet = self.starts <= clock < self.ends
        else:
            is_quiet = clock >= self.starts or clock < self.ends
        if not is_quiet:
            return None
        day = here.date() if clock < self.ends else here.date() + timedelta(days=1)
        return datetime.combine(day, self.ends, where)


@dataclass(frozen=True, slots=True)
class RemindedTask:
    """The task as it is told of."""

    id: str
    number: int
    title: str
    description: str
    priority: str
    due: str
    repeat: str | None

    def to_dict(self) -> dict[str, object]:
        """What is told."""
        about = {"id": self.id, "number": self.number, "title": self.title, "description": self.description}
        return {**about, "priority": self.priority, "due": self.due, "repeat": self.repeat}


@dataclass(frozen=True, slots=True)
class Reminder:
    """A task that is due, and the person who is to know."""

    id: str
    user_id: str
    email: str | None
    timezone: str
    task: RemindedTask
    due_at: datetime
    turn: int
    tries: int
    channels: tuple[str, ...]

    @property
    def delivery_id(self) -> str:
        """The same each time it is sent, and another after a snooze: who gets it twice can tell."""
        return f"{self.id}.{self.turn}"

    @property
    def clock(self) -> str:
        """When it was due, on the person's own clock."""
        return self.due_at.astimezone(zone(self.timezone)).strftime("%H:%M")


def reminder_id(task_id: str, due_at: datetime) -> str:
    """The id of the reminder of a task that is due then, whoever makes it."""
    return str(uuid5(NAMESPACE_URL, f"sayso:reminder:{task_id}:{due_at.timestamp()}"))
