"""The keys with which people's calls reach a platform: one of each fleet for each person, read by nobody else."""

from datetime import datetime

from sqlalchemy import delete, insert, select

from sayso.machines.key import Key
from sayso.storage.database import Transaction
from sayso.storage.tables import fleet_keys


async def find(tx: Transaction, user_id: str, fleet: str) -> Key | None:
    """The person's key to a fleet."""
    kept = select(fleet_keys).where(fleet_keys.c.user_id == user_id, fleet_keys.c.fleet == fleet)
    row = (await tx.execute(kept)).mappings().one_or_none()
    return None if row is None else Key(row["token"], row["organisation"])


async def put(tx: Transaction, owner: tuple[str, str], key: Key, at: datetime) -> None:
    """Keep a person's key to a fleet instead of the one before; `owner` is the person and the fleet."""
    user_id, fleet = owner
    await forget(tx, user_id, fleet)
    row = {"user_id": user_id, "fleet": fleet, "organisation": key.organisation, "token": key.token, "at": at}
    await tx.execute(insert(fleet_keys).values(row))


async def forget(tx: Transaction, user_id: str, fleet: str) -> bool:
    """Forget a key; False where there was none."""
    gone = delete(fleet_keys).where(fleet_keys.c.user_id == user_id, fleet_keys.c.fleet == fleet)
    return bool((await tx.execute(gone)).rowcount)
