"""Orders: written down before anything is sent, so that none is sent twice."""

import json
from datetime import datetime

from sqlalchemy import delete, exists, insert, select, update

from sayso.dataclass import dataclass
from sayso.machines.device import Effect, Member
from sayso.machines.effects import from_text, to_text
from sayso.machines.outcome import About
from sayso.storage.database import Transaction
from sayso.storage.tables import orders


@dataclass(frozen=True, slots=True)
class StoredOrder:
    """An order as it is kept; without an effect while nobody knows what became of it."""

    id: str
    key: str
    arguments_hash: str
    about: About
    at: datetime
    effect: Effect | None = None
    seq: int = 0


async def find(tx: Transaction, user_id: str, key: str) -> StoredOrder | None:
    """The person's order of a key."""
    found = select(orders).where(orders.c.user_id == user_id, orders.c.key == key)
    row = (await tx.execute(found)).mappings().one_or_none()
    if row is None:
        return None
    effect = None if row["effect"] is None else from_text(row["effect"])
    about = About(**json.loads(row["about"]))
    return StoredOrder(row["id"], row["key"], row["arguments_hash"], about, row["at"], effect, row["seq"])


async def is_overtaken(tx: Transaction, organisation: str, past: StoredOrder, ahead: datetime) -> bool:
    """Whether something else was ordered of the same machine since, by anybody, or anything at a time that is ahead of
    now: then the clock was set back, and how long ago it was is not known."""
    is_later = (orders.c.seq > past.seq) & ((orders.c.device_id == past.about.device_id) | (orders.c.at >= ahead))
    newer = select(orders.c.seq).where(orders.c.organisation == organisation, is_later)
    return bool((await tx.execute(select(exists(newer)))).scalar_one())


async def put(tx: Transaction, member: Member, order: StoredOrder) -> None:
    """Write an order down, in the place of an older one with the same key."""
    await tx.execute(delete(orders).where(orders.c.user_id == member.user_id, orders.c.key == order.key))
    about = order.about
    names = ("device_id", "device_name", "command_id", "command_name")
    kept = json.dumps({**{name: getattr(about, name) for name in names}, "values": dict(about.values)})
    await tx.execute(
        insert(orders).values(
            id=order.id,
            user_id=member.user_id,
            organisation=member.organisation,
            key=order.key,
            arguments_hash=order.arguments_hash,
            device_id=about.device_id,
            about=kept,
            at=order.at,
        )
    )


async def settle(tx: Transaction, order_id: str, effect: Effect) -> None:
    """Write down what became of an order."""
    await tx.execute(update(orders).where(orders.c.id == order_id).values(effect=to_text(effect)))


async def forget(tx: Transaction, order_id: str) -> None:
    """Forget an order that was never sent."""
    await tx.execute(delete(orders).where(orders.c.id == order_id))


async def forget_old(tx: Transaction, before: datetime) -> int:
    """Forget orders that nobody will ask for again."""
    return (await tx.execute(delete(orders).where(orders.c.at < before))).rowcount
