"""Readings of a machine, as many as a test needs, put where the simulated kitchen keeps its own."""

from datetime import datetime, timedelta

from sayso.machines.device import DeviceReading
from sayso.machines.store.readings import put
from sayso.storage.database import Database


async def measured(url: str, organisation: str, device_id: str, count: int, first: datetime) -> None:
    """So many temperatures, ten seconds apart: the first is the least that there ever was, the second the greatest."""
    values = [-40.0, 90.0, *(5.0 for _ in range(count - 2))]
    told = [
        DeviceReading(device_id, "metric", "temperature", value, first + timedelta(seconds=10 * turn), "°C")
        for turn, value in enumerate(values)
    ]
    async with Database(url) as database, database.transaction() as tx:
        await put(tx, organisation, told)
