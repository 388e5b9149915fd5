"""Back through what a person changed, one step at a time, and forth again."""

from dataclasses import replace
from datetime import timedelta

from sayso.tasks.outcome import ChangedSince, NothingToRedo, NothingToUndo, Redone, Undone
from sayso.tasks.store import history, records
from sayso.tasks.store.history import PastChange
from sayso.tasks.task import StoredTask
from sayso.tasks.work import Work
from sayso.tasks.write import renewed

Found = list[tuple[PastChange, StoredTask]]


async def take_back(work: Work, within: timedelta) -> Undone | NothingToUndo | ChangedSince:
    """Take the last step back that still stands, unless one of its tasks was changed since.

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
    back: list[StoredTask] = []
    for change, task in reversed(found):
        restored = change.before or replace(task, deleted_at=work.now)
        back.append(await _turn(work, (change, task), restored, is_undone=True))
    return Undone(back[-1], tool=step[0].tool)


async def make_again(work: Work) -> Redone | NothingToRedo | ChangedSince:
    """Make the step again that was taken back last, unless one of its tasks was changed since."""
    step = await history.first_undone(work.tx, work.person.id)
    if not step:
        return NothingToRedo()
    found = await _tasks(work, step)
    if isinstance(found, ChangedSince):
        return found
    again = [await _turn(work, one, one[0].after or one[1], is_undone=False) for one in found]
    return Redone(again[0], tool=step[0].tool)


async def _tasks(work: Work, step: list[PastChange]) -> Found | ChangedSince:
    found: Found = []
    for change in step:
        task = await records.by_id(work.tx, work.person.id, change.task_id)
        assert task is not None  # a task that is purged takes its changes along
        if task.version != change.version:
            return ChangedSince(task)
        found.append((change, task))
    return found


async def _turn(work: Work, one: tuple[PastChange, StoredTask], state: StoredTask, is_undone: bool) -> StoredTask:
    change, task = one
    after = renewed(replace(state, version=task.version), work.now)
    await records.replace(work.tx, work.person.id, task, after)
    await history.turn(work.tx, work.person.id, change, after, task if is_undone else None)
    await history.leave_mark(work.tx, work.person.id, work.deed, after)
    return after
