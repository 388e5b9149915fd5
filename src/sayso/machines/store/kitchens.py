"""The simulated machines of an organisation, as they were at a time."""

from collections.abc import Mapping
from datetime import datetime

from sqlalchemy import select, update

from sayso.storage.by_dialect import inserting
from sayso.storage.database import Transaction
from sayso.storage.tables import kitchens


async def find(tx: Transaction, organisation: str, is_held: bool = False) -> dict[str, str]:
    """The states by machine; held ones are kept from every other writer until the transaction ends."""
    found = select(kitchens).where(kitchens.c.organisation == organisation).order_by(kitchens.c.machine_id)
    rows = (await tx.execute(found.with_for_update() if is_held else found)).mappings()
    return {row["machine_id"]: row["state"] for row in rows}


async def add(tx: Transaction, organisation: str, machine_id: str, state: str, at: datetime) -> None:
    """Put a machine there, unless it is there already, also when two try at once."""
    insert = inserting(tx.dialect.name)
    row = {"organisation": organisation, "machine_id": machine_id, "state": state, "at": at}
    await tx.execute(insert(kitchens).values(row).on_conflict_do_nothing())


async def keep(tx: Transaction, organisation: str, states: Mapping[str, str], at: datetime) -> None:
    """Keep new states of machines."""
    for machine_id, state in states.items():
        is_it = (kitchens.c.organisation == organisation) & (kitchens.c.machine_id == machine_id)
        await tx.execute(update(kitchens).where(is_it).values(state=state, at=at))
