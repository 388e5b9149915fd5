"""All statements about signing in. Whether a key is still good is decided by the database, in one statement."""

from datetime import datetime

from sqlalchemy import delete, insert, select, update

from sayso.dataclass import dataclass
from sayso.signin.agent import UserAgent
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


@dataclass(frozen=True, slots=True)
class Opened:
    """What a session is called, and from where and with what it was opened."""

    id: str
    address: str | None
    agent: UserAgent


@dataclass(frozen=True, slots=True)
class WebSession:
    """A browser that is signed in, as its owner sees it."""

    id: str
    created_at: datetime
    last_seen_at: datetime
    address: str | None
    agent: UserAgent
    is_here: bool = False  # whether it is the one that asks

    def to_dict(self) -> dict[str, object]:
        """What may be shown."""
        when = {"created_at": self.created_at.isoformat(), "last_seen_at": self.last_seen_at.isoformat()}
        by = {"browser": self.agent.browser, "system": self.agent.system}
        return {"id": self.id, **when, "address": self.address, **by, "is_here": self.is_here}


async def add_key(tx: Transaction, key_hash: str, user_id: str, span: Span) -> None:
    """Keep a new key."""
    when = {"created_at": span.created_at, "expires_at": span.expires_at}
    await tx.execute(insert(signin_keys).values(key_hash=key_hash, user_id=user_id, **when))


async def spend_key(tx: Transaction, key_hash: str, now: datetime) -> str | None:
    """Whose key it was, if it was good; it is gone with that, also when two try at once."""
    good = (signin_keys.c.key_hash == key_hash) & (signin_keys.c.expires_at > now)
    found: str | None = (await tx.execute(delete(signin_keys).where(good).returning(signin_keys.c.user_id))).scalar()
    return found


async def add_session(tx: Transaction, whose: tuple[str, str], span: Span, opened: Opened) -> None:
    """Keep a new session; `whose` is the hash of its secret and the person."""
    secret_hash, user_id = whose
    when = {"created_at": span.created_at, "expires_at": span.expires_at, "last_seen_at": span.created_at}
    row = {"secret_hash": secret_hash, "user_id": user_id, "id": opened.id, "address": opened.address}
    row |= {"browser": opened.agent.browser, "system": opened.agent.system}
    await tx.execute(insert(web_sessions).values(**row, **when))


async def sessions_of(tx: Transaction, user_id: str, now: datetime, here: str | None) -> tuple[WebSession, ...]:
    """The sessions of a person that are good, the latest first; `here` is the hash of the secret that asks."""
    good = (web_sessions.c.user_id == user_id) & (web_sessions.c.expires_at > now)
    rows = (await tx.execute(select(web_sessions).where(good).order_by(web_sessions.c.last_seen_at.desc()))).mappings()
    return tuple(
        WebSession(
            r["id"] or r["secret_hash"][:8],
            r["created_at"],
            r["last_seen_at"],
            r["address"],
            UserAgent(r["browser"], r["system"]),
            r["secret_hash"] == here,
        )
        for r in rows
    )


async def end_sessions(tx: Transaction, user_id: str, session_id: str | None) -> int:
    """Remove one session of a person, or all; gives how many they were."""
    theirs = delete(web_sessions).where(web_sessions.c.user_id == user_id)
    if session_id is None:
        await tx.execute(delete(signin_keys).where(signin_keys.c.user_id == user_id))  # and links that nobody used yet
        return (await tx.execute(theirs)).rowcount
    named = (web_sessions.c.id == session_id) | (
        web_sessions.c.id.is_(None) & web_sessions.c.secret_hash.startswith(session_id, autoescape=True)
    )
    return (await tx.execute(theirs.where(named))).rowcount


async def end_others(tx: Transaction, user_id: str, here: str | None) -> int:
    """Remove all sessions of a person but the one that asks, and links that nobody used; gives how many they were."""
    await tx.execute(delete(signin_keys).where(signin_keys.c.user_id == user_id))
    theirs = delete(web_sessions).where(web_sessions.c.user_id == user_id)
    return (await tx.execute(theirs if here is None else theirs.where(web_sessions.c.secret_hash != here))).rowcount


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
