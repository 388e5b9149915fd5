"""What a fleet is: the machines of an organisation, wherever they are."""

from collections.abc import Mapping, Sequence
from typing import Protocol, runtime_checkable

from sayso.machines.device import Device, DeviceReading, Effect, Member, Order, Range


class Fleet(Protocol):
    """Machines with what they can do; orders to them, and what they say.

    Only a `FleetUnavailable` is raised, where the fleet itself cannot be reached; what a device does or refuses is an
    answer. A device that is not of the member's organisation is as one that does not exist.
    """

    async def machines(self, member: Member) -> Sequence[Device]:
        """All devices of the member's organisation, each with what it can do."""
        ...

    async def execute(self, member: Member, order: Order) -> Effect:
        """Have an order carried out; it is handed to the device once at the most."""
        ...

    async def read(self, member: Member, wanted: Range) -> Sequence[DeviceReading]:
        """Readings of the past, the oldest first."""
        ...

    async def status(self, member: Member, device_id: str) -> Sequence[DeviceReading]:
        """The latest metrics and states of a device, each with its time."""
        ...


@runtime_checkable
class Counted(Protocol):
    """A fleet that counts what comes to it, good and bad."""

    def counted(self) -> Mapping[str, int]:
        """How often what happened, since the process began."""
        ...


class ReadingStore(Protocol):
    """Where fleets that keep no past of their own have it kept: bounded, by age and by count."""

    async def keep(self, organisation: str, readings: Sequence[DeviceReading]) -> None:
        """Keep readings."""
        ...

    async def read(self, organisation: str, wanted: Range) -> Sequence[DeviceReading]:
        """Readings of the past, the oldest first."""
        ...
