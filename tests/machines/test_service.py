"""The verbs of the machines: which machine is meant, honest answers, nothing sent twice, nobody else's machines."""

import asyncio
import json
from datetime import timedelta
from typing import Any

import pytest
from household import NOON, Clock
from workshop import FRIDGE, CountingFleet, employ, machines_of, renamed

from sayso.audit.audit import Audit
from sayso.audit.entry import AuditEntry
from sayso.audit.store import AuditFilter
from sayso.errors import FleetUnavailable
from sayso.machines.asked import CommandRequest, Listing, MetricsQuery, Which
from sayso.machines.device import Confirmed, Effect, Member, Offline, Rejected, Sent, TimedOut
from sayso.machines.outcome import Executed, MachineNeedsConfirmation, Outcome
from sayso.machines.simulated.fleet import SimulatedFleet
from sayso.session import Session
from sayso.storage.database import Database
from sayso.storage.tables import kitchens, orders
from sayso.tasks.belongings import Belongings

CUCINA = Which(device_name="Frigo Cucina")
LIGHT = CommandRequest(command_name="turn_on_light")
HOUR = timedelta(hours=1)


async def told(database: Database, wanted: AuditFilter | None = None) -> list[AuditEntry]:
    return [entry async for entry in Audit(database, Clock()).read(wanted or AuditFilter())]


def names(outcome: Outcome, of: str) -> list[str]:
    shown: Any = outcome.to_dict()[of]
    return [one.get("name") or one["device_name"] for one in shown]


async def test_machines_are_listed_and_searched(database: Database) -> None:
    service, ann = machines_of(database, CountingFleet()), await employ(database)
    every = await service.list_machines(ann, Listing())
    assert names(every, "machines") == ["Frigo Cucina", "Frigo Sala", "Caffè"]
    shown: Any = every.to_dict()["machines"]
    assert shown[0]["commands"][2] == {"id": "door", "name": "open_door", "dangerous": True}
    assert names(await service.list_machines(ann, Listing("frigo", limit=1)), "machines") == ["Frigo Cucina"]
    assert (await service.list_machines(ann, Listing("frigo", limit=1))).to_dict()["total"] == 2
    assert names(await service.list_machines(ann, Listing("dining fridge")), "machines") == ["Frigo Sala"]
    assert names(await service.list_machines(ann, Listing(is_connected=False)), "machines") == ["Frigo Sala"]
    assert (await service.list_machines(ann, Listing("oven"))).to_dict()["count"] == 0
    assert [device.name for device in await service.look(ann)] == ["Frigo Cucina", "Frigo Sala", "Caffè"]


@pytest.mark.parametrize(
    ("which", "name"),
    [
        (Which(device_id="f1"), "Frigo Cucina"),
        (Which(serial="sn2"), "Frigo Sala"),
        (Which(device_name="Frigo Sala"), "Frigo Sala"),
        (Which(device_name=" FRIGO sala "), "Frigo Sala"),
        (Which(device_name="caffe"), "Caffè"),
        (Which(device_name="sala"), "Frigo Sala"),
        (Which(device_name="kitchen fridge"), "Frigo Cucina"),
        (Which("f2", "Caffè"), "Frigo Sala"),
    ],
)
async def test_a_machine_is_meant_by_id_serial_name_or_what_it_is(database: Database, which: Which, name: str) -> None:
    service, ann = machines_of(database, CountingFleet()), await employ(database)
    assert (await service.firmware(ann, which)).to_dict()["device_name"] == name


async def test_several_and_none_are_answers(database: Database) -> None:
    fleet = CountingFleet(devices=(FRIDGE, *(renamed(FRIDGE, f"Frigo {i}") for i in range(7))))
    service, ann = machines_of(database, fleet), await employ(database)
    several = await service.execute(ann, Which(device_name="frigo"), LIGHT)
    assert several.to_dict()["error"] == "several_match"
    assert len(names(several, "candidates")) == 5
    assert "and more" in str(several.to_dict()["error_message"])
    near = await service.execute(ann, Which(device_name="Frigo Cantina"), LIGHT)
    assert (near.to_dict()["error"], names(near, "suggestions")[0]) == ("not_found", "Frigo Cucina")
    assert (await service.execute(ann, Which(), LIGHT)).to_dict()["field"] == "device_id"
    lost = await service.execute(ann, CUCINA, CommandRequest(command_name="fly"))
    assert lost.to_dict()["error"] == "no_capability"
    assert lost.to_dict()["suggestion"] == "It has: turn_on_light, set_temperature, open_door."
    assert fleet.orders == []


@pytest.mark.parametrize(
    ("effect", "answer"),
    [
        (Confirmed({"light": "on"}), ("success", "confirmed", {"light": "on"})),
        (Sent(), ("success", "sent", {})),
        (
            Rejected("the door is locked"),
            ("error", "rejected", "'Frigo Cucina' refused turn_on_light: the door"),
        ),
        (TimedOut(), ("error", "timed_out", "turn_on_light was sent to 'Frigo Cucina', and no word came back")),
        (Offline(), ("error", "offline", "'Frigo Cucina' is offline. Nothing was sent.")),
        (FleetUnavailable("no broker"), ("error", "unavailable", "The machines cannot be reached now: no broker.")),
    ],
)
async def test_what_became_of_a_command_is_told_as_it_is(
    database: Database, effect: Effect | Exception, answer: tuple[str, str, object]
) -> None:
    service, ann = machines_of(database, CountingFleet(effect)), await employ(database)
    done = (await service.execute(ann, CUCINA, LIGHT)).to_dict()
    status, kind, more = answer
    assert done["status"] == status
    if status == "success":
        assert (done["effect"], done["states"]) == (kind, more)
        assert (done["device_id"], done["machine_command_id"], done["overrides"]) == ("f1", "light", {})
    else:
        assert done["error"] == kind
        assert str(done["error_message"]).startswith(str(more))
    assert [(entry.tool, entry.status) for entry in await told(database)] == [("machine_command_execute", status)]


async def test_a_retry_with_the_same_key_is_sent_once_also_after_a_restart(database: Database) -> None:
    fleet, clock, ann = CountingFleet(), Clock(), await employ(database)
    service = machines_of(database, fleet, clock)
    first = await service.execute(ann, CUCINA, LIGHT, "k1")
    clock.go(hours=3)
    restarted = machines_of(database, fleet, clock)
    fleet.away = FleetUnavailable("gone")
    assert await restarted.execute(ann, CUCINA, LIGHT, "k1") == first
    fleet.away = None
    assert len(fleet.orders) == 1
    reused = await service.execute(ann, Which(device_name="sala"), LIGHT, "k1")
    assert reused.to_dict()["error"] == "key_reused"
    await service.execute(ann, CUCINA, LIGHT, "k2")
    await service.execute(await employ(database), CUCINA, LIGHT, "k1")
    assert len(fleet.orders) == 3
    assert (await service.execute(ann, CUCINA, LIGHT, "")).to_dict()["error"] == "invalid"
    lines = await told(database, AuditFilter(user_id=ann.user_id))
    assert [entry.status for entry in lines] == ["success", "repeated", "error", "success", "error"]


async def test_without_a_key_the_same_command_within_seconds_is_a_retry(database: Database) -> None:
    fleet, clock, ann = CountingFleet(), Clock(), await employ(database)
    service = machines_of(database, fleet, clock)
    for which in (CUCINA, Which(device_id="f1"), Which(device_name="cucina")):
        await service.execute(ann, which, LIGHT)
    assert len(fleet.orders) == 1
    await service.execute(ann, CUCINA, CommandRequest(command_name="set_temperature", overrides={"temperature": 4}))
    await service.execute(ann, CUCINA, CommandRequest(command_name="set_temperature", overrides={"temperature": 5}))
    await service.execute(ann, CUCINA, LIGHT)  # something else was ordered since: it is meant
    assert len(fleet.orders) == 4
    clock.go(seconds=11)
    await service.execute(ann, CUCINA, LIGHT)
    assert len(fleet.orders) == 5


async def test_after_the_clock_was_set_back_the_same_command_is_sent(database: Database) -> None:
    fleet, clock, ann = CountingFleet(), Clock(), await employ(database)
    service = machines_of(database, fleet, clock)
    await service.execute(ann, CUCINA, LIGHT)
    clock.go(hours=-1)
    await service.execute(ann, CUCINA, LIGHT)
    assert len(fleet.orders) == 2


async def test_many_at_once_with_one_key_wait_for_the_one_that_is_sent(database: Database) -> None:
    fleet, ann = CountingFleet(gate=asyncio.Event()), await employ(database)
    service = machines_of(database, fleet)
    crowd = [asyncio.create_task(service.execute(ann, CUCINA, LIGHT, "k")) for _ in range(12)]
    await asyncio.wait_for(fleet.reached.wait(), 30)
    crowd += [asyncio.create_task(service.execute(ann, CUCINA, LIGHT, "k")) for _ in range(3)]
    assert fleet.gate is not None
    fleet.gate.set()
    done = await asyncio.gather(*crowd)
    assert len(fleet.orders) == 1
    assert all(isinstance(one, Executed) and one == done[0] for one in done)


async def test_an_order_whose_process_died_may_or_may_not_be_done_and_is_not_sent_again(database: Database) -> None:
    fleet, ann = CountingFleet(gate=asyncio.Event()), await employ(database)
    dying = asyncio.create_task(machines_of(database, fleet).execute(ann, CUCINA, LIGHT, "k"))
    await asyncio.wait_for(fleet.reached.wait(), 30)
    after = machines_of(database, fleet)  # another process: it knows nothing of what the first one is doing
    for key in ("k", "k"):
        told_twice = await after.execute(ann, CUCINA, LIGHT, key)
        assert told_twice.to_dict()["error"] == "timed_out"
    assert len(fleet.orders) == 1
    assert fleet.gate is not None
    fleet.gate.set()
    assert isinstance(await dying, Executed)
    assert isinstance(await after.execute(ann, CUCINA, LIGHT, "k"), Executed)  # and once it is known, it is told
    assert len(fleet.orders) == 1


async def test_sending_that_breaks_in_an_unforeseen_way_is_not_repeated(database: Database) -> None:
    fleet, ann = CountingFleet(RuntimeError("a bug")), await employ(database)
    service = machines_of(database, fleet)
    with pytest.raises(RuntimeError):
        await service.execute(ann, CUCINA, LIGHT, "k")
    assert (await service.execute(ann, CUCINA, LIGHT, "k")).to_dict()["error"] == "timed_out"
    assert len(fleet.orders) == 1


async def test_whoever_goes_away_has_the_command_carried_out_once_all_the_same(database: Database) -> None:
    fleet, ann = CountingFleet(gate=asyncio.Event()), await employ(database)
    service = machines_of(database, fleet)
    caller = asyncio.create_task(service.execute(ann, CUCINA, LIGHT, "k"))
    await asyncio.wait_for(fleet.reached.wait(), 30)
    caller.cancel()
    with pytest.raises(asyncio.CancelledError):
        await caller
    assert fleet.gate is not None
    fleet.gate.set()
    assert isinstance(await service.execute(ann, CUCINA, LIGHT, "k"), Executed)
    assert len(fleet.orders) == 1


@pytest.mark.parametrize("nothing", [Offline(), FleetUnavailable("no broker")])
async def test_what_was_never_sent_can_be_ordered_again_with_the_same_key(
    database: Database, nothing: Effect | Exception
) -> None:
    fleet, ann = CountingFleet(nothing), await employ(database)
    service = machines_of(database, fleet)
    assert (await service.execute(ann, CUCINA, LIGHT, "k")).to_dict()["status"] == "error"
    fleet.effect = Confirmed()
    assert isinstance(await service.execute(ann, CUCINA, LIGHT, "k"), Executed)


async def test_a_refusal_is_told_again_and_not_sent_again(database: Database) -> None:
    fleet, ann = CountingFleet(Rejected("no")), await employ(database)
    service = machines_of(database, fleet)
    first = await service.execute(ann, CUCINA, LIGHT, "k")
    assert await service.execute(ann, CUCINA, LIGHT, "k") == first
    assert len(fleet.orders) == 1


async def test_what_is_dangerous_needs_a_yes_to_exactly_that_once(database: Database) -> None:
    fleet, clock, ann, bo = CountingFleet(), Clock(), await employ(database), await employ(database, name="Bo")
    service = machines_of(database, fleet, clock)
    door = CommandRequest(machine_command_id="door")
    waiting = await service.execute(ann, CUCINA, door)
    assert isinstance(waiting, MachineNeedsConfirmation)
    assert waiting.pending.summary == "'Frigo Cucina': Open the door?"
    assert f"sayso approve {waiting.pending.id}" in str(waiting.to_dict()["suggestion"])
    assert not await service.confirmations.grant(waiting.pending.id, bo.user_id)
    assert await service.confirmations.grant(waiting.pending.id, ann.user_id)
    assert isinstance(await service.execute(bo, CUCINA, door), MachineNeedsConfirmation)
    assert fleet.orders == []
    assert isinstance(await service.execute(ann, CUCINA, door), Executed)
    assert len(fleet.orders) == 1
    clock.go(seconds=11)
    assert isinstance(await service.execute(ann, CUCINA, door), MachineNeedsConfirmation)
    assert len(fleet.orders) == 1
    statuses = [entry.status for entry in await told(database, AuditFilter(user_id=ann.user_id))]
    assert statuses == ["needs_confirmation", "success", "needs_confirmation"]


@pytest.mark.parametrize(
    ("command", "overrides", "said"),
    [
        ("set_temperature", {}, "set_temperature needs a temperature."),
        ("set_temperature", {"temperature": 40}, "temperature 40 °C cannot be set."),
        ("set_temperature", {"temperature": "4"}, "temperature must be a number."),
        ("set_temperature", {"temperature": float("nan")}, "temperature must be a number."),
        ("set_temperature", {"temperature": True}, "temperature must be a number."),
        ("set_temperature", {"temperature": 10**400}, "temperature must be a number."),
        ("set_temperature", {"temperature": {"to": 4}}, "temperature is neither a value nor a change of it."),
        ("set_temperature", {"temperature": 4, "humidity": 3}, "set_temperature takes no 'humidity'."),
        ("turn_on_light", {"colour": "red"}, "turn_on_light takes no 'colour'."),
        ("turn_on_light", ["red"], "overrides must be an object."),
    ],
)
async def test_values_that_a_command_does_not_take_are_not_sent(
    database: Database, command: str, overrides: Any, said: str
) -> None:
    fleet, ann = CountingFleet(), await employ(database)
    done = await machines_of(database, fleet).execute(
        ann, CUCINA, CommandRequest(command_name=command, overrides=overrides)
    )
    assert (done.to_dict()["error"], done.to_dict()["error_message"]) == ("invalid", said)
    assert fleet.orders == []


async def test_values_that_it_takes_are(database: Database) -> None:
    fleet, ann = CountingFleet(), await employ(database)
    service = machines_of(database, fleet)
    for value in (4, 0.5, {"by": -2}):
        await service.execute(ann, CUCINA, CommandRequest("cool", overrides={"temperature": value}))
    await service.execute(ann, Which("o1"), CommandRequest("paint", overrides={"colour": "red"}))
    assert [order.values for order in fleet.orders] == [
        {"temperature": 4},
        {"temperature": 0.5},
        {"temperature": {"by": -2}},
        {"colour": "red"},
    ]


async def test_metrics_are_the_last_values_or_a_range(database: Database) -> None:
    service, ann = machines_of(database, CountingFleet()), await employ(database)
    coffee = Which(device_name="caffè")
    now: Any = (await service.metrics(ann, coffee, MetricsQuery())).to_dict()
    assert now["latest"] == [{"metric": "pressure", "unit": "bar", "value": 9.1, "at": NOON.isoformat()}]
    assert now["series"] == []
    since = (NOON - HOUR).isoformat()
    past: Any = (await service.metrics(ann, coffee, MetricsQuery(("Pressure",), since=since))).to_dict()
    assert past["latest"] == []
    assert (past["series"][0]["metric"], len(past["series"][0]["points"]), past["has_more"]) == ("pressure", 61, False)
    assert past["series"][0]["points"][0] == {"at": since, "value": 0.0}
    both: Any = (await service.metrics(ann, coffee, MetricsQuery(last_value=True, since=since, limit=5))).to_dict()
    assert [point["value"] for point in both["series"][0]["points"]] == [56.0, 57.0, 58.0, 59.0, 60.0]
    assert (len(both["latest"]), both["has_more"]) == (1, True)
    day: Any = (await service.metrics(ann, coffee, MetricsQuery(since="2026-11-18", until="2026-11-18"))).to_dict()
    assert day["series"][0]["points"][-1]["at"] == "2026-11-18T22:59:00+00:00"  # to the end of Ann's own day
    lost = (await service.metrics(ann, coffee, MetricsQuery(("colour",)))).to_dict()
    assert (lost["error"], lost["suggestion"]) == ("no_capability", "It has: pressure.")


@pytest.mark.parametrize(
    ("question", "field"),
    [
        (MetricsQuery(since="yesterday"), "from"),
        (MetricsQuery(until="2026-11-18T10:00:00"), "to"),
        (MetricsQuery(since=5), "from"),  # type: ignore[arg-type]
        (MetricsQuery(since="9999-12-31T23:59:59-23:00"), "from"),
        (MetricsQuery(since="2026-11-19", until="2026-11-18"), "from"),
        (MetricsQuery(limit=1001), "limit"),
        (MetricsQuery(limit=0), "limit"),
        (MetricsQuery("temperature"), "metric_names"),  # type: ignore[arg-type]
        (MetricsQuery((1,)), "metric_names"),  # type: ignore[arg-type]
        (MetricsQuery(last_value="yes"), "last_value"),  # type: ignore[arg-type]
    ],
)
async def test_what_cannot_be_asked_is_told_with_its_field(
    database: Database, question: MetricsQuery, field: str
) -> None:
    service, ann = machines_of(database, CountingFleet()), await employ(database)
    answer = (await service.metrics(ann, Which("o1"), question)).to_dict()
    assert (answer["error"], answer["field"]) == ("invalid", field)


async def test_states_and_events_are_those_between_two_times_or_of_the_last_day(database: Database) -> None:
    service, ann = machines_of(database, CountingFleet()), await employ(database)
    times = ((NOON - 24 * HOUR).isoformat(), NOON.isoformat())
    states: Any = (await service.states(ann, CUCINA, *times)).to_dict()
    assert (len(states["states"]), states["has_more"], states["device_id"]) == (500, True, "f1")
    events: Any = (await service.events(ann, CUCINA, (NOON - HOUR).isoformat(), times[1])).to_dict()
    assert (len(events["events"]), events["has_more"]) == (61, False)
    lately: Any = (await service.events(ann, CUCINA, None, None)).to_dict()  # type: ignore[arg-type]
    assert lately == (await service.events(ann, CUCINA, *times)).to_dict()


async def test_another_organisations_machine_looks_byte_for_byte_like_one_that_is_not_there(database: Database) -> None:
    fleet = SimulatedFleet(database, Clock(), fails=False)
    service = machines_of(database, fleet)
    ann, eve = await employ(database), await employ(database, "elsewhere", "Eve")
    hers = (await service.look(ann))[4]
    span = ((NOON - HOUR).isoformat(), NOON.isoformat())

    async def answers(who: Session, device_id: str) -> list[str]:
        which = Which(device_id=device_id)
        done: list[Outcome] = [
            await service.execute(who, which, LIGHT),
            await service.metrics(who, which, MetricsQuery()),
            await service.firmware(who, which),
            await service.states(who, which, *span),
            await service.events(who, which, *span),
        ]
        return [json.dumps(one.to_dict()).replace(device_id, "?") for one in done]

    assert await answers(eve, hers.id) == await answers(eve, "nothing")
    assert hers.id not in str((await service.list_machines(eve, Listing())).to_dict())
    assert isinstance(await service.execute(ann, Which(hers.id), LIGHT), Executed)
    light = [r.value for r in (await fleet.status(Member(eve.user_id, "elsewhere"), (await service.look(eve))[4].id))]
    assert "on" not in light


async def test_an_account_that_is_gone_has_no_machines(database: Database) -> None:
    fleet = CountingFleet()
    service, nobody = machines_of(database, fleet), Session("00000000-0000-4000-8000-00000000000f", "test")
    assert (await service.list_machines(nobody, Listing())).to_dict()["error"] == "no_account"
    assert (await service.execute(nobody, CUCINA, LIGHT)).to_dict()["error"] == "no_account"
    assert await service.look(nobody) == ()
    assert (fleet.orders, fleet.looks) == ([], 0)


async def test_a_fleet_that_is_away_is_told_and_not_raised(database: Database) -> None:
    fleet = CountingFleet(away=FleetUnavailable("no broker", "mqtt://x", "start it"))
    service, ann = machines_of(database, fleet), await employ(database)
    for answer in (await service.list_machines(ann, Listing()), await service.execute(ann, CUCINA, LIGHT)):
        assert (answer.to_dict()["error"], answer.to_dict()["suggestion"]) == ("unavailable", "start it")


async def test_what_was_ordered_is_exported_forgotten_and_in_time_tidied(database: Database) -> None:
    clock = Clock()
    fleet = SimulatedFleet(database, clock, fails=False)
    service, ann, bo = machines_of(database, fleet, clock), await employ(database), await employ(database, "bo's")
    for who in (ann, bo):
        await service.execute(who, Which(device_name="forno"), LIGHT)
    belongings = Belongings(database, clock)
    kept: Any = await belongings.export(ann.user_id)
    assert kept["orders"][0]["about"]["command_name"] == "turn_on_light"
    assert kept["users"][0]["organisation"] == "home"
    assert await belongings.remove(ann.user_id)
    async with database.reading() as tx:
        left = (await tx.execute(kitchens.select())).mappings().all()
        assert {row["organisation"] for row in left} == {"bo's"}
        assert len((await tx.execute(orders.select())).all()) == 1
    clock.go(days=31)
    assert await service.tidy() == 1
