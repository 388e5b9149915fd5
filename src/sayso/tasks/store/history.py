"""All statements about what was changed and answered: for undoing the last change, and for doing none twice."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import bindparam, delete, exists, insert, select

from sayso.storage.at_once import TAKES_LONG
from sayso.storage.database import Transaction
from sayso.storage.often import OFTEN
from sayso.storage.tables import changes, results
from sayso.tasks.task import StoredTask

# made once: to make and read a statement takes longer than to carry it out
_REMEMBER = insert(changes).inline().execution_options(**OFTEN)
_KEEP = insert(results).inline().execution_options(**OFTEN)
_MARK = select(changes.c.seq).where(changes.c.user_id == bindparam("whose")).order_by(changes.c.seq.desc()).limit(1)
_MARK = _MARK.execution_options(**OFTEN)
_FIND = (
    select(results)
    .where(results.c.user_id == bindparam("whose"), results.c.key == bindparam("under"))
    .execution_options(**OFTEN)
)


@dataclass(frozen=True, slots=True)
class PastChange:
    """A change that can be taken back: the task before it, and the version it left."""

    task_id: str
    tool: str
    before: StoredTask | None
    version: int


@dataclass(frozen=True, slots=True)
class PastResult:
    """What a call was answered."""

    seq: int
    tool: str
    arguments_hash: str
    task_id: str
    result: str
    at: datetime


async def remember(tx: Transaction, user_id: str, tool: str, before: StoredTask | None, after: StoredTask) -> None:
    """Keep how a task was before a change."""
    kept = before.to_json() if before else None
    row = {"user_id": user_id, "task_id": after.id, "tool": tool, "before": kept, "version": after.version}
    await tx.execute(_REMEMBER, {"at": after.updated_at, **row})


async def last_change(tx: Transaction, user_id: str) -> PastChange | None:
    """The person's latest change."""
    latest = select(changes).where(changes.c.user_id == user_id).order_by(changes.c.seq.desc()).limit(1)
    row = (await tx.execute(latest)).mappings().one_or_none()
    if row is None:
        return None
    before = StoredTask.from_json(row["before"]) if row["before"] else None
    return PastChange(row["task_id"], row["tool"], before, row["version"])


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


async def is_overtaken(tx: Transaction, user_id: str, past: PastResult, by_any: bool) -> bool:
    """Whether something was changed since: the same task, or with `by_any` any task of this person."""
    newer = select(results.c.seq).where(results.c.user_id == user_id, results.c.seq > past.seq)
    if not by_any:
        newer = newer.where(results.c.task_id == past.task_id)
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
