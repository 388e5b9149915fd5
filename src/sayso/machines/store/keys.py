"""The keys with which people's calls reach a platform: one of each fleet for each person, read by nobody else."""

from dataclasses import dataclass, field
from datetime import datetime

from sqlalchemy import delete, insert, select

from sayso.storage.database import Transaction
from sayso.storage.tables import fleet_keys


@dataclass(frozen=True, slots=True)
class KeptKey:
    """A person's token, which is shown nowhere, and the organisation on the platform."""

    token: str = field(repr=False)
    organisation: str


async def find(tx: Transaction, user_id: str, fleet: str) -> KeptKey | None:
    """The person's key to a fleet."""
    kept = select(fleet_keys).where(fleet_keys.c.user_id == user_id, fleet_keys.c.fleet == fleet)
    row = (await tx.execute(kept)).mappings().one_or_none()
    return None if row is None else KeptKey(row["token"], row["organisation"])


async def put(tx: Transaction, owner: tuple[str, str], key: KeptKey, at: datetime) -> None:
    """Keep a person's key to a fleet instead of the one before; `owner` is the person and the fleet."""
    user_id, fleet = owner
    await forget(tx, user_id, fleet)
    row = {"user_id": user_id, "fleet": fleet, "organisation": key.organisation, "token": key.token, "at": at}
    await tx.execute(insert(fleet_keys).values(row))


async def forget(tx: Transaction, user_id: str, fleet: str) -> bool:
    """Forget a key; False where there was none."""
    gone = delete(fleet_keys).where(fleet_keys.c.user_id == user_id, fleet_keys.c.fleet == fleet)
    return bool((await tx.execute(gone)).rowcount)
