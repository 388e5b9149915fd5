"""All statements about how often something was done."""

from sqlalchemy import delete, func, select, update

from sayso.storage.by_dialect import inserting
from sayso.storage.database import Transaction
from sayso.storage.tables import rate_counts


async def add(tx: Transaction, key: str, minute: int) -> int:
    """Count once more in a minute; gives how often it was by then, also when several count at once."""
    insert = inserting(tx.dialect.name)
    row = insert(rate_counts).values(key=key, minute=minute, count=1)
    upsert = row.on_conflict_do_update(index_elements=["key", "minute"], set_={"count": rate_counts.c.count + 1})
    return int((await tx.execute(upsert.returning(rate_counts.c.count))).scalar_one())


async def take_back(tx: Transaction, key: str, minute: int) -> None:
    """Count once less."""
    same = (rate_counts.c.key == key, rate_counts.c.minute == minute)
    await tx.execute(update(rate_counts).where(*same).values(count=rate_counts.c.count - 1))


async def count(tx: Transaction, key: str, minute: int) -> int:
    """How often it was in a minute."""
    found = select(rate_counts.c.count).where(rate_counts.c.key == key, rate_counts.c.minute == minute)
    return int((await tx.execute(found)).scalar_one_or_none() or 0)


async def count_between(tx: Transaction, first: str, last: str) -> int:
    """How often it was, over all keys from one to another."""
    found = select(func.coalesce(func.sum(rate_counts.c.count), 0)).where(rate_counts.c.key.between(first, last))
    return int((await tx.execute(found)).scalar_one())


async def forget_between(tx: Transaction, first: str, last: str) -> None:
    """Forget all keys from one to another."""
    await tx.execute(delete(rate_counts).where(rate_counts.c.key.between(first, last)))


async def forget(tx: Transaction, key: str) -> None:
    """Begin anew."""
    await tx.execute(delete(rate_counts).where(rate_counts.c.key == key))


async def forget_before(tx: Transaction, minute: int) -> None:
    """Forget what counts no longer."""
    await tx.execute(delete(rate_counts).where(rate_counts.c.minute < minute))
