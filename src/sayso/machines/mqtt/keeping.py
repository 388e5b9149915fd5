"""Readings on their way to where they are kept: gathered, written in batches, counted where they are lost."""

import asyncio
import logging
from collections import deque

from sayso.machines.device import DeviceReading
from sayso.machines.fleet import ReadingStore

_AT_ONCE = 500
_LOG = logging.getLogger("sayso.machines.mqtt")


class Keeping:
    """Keeps readings in the background; whoever reads waits until those before are kept."""

    def __init__(self, records: ReadingStore, organisation: str, every: float = 1.0, most: int = 20_000) -> None:
        self.dropped = 0
        self._records = records
        self._organisation = organisation
        self._every = every
        self._most = most
        self._waiting: deque[DeviceReading] = deque()
        self._writing = asyncio.Lock()
        self._ended = asyncio.Event()

    def add(self, reading: DeviceReading) -> None:
        """Have a reading kept; where too many wait the oldest is lost."""
        if len(self._waiting) >= self._most:
            self._waiting.popleft()
            self.dropped += 1
        self._waiting.append(reading)

    async def run(self) -> None:
        """Write what waits, now and then, until `end`, and what is left then."""
        while not self._ended.is_set():
            ending = asyncio.create_task(self._ended.wait())
            await asyncio.wait({ending}, timeout=self._every)
            ending.cancel()
            await self.flush()

    def end(self) -> None:
        """Let `run` come to its end."""
        self._ended.set()

    async def flush(self) -> None:
        """Write all that waits; what cannot be written now waits on."""
        async with self._writing:
            while self._waiting:
                batch = [self._waiting.popleft() for _ in range(min(_AT_ONCE, len(self._waiting)))]
                try:
                    await self._records.keep(self._organisation, batch)
                except Exception as wrong:  # whatever it is, the fleet goes on without its past
                    _LOG.warning("readings wait to be kept: %s", wrong)
                    self._waiting.extendleft(reversed(batch))
                    return
