"""One store of confirmations for every door."""

from collections.abc import Callable, Collection, Mapping
from datetime import datetime, timedelta

from sayso.confirmations import store
from sayso.confirmations.pending import Pending, canonical, new_id
from sayso.confirmations.pins import GUARDED, PinCheck, Pins
from sayso.session import Session
from sayso.storage.database import Transaction
from sayso.storage.joined import Joined, TransactionSource
from sayso.storage.whole import whole

REFUSED_FOR = timedelta(
    minutes=10
)  # a program that asks again and again hears the same no; later a mind may have changed


class Confirmations:
    """Asks for a person's yes, and lets it be used once.

    A yes is bound to the person, the tool with what stands behind it, and the arguments, is good for a short while, and
    is given with `grant` by a door where the person is: never by sending something back that a model was shown.
    """

    def __init__(self, database: TransactionSource, clock: Callable[[], datetime], lifetime: timedelta) -> None:
        self._database = database
        self._clock = clock
        self._lifetime = lifetime
        self.pins = Pins(database, clock)

    def within(self, tx: Transaction) -> "Confirmations":
        """The same, in a transaction that is open."""
        return Confirmations(Joined(tx), self._clock, self._lifetime)

    @whole
    async def ask(self, session: Session, tool: str, arguments: Mapping[str, object], summary: str) -> Pending:
        """Put a question to the person; the same question while it is open is the same one."""
        async with self._database.transaction() as tx:
            return await self.ask_in(tx, session, tool, arguments, summary)

    async def ask_in(
        self, tx: Transaction, session: Session, tool: str, arguments: Mapping[str, object], summary: str
    ) -> Pending:
        """The same, in a transaction that is open."""
        now = self._clock()
        who = (session.user_id, tool, arguments, summary, session.door)
        until, decision = now + self._lifetime, session.decision
        asked = Pending(new_id(), *who, until, is_granted=False, decision=decision, behind=session.behind)
        return await store.put(tx, asked, now)

    async def asked_in(self, tx: Transaction, session: Session, pending_ids: Collection[str]) -> tuple[Pending, ...]:
        """What the person was asked under these ids, in a transaction that is open; less what is forgotten by now."""
        return await store.asked(tx, session.user_id, pending_ids)

    async def grant(self, pending_id: str, user_id: str, pin: str | None = None) -> bool:
        """The person says yes, with their PIN where it takes one; False where nothing of this id waits for them."""
        if await self.pin_check(pending_id, user_id, pin) != "right":
            return False
        return await self._decide(pending_id, user_id, store.GRANTED)

    async def pin_check(self, pending_id: str, user_id: str, pin: str | None) -> PinCheck:
        """Whether a yes comes with the PIN that it takes; most take none."""
        async with self._database.transaction() as tx:
            tool = await store.tool_of(tx, pending_id, user_id)
        return await self.pins.check(user_id, pin) if tool in GUARDED else "right"

    @whole
    async def allow_for(self, pending_id: str, user_id: str, lifetime: timedelta, pin: str | None = None) -> bool:
        """The person allows exactly this, as often as it comes within a while."""
        if await self.pin_check(pending_id, user_id, pin) != "right":
            return False
        async with self._database.transaction() as tx:
            now = self._clock()
            return await store.allow_for(tx, pending_id, user_id, now, now + lifetime)

    @whole
    async def refuse(self, pending_id: str, user_id: str) -> bool:
        """The person says no, for a while; False where nothing of this id waits for this person."""
        async with self._database.transaction() as tx:
            now = self._clock()
            return await store.refuse(tx, pending_id, user_id, now, now + REFUSED_FOR)

    @whole
    async def is_refused(self, session: Session, tool: str, arguments: Mapping[str, object]) -> bool:
        """Whether the person said no to exactly this call, a short while ago."""
        _, digest = canonical(tool, arguments, session.behind)
        async with self._database.reading() as tx:
            return await store.is_refused(tx, session.user_id, digest, self._clock())

    @whole
    async def _decide(self, pending_id: str, user_id: str, state: str) -> bool:
        async with self._database.transaction() as tx:
            return await store.decide(tx, pending_id, user_id, self._clock(), state)

    @whole
    async def spend(self, session: Session, tool: str, arguments: Mapping[str, object]) -> bool:
        """Use the person's yes to exactly this call; True once at most, unless it was allowed for a while."""
        async with self._database.transaction() as tx:
            return await self.spend_in(tx, session, tool, arguments)

    async def spend_in(self, tx: Transaction, session: Session, tool: str, arguments: Mapping[str, object]) -> bool:
        """The same, in the transaction of what is done with it: if that fails, the yes is not used up."""
        _, digest = canonical(tool, arguments, session.behind)
        now = self._clock()
        is_spent = await store.spend(tx, session.user_id, digest, now)
        return is_spent or await store.stands(tx, session.user_id, digest, now)

    @whole
    async def waiting(self, user_id: str) -> tuple[Pending, ...]:
        """What waits for this person's yes, the oldest first."""
        async with self._database.reading() as tx:
            return await store.waiting(tx, user_id, self._clock())
