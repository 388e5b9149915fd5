"""Whether a machine is as somebody asks, and what comes of its values, whatever its fleet calls them."""

from datetime import UTC, datetime, timedelta

import pytest

from sayso.machines.asked import MetricsQuery, StateQuery
from sayso.machines.device import Device, DeviceReading, Value
from sayso.machines.judging import is_of, judged, since_when
from sayso.machines.summary import summary

START = datetime(2026, 11, 16, 8, tzinfo=UTC)


def state(name: str, value: Value, minute: int = 0) -> DeviceReading:
    return DeviceReading("d", "state", name, value, START + timedelta(minutes=minute))


def points(*values: Value) -> list[DeviceReading]:
    at = (START + timedelta(minutes=10 * i) for i in range(len(values)))
    return [DeviceReading("d", "metric", "temperature", v, t, "°C") for v, t in zip(values, at, strict=True)]


@pytest.mark.parametrize(
    ("asked", "states", "is_so"),
    [
        (StateQuery("on"), [state("switch", "on")], True),
        (StateQuery("off"), [state("power", True)], False),
        (StateQuery("on"), [state("main_switch", "OFF")], False),
        (StateQuery("open"), [state("door", "open")], True),
        (StateQuery("closed", "door"), [state("front_door", False)], True),
        (StateQuery("on", "light"), [state("light", "off")], False),
        (StateQuery("locked", "door"), [state("door", "open"), state("lock", "locked")], True),
        (StateQuery("running"), [state("cycle", "idle")], False),
        (StateQuery("running", "defrost"), [state("cycle", "running"), state("defrost", "off")], False),
        (StateQuery("on"), [state("light", "on")], None),
        (StateQuery("on"), [state("switch", "dimmed")], None),
    ],
)
def test_a_state_answers_where_the_machine_tells_it(
    asked: StateQuery, states: list[DeviceReading], is_so: bool | None
) -> None:
    assert judged(asked, Device("d", "Oven"), states).is_so is is_so


@pytest.mark.parametrize(("linked", "is_so"), [(True, True), (False, False), (None, None)])
def test_whether_it_is_online_is_told_by_its_connection(linked: bool | None, is_so: bool | None) -> None:
    assert judged(StateQuery("online"), Device("d", "Oven", is_connected=linked), ()).is_so is is_so


def test_since_when_is_the_time_of_the_last_change() -> None:
    past = [state("switch", "on"), state("switch", "off", 5), state("switch", "on", 9), state("switch", "on", 12)]
    assert since_when("on", past) == START + timedelta(minutes=9)
    assert since_when("on", past[2:]) is None
    assert since_when("on", ()) is None


def test_changes_are_narrowed_to_what_is_asked() -> None:
    assert is_of(state("door", "open"), StateQuery("open", "door"))
    assert not is_of(state("door", "closed"), StateQuery("open", "door"))
    assert is_of(state("light", "off"), StateQuery(part="light"))
    assert is_of(state("connection", "offline"), StateQuery("offline"))


def test_values_come_to_their_ends_their_mean_and_how_long_they_were_beyond() -> None:
    told = summary(points(2.0, 6.0, 8.0, 4.0), MetricsQuery(above=5), START + timedelta(minutes=40))
    assert told is not None
    assert (told.least.value, told.most.value, told.average) == (2.0, 8.0, 5.0)
    assert (told.beyond[0].is_so, told.beyond[0].seconds, told.beyond[0].since) == (True, 1200, None)


def test_to_stay_beyond_is_to_be_there_all_the_time() -> None:
    until = START + timedelta(minutes=30)
    kept = summary(points(2.0, 3.0, 4.0), MetricsQuery(below=5, aggregate="max"), until)
    left = summary(points(2.0, 6.0, 4.0), MetricsQuery(below=5, aggregate="max"), until)
    assert kept is not None
    assert left is not None
    assert (kept.beyond[0].is_so, left.beyond[0].is_so) == (True, False)
    assert left.beyond[0].since == START + timedelta(minutes=20)


def test_what_is_no_number_comes_to_nothing() -> None:
    assert summary(points("open", True), MetricsQuery(aggregate="max"), START) is None
