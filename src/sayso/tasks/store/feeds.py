"""All statements about the secret addresses of calendars."""

from sqlalchemy import delete, insert, select

from sayso.storage.database import Transaction
from sayso.storage.tables import calendar_feeds


async def keep(tx: Transaction, user_id: str, key_hash: str | None) -> None:
    """Keep the one address of a person's calendar, or none."""
    await tx.execute(delete(calendar_feeds).where(calendar_feeds.c.user_id == user_id))
    if key_hash is not None:
        await tx.execute(insert(calendar_feeds).values(user_id=user_id, key_hash=key_hash))


async def owner(tx: Transaction, key_hash: str) -> str | None:
    """Whose calendar an address is."""
    found = select(calendar_feeds.c.user_id).where(calendar_feeds.c.key_hash == key_hash)
    return (await tx.execute(found)).scalar_one_or_none()


async def has_one(tx: Transaction, user_id: str) -> bool:
    """Whether a person has one."""
    found = select(calendar_feeds.c.user_id).where(calendar_feeds.c.user_id == user_id)
    return (await tx.execute(found)).first() is not None
