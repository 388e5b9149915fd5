"""The fleet that is open now: another one may take its place while everything runs."""

from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import replace
from types import TracebackType

from sayso.machines.device import Device, DeviceReading, Effect, Member, Order, Range
from sayso.machines.fleet import Counted, Fleet
from sayso.machines.nowhere import NoFleet
from sayso.machines.opened import FleetContext, opened
from sayso.settings import Settings


class FleetSwitch:
    """A fleet; who calls it reaches the one that is open. `async with FleetSwitch(context) as fleet:` closes it."""

    def __init__(self, context: FleetContext) -> None:
        self._context = context
        self._stack = AsyncExitStack()
        self.current: Fleet = NoFleet()

    @property
    def kind(self) -> str:
        """Which of the fleets it is."""
        return self._context.settings.fleet

    @property
    def settings(self) -> Settings:
        """Those by which it was opened."""
        return self._context.settings

    async def __aenter__(self) -> "FleetSwitch":
        await self.change(self._context.settings)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, wrong: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._stack.aclose()

    async def change(self, settings: Settings) -> None:
        """Open another fleet, and close the one before, once the new one is there."""
        context, stack = replace(self._context, settings=settings), AsyncExitStack()
        fleet = await stack.enter_async_context(opened(context))
        before, self._stack = self._stack, stack
        self._context, self.current = context, fleet
        await before.aclose()

    async def machines(self, member: Member) -> Sequence[Device]:
        """All devices of the member's organisation."""
        return await self.current.machines(member)

    async def execute(self, member: Member, order: Order) -> Effect:
        """Have an order carried out."""
        return await self.current.execute(member, order)

    async def read(self, member: Member, wanted: Range) -> Sequence[DeviceReading]:
        """Readings of the past."""
        return await self.current.read(member, wanted)

    async def status(self, member: Member, device_id: str) -> Sequence[DeviceReading]:
        """The latest of a device."""
        return await self.current.status(member, device_id)

    def counted(self) -> Mapping[str, int]:
        """What came to the open one, where it counts."""
        return self.current.counted() if isinstance(self.current, Counted) else {}
