"""Commands for another time, on both databases: told, listed, cancelled by words, carried out once, looked at again."""

import asyncio
from dataclasses import dataclass, replace
from datetime import timedelta

import pytest
from household import Clock, serve
from talking import Parlour, Talk
from workshop import FRIDGE, CountingFleet, employ, machines_of

from sayso import Engine
from sayso.assemble import TaskAgenda, plan_rules
from sayso.machines.asked import CommandRequest, Which
from sayso.machines.device import DeviceCommand, Offline
from sayso.machines.outcome import InvalidMachineCall, MachineNeedsConfirmation, Planned
from sayso.machines.planning import LATE, CommandTimes, Planning
from sayso.machines.store.plans import HOLD
from sayso.reminders.delivery import Delivery
from sayso.reminders.reminders import Reminders
from sayso.session import Session
from sayso.storage.database import Database
from sayso.tools.call import ToolInvocation

FAN = replace(
    FRIDGE,
    id="fan",
    name="Desk Fan",
    serial="",
    place="Office",
    description="",
    kind="fan",
    commands=(DeviceCommand("on", "turn_on"), DeviceCommand("off", "turn_off")),
)
DOOR = replace(
    FAN,
    id="door",
    name="Front Door",
    kind="lock",
    commands=(DeviceCommand("lock", "lock"), DeviceCommand("unlock", "unlock", "", True)),
)


@dataclass
class Office:
    """Ann, her fan and her door, and a server that delivers what is due."""

    fleet: CountingFleet
    planning: Planning
    delivery: Delivery
    other: Delivery  # of another replica
    reminders: Reminders
    talk: Talk
    ann: Session
    clock: Clock

    @property
    def sent(self) -> list[str]:
        return [f"{order.device_id} {order.command_id}" for order in self.fleet.orders]

    async def later(self, **after: float) -> list[str]:
        """What was sent by then in all."""
        self.clock.go(**after)
        await asyncio.gather(self.delivery.deliver_due(), self.other.deliver_due())
        return self.sent

    async def notices(self) -> list[str]:
        told = (await self.reminders.shown(self.ann.user_id))["reminders"]
        assert isinstance(told, list)
        return [each["title"] for each in told]

    def at(self, **after: float) -> str:
        return (self.clock.now + timedelta(**after)).isoformat()

    async def plan(self, device: str, command: str, times: CommandTimes, key: str | None = None) -> object:
        call = ToolInvocation(self.ann, "machine_command_execute", {"device_id": device}, key)
        return await self.planning.plan(call, Which(device), CommandRequest(command), times)


@pytest.fixture
async def office(database: Database, engine: Engine) -> Office:
    clock, fleet = Clock(), CountingFleet(devices=(FAN, DOOR))
    machines = machines_of(database, fleet, clock)
    planning = Planning(database, machines, TaskAgenda(serve(database, clock)), clock, plan_rules())
    reminders = Reminders(database, clock, planning.carry_out_due)
    ann = await employ(database)
    talk = await Parlour(database, engine, clock, machines, planning).welcome(ann)
    return Office(fleet, planning, Delivery(reminders), Delivery(reminders), reminders, talk, ann, clock)


async def test_for_ten_minutes_is_done_now_and_taken_back_then_once(office: Office) -> None:
    assert await office.talk.say("turn on the desk fan for ten minutes") == "Turn on (until 13:10) ('Desk Fan')?"
    assert office.sent == []
    told = await office.talk.say("yes")
    assert "13:10" in told
    assert office.sent == ["fan on"]
    assert await office.talk.titles() == ["Desk Fan: Turn off"]
    assert await office.later(minutes=9) == ["fan on"]
    assert await office.later(minutes=1) == ["fan on", "fan off"]
    assert await office.later(minutes=1) == ["fan on", "fan off"]
    assert await office.talk.titles() == ["Desk Fan: Turn off ✓"]
    assert await office.notices() == []  # what is done needs no reminder


async def test_at_a_time_in_italian_is_kept_in_the_list_and_cancelled_by_words(office: Office) -> None:
    await office.talk.say("spegni Desk Fan tra un'ora")
    assert "14:00" in await office.talk.say("sì")
    assert await office.talk.titles() == ["Desk Fan: Spegni"]
    await office.talk.say("cancella il compito Desk Fan: Spegni")
    await office.talk.say("sì")
    assert await office.talk.titles() == []
    assert await office.later(hours=2) == []


async def test_moved_in_the_list_it_is_done_at_the_new_time(office: Office) -> None:
    await office.talk.say("turn on the desk fan in an hour")
    await office.talk.say("yes")
    await office.talk.say("move the task Desk Fan: Turn on to 5pm")
    assert await office.later(hours=2) == []
    assert await office.later(hours=2) == ["fan on"]


async def test_without_a_yes_nothing_is_kept(office: Office) -> None:
    await office.talk.say("turn on the desk fan in an hour")
    await office.talk.say("no")
    assert await office.talk.titles() == []
    assert await office.later(hours=1) == []


async def test_a_dangerous_command_waits_for_a_yes_when_it_is_asked_for(office: Office) -> None:
    asked = await office.plan("door", "unlock", CommandTimes(office.at(hours=1)))
    assert isinstance(asked, MachineNeedsConfirmation)
    assert await office.later(hours=1) == []
    asked = await office.plan("door", "unlock", CommandTimes(office.at(hours=1)))
    assert isinstance(asked, MachineNeedsConfirmation)
    assert await office.planning.confirmations.grant(asked.pending.id, office.ann.user_id)
    assert isinstance(await office.plan("door", "unlock", CommandTimes(office.at(hours=1))), Planned)
    assert await office.later(hours=1) == ["door unlock"]


async def test_a_yes_is_for_that_time_and_no_other(office: Office) -> None:
    asked = await office.plan("door", "unlock", CommandTimes(office.at(hours=1)))
    assert isinstance(asked, MachineNeedsConfirmation)
    assert await office.planning.confirmations.grant(asked.pending.id, office.ann.user_id)
    assert isinstance(await office.plan("door", "unlock", CommandTimes(office.at(hours=2))), MachineNeedsConfirmation)


async def test_what_would_unlock_at_the_end_waits_for_a_yes_too(office: Office) -> None:
    asked = await office.plan("door", "lock", CommandTimes(until=office.at(hours=1)))
    assert isinstance(asked, MachineNeedsConfirmation)
    assert office.sent == []


async def test_what_became_dangerous_since_is_not_done_and_told(office: Office) -> None:
    assert isinstance(await office.plan("fan", "on", CommandTimes(office.at(hours=1))), Planned)
    risky = replace(FAN, commands=(DeviceCommand("on", "turn_on", "", True), FAN.commands[1]))
    office.fleet.devices = (risky, DOOR)
    assert await office.later(hours=1) == []
    assert await office.later(seconds=1) == []
    assert await office.notices() == ["Desk Fan: Turn on"]


@pytest.mark.parametrize("trouble", ["gone", "offline"])
async def test_a_device_that_is_gone_or_away_when_it_is_due_is_told(office: Office, trouble: str) -> None:
    assert isinstance(await office.plan("fan", "on", CommandTimes(office.at(hours=1))), Planned)
    if trouble == "gone":
        office.fleet.devices = (DOOR,)
    else:
        office.fleet.effect = Offline()
    await office.later(hours=1)
    await office.later(seconds=1)
    assert await office.notices() == ["Desk Fan: Turn on"]
    assert len(office.sent) == (0 if trouble == "gone" else 1)


async def test_what_nobody_could_do_in_time_is_not_begun_late_and_is_ended_all_the_same(office: Office) -> None:
    await office.plan("fan", "on", CommandTimes(office.at(hours=1)))
    await office.plan("fan", "on", CommandTimes(until=office.at(hours=1)))
    assert office.sent == ["fan on"]
    await office.later(hours=1, seconds=LATE.total_seconds() + 1)
    assert office.sent == ["fan on", "fan off"]
    await office.later(seconds=1)
    assert await office.notices() == ["Desk Fan: Turn on"]


async def test_begun_later_it_ends_after_that(office: Office) -> None:
    await office.plan("fan", "on", CommandTimes(office.at(hours=1), office.at(hours=2)))
    assert await office.later(hours=1) == ["fan on"]
    assert await office.later(hours=1) == ["fan on", "fan off"]


async def test_what_could_not_be_begun_has_no_end(office: Office) -> None:
    office.fleet.effect = Offline()
    await office.plan("fan", "on", CommandTimes(until=office.at(hours=1)))
    assert await office.talk.titles() == []
    assert await office.later(hours=1) == ["fan on"]


async def test_a_replica_that_dies_over_it_is_replaced_and_nothing_is_sent_twice(office: Office) -> None:
    await office.plan("fan", "on", CommandTimes(office.at(hours=1)))
    office.clock.go(hours=1)
    office.fleet.gate = asyncio.Event()
    dying = asyncio.create_task(office.delivery.deliver_due())
    await office.fleet.reached.wait()
    dying.cancel()
    await asyncio.gather(dying, return_exceptions=True)
    office.fleet.gate.set()
    assert await office.later(seconds=HOLD.total_seconds() + 1) == ["fan on"]
    assert await office.later(seconds=HOLD.total_seconds() + 1) == ["fan on"]


async def test_a_call_that_comes_twice_with_its_key_is_one_plan(office: Office) -> None:
    times = CommandTimes(office.at(hours=1))
    assert await office.plan("fan", "on", times, "k") == await office.plan("fan", "on", times, "k")
    assert await office.talk.titles() == ["Desk Fan: Turn on"]
    assert await office.later(hours=1) == ["fan on"]


@pytest.mark.parametrize(
    "times",
    [
        CommandTimes("2020-01-01T00:00:00+00:00"),
        CommandTimes("tomorrow"),
        CommandTimes("2026-11-20"),
        CommandTimes(until=7),
    ],
)
async def test_times_that_cannot_be_kept_are_refused(office: Office, times: CommandTimes) -> None:
    assert isinstance(await office.plan("fan", "on", times), InvalidMachineCall)


async def test_what_nothing_takes_back_has_no_end(office: Office, engine: Engine) -> None:
    office.fleet.devices = (FRIDGE,)
    assert isinstance(await office.plan("f1", "light", CommandTimes(until=office.at(hours=1))), InvalidMachineCall)
    assert office.sent == []
