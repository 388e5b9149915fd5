"""What comes in with a file: the tasks, and what was passed over."""

from collections.abc import Callable
from dataclasses import dataclass

from sayso.tasks.task import NewTask

Hear = Callable[[str, str], tuple[str | None, str | None] | None]  # a day in words and its language: due and repetition


@dataclass(frozen=True, slots=True)
class ImportedTask:
    """A task from a file, and whether it was done there."""

    new: NewTask
    is_completed: bool = False


@dataclass(frozen=True, slots=True)
class PassedOver:
    """What was not taken: which line or entry, and why (`no_title`, `unreadable`, `too_many`,
    `too_many_columns`)."""

    place: int
    why: str


Entry = ImportedTask | PassedOver
