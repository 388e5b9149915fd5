"""What a verb answers: a closed set of successes and failures, each in the shape that the tools promise."""

import json
from typing import ClassVar

from sayso.confirmations.pending import Pending
from sayso.dataclass import dataclass
from sayso.tasks.task import StoredTask
from sayso.tools.told import NoAccount, error, invalid
from sayso.tools.wrong import Wrong, plain

SHOWN = 5  # candidates and suggestions at most


@dataclass(frozen=True, slots=True)
class TaskChange:
    """A task was changed, or already was as it should be (`is_changed` false)."""

    task: StoredTask
    is_changed: bool = True

    def to_dict(self) -> dict[str, object]:
        """`status`, `task_id`, `title` and the rest of the task."""
        told = self.task.to_dict()
        told = {"status": "success", "task_id": told.pop("id"), **told}
        return told if self.is_changed else {**told, "unchanged": True}


class Added(TaskChange):
    """A new task."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Moved(TaskChange):
    """It may be done by now, and be followed by the next where it repeats; `was_last` where it did, and no more.
    `former_title` where it has another by now."""

    next: StoredTask | None = None
    was_last: bool = False
    former_title: str | None = None

    def to_dict(self) -> dict[str, object]:
        """As any change, with the next task where there is one."""
        told = TaskChange.to_dict(self)
        return told if self.next is None else {**told, "next": self.next.to_dict()}


class Completed(Moved):
    """It is done."""

    __slots__ = ()


class Updated(Moved):
    """Something about it is different."""

    __slots__ = ()


class Deleted(TaskChange):
    """It is gone, and can be brought back for a while."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Undone(TaskChange):
    """The last change is taken back; `tool` made it. A task that was added is gone again (`is_deleted`). `others` were
    changed together with it, and are taken back with it. Those of the ids `back` had been gone."""

    tool: str = ""
    others: tuple[StoredTask, ...] = ()
    back: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, object]:
        """As any change, with what was undone, and which other tasks with it."""
        undone = {"undone": self.tool, "deleted": self.task.deleted_at is not None}
        also = {"also": [_brief(task) for task in self.others]} if self.others else {}
        return {**TaskChange.to_dict(self), **undone, **also}


@dataclass(frozen=True, slots=True)
class Redone(TaskChange):
    """What was taken back is made again; `tool` made it first. `others` were changed together with it. Those of the ids
    `back` had been gone."""

    tool: str = ""
    others: tuple[StoredTask, ...] = ()
    back: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, object]:
        """As any change, with what was made again, and which other tasks with it."""
        redone = {"redone": self.tool, "deleted": self.task.deleted_at is not None}
        also = {"also": [_brief(task) for task in self.others]} if self.others else {}
        return {**TaskChange.to_dict(self), **redone, **also}


@dataclass(frozen=True, slots=True)
class TaskNeedsConfirmation:
    """Nothing happened yet: the person has to say yes, where no model can. The same call then goes through."""

    task: StoredTask
    pending: Pending
    others: int = 0  # how many tasks it is about besides

    def to_dict(self) -> dict[str, object]:
        """What waits for the person's yes."""
        next_step = f"The person has to allow this: sayso approve {self.pending.id}. Then make the same call again."
        return {
            "status": "needs_confirmation",
            "confirmation_id": self.pending.id,
            "expires_at": self.pending.expires_at.isoformat(),
            "summary": self.pending.summary,
            "task_id": self.task.id,
            "number": self.task.number,
            "title": self.task.title,
            "suggestion": next_step,
        }


@dataclass(frozen=True, slots=True)
class Listed:
    """A page of tasks, in the order of their numbers, or of their times where days are asked for; `total` counts all
    that fit, `of` all that there are, where none does."""

    tasks: tuple[StoredTask, ...]
    total: int
    offset: int
    of: int = 0

    def to_dict(self) -> dict[str, object]:
        """`status`, `count` and the tasks of this page."""
        has_more = self.offset + len(self.tasks) < self.total
        return {
            "status": "success",
            "count": len(self.tasks),
            "total": self.total,
            "offset": self.offset,
            "has_more": has_more,
            "tasks": [task.to_dict() for task in self.tasks],
        }


@dataclass(frozen=True, slots=True)
class UserInfo:
    """Who the tasks belong to."""

    user_id: str
    name: str
    email: str | None
    timezone: str

    def to_dict(self) -> dict[str, object]:
        """`status` and what is known of the person."""
        about = {"user_id": self.user_id, "name": self.name, "email": self.email, "timezone": self.timezone}
        return {"status": "success", **about}


@dataclass(frozen=True, slots=True)
class TaskNotFound:
    """No task fits; the same for one that is another person's."""

    error: ClassVar[str] = "not_found"
    identifier: str
    nearest: tuple[StoredTask, ...] = ()

    def to_dict(self) -> dict[str, object]:
        """The error, with what may have been meant."""
        names = " or ".join(f"'{task.title}' (#{task.number})" for task in self.nearest)
        suggestion = f"Did you mean {names}?" if names else "List the tasks to see what there is."
        told = error(self.error, f"No task matches '{plain(self.identifier)}'.", suggestion)
        return {**told, "suggestions": [_brief(task) for task in self.nearest]} if self.nearest else told


@dataclass(frozen=True, slots=True)
class SeveralMatch:
    """More than one task fits; the first few are the candidates."""

    error: ClassVar[str] = "several_match"
    identifier: str
    candidates: tuple[StoredTask, ...]
    are_all: bool = True

    def to_dict(self) -> dict[str, object]:
        """The error, with the candidates."""
        names = ", ".join(f"'{task.title}' (#{task.number})" for task in self.candidates)
        more = "" if self.are_all else ", and more"
        message = f"Several tasks match '{plain(self.identifier)}': {names}{more}."
        told = error(self.error, message, "Say which one, by its number or its whole title.")
        return {**told, "candidates": [_brief(task) for task in self.candidates]}


@dataclass(frozen=True, slots=True)
class InvalidTaskCall:
    """A value cannot be."""

    error: ClassVar[str] = "invalid"
    wrong: Wrong

    def to_dict(self) -> dict[str, object]:
        """The error, with the field it is about."""
        return invalid(self.wrong)


@dataclass(frozen=True, slots=True)
class TaskKeyReused:
    """An idempotency key came a second time, with another call."""

    error: ClassVar[str] = "key_reused"

    def to_dict(self) -> dict[str, object]:
        """The error."""
        message = "This idempotency key was used for another call. Nothing was changed."
        return error(self.error, message, "Use a new key for every change; repeat one only with the same arguments.")


@dataclass(frozen=True, slots=True)
class NothingToRedo:
    """Nothing was taken back that could be made again."""

    error: ClassVar[str] = "nothing_to_redo"

    def to_dict(self) -> dict[str, object]:
        """The error."""
        return error(self.error, "There is no change to redo.", "List the tasks to see how they are.")


@dataclass(frozen=True, slots=True)
class NothingToUndo:
    """No change is left to take back."""

    error: ClassVar[str] = "nothing_to_undo"

    def to_dict(self) -> dict[str, object]:
        """The error."""
        return error(self.error, "There is no change to undo.", "List the tasks to see how they are.")


@dataclass(frozen=True, slots=True)
class ChangedSince:
    """The task is no longer as the last change left it, so that taking this back could lose something."""

    error: ClassVar[str] = "changed_since"
    task: StoredTask

    def to_dict(self) -> dict[str, object]:
        """The error, with the task."""
        message = f"'{self.task.title}' (#{self.task.number}) was changed since. Nothing was undone."
        return {**error(self.error, message, "Look at the task and change it as it should be."), **_about(self.task)}


class Overtaken(ChangedSince):
    """Not the change that is meant is the last one, but another, which left this task so."""

    __slots__ = ()
    error: ClassVar[str] = "overtaken"

    def to_dict(self) -> dict[str, object]:
        """The error, with the task of the other change."""
        message = f"Another change came since: to '{self.task.title}' (#{self.task.number}). Nothing was undone."
        next_step = "Undo and redo go one change at a time, from the last one: look at the tasks as they are."
        return {**error(self.error, message, next_step), **_about(self.task)}


Change = Added | Completed | Updated | Deleted | Undone | Redone
Success = Change | Listed | UserInfo
Failure = (
    TaskNotFound
    | SeveralMatch
    | InvalidTaskCall
    | TaskKeyReused
    | NothingToUndo
    | NothingToRedo
    | ChangedSince
    | NoAccount
)
Outcome = Success | TaskNeedsConfirmation | Failure


def unavailable() -> dict[str, object]:
    """The shape of an outage, for doors that answer a `StorageUnavailable` instead of raising it."""
    return error("unavailable", "The tasks cannot be reached now. Nothing was changed.", "Try again in a moment.")


def _brief(task: StoredTask) -> dict[str, object]:
    return {"task_id": task.id, "number": task.number, "title": task.title, "completed": task.is_completed}


def _about(task: StoredTask) -> dict[str, object]:
    return {"task_id": task.id, "title": task.title}


_PLAIN: dict[str, type[Added | Deleted]] = {"Added": Added, "Deleted": Deleted}
_WALKED: dict[str, type[Undone | Redone]] = {"Undone": Undone, "Redone": Redone}
_MOVED: dict[str, type[Completed | Updated]] = {"Completed": Completed, "Updated": Updated}


def to_text(change: Change) -> str:
    """A change to be kept, and given again to whoever asks for it a second time."""
    kept = {"kind": type(change).__name__, "task": change.task.to_json(), "is_changed": change.is_changed}
    match change:
        case Undone() | Redone():
            kept |= {"tool": change.tool, "others": [task.to_json() for task in change.others], "back": change.back}
        case Completed() | Updated():
            kept |= {"next": change.next.to_json() if change.next else None, "was_last": change.was_last}
            kept |= {"former_title": change.former_title}
        case _:
            pass
    return json.dumps(kept)


def from_text(text: str) -> Change:
    """The change that was kept."""
    kept = json.loads(text)
    kind, task, is_changed = kept["kind"], StoredTask.from_json(kept["task"]), kept["is_changed"]
    if kind in _WALKED:
        others = tuple(StoredTask.from_json(one) for one in kept.get("others", ()))
        return _WALKED[kind](task, is_changed, kept["tool"], others, tuple(kept.get("back", ())))
    if kind in _PLAIN:
        return _PLAIN[kind](task, is_changed)
    after = StoredTask.from_json(kept["next"]) if kept.get("next") else None
    return _MOVED[kind](task, is_changed, after, kept.get("was_last", False), kept.get("former_title"))
