"""Reminders on both databases, with a clock that is handed in: once for each, by one of several, in nobody's sleep."""

import asyncio
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import pytest
from household import NOON, Clock, serve, settle, undo

from sayso.reminders.delivery import Delivery
from sayso.reminders.reminder import QuietHours, Reminder
from sayso.reminders.reminders import Reminders
from sayso.reminders.store import HOLD
from sayso.session import Session
from sayso.storage.database import Database
from sayso.tasks.outcome import Added
from sayso.tasks.service import TaskService
from sayso.tasks.task import Changes, NewTask


@dataclass
class Heard:
    """A channel that remembers what was sent through it, and refuses as often as it is told to."""

    name: str = "heard"
    sent: list[str] = field(default_factory=list)
    refusals: int = 0

    async def send(self, one: Reminder) -> bool:
        if self.refusals:
            self.refusals -= 1
            return False
        self.sent.append(f"{one.task.title} {one.turn}")
        return True


@dataclass
class Home:
    """Ann's tasks and reminders."""

    service: TaskService
    reminders: Reminders
    ann: Session
    clock: Clock

    async def add(self, title: str, **after: float) -> str:
        due = (self.clock.now + timedelta(**after)).isoformat()
        added = await self.service.add(self.ann, NewTask(title, due=due))
        assert isinstance(added, Added)
        return added.task.id

    async def shown(self, session: Session | None = None) -> list[str]:
        told = (await self.reminders.shown((session or self.ann).user_id))["reminders"]
        assert isinstance(told, list)
        return [each["title"] for each in told]

    async def first(self) -> str:
        told = (await self.reminders.shown(self.ann.user_id))["reminders"]
        assert isinstance(told, list)
        return str(told[0]["id"])


@pytest.fixture
async def home(database: Database) -> Home:
    clock = Clock()
    ann = await settle(database, timezone="Europe/Rome")
    return Home(serve(database, clock), Reminders(database, clock), ann, clock)


class Endless:
    """A channel that never comes to an end."""

    name = "endless"

    async def send(self, one: Reminder) -> bool:
        await asyncio.Event().wait()
        return bool(one)


async def test_a_channel_that_never_ends_holds_nobody_up(home: Home) -> None:
    heard = Heard()
    delivery = Delivery(home.reminders, [Endless(), heard], seconds=0.01)
    await home.add("call Anna", minutes=5)
    home.clock.go(minutes=5)
    assert await delivery.deliver_due() == 1
    assert heard.sent == ["call Anna 0"]


async def test_who_has_fewer_channels_leaves_what_is_due_to_a_server_for_a_while(home: Home) -> None:
    heard = Heard()
    server, chat = Delivery(home.reminders, [heard]), Delivery(home.reminders, grace=timedelta(seconds=5))
    await home.add("call Anna", minutes=5)
    home.clock.go(minutes=5)
    assert await chat.deliver_due() == 0
    assert await server.deliver_due() == 1
    assert heard.sent == ["call Anna 0"]
    home.clock.go(seconds=5)
    assert await chat.deliver_due() == 0  # once, by whom it may be
    await home.add("water the plants", minutes=5)
    home.clock.go(minutes=5, seconds=5)
    assert await chat.deliver_due() == 1  # no server runs
    assert await home.shown() == ["call Anna", "water the plants"]


async def test_a_channel_that_a_replica_has_not_is_left_to_one_that_has_it(home: Home) -> None:
    heard = Heard(refusals=1)
    await home.add("call Anna", minutes=5)
    home.clock.go(minutes=5)
    assert await Delivery(home.reminders, [heard]).deliver_due() == 1
    home.clock.go(seconds=30)
    assert await Delivery(home.reminders, grace=timedelta(seconds=5)).deliver_due() == 1
    home.clock.go(seconds=31)
    assert await Delivery(home.reminders, [heard]).deliver_due() == 1
    assert heard.sent == ["call Anna 0"]


async def test_what_has_a_time_is_told_when_due_and_once(home: Home) -> None:
    heard = Heard()
    delivery = Delivery(home.reminders, [heard])
    await home.add("call Anna", minutes=5)
    await home.service.add(home.ann, NewTask("some day", due=NOON.date().isoformat()))
    assert await delivery.deliver_due() == 0
    assert (await home.reminders.shown(home.ann.user_id))["next_at"] == (NOON + timedelta(minutes=5)).isoformat()
    home.clock.go(minutes=5)
    told = await home.reminders.shown(home.ann.user_id)
    assert told["next_at"] == told["now"]  # whoever looks before it is claimed looks again at once
    assert await delivery.deliver_due() == 1
    assert await home.shown() == ["call Anna"]
    assert (await home.reminders.shown(home.ann.user_id))["next_at"] is None
    home.clock.go(hours=3)
    assert await delivery.deliver_due() == 0
    assert await Delivery(home.reminders, [heard]).deliver_due() == 0  # nor after a restart
    assert heard.sent == ["call Anna 0"]


async def test_nobody_is_reminded_of_what_is_done_deleted_moved_or_was_past_when_written(home: Home) -> None:
    done, moved = await home.add("done", minutes=1), await home.add("moved", minutes=1)
    await home.add("past", minutes=-30)
    added = await home.add("undone", minutes=1)
    await undo(home.service, home.ann)
    await home.service.complete(home.ann, done)
    await home.service.update(home.ann, moved, Changes(new_due=(NOON + timedelta(hours=1)).isoformat()))
    home.clock.go(minutes=2)
    heard = Heard()
    delivery = Delivery(home.reminders, [heard])
    assert await delivery.deliver_due() == 0
    home.clock.go(hours=1)
    assert await delivery.deliver_due() == 1
    assert heard.sent == ["moved 0"]
    assert added


async def test_one_of_several_replicas_delivers_each(home: Home, database: Database) -> None:
    for number in range(250):
        await home.add(f"task {number}", seconds=number / 10)
    home.clock.go(minutes=1)
    heard = [Heard(), Heard(), Heard()]
    replicas = [Delivery(Reminders(database, home.clock), [each]) for each in heard]
    await asyncio.gather(*(each.deliver_due() for each in replicas))
    sent = [title for each in heard for title in each.sent]
    assert sorted(sent) == sorted(f"task {number} 0" for number in range(250))


async def test_what_a_dead_replica_claimed_is_delivered_by_another(home: Home) -> None:
    await home.add("call Anna", minutes=1)
    home.clock.go(minutes=1)
    assert len(await home.reminders.claim("dead", ("heard",), 10)) == 1  # and then its machine stops
    heard = Heard()
    delivery = Delivery(home.reminders, [heard])
    assert await delivery.deliver_due() == 0
    assert await home.shown() == ["call Anna"]  # the page shows it all the same
    home.clock.go(seconds=HOLD.total_seconds())
    assert await delivery.deliver_due() == 1
    assert heard.sent == ["call Anna 0"]


async def test_a_channel_that_refuses_is_tried_again_and_the_others_are_not(home: Home) -> None:
    await home.add("call Anna", minutes=1)
    home.clock.go(minutes=1)
    sure, unsure = Heard("sure"), Heard("unsure", refusals=2)
    delivery = Delivery(home.reminders, [sure, unsure])
    for _ in range(4):
        await delivery.deliver_due()
        home.clock.go(seconds=60)
    assert (sure.sent, unsure.sent) == (["call Anna 0"], ["call Anna 0"])


async def test_a_snooze_comes_again_and_a_task_that_is_done_meanwhile_does_not(home: Home) -> None:
    heard = Heard()
    delivery = Delivery(home.reminders, [heard])
    await home.add("call Anna", minutes=1)
    home.clock.go(minutes=1)
    await delivery.deliver_due()
    for turn in (1, 2):
        assert await home.reminders.snooze(home.ann.user_id, await home.first(), timedelta(minutes=10)) is not None
        assert await home.shown() == []
        home.clock.go(minutes=9)
        assert await delivery.deliver_due() == 0
        home.clock.go(minutes=1)
        assert await delivery.deliver_due() == 1
        assert heard.sent[-1] == f"call Anna {turn}"
    await home.reminders.snooze(home.ann.user_id, await home.first(), timedelta(minutes=10))
    await home.service.complete(home.ann, "call Anna")
    home.clock.go(minutes=10)
    await delivery.deliver_due()
    assert len(heard.sent) == 3
    assert await home.shown() == []


async def test_in_quiet_hours_nobody_is_reminded_and_after_them_everybody(home: Home) -> None:
    assert await home.reminders.keep_quiet(home.ann.user_id, ("22:00", "07:00"))
    home.clock.now = datetime(2026, 11, 18, 20, 0, tzinfo=UTC)  # 21:00 in Rome
    await home.add("late", hours=2)
    delivery = Delivery(home.reminders, [heard := Heard()])
    home.clock.go(hours=2)
    await delivery.deliver_due()
    assert heard.sent == []
    home.clock.now = datetime(2026, 11, 19, 5, 59, tzinfo=UTC)
    await delivery.deliver_due()
    assert await home.shown() == []
    home.clock.go(minutes=1)
    await delivery.deliver_due()
    assert heard.sent == ["late 0"]
    assert not await home.reminders.keep_quiet(home.ann.user_id, ("25:00", "07:00"))


async def test_what_quiet_hours_hold_back_comes_once_they_are_off_and_waits_for_the_end_of_others(home: Home) -> None:
    owner = home.ann.user_id
    home.clock.now = datetime(2026, 11, 18, 20, 30, tzinfo=UTC)  # 21:30 in Rome
    for title in ("snoozed", "put off"):
        await home.add(title, minutes=1)
    home.clock.go(minutes=2)
    delivery = Delivery(home.reminders, [heard := Heard()])
    await delivery.deliver_due()
    told = (await home.reminders.shown(owner))["reminders"]
    assert isinstance(told, list)
    for one, by in zip(
        sorted(told, key=lambda one: one["title"]), (timedelta(hours=20), timedelta(hours=1)), strict=True
    ):
        assert await home.reminders.snooze(owner, one["id"], by)  # "put off" till tomorrow evening
    heard.sent.clear()
    await home.add("late", hours=1)
    assert await home.reminders.keep_quiet(owner, ("22:00", "07:00"))
    home.clock.go(hours=2)
    await delivery.deliver_due()
    assert heard.sent == []
    assert await home.reminders.keep_quiet(owner, ("22:00", "06:00"))
    await delivery.deliver_due()
    assert heard.sent == []  # it is still quiet
    assert await home.reminders.keep_quiet(owner, None)
    await delivery.deliver_due()
    assert sorted(heard.sent) == ["late 0", "snoozed 1"]  # what was put off until later stays so


async def test_nobody_sees_puts_off_or_ends_anothers_reminder(home: Home, database: Database) -> None:
    bob = await settle(database, "Bob")
    await home.add("call Anna", minutes=1)
    home.clock.go(minutes=1)
    await Delivery(home.reminders).deliver_due()
    key = await home.first()
    assert await home.shown(bob) == []
    assert not await home.reminders.see(bob.user_id, key)
    assert await home.reminders.snooze(bob.user_id, key, timedelta(minutes=1)) is None
    assert await home.reminders.task_of(bob.user_id, key) is None
    assert await home.shown() == ["call Anna"]
    assert await home.reminders.see(home.ann.user_id, key)
    assert await home.shown() == []


@pytest.mark.parametrize(
    ("hours", "at", "ends"),
    [
        (("22:00", "07:00"), "23:30", "2026-11-19T07:00:00+01:00"),
        (("22:00", "07:00"), "06:59", "2026-11-18T07:00:00+01:00"),
        (("22:00", "07:00"), "07:00", None),
        (("13:00", "15:00"), "14:00", "2026-11-18T15:00:00+01:00"),
        (("13:00", "15:00"), "12:59", None),
    ],
)
def test_quiet_hours_go_over_midnight(hours: tuple[str, str], at: str, ends: str | None) -> None:
    quiet = QuietHours.of(*hours)
    here = datetime.fromisoformat(f"2026-11-18T{at}:00+01:00")
    assert quiet is not None
    end = quiet.end(here, here.tzinfo or UTC)
    assert (end.isoformat() if end else None) == ends
