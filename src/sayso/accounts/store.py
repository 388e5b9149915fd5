"""All statements about people."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import RowMapping, Select, bindparam, delete, select, update

from sayso.accounts.person import Person, fold_email
from sayso.storage.by_dialect import inserting
from sayso.storage.database import Transaction
from sayso.storage.often import OFTEN
from sayso.storage.tables import calendar_feeds, users

_PERSON = (
    *(users.c.id, users.c.name, users.c.email, users.c.timezone, users.c.created_at, users.c.organisation),
    users.c.tokens_since,
    users.c.language,
)
# made once: to make and read a statement takes longer than to carry it out
_FIND = select(*_PERSON).where(users.c.id == bindparam("who")).execution_options(**OFTEN)
_HOLD = _FIND.with_for_update(key_share=True)  # others may still refer to it


def _person(row: RowMapping | Mapping[str, Any]) -> Person:
    return Person(*(row[column.name] for column in _PERSON))


async def _one(tx: Transaction, statement: Select[Any], user_id: str) -> Person | None:
    row = (await tx.execute(statement, {"who": user_id})).mappings().one_or_none()
    return None if row is None else _person(row)


async def find(tx: Transaction, user_id: str) -> Person | None:
    """The person of an id."""
    return await _one(tx, _FIND, user_id)


async def hold(tx: Transaction, user_id: str) -> Person | None:
    """The person of an id, kept from every other writer until the transaction ends: one person's changes queue."""
    return await _one(tx, _HOLD, user_id)


async def add(tx: Transaction, person: Person, password_hash: str | None) -> bool:
    """Keep a new person; False where the id or the address is somebody's already, also when two try at once."""
    values = {"id": person.id, "name": person.name, "email": person.email, "timezone": person.timezone}
    values["organisation"] = person.organisation
    folded = fold_email(person.email) if person.email else None
    secret = {"email_folded": folded, "password_hash": password_hash}
    insert = inserting(tx.dialect.name)
    row = insert(users).values(created_at=person.created_at, last_number=0, **values, **secret)
    return (await tx.execute(row.on_conflict_do_nothing().returning(users.c.id))).first() is not None


async def by_email(tx: Transaction, folded: str) -> tuple[Person, str | None] | None:
    """The person of an address, with the hash of the password."""
    found = select(*_PERSON, users.c.password_hash).where(users.c.email_folded == folded)
    row = (await tx.execute(found)).mappings().one_or_none()
    return None if row is None else (_person(row), row["password_hash"])


async def everybody(tx: Transaction) -> tuple[Person, ...]:
    """All people, the oldest account first."""
    rows = (await tx.execute(select(*_PERSON).order_by(users.c.created_at, users.c.id))).mappings()
    return tuple(_person(row) for row in rows)


async def set_password(tx: Transaction, user_id: str, password_hash: str) -> None:
    """Keep another hash of the password."""
    await tx.execute(update(users).where(users.c.id == user_id).values(password_hash=password_hash))


async def move(tx: Transaction, user_id: str, timezone: str) -> None:
    """Keep another time zone."""
    await tx.execute(update(users).where(users.c.id == user_id).values(timezone=timezone))


async def speak(tx: Transaction, user_id: str, language: str | None) -> None:
    """Keep another language of the page."""
    await tx.execute(update(users).where(users.c.id == user_id).values(language=language))


async def revoke_tokens(tx: Transaction, user_id: str, at: datetime) -> None:
    """Let no access token from before this be good any longer, nor the secret address of the person's calendar."""
    await tx.execute(update(users).where(users.c.id == user_id).values(tokens_since=at))
    await tx.execute(delete(calendar_feeds).where(calendar_feeds.c.user_id == user_id))


async def remove(tx: Transaction, user_id: str) -> None:
    """Remove a person, and with the person whatever refers to them."""
    await tx.execute(delete(users).where(users.c.id == user_id))
