"""All statements about people."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import RowMapping, Select, insert, or_, select

from sayso.accounts.person import Person, fold_email
from sayso.storage.database import Transaction
from sayso.storage.tables import users

_PERSON = (users.c.id, users.c.name, users.c.email, users.c.timezone, users.c.created_at)


def _person(row: RowMapping | Mapping[str, Any]) -> Person:
    return Person(row["id"], row["name"], row["email"], row["timezone"], row["created_at"])


async def _one(tx: Transaction, statement: Select[Any]) -> Person | None:
    row = (await tx.execute(statement)).mappings().one_or_none()
    return None if row is None else _person(row)


async def find(tx: Transaction, user_id: str) -> Person | None:
    """The person of an id."""
    return await _one(tx, select(*_PERSON).where(users.c.id == user_id))


async def hold(tx: Transaction, user_id: str) -> Person | None:
    """The person of an id, kept from every other writer until the transaction ends: one person's changes queue."""
    return await _one(tx, select(*_PERSON).where(users.c.id == user_id).with_for_update())


async def add(tx: Transaction, person: Person, password_hash: str | None) -> bool:
    """Keep a new person; False where the id or the address is somebody's already."""
    folded = fold_email(person.email) if person.email else None
    is_taken = or_(users.c.id == person.id, users.c.email_folded == folded)
    if (await tx.execute(select(users.c.id).where(is_taken))).first() is not None:
        return False
    values = {"id": person.id, "name": person.name, "email": person.email, "timezone": person.timezone}
    secret = {"email_folded": folded, "password_hash": password_hash}
    await tx.execute(insert(users).values(created_at=person.created_at, last_number=0, **values, **secret))
    return True
