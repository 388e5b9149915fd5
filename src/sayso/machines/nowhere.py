"""No fleet at all: for whoever has tasks and no machines."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from sayso.machines.device import Device, DeviceReading, Effect, Member, Order, Range, Rejected


class NoFleet:
    """There are no machines, and nothing is sent to any."""

    async def machines(self, member: Member) -> Sequence[Device]:  # noqa: ARG002 - the shape of a fleet
        """None."""
        return ()

    async def execute(self, member: Member, order: Order) -> Effect:  # noqa: ARG002 - the shape of a fleet
        """Nobody is there to do it."""
        return Rejected("there are no machines")

    async def read(self, member: Member, wanted: Range) -> Sequence[DeviceReading]:  # noqa: ARG002 - the shape of a fleet
        """None."""
        return ()

    async def status(self, member: Member, device_id: str) -> Sequence[DeviceReading]:  # noqa: ARG002 - the shape of a fleet
        """None."""
        return ()


@asynccontextmanager
async def opened(_: object) -> AsyncIterator[NoFleet]:
    """No fleet, on whatever ground."""
    yield NoFleet()
