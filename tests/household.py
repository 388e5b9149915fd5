"""People with tasks for the tests, and a clock that goes when it is told to."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from uuid import uuid4

from sayso.accounts import store
from sayso.accounts.person import Person
from sayso.session import Session
from sayso.storage.database import Database

NOON = datetime(2026, 11, 18, 12, 0, tzinfo=UTC)  # a Wednesday


@dataclass
class Clock:
    """The time that a test says it is."""

    now: datetime = field(default=NOON)

    def __call__(self) -> datetime:
        return self.now

    def go(self, **by: float) -> None:
        self.now += timedelta(**by)


async def settle(database: Database, name: str = "Ann", timezone: str = "UTC") -> Session:
    """A new person's session."""
    person = Person(str(uuid4()), name, f"{name}@example.org", timezone, NOON)
    async with database.transaction() as tx:
        assert await store.add(tx, person, None)
    return Session(person.id, "test")
