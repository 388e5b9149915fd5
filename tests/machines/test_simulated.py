"""The simulated kitchen is believable, bounded, the same every time, and one kitchen for everybody."""

import asyncio
import math
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest
from conftest import FreshUrl
from examples import examples
from household import NOON, Clock
from hypothesis import given
from hypothesis import strategies as st

from sayso import Engine
from sayso.machines.device import Confirmed, DeviceReading, Kind, Member, Offline, Order, Range, Rejected
from sayso.machines.simulated.condition import ConditionSnapshot, on_grid
from sayso.machines.simulated.fleet import SimulatedFleet
from sayso.machines.simulated.named import named
from sayso.machines.simulated.obeying import obey
from sayso.machines.simulated.physics import advance, born
from sayso.machines.simulated.plant import KITCHEN, Plant
from sayso.machines.simulated.staff import is_out
from sayso.storage.database import Database

HOME = Member("00000000-0000-4000-8000-000000000009", "home")
OTHER = Member("00000000-0000-4000-8000-000000000008", "elsewhere")
DAY = timedelta(hours=24)
PLANTS = {plant.key: plant for plant in KITCHEN}
MOMENTS = st.datetimes(datetime(2025, 1, 1), datetime(2027, 12, 31)).map(lambda at: at.replace(tzinfo=UTC))
ORDERS = st.tuples(
    st.integers(0, 600),
    st.sampled_from(sorted({c.id for plant in KITCHEN for c in plant.commands})),
    st.sampled_from([{}, {"temperature": 5}, {"temperature": {"by": 3}}, {"temperature": 1e308}, {"x": 1}]),
)


def lived(
    plant: Plant, hours: float, seed: str = "home", start: datetime = NOON
) -> tuple[ConditionSnapshot, list[DeviceReading]]:
    return advance(plant, seed, born(plant, start), start + timedelta(hours=hours), True)


def values(told: Sequence[DeviceReading], name: str) -> list[float]:
    return [float(r.value) for r in told if r.name == name and isinstance(r.value, float | int)]


@examples(60)
@given(st.sampled_from(KITCHEN), st.text(max_size=5), MOMENTS, st.lists(ORDERS, max_size=6), st.integers(0, 1200))
def test_whatever_is_done_to_a_machine_it_stays_in_this_world(
    plant: Plant, seed: str, start: datetime, orders: list[tuple[int, str, dict[str, object]]], minutes: int
) -> None:
    seen, told = born(plant, start), list[DeviceReading]()
    for after, command, wanted in sorted(orders, key=lambda order: order[0]):
        seen, heard = advance(plant, seed, seen, start + timedelta(minutes=after), True)
        done = obey(plant, seen.now, command, wanted)
        seen = seen if isinstance(done, Rejected) else ConditionSnapshot(done, done)
        told += heard
    seen, heard = advance(plant, seed, seen, start + timedelta(minutes=minutes), True)
    for reading in (*told, *heard):
        assert not isinstance(reading.value, float) or math.isfinite(reading.value)
    assert -40 < seen.now.temperature < 350
    assert 0 <= seen.now.humidity <= 100
    assert plant.bounds[0] <= seen.now.target <= plant.bounds[1]
    assert ConditionSnapshot.from_json(seen.to_json()) == seen


@examples(40)
@given(st.sampled_from(KITCHEN), MOMENTS, st.integers(1, 600), st.integers(0, 600), st.booleans())
def test_it_does_not_matter_how_often_somebody_looks(
    plant: Plant, start: datetime, first: int, then: int, fails: bool
) -> None:
    end = start + timedelta(minutes=first + then)
    half, early = advance(plant, "s", born(plant, start), start + timedelta(minutes=first), fails)
    whole, late = advance(plant, "s", half, end, fails)
    assert (whole, early + late) == advance(plant, "s", born(plant, start), end, fails)


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"now": {}, "heard": {}}', '{"now": 1}', "null", "{"])
def test_what_cannot_be_read_back_is_no_machine(text: str) -> None:
    assert ConditionSnapshot.from_json(text) is None


@pytest.mark.parametrize(("key", "least", "most"), [("frigo-cucina", 1, 10), ("frigo-sala", 3, 12), ("cella", 0, 6)])
def test_what_cools_stays_near_its_set_point_and_is_opened_and_defrosted(key: str, least: float, most: float) -> None:
    _, told = lived(PLANTS[key], 24)
    degrees = values(told, "temperature")
    assert least < min(degrees) < max(degrees) < most
    assert abs(sum(degrees) / len(degrees) - PLANTS[key].target) < 0.6
    happened = Counter((r.kind, r.name, r.value) for r in told)
    assert happened["state", "door", "open"] > 10
    assert happened["event", "defrost_started", None] == 2
    assert len(values(told, "humidity")) == len(degrees)
    assert max(values(told, "power")) > 100 > min(values(told, "power"))


def test_the_line_fails_now_and_then_and_not_for_long() -> None:
    minutes = [NOON + timedelta(minutes=i) for i in range(60 * 24 * 30)]
    for plant in KITCHEN:
        share = sum(is_out("home", plant.key, at) for at in minutes) / len(minutes)
        assert 0.001 < share < 0.02
    _, told = lived(PLANTS["frigo-sala"], 24)
    lost = [r.at for r in told if r.name == "went_offline"]
    back = [r.at for r in told if r.name == "came_back"]
    assert lost
    assert all(b - a <= timedelta(minutes=10) for a, b in zip(lost, back, strict=False))
    silent = [r for r in told if any(a < r.at < b for a, b in zip(lost, back, strict=False))]
    assert silent == []


def test_a_blast_chiller_brings_hot_food_down_to_three_degrees_in_an_hour_and_a_half() -> None:
    plant = PLANTS["abbattitore"]
    night = datetime(2026, 11, 18, 2, 0, tzinfo=UTC)
    started = obey(plant, born(plant, night).now, "start_cycle", {})
    assert not isinstance(started, Rejected)
    assert started.temperature == 70
    _, told = advance(plant, "home", ConditionSnapshot(started, started), night + timedelta(hours=3), False)
    (ended,) = [r.at for r in told if r.name == "cycle_finished"]
    assert timedelta(minutes=80) < ended - night < timedelta(minutes=100)


def test_an_oven_heats_up_holds_and_cools_down() -> None:
    plant = PLANTS["forno"]
    night = datetime(2026, 11, 18, 1, 0, tzinfo=UTC)
    hot = obey(plant, born(plant, night).now, "set_temperature", {"temperature": 180})
    assert not isinstance(hot, Rejected)
    seen, _ = advance(plant, "home", ConditionSnapshot(hot, hot), night + timedelta(minutes=20), False)
    seen, told = advance(plant, "home", seen, night + timedelta(minutes=60), False)
    assert all(170 < degrees < 190 for degrees in values(told, "temperature"))
    off = obey(plant, seen.now, "turn_off", {})
    assert not isinstance(off, Rejected)
    seen, _ = advance(plant, "home", ConditionSnapshot(off, off), night + timedelta(minutes=180), False)
    assert seen.now.temperature < 40


def test_an_open_door_warms_the_room_and_is_told() -> None:
    plant = PLANTS["cella"]
    night = datetime(2026, 11, 18, 2, 0, tzinfo=UTC)
    opened = obey(plant, born(plant, night).now, "open_door", {})
    assert not isinstance(opened, Rejected)
    seen, told = advance(plant, "home", ConditionSnapshot(opened, opened), night + timedelta(minutes=60), False)
    assert seen.now.temperature > 6
    assert [r.at - night for r in told if r.name == "door_left_open"] == [timedelta(minutes=4, seconds=30)]
    assert [r.name for r in told if r.kind == "event"].count("high_temperature") <= 1
    closed = obey(plant, seen.now, "close_door", {})
    assert not isinstance(closed, Rejected)
    seen, _ = advance(plant, "home", ConditionSnapshot(closed, closed), night + timedelta(minutes=180), False)
    assert seen.now.temperature < 4


@pytest.mark.parametrize(
    ("key", "command", "wanted", "reason"),
    [
        ("forno", "set_temperature", {"temperature": 900}, "not between 50 and 280"),
        ("forno", "set_temperature", {}, "needs a temperature"),
        ("forno", "set_temperature", {"temperature": {"by": "2"}}, "needs a temperature"),
        ("forno", "raise_temperature", {"temperature": {"by": 100}}, "not between"),
        ("forno", "turn_on", {"temperature": 4}, "takes no values"),
        ("forno", "set_temperature", {"humidity": 4}, "only a temperature"),
        ("cella", "turn_on", {}, "no such command"),
    ],
)
def test_what_a_machine_cannot_do_it_refuses(key: str, command: str, wanted: dict[str, object], reason: str) -> None:
    done = obey(PLANTS[key], born(PLANTS[key], NOON).now, command, wanted)
    assert isinstance(done, Rejected)
    assert reason in done.reason


def test_a_set_point_is_raised_and_lowered() -> None:
    plant = PLANTS["frigo-cucina"]
    now = born(plant, NOON).now
    for command, wanted, target in (
        ("raise_temperature", {}, 5),
        ("lower_temperature", {}, 3),
        ("set_temperature", {"temperature": {"by": -2}}, 2),
        ("raise_temperature", {"temperature": 8}, 8),
    ):
        done = obey(plant, now, command, wanted)
        assert not isinstance(done, Rejected)
        assert done.target == target


def kitchen(database: Database, clock: Clock | None = None, fails: bool = False) -> SimulatedFleet:
    return SimulatedFleet(database, clock or Clock(), fails)


async def device(fleet: SimulatedFleet, name: str, member: Member = HOME) -> str:
    return next(d.id for d in await fleet.machines(member) if d.name == name)


async def past(
    fleet: SimulatedFleet, name: str, kind: Kind, since: datetime, until: datetime
) -> Sequence[DeviceReading]:
    wanted = Range(await device(fleet, name), kind, (), since, until, 10_000)
    return await fleet.read(HOME, wanted)


async def status(fleet: SimulatedFleet, name: str, member: Member = HOME) -> dict[str, object]:
    return {r.name: r.value for r in await fleet.status(member, await device(fleet, name, member))}


async def test_a_new_kitchen_has_a_past(database: Database) -> None:
    fleet = kitchen(database)
    assert [d.name for d in await fleet.machines(HOME)] == [named(plant.key, "").name for plant in KITCHEN]
    told = await past(fleet, "Cella", "metric", NOON - DAY, NOON)
    assert len(values(told, "temperature")) == 24 * 12
    assert [r.at for r in told] == sorted(r.at for r in told)


async def test_a_command_has_an_effect_that_one_can_watch(database: Database) -> None:
    clock = Clock()
    fleet = kitchen(database, clock)
    forno = await device(fleet, "Forno")
    clock.go(hours=14)  # in the night, when nobody bakes
    done = await fleet.execute(HOME, Order("1", forno, "set_temperature", {"temperature": 180}))
    assert isinstance(done, Confirmed)
    assert (done.states["switch"], done.states["target_temperature"]) == ("on", 180)
    before = float(str((await status(fleet, "Forno"))["temperature"]))
    clock.go(minutes=15)
    after = float(str((await status(fleet, "Forno"))["temperature"]))
    assert before < after
    assert 170 < after < 190
    told = await past(fleet, "Forno", "state", clock.now - timedelta(minutes=20), clock.now)
    assert ("switch", "on") in {(r.name, r.value) for r in told}


async def test_a_restart_loses_nothing_and_any_process_sees_one_kitchen(fresh_url: FreshUrl) -> None:
    url, clock = fresh_url(), Clock()
    async with Database(url) as one, Database(url) as another:
        fleets = [kitchen(one, clock), kitchen(another, clock)]
        await asyncio.gather(*(fleet.machines(HOME) for fleet in fleets * 4))
        cella = await device(fleets[0], "Cella")
        await fleets[0].execute(HOME, Order("1", cella, "turn_on_light"))
        for _ in range(4):
            clock.go(minutes=7)
            seen = await asyncio.gather(*(status(fleet, "Cella") for fleet in fleets * 3))
            assert all(one == seen[0] for one in seen)
            assert seen[0]["light"] == "on"
        told = await past(fleets[1], "Cella", "metric", NOON - DAY, clock.now)
        assert max(Counter((r.name, r.at) for r in told).values()) == 1
    async with Database(url) as later:
        assert await status(kitchen(later, clock), "Cella") == seen[0]


async def test_a_machine_that_is_unplugged_does_nothing_and_nobody_knows_better(database: Database) -> None:
    clock = Clock()
    fleet = kitchen(database, clock)
    cella = await device(fleet, "Cella")
    assert await fleet.unplug(HOME, cella, timedelta(minutes=10))
    before = await status(fleet, "Cella")
    clock.go(minutes=5)
    assert {d.name: d.is_connected for d in await fleet.machines(HOME)}["Cella"] is False
    assert await fleet.execute(HOME, Order("1", cella, "turn_on_light")) == Offline()
    assert await status(fleet, "Cella") == before
    assert before["connection"] == "offline"
    clock.go(minutes=6)
    assert (await status(fleet, "Cella"))["connection"] == "online"
    assert isinstance(await fleet.execute(HOME, Order("2", cella, "turn_on_light")), Confirmed)
    events = [r.name for r in await past(fleet, "Cella", "event", NOON, clock.now)]
    assert [name for name in events if name in ("went_offline", "came_back")] == ["went_offline", "came_back"]
    assert await fleet.unplug(HOME, cella, timedelta(minutes=10))
    assert await fleet.unplug(HOME, cella, timedelta())
    assert (await status(fleet, "Cella"))["connection"] == "online"


async def test_two_organisations_have_two_kitchens(database: Database) -> None:
    fleet = kitchen(database)
    ours, theirs = await device(fleet, "Cella"), await device(fleet, "Cella", OTHER)
    assert ours != theirs
    assert isinstance(await fleet.execute(HOME, Order("1", theirs, "turn_on_light")), Rejected)
    assert isinstance(await fleet.execute(HOME, Order("2", ours, "turn_on_light")), Confirmed)
    assert (await status(fleet, "Cella"))["light"] == "on"
    assert (await status(fleet, "Cella", OTHER))["light"] == "off"
    assert await fleet.status(HOME, theirs) == ()
    assert await fleet.read(HOME, Range(theirs, "metric", (), NOON - DAY, NOON, 10)) == ()
    assert not await fleet.unplug(HOME, theirs, timedelta(minutes=1))


def test_time_stands_on_a_grid_of_half_minutes() -> None:
    assert on_grid(NOON + timedelta(seconds=59, microseconds=3)) == NOON + timedelta(seconds=30)


SAID: list[tuple[str, str, str, dict[str, object]]] = [
    ("accendi la luce del frigo cucina", "call", "Frigo Cucina", {"machine_command_id": "turn_on_light"}),
    ("turn on the kitchen fridge light", "call", "Frigo Cucina", {"machine_command_id": "turn_on_light"}),
    ("che temperatura c'è in cella?", "call", "Cella", {"metric_names": ["temperature"]}),
    ("mostrami la temperatura dell'abbattitore nelle ultime 6 ore", "call", "Abbattitore", {}),
    ("avvia lo sbrinamento del frigo sala", "call", "Frigo Sala", {"machine_command_id": "start_defrost"}),
    ("imposta il forno a 180 gradi", "call", "Forno", {"overrides": {"temperature": 180}}),
    ("stop the oven", "call", "Forno", {"machine_command_id": "turn_off"}),
    ("raise the temperature of the cold room by 2 degrees", "call", "Cella", {"overrides": {"temperature": {"by": 2}}}),
    ("open the cold room door", "confirm", "Cella", {"machine_command_id": "open_door"}),
    ("ferma l'abbattitore", "confirm", "Abbattitore", {"machine_command_id": "stop_cycle"}),
]


@pytest.mark.parametrize(("said", "status", "name", "parameters"), SAID)
def test_people_find_what_is_in_the_kitchen(
    engine: Engine, said: str, status: str, name: str, parameters: dict[str, object]
) -> None:
    machines = [
        {
            "id": d.id,
            "name": d.name,
            "place": d.place,
            "description": d.description,
            "connected": True,
            "commands": [{"id": c.id, "name": c.name, "description": c.description} for c in d.commands],
            "metrics": [metric.name for metric in d.metrics],
        }
        for d in (plant.device("home", True) for plant in KITCHEN)
    ]
    decision = engine.decide({"message": said, "context": {"machines": machines}})
    assert decision.status == status
    (step,) = decision.steps
    told = {a.name: a.value for a in step.action.arguments}
    assert told["device_id"] == next(m["id"] for m in machines if m["name"] == name)
    assert told.items() >= parameters.items()
