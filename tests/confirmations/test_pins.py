"""A PIN on both databases: without it nothing dangerous is allowed; tries are few; it is written down nowhere."""

import asyncio
import re
from dataclasses import dataclass
from datetime import timedelta

import pytest
from household import Clock
from sqlalchemy import select
from talking import Parlour, Talk
from workshop import CountingFleet, employ, machines_of

from sayso import Engine
from sayso.confirmations.pins import BLOCKED, TRIES, Pins
from sayso.machines.asked import CommandRequest, Which
from sayso.machines.outcome import MachineNeedsConfirmation
from sayso.machines.service import MachineService
from sayso.session import Session
from sayso.storage.database import Database
from sayso.storage.tables import messages, pins

OPEN = "open the door of Frigo Cucina"


@dataclass
class Kitchen:
    """Ann, who has a PIN, and a fridge whose door is dangerous."""

    fleet: CountingFleet
    service: MachineService
    talk: Talk
    ann: Session
    clock: Clock
    database: Database

    @property
    def pins(self) -> Pins:
        return self.talk.tasks.confirmations.pins

    async def ask(self) -> MachineNeedsConfirmation:
        asked = await self.service.execute(self.ann, Which("f1"), CommandRequest("door"))
        assert isinstance(asked, MachineNeedsConfirmation)
        return asked


@pytest.fixture
async def kitchen(database: Database, engine: Engine) -> Kitchen:
    clock, fleet = Clock(), CountingFleet()
    service = machines_of(database, fleet, clock)
    ann = await employ(database)
    talk = await Parlour(database, engine, clock, service).welcome(ann)
    assert await talk.tasks.confirmations.pins.keep(ann.user_id, "2468")
    return Kitchen(fleet, service, talk, ann, clock, database)


async def test_a_yes_without_the_pin_does_nothing_and_with_it_does(kitchen: Kitchen) -> None:
    await kitchen.talk.say(OPEN)
    assert "PIN" in await kitchen.talk.say("yes")
    assert kitchen.fleet.orders == []
    assert "not your PIN" in await kitchen.talk.say("1357")
    assert kitchen.fleet.orders == []
    await kitchen.talk.say("2468")
    assert [order.command_id for order in kitchen.fleet.orders] == ["door"]


async def test_what_is_not_dangerous_takes_no_pin(kitchen: Kitchen) -> None:
    await kitchen.talk.say("turn on the light of Frigo Cucina")
    assert [order.command_id for order in kitchen.fleet.orders] == ["light"]


async def test_it_is_kept_as_a_hash_and_in_no_message(kitchen: Kitchen) -> None:
    await kitchen.talk.say(OPEN)
    await kitchen.talk.say("2468")
    async with kitchen.database.reading() as tx:
        kept = str([dict(row) for row in (await tx.execute(select(messages))).mappings().all()])
        hashed = (await tx.execute(select(pins.c.pin_hash))).scalar_one()
    assert OPEN in kept
    assert re.search(r"\b2468\b", kept) is None  # within an id or a time four digits may stand by chance
    assert hashed.startswith("$argon2id$")


@pytest.mark.parametrize("pin", [None, "1357"])
async def test_no_door_grants_without_it(kitchen: Kitchen, pin: str | None) -> None:
    asked = await kitchen.ask()
    confirmations = kitchen.service.confirmations
    assert not await confirmations.grant(asked.pending.id, kitchen.ann.user_id, pin)
    assert not await confirmations.allow_for(asked.pending.id, kitchen.ann.user_id, timedelta(hours=1), pin)
    await kitchen.ask()
    assert kitchen.fleet.orders == []


async def test_tries_are_few_also_when_they_come_at_once(kitchen: Kitchen) -> None:
    user = kitchen.ann.user_id
    told = await asyncio.gather(*(kitchen.pins.check(user, f"{n:04}") for n in range(TRIES + 3)))
    assert sorted(told) == sorted(["wrong"] * TRIES + ["blocked"] * 3)
    assert await kitchen.pins.check(user, "2468") == "blocked"
    kitchen.clock.now += BLOCKED
    assert await kitchen.pins.check(user, "2468") == "right"


@pytest.mark.parametrize("pin", ["", "123", "12a4", "1" * 13, "12 34"])
async def test_what_is_no_pin_is_not_kept(kitchen: Kitchen, pin: str) -> None:
    assert not await kitchen.pins.keep(kitchen.ann.user_id, pin)
    assert await kitchen.pins.check(kitchen.ann.user_id, "2468") == "right"


async def test_whoever_has_none_needs_none(kitchen: Kitchen) -> None:
    assert await kitchen.pins.keep(kitchen.ann.user_id, None)
    await kitchen.talk.say(OPEN)
    await kitchen.talk.say("yes")
    assert [order.command_id for order in kitchen.fleet.orders] == ["door"]
