"""Back through what a person changed, one step at a time, and forth again."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import NamedTuple

from sayso.tasks.outcome import (
    ChangedSince,
    NothingToRedo,
    NothingToUndo,
    Overtaken,
    Redone,
    TaskNeedsConfirmation,
    Undone,
)
from sayso.tasks.store import history, records
from sayso.tasks.store.history import PastChange
from sayso.tasks.task import StoredTask
from sayso.tasks.work import Work
from sayso.tasks.write import renewed

Found = list[tuple[StoredTask, list[PastChange]]]
Asked = TaskNeedsConfirmation | ChangedSince
Allow = Callable[[Work, Found, Sequence[StoredTask]], Awaitable[Asked | None]]
_ADDING = "add_task"


class ShownChange(NamedTuple):
    """A change as it was shown to the person: which task, and when the change left it so."""

    task_id: str
    updated_at: datetime


class Bound(NamedTuple):
    """What a step back or forth is bound to, so that no other is taken: the change that was `shown`, and the questions
    that the person has just said yes to, by their ids."""

    shown: ShownChange | None = None
    granted: frozenset[str] = frozenset()


UNBOUND = Bound()


async def take_back(
    work: Work, within: timedelta, allow: Allow, shown: ShownChange | None = None
) -> Undone | TaskNeedsConfirmation | NothingToUndo | ChangedSince:
    """Take the last step back that still stands, unless one of its tasks was changed since; `allow` is asked about
    tasks that go away with that, but not about one that a repetition made: the one that it came from is back then.
    Where a `shown` change is meant, only the step that made it is taken back, and no other that came later.

    The last one of all can be old; those before it only go back as far as `within`. Else whoever walks back through
    everything could make tasks go away that nobody allowed to be deleted.
    """
    step = await history.last_done(work.tx, work.person.id)
    is_further = bool(await history.first_undone(work.tx, work.person.id))
    if not step or (is_further and work.now - step[0].at > within):
        return NothingToUndo()
    found = await _tasks(work, step)
    if isinstance(found, ChangedSince):
        return found
    if shown is not None and not any((t.id, t.updated_at) == shown for t, _ in found):
        meant = await records.by_id(work.tx, work.person.id, shown.task_id)
        if meant is None:
            return NothingToUndo()
        return Overtaken(found[-1][0]) if meant.updated_at == shown.updated_at else ChangedSince(meant)
    gone = [task for task, made in found if made[0].tool == _ADDING and task.deleted_at is None]
    waits = await allow(work, found, gone)
    if waits is not None:
        return waits
    back: list[StoredTask] = []
    for task, made in found:
        was = made[0].before or replace(task, deleted_at=work.now)
        restored = await _turn(work, (task, made), was, is_undone=True)
        if made[0].before is not None or made[0].tool == _ADDING:  # else it came with another one
            back.append(restored)
    return Undone(back[0], tool=step[0].tool, others=tuple(back[1:]), back=_returned(found, back))


async def make_again(work: Work, allow: Allow) -> Redone | TaskNeedsConfirmation | NothingToRedo | ChangedSince:
    """Make the step again that was taken back last, unless one of its tasks was changed since; `allow` is asked about
    tasks that go away with that."""
    step = await history.first_undone(work.tx, work.person.id)
    if not step:
        return NothingToRedo()
    found = await _tasks(work, step)
    if isinstance(found, ChangedSince):
        return found
    gone = [task for task, made in found if _is_gone(made[-1].after) and task.deleted_at is None]
    waits = await allow(work, found, gone)
    if waits is not None:
        return waits
    again: list[StoredTask] = []
    for task, made in found:
        restored = await _turn(work, (task, made), made[-1].after or task, is_undone=False)
        if made[0].before is not None or made[0].tool == _ADDING:  # else it came with another one
            again.append(restored)
    return Redone(again[0], tool=step[0].tool, others=tuple(again[1:]), back=_returned(found, again))


def _returned(found: Found, now: Sequence[StoredTask]) -> tuple[str, ...]:
    """The ids of those that were gone, and are there now."""
    gone = {task.id for task, _ in found if task.deleted_at is not None}
    return tuple(task.id for task in now if task.id in gone and task.deleted_at is None)


def _is_gone(task: StoredTask | None) -> bool:
    return task is not None and task.deleted_at is not None


async def _tasks(work: Work, step: list[PastChange]) -> Found | ChangedSince:
    """The tasks of a step in the order in which they were changed, each with its changes; none where one was changed
    since."""
    made: dict[str, list[PastChange]] = {}
    for change in step:
        made.setdefault(change.task_id, []).append(change)
    found: Found = []
    for task_id, changes in made.items():
        task = await records.by_id(work.tx, work.person.id, task_id)
        assert task is not None  # a task that is purged takes its changes along
        if task.version != changes[-1].version:
            return ChangedSince(task)
        found.append((task, changes))
    return found


async def _turn(work: Work, one: tuple[StoredTask, list[PastChange]], state: StoredTask, is_undone: bool) -> StoredTask:
    task, made = one
    after = renewed(replace(state, version=task.version), work.now)
    await records.replace(work.tx, work.person.id, task, after)
    for change in made:
        await history.turn(work.tx, work.person.id, change, after, task if is_undone else None)
    await history.leave_mark(work.tx, work.person.id, work.deed, after)
    return after
