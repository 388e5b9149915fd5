"""A person's right to all that is kept about them: to have it, and to have it removed."""

from collections.abc import Callable
from datetime import datetime

from sayso.accounts.store import find, hold, remove
from sayso.audit import store as audit
from sayso.audit.entry import AuditEntry
from sayso.storage.belongings import forget_empty, rows_of
from sayso.storage.database import Database
from sayso.storage.whole import whole
from sayso.tasks.store import records


class Belongings:
    """What is kept about people."""

    def __init__(self, database: Database, clock: Callable[[], datetime]) -> None:
        self._database = database
        self._clock = clock

    async def export(self, user_id: str) -> dict[str, list[dict[str, object]]] | None:
        """All that is kept about a person, by table; None where there is nobody of this id."""
        async with self._database.reading() as tx:
            return None if await find(tx, user_id) is None else await rows_of(tx, user_id)

    @whole
    async def remove(self, user_id: str) -> bool:
        """Remove a person and all that is kept about them; the audit keeps how many lines that were, and not whose."""
        async with self._database.transaction() as tx:
            person = await hold(tx, user_id)
            if person is None:
                return False
            await records.forget(tx, user_id)
            await remove(tx, user_id)
            lines = await audit.forget(tx, user_id)  # only of somebody who is gone can lines be removed
            await forget_empty(tx, person.organisation)
            gone = AuditEntry(None, "", "user_removed", {}, "success", {"audit_lines": lines}, self._clock(), 0.0)
            await audit.append(tx, gone)
            return True
