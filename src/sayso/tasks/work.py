"""A change under way: all that it does to tasks is one step, which is taken back as a whole."""

from dataclasses import replace
from datetime import datetime
from uuid import uuid4

from sayso.accounts.person import Person
from sayso.dataclass import dataclass
from sayso.storage.database import Transaction
from sayso.tasks.recurring import following
from sayso.tasks.store import history, records
from sayso.tasks.store.history import ChangeOrigin
from sayso.tasks.task import StoredTask


@dataclass(frozen=True, slots=True)
class Work:
    """A change under way: its transaction, whose tasks, when, and what it is part of."""

    tx: Transaction
    person: Person
    now: datetime
    deed: ChangeOrigin

    async def save(self, before: StoredTask, after: StoredTask) -> None:
        """Keep a new state, and how it was before."""
        await records.replace(self.tx, self.person.id, before, after)
        await history.remember(self.tx, self.person.id, self.deed, before, after)

    async def put(self, task: StoredTask) -> StoredTask:
        """Keep a new task, under a number of its own."""
        task = replace(task, number=await records.next_number(self.tx, self.person.id))
        await records.put(self.tx, self.person.id, task)
        await history.remember(self.tx, self.person.id, self.deed, None, task)
        return task

    async def finish(self, before: StoredTask, done: StoredTask) -> tuple[StoredTask, StoredTask | None]:
        """Keep a task that is done by now, and the next one where it repeats: the rule goes on with that."""
        after = following(done, self.now, self.person.zone)
        done = replace(done, repeat=None)
        await self.save(before, done)
        return done, None if after is None else await self.put(replace(after, id=str(uuid4())))
