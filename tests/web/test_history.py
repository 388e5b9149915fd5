"""What a chart is drawn from: all of few points, of many the parts of the range with their least, mean and greatest."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any
from uuid import uuid4

from measuring import measured
from served import Caller, Served, calling

from sayso.machines.device import DeviceReading
from sayso.tasks.service import utc_now
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


def test_each_reading_counts_in_its_own_part_of_the_range() -> None:
    minutes = MOST_POINTS * 2  # two readings in each part
    found = intervals(readings(minutes, 1.0, 3.0), SINCE, SINCE + timedelta(minutes=minutes))
    assert [(one.least, one.mean, one.most) for one in found] == [(1.0, 2.0, 3.0)] * MOST_POINTS
    assert [one.at for one in found] == [SINCE + timedelta(minutes=2 * turn + 1) for turn in range(MOST_POINTS)]


def test_a_reading_at_the_very_end_is_in_the_last_part_and_a_gap_stays_one() -> None:
    until = SINCE + timedelta(minutes=MOST_POINTS * 10)
    early, late = readings(MOST_POINTS, 2.0), [replace(readings(1, 9.0)[0], at=until)]
    found = intervals([*early, *late], SINCE, until)
    assert (found[-1].most, found[-1].at) == (9.0, until - timedelta(minutes=5))
    assert len(found) == MOST_POINTS // 10 + 1  # nothing is made up for the time between


async def fridge(ann: Caller) -> dict[str, Any]:
    machines = (await ann.client.get("/api/machines")).json()["machines"]
    return next(one for one in machines if any(r["metric"] == "temperature" for r in one["latest"]))


async def test_seven_days_of_a_machine_are_read_whole_and_nobody_elses(sqlite_served: Served) -> None:
    own = str(uuid4())
    async with calling(sqlite_served, organisation=own) as ann, calling(sqlite_served, "Bob", str(uuid4())) as bob:
        room = await fridge(ann)
        path = f"/api/machines/{room['id']}/history"
        asked: dict[str, Any] = {"metric": "temperature", "hours": 168, "language": "it"}
        before = (await ann.client.get(path, params=asked)).json()
        assert -40 < before["least"] < before["most"] < 90
        first = utc_now() - timedelta(days=6)
        await measured(sqlite_served.url, own, room["id"], 2_500, first)  # one answer of the tool holds a thousand
        week = await ann.client.get(path, params=asked)
        told = week.json()
        assert (week.status_code, told["label"], told["unit"]) == (200, "temperatura", "°C")
        assert (told["least"], told["most"], told["is_cut"]) == (-40, 90, False)
        assert told["least"] < told["mean"] < told["most"]
        begins = datetime.fromisoformat(told["from"])
        assert timedelta(days=7) - timedelta(minutes=5) < utc_now() - begins < timedelta(days=7, minutes=5)
        assert len(told["points"]) <= MOST_POINTS
        oldest = told["points"][0]
        assert (oldest["least"], oldest["most"]) == (-40, 90)
        assert abs(datetime.fromisoformat(oldest["at"]) - first) < timedelta(days=7) / MOST_POINTS
        day = (await ann.client.get(path, params={**asked, "hours": 24})).json()
        assert (day["least"], day["most"]) == (before["least"], before["most"])  # what is older is not in it
        assert (await ann.client.get(path, params={"metric": "loudness"})).status_code == 404
        assert (await bob.client.get(path, params={"metric": "temperature"})).status_code == 404


async def test_where_more_was_measured_than_is_read_the_chart_says_where_it_begins(sqlite_served: Served) -> None:
    own = str(uuid4())
    async with calling(sqlite_served, organisation=own) as ann:
        room = await fridge(ann)
        first = utc_now() - timedelta(days=6)
        await measured(sqlite_served.url, own, room["id"], 16_000, first)
        asked: dict[str, Any] = {"metric": "temperature", "hours": 168}
        told = (await ann.client.get(f"/api/machines/{room['id']}/history", params=asked)).json()
    assert told["is_cut"] is True
    begins = datetime.fromisoformat(told["from"])
    assert first < begins < utc_now() - timedelta(days=1)
    assert told["least"] > -40  # the oldest are left out, and nothing of them is told
    parts = [datetime.fromisoformat(point["at"]) for point in told["points"]]
    assert all(begins <= at for at in parts)
    assert parts[0] - begins < (utc_now() - begins) / MOST_POINTS  # the parts are those of what was read
