"""Carrying tasks out of the house and into it: exports, imports, and a calendar at a secret address."""

import asyncio
import importlib
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, tzinfo
from typing import Literal
from uuid import uuid4

from sayso.accounts.store import find
from sayso.dataclass import dataclass
from sayso.session import Session
from sayso.signin.signins import hashed
from sayso.storage.database import Database
from sayso.storage.whole import whole
from sayso.tasks.outcome import Added, Failure
from sayso.tasks.portable.imported import Entry, Hear, ImportedTask, KeptOtherwise, PassedOver
from sayso.tasks.service import TaskService
from sayso.tasks.store import feeds, records
from sayso.tasks.task import Changes, StoredTask, fold

_BYTES = 24  # of a secret address
# loaded when a file is first read or written, beside other work: most servers never need a library of calendars
_READING, _WRITING = "sayso.tasks.portable.reading", "sayso.tasks.portable.writing"


@dataclass(frozen=True, slots=True)
class BroughtIn:
    """How many tasks came in, the last of them as it was left, what was passed over, and what is kept otherwise."""

    added: int
    last: StoredTask | None
    passed_over: tuple[PassedOver, ...]
    otherwise: tuple[KeptOtherwise, ...] = ()


@dataclass(frozen=True, slots=True)
class ThereAlready:
    """Nothing came in yet: so many of a file's tasks are there by their names already."""

    there: int
    new: int


Twice = Literal["ask", "add", "skip"]


class Carrying:
    """A person's tasks on their way out and in."""

    def __init__(self, database: Database, tasks: TaskService) -> None:
        self._database = database
        self._tasks = tasks

    async def export(self, user_id: str, form: str) -> tuple[str, str]:
        """All tasks of a person in a form (`json`, `csv`, `ics`), and its media type."""
        return await asyncio.to_thread(_written, form, *await self._kept(user_id))

    async def _kept(self, user_id: str) -> tuple[list[StoredTask], tzinfo]:
        """A person's tasks, and the zone by whose clocks they live."""
        async with self._database.reading() as tx:
            person = await find(tx, user_id)
            kept = [task for task in await records.all_of(tx, user_id) if task.deleted_at is None]
        return kept, UTC if person is None else person.zone

    async def read(self, text: str, where: tzinfo, hear: Hear) -> list[Entry]:
        """The tasks of a file, whichever form it has; `where` is the zone of times that name none."""
        return await asyncio.to_thread(_read, text, where, hear)

    async def bring_in(
        self, session: Session, entries: Sequence[Entry], twice: Twice = "ask"
    ) -> BroughtIn | ThereAlready:
        """Add what a file holds, as one step of undo; what is there already by its name is asked about, added again or
        left out."""
        if twice != "add":
            known = {fold(task.title) for task in (await self._kept(session.user_id))[0]}
            fresh = [one for one in entries if isinstance(one, PassedOver) or fold(one.new.title) not in known]
            if twice == "ask" and len(fresh) < len(entries):
                new = sum(isinstance(one, ImportedTask) for one in fresh)
                return ThereAlready(len(entries) - len(fresh), new)
            entries = fresh
        return await self._bring_in(replace(session, batch=session.batch or str(uuid4())), entries)

    async def _bring_in(self, session: Session, entries: Iterable[Entry]) -> BroughtIn:
        passed_over: list[PassedOver] = []
        otherwise: list[KeptOtherwise] = []
        last: StoredTask | None = None
        added = 0
        for place, entry in enumerate(entries, 1):
            if isinstance(entry, PassedOver):
                passed_over.append(entry)
                continue
            done = await self._add(session, entry)
            if isinstance(done, Failure):
                passed_over.append(PassedOver(place, done.error))
                continue
            last, added = done, added + 1
            otherwise += entry.otherwise
        return BroughtIn(added, last, tuple(passed_over), tuple(otherwise))

    async def _add(self, session: Session, entry: ImportedTask) -> StoredTask | Failure:
        outcome = await self._tasks.add(session, entry.new, str(uuid4()))
        if not isinstance(outcome, Added) or not entry.is_completed:
            return outcome.task if isinstance(outcome, Added) else outcome
        done = Changes(new_status="completed", new_repeat="" if outcome.task.repeat else None)  # it makes no next one
        changed = await self._tasks.update(session, outcome.task.id, done, str(uuid4()))
        return changed if isinstance(changed, Failure) else changed.task

    @whole
    async def open_feed(self, user_id: str) -> str:
        """A new secret by which a calendar reads what is due; an earlier one is good no longer."""
        secret = secrets.token_urlsafe(_BYTES)
        async with self._database.transaction() as tx:
            await feeds.keep(tx, user_id, hashed(secret))
        return secret

    @whole
    async def close_feed(self, user_id: str) -> None:
        """Let no calendar read it any longer."""
        async with self._database.transaction() as tx:
            await feeds.keep(tx, user_id, None)

    async def has_feed(self, user_id: str) -> bool:
        """Whether a calendar may read it."""
        async with self._database.reading() as tx:
            return await feeds.has_one(tx, user_id)

    async def feed_owner(self, secret: str) -> str | None:
        """Whose calendar a secret opens; None where it is nobody's."""
        async with self._database.reading() as tx:
            user_id = await feeds.owner(tx, hashed(secret))
            if user_id is None or await find(tx, user_id) is None:
                return None
        return user_id

    async def feed(self, user_id: str) -> str:
        """A person's calendar of what is due."""
        return await asyncio.to_thread(_calendar, *await self._kept(user_id))


def _written(form: str, tasks: list[StoredTask], zone: tzinfo) -> tuple[str, str]:
    write, kind = importlib.import_module(_WRITING).WRITERS[form]
    return write(tasks, zone), kind


def _calendar(tasks: list[StoredTask], zone: tzinfo) -> str:
    text: str = importlib.import_module(_WRITING).to_events(tasks, zone)
    return text


def _read(text: str, where: tzinfo, hear: Hear) -> list[Entry]:
    entries: list[Entry] = importlib.import_module(_READING).read_tasks(text, where, hear)
    return entries
