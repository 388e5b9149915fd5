"""All statements about confirmations. Whether one is used is decided by the database, in one statement."""

import json
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, RowMapping, Select, delete, select, update
from sqlalchemy.dialects.postgresql import insert as postgresql_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert

from sayso.confirmations.pending import Pending, canonical
from sayso.storage.database import Transaction
from sayso.storage.tables import confirmations

OPEN, GRANTED = "open", "granted"


async def put(tx: Transaction, pending: Pending, now: datetime) -> Pending:
    """Keep a question; where the same one is already open or granted, that one is it."""
    text, digest = canonical(pending.tool, pending.arguments)
    await tx.execute(  # with what is out of date also goes what the same question would be held up by
        delete(confirmations).where(confirmations.c.user_id == pending.user_id, confirmations.c.expires_at <= now)
    )
    insert = sqlite_insert if tx.dialect.name == "sqlite" else postgresql_insert
    row = insert(confirmations).values(
        id=pending.id,
        user_id=pending.user_id,
        tool=pending.tool,
        arguments=text,
        arguments_hash=digest,
        summary=pending.summary[:500],
        door=pending.door[:64],
        asked_at=now,
        expires_at=pending.expires_at,
        state=OPEN,
    )
    await tx.execute(row.on_conflict_do_nothing())
    same = _alive(pending.user_id, now).where(confirmations.c.arguments_hash == digest)
    return _pending((await tx.execute(same)).mappings().one())


async def move(tx: Transaction, wanted: ColumnElement[bool], now: datetime, state: str) -> bool:
    """Bring the one that is wanted and not out of date into another state; False where there is none."""
    moved = update(confirmations).where(wanted, confirmations.c.expires_at > now).values(state=state, decided_at=now)
    return (await tx.execute(moved.returning(confirmations.c.id))).first() is not None


def by_id(pending_id: str, user_id: str) -> ColumnElement[bool]:
    """The open one of an id, if it is this person's."""
    return (confirmations.c.id == pending_id) & (confirmations.c.user_id == user_id) & (confirmations.c.state == OPEN)


def granted(user_id: str, digest: str) -> ColumnElement[bool]:
    """The granted one of a call."""
    return (
        (confirmations.c.user_id == user_id)
        & (confirmations.c.arguments_hash == digest)
        & (confirmations.c.state == GRANTED)
    )


async def waiting(tx: Transaction, user_id: str, now: datetime) -> tuple[Pending, ...]:
    """What waits for this person's yes, the oldest first."""
    rows = (await tx.execute(_alive(user_id, now).where(confirmations.c.state == OPEN))).mappings()
    return tuple(_pending(row) for row in rows)


def _alive(user_id: str, now: datetime) -> Select[Any]:
    is_alive = confirmations.c.state.in_((OPEN, GRANTED)) & (confirmations.c.expires_at > now)
    return select(confirmations).where(confirmations.c.user_id == user_id, is_alive).order_by(confirmations.c.asked_at)


def _pending(row: RowMapping) -> Pending:
    return Pending(
        id=row["id"],
        user_id=row["user_id"],
        tool=row["tool"],
        arguments=json.loads(row["arguments"]),
        summary=row["summary"],
        door=row["door"],
        expires_at=row["expires_at"],
        is_granted=row["state"] == GRANTED,
    )
