"""The audit for doors: lines about calls that no service saw, refused by the door or only decided about."""

from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import field
from datetime import datetime

from sayso.audit import store
from sayso.audit.chain import Verified
from sayso.audit.entry import AuditEntry
from sayso.audit.store import AuditFilter
from sayso.dataclass import dataclass
from sayso.session import Session
from sayso.storage.database import Database
from sayso.storage.whole import whole


@dataclass(frozen=True, slots=True)
class Refusal:
    """A call that a door did not let through, and why."""

    tool: str
    arguments: Mapping[str, object]
    reason: str
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class AuditedRead:
    """A call that only read, and what came of it: `status` is success or error."""

    tool: str
    arguments: Mapping[str, object]
    status: str
    result: Mapping[str, object]
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class AuditedEvent:
    """Something that happened to an account: `status` is success or refused."""

    name: str
    about: Mapping[str, object] = field(default_factory=dict)
    status: str = "success"


class Audit:
    """The audit of one database."""

    def __init__(self, database: Database, clock: Callable[[], datetime]) -> None:
        self._database = database
        self._clock = clock

    @whole
    async def refuse(self, session: Session, refusal: Refusal) -> None:
        """Write that a call was refused."""
        result = {"error_message": refusal.reason}
        who = (session.user_id, session.door, refusal.tool, refusal.arguments)
        await self._append(AuditEntry(*who, "refused", result, self._clock(), refusal.seconds, session.decision))

    @whole
    async def note(self, session: Session, reading: AuditedRead) -> None:
        """Write that a call was answered which changes nothing and needs no service."""
        who = (session.user_id, session.door, reading.tool, reading.arguments)
        status, result = reading.status, reading.result
        await self._append(AuditEntry(*who, status, result, self._clock(), reading.seconds, session.decision))

    async def _append(self, entry: AuditEntry) -> None:
        async with self._database.transaction() as tx:
            await store.append(tx, entry)

    async def record(self, user_id: str | None, door: str, event: AuditedEvent) -> None:
        """Write that something happened which is no call of a tool: a sign-in, a token, a link, an export."""
        await self._append(AuditEntry(user_id, door, event.name, event.about, event.status, {}, self._clock(), 0.0))

    async def verify(self) -> Verified:
        """Whether any line was changed, left out or put in between."""
        async with self._database.reading() as tx:
            return await store.verify(tx)

    async def read(self, wanted: AuditFilter) -> AsyncIterator[AuditEntry]:
        """The lines that are asked for, oldest first."""
        async with self._database.reading() as tx:
            async for entry in store.read(tx, wanted):
                yield entry
