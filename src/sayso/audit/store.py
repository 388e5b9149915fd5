"""All statements about the audit. None of them changes a line."""

import json
import zlib
from collections.abc import AsyncIterator
from datetime import datetime

from sqlalchemy import BigInteger, ColumnElement, RowMapping, bindparam, delete, func, insert, select

from sayso.audit.chain import ChainCheck, Verified, digest
from sayso.audit.entry import AuditEntry, as_json
from sayso.dataclass import dataclass
from sayso.storage.database import Transaction
from sayso.storage.often import OFTEN
from sayso.storage.tables import audit

_CHUNK = 500
_APPEND = (
    insert(audit).inline().execution_options(**OFTEN)
)  # made once: to make and read a statement takes longer than to carry it out


_LOCKS = 0x5A_75_0A << 32  # ours among PostgreSQL's advisory locks
_QUEUE = select(func.pg_advisory_xact_lock(bindparam("lock", type_=BigInteger))).execution_options(**OFTEN)
_ENDS = select(audit.c.digest).order_by(audit.c.seq.desc()).limit(1)
_LAST = _ENDS.where(audit.c.user_id == bindparam("whose")).execution_options(**OFTEN)
_LAST_OF_NOBODY = _ENDS.where(audit.c.user_id.is_(None))


@dataclass(frozen=True, slots=True)
class AuditFilter:
    """Which lines are asked for; None leaves a thing open."""

    user_id: str | None = None
    since: datetime | None = None
    tool: str | None = None


async def append(tx: Transaction, entry: AuditEntry) -> None:
    """Add a line, with its digest; one person's lines queue for that until the transaction ends."""
    row: dict[str, object] = {
        "at": entry.at,
        "user_id": entry.user_id,
        "door": entry.door[:64],
        "tool": entry.tool.encode("utf-8", "replace").decode().replace("\0", "?")[:128],
        "arguments": as_json(entry.arguments),
        "decision": None if entry.decision is None else as_json(entry.decision),
        "status": entry.status,
        "result": as_json(entry.result),
        "microseconds": round(entry.seconds * 1_000_000),
    }
    if tx.dialect.name == "postgresql":
        await tx.execute(_QUEUE, {"lock": _lock_of(entry.user_id)})
    found = (
        await tx.execute(_LAST_OF_NOBODY)
        if entry.user_id is None
        else await tx.execute(_LAST, {"whose": entry.user_id})
    )
    before = found.scalar_one_or_none()
    await tx.execute(_APPEND, {**row, "digest": digest(before, row)})


def _lock_of(user_id: str | None) -> int:
    """A number for each person, among PostgreSQL's advisory locks."""
    return _LOCKS | (zlib.crc32(user_id.encode()) if user_id is not None else 0)


async def verify(tx: Transaction) -> Verified:
    """Go through all lines and see whether each follows the one before."""
    check, last = ChainCheck(), 0
    while True:
        lines = select(audit).where(audit.c.seq > last).order_by(audit.c.seq).limit(_CHUNK)
        rows = (await tx.execute(lines)).mappings().all()
        for row in rows:
            check.take({name: row[name] for name in row})
        if len(rows) < _CHUNK:
            return check.verified()
        last = rows[-1]["seq"]


async def read(tx: Transaction, wanted: AuditFilter) -> AsyncIterator[AuditEntry]:
    """The lines that are asked for, in the order they were written, a few at a time."""
    last = 0
    while True:
        lines = select(audit).where(audit.c.seq > last, *_conditions(wanted)).order_by(audit.c.seq).limit(_CHUNK)
        rows = (await tx.execute(lines)).mappings().all()
        for row in rows:
            yield _entry(row)
        if len(rows) < _CHUNK:
            return
        last = rows[-1]["seq"]


async def forget(tx: Transaction, user_id: str) -> int:
    """Remove a person's lines, when the person is removed; gives how many they were."""
    return (await tx.execute(delete(audit).where(audit.c.user_id == user_id))).rowcount


def _conditions(wanted: AuditFilter) -> list[ColumnElement[bool]]:
    conditions: list[ColumnElement[bool]] = []
    if wanted.user_id is not None:
        conditions.append(audit.c.user_id == wanted.user_id)
    if wanted.since is not None:
        conditions.append(audit.c.at >= wanted.since)
    if wanted.tool is not None:
        conditions.append(audit.c.tool == wanted.tool)
    return conditions


def _entry(row: RowMapping) -> AuditEntry:
    return AuditEntry(
        user_id=row["user_id"],
        door=row["door"],
        tool=row["tool"],
        arguments=json.loads(row["arguments"]),
        status=row["status"],
        result=json.loads(row["result"]),
        at=row["at"],
        seconds=row["microseconds"] / 1_000_000,
        decision=None if row["decision"] is None else json.loads(row["decision"]),
    )
