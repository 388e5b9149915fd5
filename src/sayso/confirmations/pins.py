"""A person's PIN: what is dangerous at a machine is allowed only with it, once the person has one."""

import asyncio
import re
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Literal

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import delete, insert, select, update

from sayso.storage.joined import TransactionSource
from sayso.storage.tables import pins
from sayso.storage.whole import whole

GUARDED = frozenset(("machine_command_execute",))  # it waits for a yes only where a command is dangerous
TRIES = 5  # wrong ones, before nobody may try for a while
BLOCKED = timedelta(minutes=15)
_PIN = re.compile(r"\d{4,12}")
PinCheck = Literal["right", "wrong", "missing", "blocked"]


def is_pin(text: str) -> bool:
    """Whether a text can be a PIN: 4 to 12 digits."""
    return _PIN.fullmatch(text) is not None


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
            found = await tx.execute(select(pins.c.user_id).where(pins.c.user_id == user_id))
            return found.first() is not None

    @whole
    async def keep(self, user_id: str, pin: str | None) -> bool:
        """Have another one, or none; False where it is none."""
        if pin is not None and not is_pin(pin):
            return False
        hashed = None if pin is None else await asyncio.to_thread(self._hasher.hash, pin)
        async with self._database.transaction() as tx:
            await tx.execute(delete(pins).where(pins.c.user_id == user_id))
            if hashed is not None:
                await tx.execute(insert(pins).values(user_id=user_id, pin_hash=hashed, tries=0, blocked_until=None))
        return True

    @whole
    async def check(self, user_id: str, pin: str | None) -> PinCheck:
        """Whether this is the person's PIN; whoever has none needs none. A try counts before it is looked at, so that
        many at once are no more than one after the other."""
        now = self._clock()
        own = pins.c.user_id == user_id
        async with self._database.transaction() as tx:
            row = (await tx.execute(select(pins).where(own).with_for_update())).mappings().one_or_none()
            if row is None:
                return "right"
            if row["blocked_until"] is not None and row["blocked_until"] > now:
                return "blocked"
            if pin is None:
                return "missing"
            tries = row["tries"] + 1
            blocked = now + BLOCKED if tries >= TRIES else None
            await tx.execute(update(pins).where(own).values(tries=tries % TRIES, blocked_until=blocked))
        if not await asyncio.to_thread(self._is_right, row["pin_hash"], pin[:64]):
            return "wrong"
        async with self._database.transaction() as tx:
            await tx.execute(update(pins).where(own).values(tries=0, blocked_until=None))
        return "right"

    def _is_right(self, hashed: str, pin: str) -> bool:
        try:
            return self._hasher.verify(hashed, pin)  # in constant time
        except (VerificationError, InvalidHashError):
            return False
