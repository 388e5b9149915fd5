"""What the gateway works with: who calls, where a yes is kept, and the audit."""

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import field
from datetime import UTC, datetime, timedelta
from typing import Any

from sayso.accounts.accounts import Accounts
from sayso.accounts.here import name_here, timezone_here
from sayso.accounts.person import Person
from sayso.audit.audit import Audit, AuditedRead, Refusal
from sayso.confirmations.confirmations import Confirmations
from sayso.dataclass import dataclass
from sayso.errors import StorageUnavailable
from sayso.gateway.rules import CallLimit
from sayso.gateway.upstream import Who
from sayso.rate_limit.rate_limit import RateLimit
from sayso.session import Session
from sayso.settings import Settings
from sayso.storage.database import Database

DOOR = "gateway"
_WAITING_LINES = 1000  # of the audit, before a call waits for them


class AuditLines:
    """Lines that are on their way to the audit, in their order."""

    def __init__(self) -> None:
        self._last: asyncio.Task[None] | None = None
        self._waiting = 0

    async def put(self, line: Coroutine[Any, Any, None]) -> None:
        """Have a line written after those before it; where very many wait, wait for them."""
        before, self._waiting = self._last, self._waiting + 1

        async def written() -> None:
            try:
                if before is not None:
                    await asyncio.wait({before})
                await line
            finally:
                self._waiting -= 1

        self._last = asyncio.create_task(written())
        if self._waiting > _WAITING_LINES:
            await self.flush()

    async def flush(self) -> None:
        """Wait until all lines stand in the audit."""
        if self._last is not None:
            await self._last


@dataclass(frozen=True, slots=True)
class GatewayDesk:
    """The parts that a call needs at the gateway."""

    database: Database
    accounts: Accounts
    confirmations: Confirmations
    audit: Audit
    who: Who
    clock: Callable[[], datetime]
    lines: AuditLines = field(default_factory=AuditLines)
    clients_confirm: bool = False  # whether a form in the client is enough for what does not destroy

    async def person(self) -> Person | None:
        """Whoever calls, as the account was a moment ago."""
        return await self.accounts.lately(self.who())

    async def counted(self, behind: str, limits: Sequence[CallLimit]) -> CallLimit | None:
        """Count a call of whoever calls, with those of all other processes on this database; or the limit that is
        reached, and then it is not counted."""
        if not limits:
            return None
        windows = [(limit.count, limit.seconds) for limit in limits]
        reached = await RateLimit(self.database, self.clock).take(f"{self.who()} {behind}", windows)
        return None if reached is None else limits[reached]

    async def is_well(self) -> bool:
        """Whether the database can be reached."""
        try:
            async with self.database.reading():
                return True
        except StorageUnavailable:
            return False

    def session(self, decision: Mapping[str, object] | None = None, behind: str = "") -> Session:
        """The session of whoever calls; a yes that is given in it is bound to what stands behind the tool."""
        return Session(self.who(), DOOR, decision, behind=behind)

    async def note(self, session: Session, line: AuditedRead) -> None:
        """Write that a call was answered; nobody waits for the disk."""
        await self.lines.put(self.audit.note(session, line))

    async def refuse(self, session: Session, refusal: Refusal) -> None:
        """Write that a call was refused."""
        await self.lines.put(self.audit.refuse(session, refusal))


@asynccontextmanager
async def desk_here(
    settings: Settings | None = None, who: Who | None = None, clock: Callable[[], datetime] | None = None
) -> AsyncIterator[GatewayDesk]:
    """A desk on the configured database, for whoever sits at this machine where nobody else is named."""
    given = Settings.read(os.environ) if settings is None else settings
    now = clock or _now
    async with Database(given.database_url) as database:
        await database.migrate()
        accounts = Accounts(database, now)
        if who is None:
            here = (await accounts.local(name_here(), timezone_here(os.environ))).id
            who = lambda: here  # noqa: E731 - the person does not change
        confirmations = Confirmations(database, now, timedelta(seconds=given.confirm_seconds))
        parts = (database, accounts, confirmations, Audit(database, now), who, now)
        desk = GatewayDesk(*parts, clients_confirm=given.clients_confirm)
        try:
            yield desk
        finally:
            await desk.lines.flush()


def _now() -> datetime:
    return datetime.now(UTC)
