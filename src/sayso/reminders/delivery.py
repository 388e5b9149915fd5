"""Delivering what is due: claimed in the database, shown on the page, sent through the channels that are set."""

import asyncio
import logging
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Protocol
from uuid import uuid4

from sayso.errors import StorageUnavailable
from sayso.reminders.reminder import Reminder
from sayso.reminders.reminders import Reminders

_LOG = logging.getLogger("sayso.reminders")
_EVERY_SECONDS = 1.0
_AT_A_TIME = 100  # that are claimed together
_AT_ONCE = 20  # that are sent together
_SECONDS = 30.0  # for one channel to send it, less than it is held for
_AGAIN = (10, 30, 120, 600, 1800, 3600)  # seconds until the next try


class Channel(Protocol):
    """A way to somebody who looks at no page."""

    name: str

    async def send(self, one: Reminder) -> bool:
        """Send it; False where it has to be tried again."""


class Delivery:
    """One replica's part of the work."""

    def __init__(
        self,
        reminders: Reminders,
        channels: Sequence[Channel] = (),
        seconds: float = _SECONDS,
        grace: timedelta = timedelta(0),
    ) -> None:
        """`grace` is for how long what is due is left to others, who may have channels that this one has not."""
        self._reminders = reminders
        self._channels = {channel.name: channel for channel in channels}
        self._seconds = seconds
        self._grace = grace
        self._holder = str(uuid4())
        self._room = asyncio.Semaphore(_AT_ONCE)

    async def deliver_due(self) -> int:
        """Do and deliver what is due now; gives how many reminders that were."""
        delivered, _ = await asyncio.gather(self._deliver_reminders(), self._reminders.carry_out(self._holder))
        return delivered

    async def _deliver_reminders(self) -> int:
        done = 0
        channels = tuple(self._channels)
        while claimed := await self._reminders.claim(self._holder, channels, _AT_A_TIME, self._grace):
            await asyncio.gather(*(self._deliver(one) for one in claimed if one.channels))
            done += len(claimed)
        return done

    async def _deliver(self, one: Reminder) -> None:
        async with self._room:
            known = [self._channels[name] for name in one.channels if name in self._channels]
            sent = await asyncio.gather(*(self._sent(channel, one) for channel in known))
        done = {channel.name for channel, is_sent in zip(known, sent, strict=True) if is_sent}
        left = tuple(name for name in one.channels if name not in done)  # also what only others can send by
        again = timedelta(seconds=_AGAIN[one.tries]) if one.tries < len(_AGAIN) else None
        if left and again is None:
            _LOG.error("gave a reminder up after %d tries: %s by %s", one.tries + 1, one.id, ", ".join(left))
        await self._reminders.finish(self._holder, one, left, again)

    async def _sent(self, channel: Channel, one: Reminder) -> bool:
        try:
            async with asyncio.timeout(self._seconds):  # nobody waits for one person's browsers
                return await channel.send(one)
        except Exception:  # whatever is wrong with one of them holds up no other
            _LOG.exception("a reminder could not be sent by %s", channel.name)
            return False

    async def go_on(self) -> None:
        """Deliver as things fall due, until cancelled."""
        while True:
            try:
                await self.deliver_due()
            except StorageUnavailable as wrong:
                print(f"sayso serve: {wrong}", file=sys.stderr)
            await asyncio.sleep(_EVERY_SECONDS)


@asynccontextmanager
async def delivering(delivery: Delivery) -> AsyncIterator[None]:
    """Deliver beside other work."""
    working = asyncio.create_task(delivery.go_on())
    try:
        yield
    finally:
        working.cancel()
        await asyncio.gather(working, return_exceptions=True)
