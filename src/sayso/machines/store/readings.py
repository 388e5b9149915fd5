"""What devices measured, were and reported: kept in batches, read by range, bounded by age and by count."""

import json
from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import RowMapping, delete, func, insert, select

from sayso.machines.device import DeviceReading, Range
from sayso.storage.database import Transaction
from sayso.storage.tables import readings

_BATCH = 500


async def put(tx: Transaction, organisation: str, told: Sequence[DeviceReading]) -> None:
    """Keep readings, many in one statement."""
    rows = [
        {
            "organisation": organisation,
            "device_id": reading.device_id,
            "kind": reading.kind,
            "name": reading.name,
            "value": json.dumps(reading.value),
            "unit": reading.unit,
            "at": reading.at,
        }
        for reading in told
    ]
    for start in range(0, len(rows), _BATCH):
        await tx.execute(insert(readings), rows[start : start + _BATCH])


async def find(tx: Transaction, organisation: str, wanted: Range) -> tuple[DeviceReading, ...]:
    """The newest of those within the times, the oldest first."""
    conditions = [
        readings.c.organisation == organisation,
        readings.c.device_id == wanted.device_id,
        readings.c.kind == wanted.kind,
        readings.c.at >= wanted.since,
        readings.c.at <= wanted.until,
    ]
    if wanted.names:
        conditions.append(readings.c.name.in_(wanted.names))
    newest = select(readings).where(*conditions).order_by(readings.c.at.desc(), readings.c.seq.desc())
    rows = (await tx.execute(newest.limit(wanted.limit))).mappings().all()
    return tuple(_reading(row) for row in reversed(rows))


async def forget_old(tx: Transaction, before: datetime) -> int:
    """Forget what is older than a time."""
    return (await tx.execute(delete(readings).where(readings.c.at < before))).rowcount


async def forget_many(tx: Transaction, most: int) -> int:
    """Of every series longer than that, forget the oldest."""
    series = (readings.c.organisation, readings.c.device_id, readings.c.kind, readings.c.name)
    too_long = select(*series).group_by(*series).having(func.count() > most)
    gone = 0
    for organisation, device_id, kind, name in (await tx.execute(too_long)).all():
        is_in = (readings.c.organisation == organisation) & (readings.c.device_id == device_id)
        is_in &= (readings.c.kind == kind) & (readings.c.name == name)
        order = (readings.c.at.desc(), readings.c.seq.desc())
        beyond = select(readings.c.seq).where(is_in).order_by(*order).offset(most)
        gone += (await tx.execute(delete(readings).where(readings.c.seq.in_(beyond)))).rowcount
    return gone


def _reading(row: RowMapping) -> DeviceReading:
    value = json.loads(row["value"])
    return DeviceReading(row["device_id"], row["kind"], row["name"], value, row["at"], row["unit"])
