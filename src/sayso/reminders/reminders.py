"""The verbs of reminders. The person is always that of the session; what is claimed is claimed in the database."""

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

from sayso.reminders import store
from sayso.reminders.reminder import QuietHours, Reminder
from sayso.reminders.store import Claim, PushSubscription
from sayso.storage.database import Database
from sayso.storage.whole import whole

LONGEST_SNOOZE = timedelta(days=7)
_KEPT = timedelta(days=30)  # reminders that are over
Told = dict[str, object]
Duty = Callable[[str], Awaitable[int]]  # does what is due, for this holder alone


class Reminders:
    """Everybody's reminders, in one database that any number of replicas share."""

    def __init__(self, database: Database, clock: Callable[[], datetime], duty: Duty | None = None) -> None:
        self._database = database
        self.clock = clock
        self._duty = duty

    async def carry_out(self, holder: str) -> int:
        """Have what is to be done at its time be done; gives how many things that were."""
        return 0 if self._duty is None else await self._duty(holder)

    @whole
    async def claim(
        self, holder: str, channels: tuple[str, ...], most: int, grace: timedelta = timedelta(0)
    ) -> list[Reminder]:
        """Reminders that have been due for a while, for this holder alone; from now on the page shows them."""
        now = self.clock()
        since = now - grace
        async with self._database.reading() as tx:  # mostly there is nothing: whoever writes is not held up for that
            if not await store.is_anything(tx, since):
                return []
        claim = Claim(holder, now, channels, most, since)
        async with self._database.transaction() as tx:
            fresh, _ = await store.claim_fresh(tx, claim)
            waiting, _ = await store.claim_waiting(tx, claim)
            return [*fresh, *waiting]

    @whole
    async def finish(self, holder: str, one: Reminder, left: tuple[str, ...], again: timedelta | None) -> None:
        """Note what was delivered; what is left is tried again after a while, or given up."""
        now = self.clock()
        async with self._database.transaction() as tx:
            claim = Claim(holder, now, (), 0, now)
            await store.finish(tx, one.id, claim, left, None if again is None else now + again)

    async def shown(self, user_id: str) -> Told:
        """What a person was reminded of and has not seen to, when the next comes, and what time it is here."""
        now = self.clock()
        async with self._database.reading() as tx:
            rows = await store.shown(tx, user_id)
            coming = await store.next_at(tx, user_id, now)
        told = [
            {
                **{name: row[name] for name in ("id", "task_id", "number", "title", "due", "repeat", "turn")},
                "at": row["shown_at"].isoformat(),
            }
            for row in rows
        ]
        return {"reminders": told, "next_at": None if coming is None else coming.isoformat(), "now": now.isoformat()}

    async def task_of(self, user_id: str, key: str) -> str | None:
        """The task that one of a person's reminders is about."""
        async with self._database.reading() as tx:
            row = await store.find(tx, user_id, key)
            return None if row is None else str(row["task_id"])

    @whole
    async def see(self, user_id: str, key: str) -> bool:
        """Let a notice go away; False where the person has none of this id."""
        async with self._database.transaction() as tx:
            if await store.find(tx, user_id, key) is None:
                return False
            await store.see(tx, user_id, key, self.clock())
            return True

    @whole
    async def snooze(self, user_id: str, key: str, by: timedelta) -> datetime | None:
        """Let it come again later; None where the person has none of this id."""
        until = self.clock() + min(by, LONGEST_SNOOZE)
        async with self._database.transaction() as tx:
            if await store.find(tx, user_id, key) is None:
                return None
            await store.put_off(tx, user_id, key, until)
            return until

    async def quiet(self, user_id: str) -> tuple[str, str] | None:
        """A person's quiet hours."""
        async with self._database.reading() as tx:
            return await store.quiet_of(tx, user_id)

    @whole
    async def keep_quiet(self, user_id: str, hours: tuple[str, str] | None) -> bool:
        """Keep other quiet hours, or none; False where they are no hours."""
        if hours is not None and QuietHours.of(*hours) is None:
            return False
        async with self._database.transaction() as tx:
            await store.release_held(tx, user_id, self.clock())
            await store.keep_quiet(tx, user_id, hours)
            return True

    @whole
    async def subscribe(self, user_id: str, one: PushSubscription) -> None:
        """Tell a browser from now on."""
        async with self._database.transaction() as tx:
            await store.subscribe(tx, user_id, one, self.clock())

    @whole
    async def unsubscribe(self, key_hash: str, user_id: str | None = None) -> bool:
        """Tell a browser no longer."""
        async with self._database.transaction() as tx:
            return await store.unsubscribe(tx, key_hash, user_id)

    async def subscriptions(self, user_id: str) -> tuple[PushSubscription, ...]:
        """The browsers that a person is told at."""
        async with self._database.reading() as tx:
            return await store.subscriptions(tx, user_id, self.clock())

    @whole
    async def tidy(self) -> None:
        """Forget reminders of long ago."""
        async with self._database.transaction() as tx:
            await store.forget(tx, self.clock() - _KEPT)
