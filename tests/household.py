"""People with tasks for the tests, and a clock that goes when it is told to."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import TypeVar
from uuid import uuid4

from sayso.accounts import store
from sayso.accounts.person import Person
from sayso.confirmations.confirmations import Confirmations
from sayso.face import standard
from sayso.session import Session
from sayso.storage.database import Database
from sayso.tasks.outcome import Deleted, Failure, Redone, TaskNeedsConfirmation, Undone
from sayso.tasks.service import TaskService

_Done = TypeVar("_Done")
NOON = datetime(2026, 11, 18, 12, 0, tzinfo=UTC)  # a Wednesday


@dataclass
class Clock:
    """The time that a test says it is."""

    now: datetime = field(default=NOON)

    def __call__(self) -> datetime:
        return self.now

    def go(self, **by: float) -> None:
        self.now += timedelta(**by)


def serve(database: Database, clock: Clock | None = None) -> TaskService:
    """The service, with a yes that is good for five minutes."""
    clock = clock or Clock()
    return TaskService(database, Confirmations(database, clock, timedelta(minutes=5)), standard(), clock)


async def _with_a_yes(
    service: TaskService, session: Session, ask: Callable[[], Awaitable[_Done | TaskNeedsConfirmation]]
) -> _Done:
    first = await ask()
    if not isinstance(first, TaskNeedsConfirmation):
        return first
    assert await service.confirmations.grant(first.pending.id, session.user_id)
    done = await ask()
    assert not isinstance(done, TaskNeedsConfirmation)
    return done


async def delete(service: TaskService, session: Session, identifier: str) -> Deleted | Failure:
    """Delete a task, with the person's yes where one is needed."""
    return await _with_a_yes(service, session, lambda: service.delete(session, identifier))


async def undo(service: TaskService, session: Session, key: str | None = None) -> Undone | Failure:
    """Take a step back, with the person's yes where one is needed."""
    return await _with_a_yes(service, session, lambda: service.undo(session, key))


async def redo(service: TaskService, session: Session, key: str | None = None) -> Redone | Failure:
    """Take a step forth, with the person's yes where one is needed."""
    return await _with_a_yes(service, session, lambda: service.redo(session, key))


async def settle(database: Database, name: str = "Ann", timezone: str = "UTC") -> Session:
    """A new person's session."""
    person = Person(str(uuid4()), name, f"{name}@example.org", timezone, NOON)
    async with database.transaction() as tx:
        assert await store.add(tx, person, None)
    return Session(person.id, "test")
