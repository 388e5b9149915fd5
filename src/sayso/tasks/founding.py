"""The founding functions: one person's tools as plain functions, and a title that becomes a task."""

from collections.abc import Awaitable, Callable
from typing import Literal

from typing_extensions import TypedDict  # before Python 3.12, agents read no other

from sayso.dataclass import dataclass
from sayso.errors import StorageUnavailable
from sayso.session import Session
from sayso.tasks.outcome import Outcome, SeveralMatch, unavailable
from sayso.tasks.service import TaskService
from sayso.tasks.task import Changes, NewTask, Query, StoredTask

Answer = dict[str, object]
Tool = Callable[..., Awaitable[Answer]]
Priority = Literal["low", "medium", "high"]
Days = TypedDict("Days", {"from": str, "to": str}, total=False)


@dataclass(frozen=True, slots=True)
class OneUsersTasks:
    """The task service for one person's session."""

    service: TaskService
    session: Session


async def resolve_task(service: OneUsersTasks, identifier: str) -> StoredTask | list[StoredTask] | None:
    """The task that an id, a number or a title means; a list where several fit, None where none does."""
    found = await service.service.resolve(service.session, identifier)
    if isinstance(found, SeveralMatch):
        return list(found.candidates)
    return found if isinstance(found, StoredTask) else None


def create_tools_for_user(user_id: str, session: TaskService) -> list[Tool]:
    """The task tools of one person, to be handed to an agent: no tool takes a user, so none can take another's.

    Each answers with a dict that has `status`. Deleting answers `needs_confirmation` until the person has said yes with
    `sayso approve`, and then the same call goes through.
    """
    who = Session(user_id, "function")

    async def add_task(
        title: str,
        description: str = "",
        priority: Priority = "medium",
        due: str | None = None,
        repeat: str | None = None,
    ) -> Answer:
        """Add a task to the user's list.

        Args:
            title: What is to be done, 1 to 200 characters.
            description: More about it, up to 1000 characters.
            priority: How important it is.
            due: A date such as 2026-11-17, or a time with its offset such as 2026-11-17T17:00:00+01:00.
            repeat: How it repeats, as an RFC 5545 rule such as FREQ=WEEKLY;BYDAY=MO.
        """
        return await _answer(session.add(who, NewTask(title, description, priority, due, repeat)))

    async def list_tasks(  # noqa: PLR0913, PLR0917 - a tool's signature
        filter: Literal["all", "pending", "completed", "overdue"] = "all",  # noqa: A002 - the tool's own word
        priority: Priority | None = None,
        due: str | Days | None = None,
        search: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
    ) -> Answer:
        """List the user's tasks.

        Args:
            filter: Which of them, by how they stand.
            priority: Only those of this priority.
            due: Only those due then: today, tomorrow, this_week, next_week, a date, or from one date to another.
            search: Only those whose title holds this.
            limit: How many at most.
            offset: How many to pass over.
        """
        return await _answer(session.list(who, Query(filter, priority, due, search, limit, offset)))  # type: ignore[arg-type]

    async def complete_task(task_identifier: str) -> Answer:
        """Mark a task as done.

        Args:
            task_identifier: The task's id, its number, or its title or a part of it.
        """
        return await _answer(session.complete(who, task_identifier))

    async def delete_task(task_identifier: str) -> Answer:
        """Delete a task. The user has to allow it first, outside this conversation.

        Args:
            task_identifier: The task's id, its number, or its title or a part of it.
        """
        return await _answer(session.delete(who, task_identifier))

    async def update_task(  # noqa: PLR0913, PLR0917 - a tool's signature
        task_identifier: str,
        new_title: str | None = None,
        new_description: str | None = None,
        new_priority: Priority | None = None,
        new_due: str | None = None,
        new_status: Literal["pending", "completed", "skipped"] | None = None,
        new_repeat: str | None = None,
    ) -> Answer:
        """Change something about a task; what is left out stays as it is.

        Args:
            task_identifier: The task's id, its number, or its title or a part of it.
            new_title: Another title, 1 to 200 characters.
            new_description: Another description, up to 1000 characters; empty takes it away.
            new_priority: Another priority.
            new_due: Another date or time with its offset; empty takes it away.
            new_status: Whether it is still to be done; skipped passes one time of what repeats over, and goes alone.
            new_repeat: How it repeats, as an RFC 5545 rule; empty ends it.
        """
        changes = Changes(new_title, new_description, new_priority, new_due, new_status, new_repeat)
        return await _answer(session.update(who, task_identifier, changes))

    async def undo() -> Answer:
        """Take the user's last change back, a deletion too."""
        return await _answer(session.undo(who))

    async def redo() -> Answer:
        """Make the change again that was taken back last."""
        return await _answer(session.redo(who))

    async def get_user_info() -> Answer:
        """Say who the user is."""
        return await _answer(session.get_user_info(who))

    return [add_task, list_tasks, complete_task, delete_task, update_task, undo, redo, get_user_info]


async def _answer(work: Awaitable[Outcome]) -> Answer:
    try:
        return (await work).to_dict()
    except StorageUnavailable:
        return unavailable()
