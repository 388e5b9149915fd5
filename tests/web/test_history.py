"""What a chart is drawn from: all of few points, of many the parts of the range with their least, mean and greatest."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from uuid import uuid4

from served import Served, calling

from sayso.machines.device import DeviceReading
from sayso.web.history import MOST_POINTS, intervals

SINCE = datetime(2026, 11, 16, tzinfo=UTC)


def readings(count: int, *values: float | str | bool | None) -> list[DeviceReading]:
    """So many readings, a minute apart, of these values again and again."""
    return [
        DeviceReading("d", "metric", "temperature", values[turn % len(values)], SINCE + timedelta(minutes=turn), "°C")
        for turn in range(count)
    ]


def test_few_points_are_drawn_as_they_are_and_what_is_no_number_is_none() -> None:
    found = intervals(readings(4, 1.0, None, True, 3), SINCE, SINCE + timedelta(minutes=4))
    assert [(one.at.minute, one.least, one.mean, one.most) for one in found] == [(0, 1, 1, 1), (3, 3, 3, 3)]


def test_many_points_are_the_parts_of_the_range_and_lose_no_peak() -> None:
    points = readings(10_000, *([4.0] * 9_999), 30.0)
    found = intervals(points, SINCE, SINCE + timedelta(minutes=10_000))
    assert len(found) == MOST_POINTS
    assert (min(one.least for one in found), max(one.most for one in found)) == (4.0, 30.0)
    assert found[0].mean == 4.0
    assert 4.0 < found[-1].mean < 5.0
    assert all(one.at < other.at for one, other in pairwise(found))


async def test_seven_days_of_a_machine_are_read_whole_and_nobody_elses(sqlite_served: Served) -> None:
    async with (
        calling(sqlite_served, organisation=str(uuid4())) as ann,
        calling(sqlite_served, "Bob", str(uuid4())) as bob,
    ):
        machines = (await ann.client.get("/api/machines")).json()["machines"]
        room = next(one for one in machines if any(r["metric"] == "temperature" for r in one["latest"]))
        path = f"/api/machines/{room['id']}/history"
        week = await ann.client.get(path, params={"metric": "temperature", "hours": 168, "language": "it"})
        told = week.json()
        assert (week.status_code, told["label"], told["unit"]) == (200, "temperatura", "°C")
        assert len(told["points"]) <= MOST_POINTS
        assert told["least"] <= told["mean"] <= told["most"]
        assert (await ann.client.get(path, params={"metric": "loudness"})).status_code == 404
        assert (await bob.client.get(path, params={"metric": "temperature"})).status_code == 404
