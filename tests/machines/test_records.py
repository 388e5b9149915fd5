"""What was measured is kept, found by range, and bounded by age and by count."""

from datetime import timedelta

from household import NOON, Clock

from sayso.machines.device import DeviceReading, Range, Value
from sayso.machines.records import Bounds, KeptRecords
from sayso.storage.database import Database

MINUTE = timedelta(minutes=1)


def reading(minute: int, value: Value = 1.0, name: str = "temperature", device: str = "f1") -> DeviceReading:
    return DeviceReading(device, "metric", name, value, NOON + minute * MINUTE, "°C")


def span(minutes: int, *names: str, limit: int = 100_000) -> Range:
    return Range("f1", "metric", names, NOON, NOON + minutes * MINUTE, limit)


async def test_readings_are_found_by_range_name_and_organisation(database: Database) -> None:
    records = KeptRecords(database, Clock())
    ours = [reading(i, float(i)) for i in range(10)] + [reading(3, True, "door"), reading(4, None, "gone")]
    await records.keep("home", ours)
    await records.keep("home", [reading(1, device="f2"), DeviceReading("f1", "event", "alarm", "è", NOON)])
    await records.keep("other", [reading(2, 99.0)])
    await records.keep("home", [])
    assert [r.value for r in await records.read("home", span(5, "temperature"))] == [0.0, 1.0, 2.0, 3.0, 4.0, 5.0]
    assert [r.value for r in await records.read("home", span(9, "temperature", limit=2))] == [8.0, 9.0]
    assert await records.read("home", span(9, "door", "gone")) == tuple(ours[10:])
    assert len(await records.read("home", span(9))) == 12
    assert [r.value for r in await records.read("other", span(9))] == [99.0]
    assert await records.read("nobody", span(9)) == ()


async def test_what_is_too_old_or_too_much_goes(database: Database) -> None:
    clock = Clock()
    records = KeptRecords(database, clock, Bounds(timedelta(hours=20), 100))
    await records.keep("home", [reading(i, float(i)) for i in range(1200)])
    await records.keep("other", [reading(i, float(i)) for i in range(5)])
    clock.go(hours=20, minutes=60)
    assert await records.tidy() == 60 + 5 + 1040
    assert [r.value for r in await records.read("home", span(1200))] == [float(i) for i in range(1100, 1200)]
    assert await records.tidy() == 0
