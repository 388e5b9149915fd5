"""What comes in with a file: the tasks, what of them is kept otherwise than it was there, and what was passed over."""

from collections.abc import Callable

from sayso.dataclass import dataclass
from sayso.tasks.task import NewTask

LONGEST_DAY = 100  # letters of a day in words: thousands of them are heard, and long ones are none


@dataclass(frozen=True, slots=True)
class HeardDay:
    """What a day in words says: when it is due, how it repeats, and at which other times of the same days (`times`).
    `is_next_year`: no year was said, and the day has passed this year."""

    due: str | None = None
    repeat: str | None = None
    times: tuple[str, ...] = ()
    is_next_year: bool = False


Hear = Callable[[str, str], HeardDay | None]  # a day in words and its language


@dataclass(frozen=True, slots=True)
class KeptOtherwise:
    """Something of an entry that is not kept as it was: which line, `what` (`date`, `times`, `year`, `from_done`,
    `priority`, `section`, `parent`, `deadline`, `duration`, `responsible`, `too_long`), and what stood there."""

    place: int
    title: str
    what: str
    said: str


@dataclass(frozen=True, slots=True)
class ImportedTask:
    """A task from a file, whether it was done there, and what of it is kept otherwise."""

    new: NewTask
    is_completed: bool = False
    otherwise: tuple[KeptOtherwise, ...] = ()


@dataclass(frozen=True, slots=True)
class PassedOver:
    """What was not taken: which line or entry, and why (`no_title`, `no_task` of a note that belongs to none,
    `unreadable`, `too_many`, `too_many_columns`)."""

    place: int
    why: str


Entry = ImportedTask | PassedOver
