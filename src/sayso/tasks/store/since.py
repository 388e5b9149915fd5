"""What was changed after a mark: so that whoever holds the list asks for the rest of it only."""

from sqlalchemy import bindparam, select

from sayso.dataclass import dataclass
from sayso.storage.database import Transaction
from sayso.storage.often import OFTEN
from sayso.storage.tables import changes, tasks
from sayso.tasks.store import history, records
from sayso.tasks.task import StoredTask

AT_MOST = 200  # tasks; whoever missed more reads the list anew
_IS_LATER = (changes.c.user_id == bindparam("whose"), changes.c.seq > bindparam("after", type_=changes.c.seq.type))
_LATER = (  # made once: to make and read a statement takes longer than to carry it out
    select(tasks)
    .where(tasks.c.user_id == bindparam("whose"), tasks.c.id.in_(select(changes.c.task_id).where(*_IS_LATER)))
    .execution_options(**OFTEN)
)


@dataclass(frozen=True, slots=True)
class ChangedTasks:
    """The mark that holds now, the changed tasks as they are, the ids of those that are gone, and how many there are
    with all of it: whoever then holds another number held another list; None where nothing was changed."""

    mark: int
    tasks: tuple[StoredTask, ...]
    gone: tuple[str, ...]
    total: int | None


async def changed_since(tx: Transaction, user_id: str, mark: int) -> ChangedTasks | None:
    """Every change leaves a line with a higher number, its undoing too: the tasks of these lines are all there are."""
    now = await history.mark(tx, user_id)
    if mark > now:  # of another list, or of before a backup was put back
        return None
    later = select(changes.c.task_id).where(changes.c.user_id == user_id, changes.c.seq > mark)
    ids = (await tx.execute(later.distinct().limit(AT_MOST + 1))).scalars().all()
    if len(ids) > AT_MOST:
        return None
    found = await records.by_ids(tx, user_id, ids)
    kept = tuple(task for task in found if task.deleted_at is None)
    gone = tuple(sorted(set(ids) - {task.id for task in kept}))
    return ChangedTasks(now, kept, gone, await records.count(tx, user_id) if ids else None)


async def touched_since(tx: Transaction, user_id: str, mark: int) -> tuple[StoredTask, ...]:
    """The tasks that were changed after a mark, the deleted ones too."""
    rows = (await tx.execute(_LATER, {"whose": user_id, "after": mark})).mappings()
    return tuple(records.task_of(row) for row in rows)
