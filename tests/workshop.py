"""Machines for the tests: a fleet that counts what it is sent, and the service over any fleet."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from uuid import uuid4

from household import NOON, Clock

from sayso.accounts import store
from sayso.accounts.person import Person
from sayso.confirmations.confirmations import Confirmations
from sayso.face import standard
from sayso.machines.device import (
    Confirmed,
    Device,
    DeviceCommand,
    DeviceReading,
    Effect,
    Member,
    Metric,
    Order,
    Range,
    Rejected,
    Setting,
)
from sayso.machines.fleet import Fleet
from sayso.machines.service import MachineService, Rules
from sayso.session import Session
from sayso.storage.database import Database

DANGEROUS = {"stop_cycle", "open_door", "unlock_door"}
COOL = DeviceCommand("cool", "set_temperature", settings=(Setting("temperature", "°C", 0, 10, is_needed=True),))
LIGHT = DeviceCommand("light", "turn_on_light", "Turn the light on")
DOOR = DeviceCommand("door", "open_door", "Open the door")
PAINT = DeviceCommand("paint", "paint", settings=(Setting("colour"),))
FRIDGE = Device("f1", "Frigo Cucina", "SN1", "Cucina", "kitchen fridge", "fridge", "1.0", True, (LIGHT, COOL, DOOR))
OTHERS = (
    Device("f2", "Frigo Sala", "SN2", "Sala", "dining room fridge", "fridge", "1.0", False, (LIGHT,)),
    Device("o1", "Caffè", "SN3", "Bar", "espresso machine", "coffee", "", None, (PAINT,), (Metric("pressure", "bar"),)),
)


@dataclass
class CountingFleet:
    """Machines of one organisation that remember what they were sent, and answer what they are told to."""

    effect: Effect | Exception = field(default_factory=lambda: Confirmed({"light": "on"}))
    organisation: str = "home"
    devices: tuple[Device, ...] = (FRIDGE, *OTHERS)
    orders: list[Order] = field(default_factory=list)
    looks: int = 0
    away: Exception | None = None
    gate: asyncio.Event | None = None  # orders wait for it
    reached: asyncio.Event = field(default_factory=asyncio.Event)

    async def machines(self, member: Member) -> Sequence[Device]:
        if self.away is not None:
            raise self.away
        self.looks += 1
        return self.devices if member.organisation == self.organisation else ()

    async def execute(self, member: Member, order: Order) -> Effect:
        if member.organisation != self.organisation:
            return Rejected("there is no such machine")
        self.orders.append(order)
        self.reached.set()
        if self.gate is not None:
            await self.gate.wait()
        if isinstance(self.effect, Exception):
            raise self.effect
        return self.effect

    async def read(self, member: Member, wanted: Range) -> Sequence[DeviceReading]:
        names = wanted.names or ("door",)
        ticks = [wanted.since + timedelta(minutes=i) for i in range(2000)]
        told = [
            DeviceReading(wanted.device_id, wanted.kind, n, float(i), at) for i, at in enumerate(ticks) for n in names
        ]
        return [reading for reading in told if reading.at <= wanted.until][-wanted.limit :]

    async def status(self, member: Member, device_id: str) -> Sequence[DeviceReading]:
        measured = DeviceReading(device_id, "metric", "pressure", 9.1, NOON, "bar")
        return (measured, DeviceReading(device_id, "state", "on", True, NOON))


def machines_of(database: Database, fleet: Fleet, clock: Clock | None = None) -> MachineService:
    """The service over a fleet, with a yes that is good for five minutes."""
    clock = clock or Clock()
    rules = Rules(lambda command: command.name in DANGEROUS, standard(), timedelta(seconds=10))
    return MachineService(database, fleet, Confirmations(database, clock, timedelta(minutes=5)), clock, rules)


async def employ(database: Database, organisation: str = "home", name: str = "Ann") -> Session:
    """A new person of an organisation."""
    person = Person(str(uuid4()), name, f"{uuid4()}@example.org", "Europe/Rome", NOON, organisation)
    async with database.transaction() as tx:
        assert await store.add(tx, person, None)
    return Session(person.id, "test")


def renamed(device: Device, name: str) -> Device:
    """Another device of the same kind."""
    return replace(device, id=f"id of {name}", name=name, serial="")
