"""A fleet that is far away, remembered for a while: its machines for two minutes, what they can do for five."""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Generic, Protocol, TypeVar

from sayso.machines.device import Device, DeviceReading, Effect, Member, Order, Range

MACHINES, CAPABILITIES = timedelta(minutes=2), timedelta(minutes=5)
MOST = 1000  # people whose machines are remembered at once

Clock = Callable[[], datetime]
V = TypeVar("V")


class Remote(Protocol):
    """A fleet where looking costs a journey: who is there is asked apart from what each of them can do."""

    async def devices(self, member: Member) -> Sequence[Device]:
        """All devices of the member's organisation, with their connection; what they can do may be left out."""
        ...

    async def capable(self, member: Member, devices: Sequence[Device]) -> Sequence[Device]:
        """The same devices, each with what it can do."""
        ...

    async def execute(self, member: Member, order: Order) -> Effect:
        """As a `Fleet` does."""
        ...

    async def read(self, member: Member, wanted: Range) -> Sequence[DeviceReading]:
        """As a `Fleet` does."""
        ...

    async def status(self, member: Member, device_id: str) -> Sequence[DeviceReading]:
        """As a `Fleet` does."""
        ...


class _Shelf(Generic[V]):
    """Values by member, each for a while; of too many, the ones that were put there first go."""

    def __init__(self, clock: Clock, lasts: timedelta) -> None:
        self._clock = clock
        self._lasts = lasts
        self._kept: OrderedDict[Member, tuple[datetime, V]] = OrderedDict()

    def find(self, member: Member) -> V | None:
        found = self._kept.get(member)
        return found[1] if found is not None and self._clock() - found[0] < self._lasts else None

    def keep(self, member: Member, value: V) -> None:
        self._kept.pop(member, None)
        self._kept[member] = (self._clock(), value)
        while len(self._kept) > MOST:
            self._kept.popitem(last=False)

    def drop(self, member: Member) -> None:
        self._kept.pop(member, None)


class CachedFleet:
    """A remote fleet as a `Fleet`. What is remembered is the person's own, and their command makes it be asked anew."""

    def __init__(self, remote: Remote, clock: Clock) -> None:
        self._remote = remote
        self._machines: _Shelf[tuple[Device, ...]] = _Shelf(clock, MACHINES)
        self._capable: _Shelf[dict[str, Device]] = _Shelf(clock, CAPABILITIES)

    async def machines(self, member: Member) -> Sequence[Device]:
        """All devices, as they were at most two minutes ago."""
        known = self._machines.find(member)
        if known is not None:
            return known
        devices = await self._remote.devices(member)
        capable = self._capable.find(member)
        if capable is None or any(device.id not in capable for device in devices):
            capable = {device.id: device for device in await self._remote.capable(member, devices)}
            self._capable.keep(member, capable)
        whole = tuple(_with(device, capable.get(device.id, device)) for device in devices)
        self._machines.keep(member, whole)
        return whole

    async def execute(self, member: Member, order: Order) -> Effect:
        """Have an order carried out; whatever came of it, the machines are looked at anew."""
        try:
            return await self._remote.execute(member, order)
        finally:
            self._machines.drop(member)
            self._capable.drop(member)

    async def read(self, member: Member, wanted: Range) -> Sequence[DeviceReading]:
        """Readings of the past, never remembered here."""
        return await self._remote.read(member, wanted)

    async def status(self, member: Member, device_id: str) -> Sequence[DeviceReading]:
        """The latest readings, never remembered here."""
        return await self._remote.status(member, device_id)


def _with(device: Device, capable: Device) -> Device:
    """A device as it is now, with what it is known to be able to do."""
    kind, firmware = device.kind or capable.kind, device.firmware or capable.firmware
    device = replace(device, kind=kind, firmware=firmware)
    return replace(device, commands=capable.commands, metrics=capable.metrics, states=capable.states)
