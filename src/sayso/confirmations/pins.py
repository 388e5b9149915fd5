"""A person's PIN: what is dangerous at a machine is allowed only with it, once the person has one."""

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Literal

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from sayso.confirmations import store
from sayso.confirmations.pending import is_pin
from sayso.storage.joined import TransactionSource
from sayso.storage.whole import whole

GUARDED = frozenset(("machine_command_execute",))  # it waits for a yes only where a command is dangerous
TRIES = 5  # wrong ones, before nobody may try for a while
BLOCKED = timedelta(minutes=15)
PinCheck = Literal["right", "wrong", "missing", "blocked"]


class Pins:
    """Everybody's PINs, kept as hashes only."""

    def __init__(
        self, database: TransactionSource, clock: Callable[[], datetime], hasher: PasswordHasher | None = None
    ) -> None:
        self._database = database
        self._clock = clock
        self._hasher = hasher or PasswordHasher()

    async def has(self, user_id: str) -> bool:
        """Whether a person has one."""
        async with self._database.transaction() as tx:
            return await store.has_pin(tx, user_id)

    @whole
    async def keep(self, user_id: str, pin: str | None) -> bool:
        """Have another one, or none; False where it is none."""
        if pin is not None and not is_pin(pin):
            return False
        hashed = None if pin is None else await asyncio.to_thread(self._hasher.hash, pin)
        async with self._database.transaction() as tx:
            await store.put_pin(tx, user_id, hashed)
        return True

    @whole
    async def check(self, user_id: str, pin: str | None) -> PinCheck:
        """Whether this is the person's PIN; whoever has none needs none. A try counts before it is looked at, so that
        many at once are no more than one after the other."""
        now = self._clock()
        async with self._database.transaction() as tx:
            row = await store.locked_pin(tx, user_id)
            if row is None:
                return "right"
            if row["blocked_until"] is not None and row["blocked_until"] > now:
                return "blocked"
            if pin is None:
                return "missing"
            tries = row["tries"] + 1
            blocked = now + BLOCKED if tries >= TRIES else None
            await store.count_pin_tries(tx, user_id, tries % TRIES, blocked)
        if not await asyncio.to_thread(self._is_right, row["pin_hash"], pin[:64]):
            return "wrong"
        async with self._database.transaction() as tx:
            await store.count_pin_tries(tx, user_id, 0, None)
        return "right"

    def _is_right(self, hashed: str, pin: str) -> bool:
        try:
            return self._hasher.verify(hashed, pin)  # in constant time
        except (VerificationError, InvalidHashError):
            return False
