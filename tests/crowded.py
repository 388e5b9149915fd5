"""Somebody with very many tasks, for tests and benchmarks of the page."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta
from uuid import uuid4

from serving import Served, invitation

from sayso.accounts.person import Person
from sayso.storage.database import Database
from sayso.tasks.service import utc_now
from sayso.tasks.store import records
from sayso.tasks.task import StoredTask

WEIGHTS = ("high", "medium", "low")


def crowded(server: Served, count: int) -> str:
    """A link that signs in somebody with so many tasks: due on days before and after today, or never."""
    person = Person(str(uuid4()), "Ann", f"{uuid4()}@example.org", "Europe/Rome", utc_now())
    link = invitation(server, person)
    with ThreadPoolExecutor(1) as beside:
        beside.submit(asyncio.run, _fill(server, person, count)).result()
    return link


async def _fill(server: Served, person: Person, count: int) -> None:
    now = utc_now()
    async with Database(server.environment["SAYSO_DATABASE_URL"]) as database, database.transaction() as tx:
        for turn in range(count):
            number = await records.next_number(tx, person.id)
            due: date | None = None if turn % 10 == 0 else now.date() + timedelta(days=turn % 40 - 5)
            about = (f"errand number {turn}", "", WEIGHTS[turn % 3], due, None if turn % 4 else now, now, now, None, 1)
            await records.put(tx, person.id, StoredTask(str(uuid4()), number, *about))
