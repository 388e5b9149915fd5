"""Tasks themselves: keeping, finding by what titles hold, listing."""

import re
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from hashlib import blake2s
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Date,
    DateTime,
    Integer,
    RowMapping,
    Select,
    and_,
    bindparam,
    cast,
    column,
    delete,
    func,
    insert,
    literal_column,
    null,
    or_,
    select,
    table,
    update,
)

from sayso.dataclass import dataclass
from sayso.regex import regex
from sayso.storage.at_once import TAKES_LONG
from sayso.storage.database import Transaction
from sayso.storage.often import OFTEN
from sayso.storage.tables import tasks, users
from sayso.tasks.task import StoredTask, fold, read_due

MOST_TRIGRAMS = 10  # that are looked up; the whole part is compared after that
NEAR_AT_MOST = 200  # titles that share something with what was said, before they are ranked
_RARE = regex(r"\S*\d{3,}\S*")  # a word with a number in it
_PRIVATE = 0xE000  # where Unicode has 6,400 letters that no title is written with
_titles = table("task_titles", column("rowid"), column("owner"), column("folded"), column("task_titles"))
_match: ColumnElement[str] = literal_column("task_titles")

# made once: to make and read a statement takes longer than to carry it out
_IS_IT = and_(tasks.c.user_id == bindparam("whose"), tasks.c.id == bindparam("which"))
_BY_ID = select(tasks).where(_IS_IT).execution_options(**OFTEN)
_ALL = (
    select(tasks)
    .where(tasks.c.user_id == bindparam("whose"), tasks.c.deleted_at.is_(None))
    .order_by(tasks.c.number)
    .limit(bindparam("most", type_=Integer))
    .offset(bindparam("first", type_=Integer))
    .execution_options(**OFTEN)
)
_SOME = (
    select(tasks.c.seq)
    .where(tasks.c.user_id == bindparam("whose"), tasks.c.deleted_at.is_(None))
    .limit(bindparam("most", type_=Integer))
    .execution_options(**OFTEN)
)
_BY_TITLE = (
    select(tasks)
    .where(tasks.c.user_id == bindparam("whose"), tasks.c.deleted_at.is_(None), tasks.c.folded == bindparam("said"))
    .order_by(tasks.c.seq)
    .limit(bindparam("most", type_=Integer))
    .execution_options(**OFTEN)
)
_REPLACE = update(tasks).where(_IS_IT).returning(tasks.c.seq).execution_options(**OFTEN)
_PUT = insert(tasks).returning(tasks.c.seq).execution_options(**OFTEN)
_INDEX = insert(_titles).inline().execution_options(**OFTEN)
_ONE_MORE = update(users).where(users.c.id == bindparam("whose")).values(last_number=users.c.last_number + 1)
_COUNT = _ONE_MORE.returning(users.c.last_number).execution_options(**OFTEN)


@dataclass(frozen=True, slots=True)
class Selection:
    """Which tasks a list holds; `now` is by the person's clocks, instants are already those of their days."""

    status: str
    now: datetime
    today: date
    priority: str | None = None
    days: tuple[date | None, date | None] | None = None
    instants: tuple[datetime | None, datetime | None] | None = None
    part: str = ""
    ids: tuple[str, ...] = ()  # of those that the part means, whatever it is written like

    @property
    def is_all(self) -> bool:
        """Whether it leaves none out."""
        return self.status == "all" and self.priority is None and self.days is None and not self.part


async def next_number(tx: Transaction, user_id: str) -> int:
    """A number that none of this person's tasks ever had; given back if the transaction fails."""
    return int((await tx.execute(_COUNT, {"whose": user_id})).scalar_one())


async def put(tx: Transaction, user_id: str, task: StoredTask) -> None:
    """Keep a new task."""
    row = {"user_id": user_id, "id": task.id, "number": task.number, "created_at": task.created_at, **_values(task)}
    seq = (await tx.execute(_PUT, row)).scalar_one()
    await _index(tx, user_id, seq, task)


async def replace(tx: Transaction, user_id: str, before: StoredTask, after: StoredTask) -> None:
    """Keep a task's new state."""
    seq = (await tx.execute(_REPLACE, {"whose": user_id, "which": before.id, **_values(after)})).scalar_one()
    if (before.title, before.deleted_at is None) != (after.title, after.deleted_at is None):
        await _unindex(tx, user_id, seq, before)
        await _index(tx, user_id, seq, after)


def _values(task: StoredTask) -> dict[str, object]:
    is_instant = isinstance(task.due, datetime)
    return {
        "title": task.title,
        "folded": fold(task.title),
        "description": task.description,
        "priority": task.priority,
        "due": task.due.isoformat() if task.due else None,
        "due_day": None if is_instant else task.due,
        "due_at": task.due if is_instant else None,
        "completed_at": task.completed_at,
        "updated_at": task.updated_at,
        "deleted_at": task.deleted_at,
        "version": task.version,
        "repeat": task.repeat,
        "occurrence": task.occurrence,
    }


async def _index(tx: Transaction, user_id: str, seq: int, task: StoredTask) -> None:
    if tx.dialect.name == "sqlite" and task.deleted_at is None:
        row = {"rowid": seq, "owner": _owner(user_id), "folded": fold(task.title)}
        await tx.execute(_INDEX, row)


async def _unindex(tx: Transaction, user_id: str, seq: int, task: StoredTask) -> None:
    if tx.dialect.name == "sqlite" and task.deleted_at is None:  # a table without content is told what to forget
        row = {"task_titles": "delete", "rowid": seq, "owner": _owner(user_id), "folded": fold(task.title)}
        await tx.execute(_INDEX, row)


def _owner(user_id: str) -> str:
    """Three letters that stand for a person in the index of all titles, so that others' titles are passed over."""
    digest = blake2s(user_id.encode(), digest_size=6).digest()
    return "".join(chr(_PRIVATE + int.from_bytes(digest[i : i + 2]) % 6400) for i in (0, 2, 4))


def task_of(row: RowMapping) -> StoredTask:
    """A task from its row."""
    return StoredTask(
        id=row["id"],
        number=row["number"],
        title=row["title"],
        description=row["description"],
        priority=row["priority"],
        due=read_due(row["due"]) if row["due"] else None,
        completed_at=row["completed_at"],
        created_at=row["created_at"],
        updated_at=row["updated_at"],
        deleted_at=row["deleted_at"],
        version=row["version"],
        repeat=row["repeat"],
        occurrence=row["occurrence"],
    )


async def _fetch(tx: Transaction, statement: Select[Any]) -> tuple[StoredTask, ...]:
    return tuple(task_of(row) for row in (await tx.execute(statement)).mappings())


def _of(user_id: str) -> Select[Any]:
    return select(tasks).where(tasks.c.user_id == user_id, tasks.c.deleted_at.is_(None))


async def by_id(tx: Transaction, user_id: str, task_id: str) -> StoredTask | None:
    """The person's task of an id, deleted or not."""
    rows = (await tx.execute(_BY_ID, {"whose": user_id, "which": task_id})).mappings()
    return next((task_of(row) for row in rows), None)


async def by_ids(tx: Transaction, user_id: str, ids: Sequence[str]) -> tuple[StoredTask, ...]:
    """The person's tasks of these ids, deleted or not."""
    return await _fetch(tx, select(tasks).where(tasks.c.user_id == user_id, tasks.c.id.in_(ids)))


async def by_number(tx: Transaction, user_id: str, number: int) -> tuple[StoredTask, ...]:
    """The task of a number."""
    return await _fetch(tx, _of(user_id).where(tasks.c.number == number))


async def by_title(tx: Transaction, user_id: str, folded: str, limit: int) -> tuple[StoredTask, ...]:
    """Tasks of exactly this title, but for case and accents."""
    rows = (await tx.execute(_BY_TITLE, {"whose": user_id, "said": folded, "most": limit})).mappings()
    return tuple(task_of(row) for row in rows)


async def by_part(tx: Transaction, user_id: str, folded: str, limit: int) -> tuple[StoredTask, ...]:
    """Tasks whose title holds this, the oldest first."""
    grams = _rarest(trigrams(folded))
    if tx.dialect.name == "sqlite" and grams:
        found = _through_titles(user_id, " AND ", grams).where(_holds(folded))
        return await _fetch(tx, found.order_by(_titles.c.rowid).limit(limit))
    found = _of(user_id).where(*_holds_telling(folded)).limit(limit)
    # ordering before the limit would make PostgreSQL walk all tasks in their order
    return tuple(sorted(await _fetch(tx, found), key=lambda task: task.number))


async def by_parts(tx: Transaction, user_id: str, parts: Sequence[str], limit: int) -> tuple[StoredTask, ...]:
    """Tasks whose title holds each of these, in whichever order, the oldest first."""
    if len(parts) == 1:
        return await by_part(tx, user_id, parts[0], limit)
    grams = list(dict.fromkeys(gram for part in parts for gram in _rarest(trigrams(part))))
    holding = [_holds(part) for part in parts]
    if tx.dialect.name == "sqlite" and grams:
        found = _through_titles(user_id, " AND ", grams).where(*holding)
        return await _fetch(tx, found.order_by(_titles.c.rowid).limit(limit))
    return tuple(sorted(await _fetch(tx, _of(user_id).where(*holding).limit(limit)), key=lambda task: task.number))


async def count_up_to(tx: Transaction, user_id: str, most: int) -> int:
    """How many tasks a person has, as far as it matters."""
    return len((await tx.execute(_SOME, {"whose": user_id, "most": most})).all())


async def sharing(tx: Transaction, user_id: str, folded: str) -> tuple[StoredTask, ...]:
    """Tasks whose titles share three letters in a row with this; a few hundred at most, in no order."""
    grams = trigrams(folded)[: MOST_TRIGRAMS * 2]
    if not grams:
        return ()
    if tx.dialect.name == "sqlite":
        found = _through_titles(user_id, " OR ", grams)
    else:
        found = _of(user_id).where(or_(*(_holds(gram) for gram in grams)))
    return await _fetch(tx, found.limit(NEAR_AT_MOST))


def trigrams(folded: str) -> list[str]:
    """Every three letters in a row, once."""
    return list(dict.fromkeys(folded[i : i + 3] for i in range(len(folded) - 2)))


def _rarest(grams: list[str]) -> list[str]:
    """Those likely to be in few titles: some with digits, the others spread over the whole."""
    if len(grams) <= MOST_TRIGRAMS:
        return grams
    digits = [gram for gram in grams if re.search(r"\d", gram)][: MOST_TRIGRAMS // 2]
    spread = [grams[i * len(grams) // MOST_TRIGRAMS] for i in range(MOST_TRIGRAMS)]
    return list(dict.fromkeys([*digits, *spread]))[:MOST_TRIGRAMS]


def _through_titles(user_id: str, how: str, grams: list[str]) -> Select[Any]:
    """The tasks that SQLite's index of titles gives for trigrams; it holds none that are deleted."""
    quoted = ['"' + gram.replace('"', '""') + '"' for gram in grams]
    matches = _match.op("MATCH", is_comparison=True)(f'"{_owner(user_id)}" AND ({how.join(quoted)})')
    # hidden from the index of people, or SQLite would look every single task of the person up in the index of titles
    is_owner = func.coalesce(tasks.c.user_id, null()) == user_id
    return select(tasks).join(_titles, _titles.c.rowid == tasks.c.seq).where(matches, is_owner)


def _holds(folded: str) -> ColumnElement[bool]:
    pattern = re.sub(r"([\\%_])", r"\\\1", folded)
    return tasks.c.folded.like(f"%{pattern}%", escape="\\")


def _holds_telling(folded: str) -> list[ColumnElement[bool]]:
    """The same for PostgreSQL's index, which is quicker with one rare word than with all that the part is made of."""
    rare = _RARE.search(folded)
    if rare is None or rare[0] == folded:
        return [_holds(folded)]
    return [_holds(rare[0]), func.strpos(tasks.c.folded, folded) > 0]  # this one the index does not see


async def page(
    tx: Transaction, user_id: str, wanted: Selection, limit: int, offset: int
) -> tuple[tuple[StoredTask, ...], int]:
    """A page of the tasks that fit, and how many fit in all: in the order of their numbers; where days are asked for,
    what is to do first, by day and time, what has a day alone before what has a time."""
    if wanted.is_all:
        rows = (await tx.execute(_ALL, {"whose": user_id, "most": limit, "first": offset})).mappings()
        found = tuple(task_of(row) for row in rows)
    else:
        fitting = _fitting(tx, user_id, wanted)
        found = await _fetch(tx, fitting.order_by(*_order(tx, wanted)).limit(limit).offset(offset))
    if len(found) < limit and (found or not offset):
        return found, offset + len(found)
    counted = _fitting(tx, user_id, wanted).with_only_columns(func.count(), maintain_column_froms=True)
    return found, int((await tx.execute(counted)).scalar_one())


def _order(tx: Transaction, wanted: Selection) -> list[ColumnElement[Any]]:
    if wanted.days is None:
        return [tasks.c.number]
    offset = wanted.now.utcoffset() or timedelta()  # of the person's clocks, by which a time is of one day or another
    if tx.dialect.name == "sqlite":
        day: ColumnElement[Any] = func.date(tasks.c.due_at, f"{int(offset.total_seconds())} seconds")
    else:
        day = cast(func.timezone("UTC", tasks.c.due_at, type_=DateTime()) + offset, Date)
    is_done, is_timed = tasks.c.completed_at.is_not(None), tasks.c.due_at.is_not(None)
    return [is_done, func.coalesce(tasks.c.due_day, day), is_timed, tasks.c.due_at, tasks.c.number]


def _fitting(tx: Transaction, user_id: str, wanted: Selection) -> Select[Any]:
    grams = _rarest(trigrams(wanted.part))
    is_indexed = tx.dialect.name == "sqlite" and bool(grams) and not wanted.ids
    fitting = _through_titles(user_id, " AND ", grams) if is_indexed else _of(user_id)
    return fitting.where(*_conditions(wanted))


def _conditions(wanted: Selection) -> list[ColumnElement[bool]]:
    conditions: list[ColumnElement[bool]] = []
    if wanted.status == "completed":
        conditions.append(tasks.c.completed_at.is_not(None))
    elif wanted.status != "all":
        conditions.append(tasks.c.completed_at.is_(None))
    if wanted.status == "overdue":
        conditions.append(or_(tasks.c.due_day < wanted.today, tasks.c.due_at < wanted.now))
    if wanted.priority is not None:
        conditions.append(tasks.c.priority == wanted.priority)
    if wanted.days is not None and wanted.instants is not None:
        (first, last), (starts, ends) = wanted.days, wanted.instants
        is_day = [tasks.c.due_day >= first] if first else [tasks.c.due_day.is_not(None)]
        is_day += [tasks.c.due_day <= last] if last else []
        is_instant = [tasks.c.due_at >= starts] if starts else [tasks.c.due_at.is_not(None)]
        is_instant += [tasks.c.due_at < ends] if ends else []
        conditions.append(or_(and_(*is_day), and_(*is_instant)))
    if wanted.part:
        conditions.append(or_(_holds(wanted.part), tasks.c.id.in_(wanted.ids)))
    return conditions


async def purge(tx: Transaction, before: datetime, user_id: str | None = None) -> int:
    """Forget for good what was deleted before a time, with its history."""
    gone = delete(tasks).where(tasks.c.deleted_at < before).execution_options(**TAKES_LONG)
    if user_id is not None:
        gone = gone.where(tasks.c.user_id == user_id)
    return (await tx.execute(gone)).rowcount


async def count(tx: Transaction, user_id: str) -> int:
    """How many tasks a person has."""
    counted = _of(user_id).with_only_columns(func.count(), maintain_column_froms=True)
    return int((await tx.execute(counted)).scalar_one())


async def all_of(tx: Transaction, user_id: str) -> tuple[StoredTask, ...]:
    """Every task of a person, deleted ones too."""
    return await _fetch(tx, select(tasks).where(tasks.c.user_id == user_id).order_by(tasks.c.number))


async def forget(tx: Transaction, user_id: str) -> int:
    """Forget all tasks of a person for good, also in the index of titles."""
    rows = (await tx.execute(select(tasks).where(tasks.c.user_id == user_id))).mappings().all()
    for row in rows:
        await _unindex(tx, user_id, row["seq"], task_of(row))
    await tx.execute(delete(tasks).where(tasks.c.user_id == user_id))
    return len(rows)
