"""Lets something be done so many times in any minute, or in any other time, whichever replica is asked."""

import hashlib
from collections.abc import Callable, Sequence
from datetime import datetime
from math import ceil

from sayso.rate_limit import store
from sayso.storage.database import Database
from sayso.storage.whole import whole

_MINUTE = 60.0
_LONGEST = 100  # letters of a key that are kept as they are
_SLOTS = 60
_LAST = 10**15 - 1  # of all slots


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
    async def take(self, key: str, windows: Sequence[tuple[int, int]]) -> int | None:
        """Count once more where that may be; else which window is full, and it is counted in none. A window is how
        often, and in how many seconds: in none that long is it more often. What was counted is so up to a sixtieth
        longer, since it is counted by the sixtieth."""
        now = self._clock().timestamp()
        spans = [_Window(key, seconds, now) for _, seconds in windows]
        async with self._database.transaction() as tx:
            for lock in sorted(span.name for span in spans):  # one after the other, in whichever process
                await store.add(tx, lock, 0)
            for number, ((most, _), span) in enumerate(zip(windows, spans, strict=True)):
                await store.forget_between(tx, span.key(0), span.key(span.first - 1))
                if await store.count_between(tx, span.key(span.first), span.key(_LAST)) >= most:
                    return number
            for span in spans:
                await store.add(tx, span.key(span.slot), span.until)
        return None

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


class _Window:
    """A time of so many seconds that ends now, in slots of a sixtieth of it."""

    def __init__(self, key: str, seconds: int, now: float) -> None:
        self.name = hashlib.sha256(f"{seconds} {key}".encode(errors="replace")).hexdigest()
        self.slot = int(now * _SLOTS / seconds)
        self.first = self.slot - _SLOTS  # the oldest slot of which something may be within the window
        self.until = ceil((now + 2 * seconds) / _MINUTE)  # the minute when it counts no longer for sure, for `tidy`

    def key(self, slot: int) -> str:
        """Of what was done in a slot: in the order of time."""
        return f"{self.name}:{slot:015d}"


def _kept(key: str) -> str:
    sound = key.isprintable() and len(key) <= _LONGEST
    return key if sound else hashlib.sha256(key.encode(errors="replace")).hexdigest()
