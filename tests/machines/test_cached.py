"""A remote fleet is remembered for each person by themselves, for a while, and asked anew after a command."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from household import Clock
from workshop import FRIDGE

from sayso.machines import cached
from sayso.machines.cached import CachedFleet
from sayso.machines.device import Device, DeviceReading, Effect, Member, Order, Range, Sent

ANN, BO, EVE = Member("ann", "home"), Member("bo", "home"), Member("eve", "elsewhere")


@dataclass
class FarFleet:
    """A platform that counts how often it is asked; what it says depends on who asks."""

    looks: list[Member] = field(default_factory=list)
    studies: list[Member] = field(default_factory=list)
    is_connected: bool = True
    more: tuple[Device, ...] = ()

    async def devices(self, member: Member) -> Sequence[Device]:
        self.looks.append(member)
        bare = replace(FRIDGE, name=f"of {member.user_id}", is_connected=self.is_connected, commands=(), firmware="")
        return (bare, *self.more)

    async def capable(self, member: Member, devices: Sequence[Device]) -> Sequence[Device]:
        self.studies.append(member)
        return [replace(device, commands=FRIDGE.commands, firmware="1.0") for device in devices]

    async def execute(self, member: Member, order: Order) -> Effect:
        return Sent()

    async def read(self, member: Member, wanted: Range) -> Sequence[DeviceReading]:
        return ()

    async def status(self, member: Member, device_id: str) -> Sequence[DeviceReading]:
        return ()


async def test_what_is_remembered_is_each_persons_own() -> None:
    far = FarFleet()
    fleet = CachedFleet(far, Clock())
    for member in (ANN, BO, EVE, ANN, BO, EVE):
        (device,) = await fleet.machines(member)
        assert (device.name, device.commands, device.firmware) == (f"of {member.user_id}", FRIDGE.commands, "1.0")
    assert far.looks == far.studies == [ANN, BO, EVE]


async def test_machines_are_remembered_for_two_minutes_and_what_they_can_do_for_five() -> None:
    far, clock = FarFleet(), Clock()
    fleet = CachedFleet(far, clock)
    looks, studies = [], []
    for _ in range(6):
        await fleet.machines(ANN)
        looks.append(len(far.looks))
        studies.append(len(far.studies))
        clock.go(seconds=61)
    assert looks == [1, 1, 2, 2, 3, 3]
    assert studies == [1, 1, 1, 1, 1, 1]
    far.is_connected = False
    (device,) = await fleet.machines(ANN)
    assert (device.is_connected, device.commands) == (False, FRIDGE.commands)
    assert len(far.studies) == 2
    clock.go(seconds=121)
    far.more = (replace(FRIDGE, id="new", commands=()),)  # a machine that nobody knows yet is asked about
    assert len(await fleet.machines(ANN)) == 2
    assert len(far.studies) == 3


async def test_a_command_makes_that_persons_machines_be_asked_for_anew() -> None:
    far = FarFleet()
    fleet = CachedFleet(far, Clock())
    for member in (ANN, BO):
        await fleet.machines(member)
    assert await fleet.execute(ANN, Order("1", "f1", "light")) == Sent()
    for member in (ANN, BO):
        await fleet.machines(member)
    assert far.looks == far.studies == [ANN, BO, ANN]


async def test_of_too_many_people_the_first_are_forgotten() -> None:
    far = FarFleet()
    fleet = CachedFleet(far, Clock())
    crowd = [Member(str(i), "home") for i in range(cached.MOST + 1)]
    for member in crowd:
        await fleet.machines(member)
    await fleet.machines(crowd[-1])
    await fleet.machines(crowd[0])
    assert far.looks == [*crowd, crowd[0]]
