"""All statements about what was changed and answered: for going back and forth, and for doing none twice."""

from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import RowMapping, Select, bindparam, delete, exists, insert, or_, select, update

from sayso.dataclass import dataclass
from sayso.storage.at_once import TAKES_LONG
from sayso.storage.database import Transaction
from sayso.storage.often import OFTEN
from sayso.storage.tables import changes, results
from sayso.tasks.task import StoredTask

# made once: to make and read a statement takes longer than to carry it out
_REMEMBER = insert(changes).inline().execution_options(**OFTEN)
_DONE, _UNDONE, _MARKED = "done", "undone", "mark"
_FORGET_UNDONE = (
    delete(changes)
    .where(changes.c.user_id == bindparam("whose"), changes.c.state == _UNDONE)
    .execution_options(**OFTEN)
)
_KEEP = insert(results).inline().execution_options(**OFTEN)
_MARK = select(changes.c.seq).where(changes.c.user_id == bindparam("whose")).order_by(changes.c.seq.desc()).limit(1)
_MARK = _MARK.execution_options(**OFTEN)
_FIND = (
    select(results)
    .where(results.c.user_id == bindparam("whose"), results.c.key == bindparam("under"))
    .execution_options(**OFTEN)
)


class ChangeOrigin(NamedTuple):
    """What changes something: the tool, and the step, which is all that it changes at once."""

    tool: str
    step: str


@dataclass(frozen=True, slots=True)
class PastChange:
    """A change that can be taken back, or made again: the task before it and after it, and the version it is at."""

    seq: int
    task_id: str
    tool: str
    before: StoredTask | None
    after: StoredTask | None
    version: int
    at: datetime


@dataclass(frozen=True, slots=True)
class PastResult:
    """What a call was answered."""

    seq: int
    tool: str
    arguments_hash: str
    task_id: str
    result: str
    at: datetime


async def remember(
    tx: Transaction, user_id: str, deed: ChangeOrigin, before: StoredTask | None, after: StoredTask
) -> None:
    """Keep how a task was before a change; what was taken back before it can no longer be made again."""
    await tx.execute(_FORGET_UNDONE, {"whose": user_id})
    kept = before.to_json() if before else None
    await tx.execute(_REMEMBER, {"before": kept, "state": _DONE, **_row(user_id, deed, after)})


async def leave_mark(tx: Transaction, user_id: str, deed: ChangeOrigin, after: StoredTask) -> None:
    """Note that something was taken back or made again: no change of its own, and yet all is another."""
    await tx.execute(_REMEMBER, {"before": None, "state": _MARKED, **_row(user_id, deed, after)})


def _row(user_id: str, deed: ChangeOrigin, task: StoredTask) -> dict[str, object]:
    about = {"task_id": task.id, "version": task.version, "at": task.updated_at}
    return {"user_id": user_id, "tool": deed.tool, "step": deed.step, **about}


async def last_done(tx: Transaction, user_id: str) -> list[PastChange]:
    """The changes of the person's latest step that stands, in order."""
    latest = select(changes).where(changes.c.user_id == user_id, changes.c.state == _DONE)
    return await _step(tx, user_id, latest.order_by(changes.c.seq.desc()).limit(1))


async def first_undone(tx: Transaction, user_id: str) -> list[PastChange]:
    """The changes of the step that was taken back last, in order."""
    first = select(changes).where(changes.c.user_id == user_id, changes.c.state == _UNDONE)
    return await _step(tx, user_id, first.order_by(changes.c.seq).limit(1))


async def _step(tx: Transaction, user_id: str, one: Select[Any]) -> list[PastChange]:
    row = (await tx.execute(one)).mappings().one_or_none()
    if row is None:
        return []
    if row["step"] is None:  # of before there were steps
        return [_past(row)]
    same = (changes.c.user_id == user_id, changes.c.step == row["step"], changes.c.state == row["state"])
    rows = (await tx.execute(select(changes).where(*same).order_by(changes.c.seq))).mappings()
    return [_past(row) for row in rows]


def _past(row: RowMapping) -> PastChange:
    before, after = (StoredTask.from_json(row[name]) if row[name] else None for name in ("before", "after"))
    return PastChange(row["seq"], row["task_id"], row["tool"], before, after, row["version"], row["at"])


async def turn(tx: Transaction, user_id: str, change: PastChange, now: StoredTask, undone: StoredTask | None) -> None:
    """Take a change back (`undone` is the task as it was until then), or let it stand again; either leaves the task
    at a version from which any other of its changes can go on."""
    kept = undone.to_json() if undone is not None else None
    state = {"state": _UNDONE if undone is not None else _DONE, "after": kept}
    await tx.execute(update(changes).where(changes.c.seq == change.seq).values(**state))
    same = (changes.c.user_id == user_id, changes.c.task_id == change.task_id)
    await tx.execute(update(changes).where(*same).values(version=now.version))


async def mark(tx: Transaction, user_id: str) -> int:
    """The number of the person's latest change; 0 where there is none."""
    return int((await tx.execute(_MARK, {"whose": user_id})).scalar_one_or_none() or 0)


async def find_result(tx: Transaction, user_id: str, key: str) -> PastResult | None:
    """What was answered to a call with this key."""
    row = (await tx.execute(_FIND, {"whose": user_id, "under": key})).mappings().one_or_none()
    if row is None:
        return None
    names = ("seq", "tool", "arguments_hash", "task_id", "result", "at")
    return PastResult(**{name: row[name] for name in names})


async def is_overtaken(tx: Transaction, user_id: str, past: PastResult, ahead: datetime) -> bool:
    """Whether the same task was changed since, or anything at a time that is ahead of now: then the clock was set back,
    and how long ago it was is not known."""
    newer = select(results.c.seq).where(results.c.user_id == user_id, results.c.seq > past.seq)
    newer = newer.where(or_(results.c.task_id == past.task_id, results.c.at >= ahead))
    return bool((await tx.execute(select(exists(newer)))).scalar_one())


async def drop_result(tx: Transaction, user_id: str, key: str) -> None:
    """Forget the answer of a key, so that another takes its place and is the latest."""
    await tx.execute(delete(results).where(results.c.user_id == user_id, results.c.key == key))


async def keep_result(tx: Transaction, user_id: str, key: str, result: PastResult) -> None:
    """Keep an answer under a key that has none."""
    kept = {name: getattr(result, name) for name in ("tool", "arguments_hash", "task_id", "result", "at")}
    await tx.execute(_KEEP, {"user_id": user_id, "key": key, **kept})


async def forget_results(tx: Transaction, before: datetime) -> None:
    """Forget answers that nobody will ask for again."""
    await tx.execute(delete(results).where(results.c.at < before).execution_options(**TAKES_LONG))
