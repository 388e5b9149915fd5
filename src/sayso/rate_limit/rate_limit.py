"""Lets something be done so many times in any minute, whichever replica is asked."""

import hashlib
from collections.abc import Callable
from datetime import datetime
from math import ceil

from sayso.rate_limit import store
from sayso.storage.database import Database
from sayso.storage.whole import whole

_MINUTE = 60.0
_LONGEST = 100  # letters of a key that are kept as they are


class RateLimit:
    """Counts by the minute; the minute before counts as far as it reaches into the last sixty seconds."""

    def __init__(self, database: Database, clock: Callable[[], datetime]) -> None:
        self._database = database
        self._clock = clock

    @whole
    async def admit(self, key: str, per_minute: int) -> int:
        """Count once more; 0 where that may be, else how many seconds to wait, and it is not counted."""
        if not per_minute:
            return 0
        minute, into = divmod(self._clock().timestamp(), _MINUTE)
        kept = _kept(key)
        async with self._database.transaction() as tx:
            now = await store.add(tx, kept, int(minute))
            before = await store.count(tx, kept, int(minute) - 1) * (1 - into / _MINUTE)
            if now + before <= per_minute:
                return 0
            await store.take_back(tx, kept, int(minute))
        if now > per_minute:
            return max(1, ceil(_MINUTE - into))
        return max(1, min(ceil((now + before - per_minute) / (before / (_MINUTE - into))), ceil(_MINUTE - into)))

    @whole
    async def forget(self, key: str) -> None:
        """Begin anew for a key."""
        async with self._database.transaction() as tx:
            await store.forget(tx, _kept(key))

    @whole
    async def tidy(self) -> None:
        """Forget what counts no longer."""
        async with self._database.transaction() as tx:
            await store.forget_before(tx, int(self._clock().timestamp() // _MINUTE) - 1)


def _kept(key: str) -> str:
    sound = key.isprintable() and len(key) <= _LONGEST
    return key if sound else hashlib.sha256(key.encode(errors="replace")).hexdigest()
