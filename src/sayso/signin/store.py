"""All statements about signing in. Whether a key is still good is decided by the database, in one statement."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, insert, select, update

from sayso.storage.database import Transaction
from sayso.storage.tables import signin_keys, web_sessions


@dataclass(frozen=True, slots=True)
class Span:
    """From when to when something is good."""

    created_at: datetime
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class SessionActivity:
    """Whose session it is, and when they were last here."""

    user_id: str
    last_seen_at: datetime


async def add_key(tx: Transaction, key_hash: str, user_id: str, span: Span) -> None:
    """Keep a new key."""
    when = {"created_at": span.created_at, "expires_at": span.expires_at}
    await tx.execute(insert(signin_keys).values(key_hash=key_hash, user_id=user_id, **when))


async def spend_key(tx: Transaction, key_hash: str, now: datetime) -> str | None:
    """Whose key it was, if it was good; it is gone with that, also when two try at once."""
    good = (signin_keys.c.key_hash == key_hash) & (signin_keys.c.expires_at > now)
    found: str | None = (await tx.execute(delete(signin_keys).where(good).returning(signin_keys.c.user_id))).scalar()
    return found


async def add_session(tx: Transaction, secret_hash: str, user_id: str, span: Span) -> None:
    """Keep a new session."""
    when = {"created_at": span.created_at, "expires_at": span.expires_at, "last_seen_at": span.created_at}
    await tx.execute(insert(web_sessions).values(secret_hash=secret_hash, user_id=user_id, **when))


async def find_session(tx: Transaction, secret_hash: str, now: datetime) -> SessionActivity | None:
    """The session of a secret, while it is good."""
    good = (web_sessions.c.secret_hash == secret_hash) & (web_sessions.c.expires_at > now)
    row = (await tx.execute(select(web_sessions.c.user_id, web_sessions.c.last_seen_at).where(good))).one_or_none()
    return None if row is None else SessionActivity(row.user_id, row.last_seen_at)


async def touch(tx: Transaction, secret_hash: str, now: datetime) -> None:
    """Write down that somebody is here."""
    await tx.execute(update(web_sessions).where(web_sessions.c.secret_hash == secret_hash).values(last_seen_at=now))


async def end_session(tx: Transaction, secret_hash: str) -> None:
    """Remove a session."""
    await tx.execute(delete(web_sessions).where(web_sessions.c.secret_hash == secret_hash))


async def forget_expired(tx: Transaction, now: datetime) -> None:
    """Remove what is good no longer."""
    for table in (signin_keys, web_sessions):
        await tx.execute(delete(table).where(table.c.expires_at <= now))
