"""Orders written down before they are sent: what was ordered once is answered from here, and never sent again."""

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta
from uuid import uuid4

from sayso.accounts.store import hold
from sayso.audit import store as audit
from sayso.audit.entry import AuditEntry
from sayso.confirmations.confirmations import Confirmations
from sayso.dataclass import dataclass
from sayso.errors import StorageUnavailable
from sayso.machines.device import Confirmed, Effect, Member, Offline, Order, Rejected, Sent, TimedOut, Unchanged
from sayso.machines.outcome import About, Executed, MachineKeyReused, MachineNeedsConfirmation, NotExecuted, Unavailable
from sayso.machines.store import orders
from sayso.machines.store.orders import StoredOrder
from sayso.storage.database import Database, Transaction
from sayso.tools.call import CallKey, ToolInvocation, call_key, is_soon
from sayso.tools.told import NoAccount

KEPT = timedelta(days=30)  # how long an order is remembered
Done = Executed | NotExecuted


@dataclass(frozen=True, slots=True)
class OrderRequest:
    """What somebody wants done; `question` is put to them first where it is dangerous."""

    call: ToolInvocation
    member: Member
    key: CallKey
    about: About
    question: str | None = None


@dataclass(frozen=True, slots=True)
class Placed:
    """It is written down, and is to be sent now."""

    order: Order


@dataclass(frozen=True, slots=True)
class AlreadySent:
    """It was sent before: this became of it."""

    done: Done


class Ledger:
    """The orders of one database, and which of them this process is sending."""

    def __init__(
        self, database: Database, confirmations: Confirmations, clock: Callable[[], datetime], repeat: timedelta
    ) -> None:
        self._database = database
        self._confirmations = confirmations
        self._clock = clock
        self._repeat = repeat
        self._under_way: dict[str, asyncio.Future[Done | Unavailable]] = {}

    async def earlier(self, user_id: str, key: CallKey) -> AlreadySent | MachineKeyReused | Unavailable | None:
        """What became of the order that came with the same given key."""
        async with self._database.reading() as tx:
            past = await orders.find(tx, user_id, key.key)
        if past is None:
            return None
        return await self._told(user_id, past) if past.arguments_hash == key.arguments_hash else MachineKeyReused()

    async def place(
        self, wanted: OrderRequest
    ) -> Placed | AlreadySent | MachineKeyReused | MachineNeedsConfirmation | NoAccount | Unavailable:
        """Write an order down, unless it was before, or the person has to say yes first."""
        order_id = str(uuid4())
        self._under_way[order_id] = asyncio.get_running_loop().create_future()
        try:
            async with self._database.transaction() as tx:
                found = await self._place_in(tx, wanted, order_id)
        except BaseException:
            self._under_way.pop(order_id)
            raise
        if not isinstance(found, Placed):
            self._under_way.pop(order_id)
        return await self._told(wanted.member.user_id, found) if isinstance(found, StoredOrder) else found

    async def _place_in(
        self, tx: Transaction, wanted: OrderRequest, order_id: str
    ) -> Placed | StoredOrder | MachineKeyReused | MachineNeedsConfirmation | NoAccount:
        member, about, session = wanted.member, wanted.about, wanted.call.session
        if await hold(tx, member.user_id) is None:  # one person's orders queue here: who retries waits and reads
            return NoAccount()
        now = self._clock()
        past = await orders.find(tx, member.user_id, wanted.key.key)
        if past is not None and wanted.key.is_given:
            return past if past.arguments_hash == wanted.key.arguments_hash else MachineKeyReused()
        is_recent = past is not None and is_soon(past.at, now, self._repeat)
        if (
            past is not None
            and is_recent
            and not await orders.is_overtaken(tx, member.organisation, past, now + self._repeat)
        ):
            return past
        tool, meant = wanted.call.tool, _bound(about)
        if wanted.question is not None and not await self._confirmations.spend_in(tx, session, tool, meant):
            return MachineNeedsConfirmation(
                about, await self._confirmations.ask_in(tx, session, tool, meant, wanted.question)
            )
        stored = StoredOrder(order_id, wanted.key.key, wanted.key.arguments_hash, about, now)
        await orders.put(tx, member, stored)
        return Placed(Order(order_id, about.device_id, about.command_id, about.values))

    async def _told(self, user_id: str, past: StoredOrder) -> AlreadySent | Unavailable:
        """What became of an order; one that another process was sending when it died may or may not have been done."""
        if past.effect is not None:
            return AlreadySent(outcome_of(past.about, past.effect))
        sending = self._under_way.get(past.id)
        if sending is None:
            async with self._database.reading() as tx:  # it may have been settled since it was read
                latest = await orders.find(tx, user_id, past.key)
            effect = latest.effect if latest is not None and latest.id == past.id else None
            return AlreadySent(outcome_of(past.about, effect or TimedOut()))
        done = await asyncio.shield(sending)
        return done if isinstance(done, Unavailable) else AlreadySent(done)

    async def settle(self, order: Order, done: Done | Unavailable, entry: AuditEntry) -> None:
        """Write down what became of an order that was placed, with its line of the audit.

        What was never sent is forgotten, so that it can be ordered again. Where the database is away by now, the order
        stays one of which nobody knows: the machine has it, and that is what is told.
        """
        try:
            async with self._database.transaction() as tx:
                if isinstance(done, Unavailable) or isinstance(done.effect, Offline):
                    await orders.forget(tx, order.id)
                else:
                    await orders.settle(tx, order.id, done.effect)
                await audit.append(tx, entry)
        except StorageUnavailable:
            pass
        finally:
            self._under_way.pop(order.id).set_result(done)

    def give_up(self, order: Order, about: About) -> None:
        """Let go of an order whose sending broke off: nobody knows what became of it."""
        self._under_way.pop(order.id).set_result(NotExecuted(about, TimedOut()))

    async def tidy(self) -> int:
        """Forget orders that are long past."""
        async with self._database.transaction() as tx:
            return await orders.forget_old(tx, self._clock() - KEPT)


def key_of(call: ToolInvocation, about: About) -> CallKey:
    """What makes two orders without a key the same one: machine, command and values, however they were said."""
    key = call_key(call.tool, _bound(about), None)
    assert isinstance(key, CallKey)
    return key


def outcome_of(about: About, effect: Effect) -> Done:
    """What is told about an order of which something became."""
    match effect:
        case Confirmed() | Unchanged() | Sent():
            return Executed(about, effect)
        case Rejected() | TimedOut() | Offline():
            return NotExecuted(about, effect)


def _bound(about: About) -> dict[str, object]:
    """What a person's yes is bound to."""
    return {"device_id": about.device_id, "machine_command_id": about.command_id, "overrides": dict(about.values)}
