"""The past of fleets that keep none of their own: bounded, by age and by count."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from sayso.dataclass import dataclass
from sayso.machines.device import DeviceReading, Range
from sayso.machines.store import readings
from sayso.storage.database import Database
from sayso.storage.whole import whole


@dataclass(frozen=True, slots=True)
class Bounds:
    """How long readings are kept, and how many of one device and name."""

    age: timedelta = timedelta(days=7)
    count: int = 10_000


class KeptRecords:
    """Readings in the database; fulfils `Records`."""

    def __init__(self, database: Database, clock: Callable[[], datetime], bounds: Bounds | None = None) -> None:
        self._database = database
        self._clock = clock
        self._bounds = bounds or Bounds()

    @whole
    async def keep(self, organisation: str, told: Sequence[DeviceReading]) -> None:
        """Keep readings."""
        if told:
            async with self._database.transaction() as tx:
                await readings.put(tx, organisation, told)

    @whole
    async def read(self, organisation: str, wanted: Range) -> Sequence[DeviceReading]:
        """Readings of the past, the oldest first."""
        async with self._database.reading() as tx:
            return await readings.find(tx, organisation, wanted)

    @whole
    async def tidy(self) -> int:
        """Forget what is too old or too much; gives how many readings that were."""
        async with self._database.transaction() as tx:
            gone = await readings.forget_old(tx, self._clock() - self._bounds.age)
            return gone + await readings.forget_many(tx, self._bounds.count)
