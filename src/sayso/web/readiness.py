"""Whether the server can do its work: the database is read, and something is written to it."""

import asyncio
from time import monotonic

from sayso.errors import StorageUnavailable
from sayso.rate_limit.rate_limit import RateLimit
from sayso.storage.database import Database

_FRESH = 1.0  # seconds for which something that was written is proof enough: anybody may ask
_PATIENCE = 5.0  # seconds
_OFTEN = 1_000_000  # a minute: never too many


class Readiness:
    """Tries the database; what was asked for by several at once is tried once."""

    def __init__(self, database: Database, counts: RateLimit) -> None:
        self._database = database
        self._counts = counts
        self._trying: asyncio.Future[bool] | None = None
        self._written = -_FRESH

    async def is_ready(self) -> bool:
        """Whether both came through, in good time: a full disk is read from, and takes nothing in."""
        if self._trying is None or self._trying.done():
            self._trying = asyncio.ensure_future(self._try())
        trying = self._trying
        done, _ = await asyncio.wait({trying}, timeout=_PATIENCE)
        return bool(done) and trying.result()

    async def _try(self) -> bool:
        try:
            async with self._database.reading():
                pass
            if monotonic() - self._written >= _FRESH:
                await self._counts.admit("ready", _OFTEN)
                self._written = monotonic()
        except StorageUnavailable:
            return False
        return True
