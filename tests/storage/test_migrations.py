"""Every revision leads to the tables that the code expects, on both databases, whoever else migrates meanwhile."""

import asyncio
import subprocess
import sys
from contextlib import ExitStack

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from children import PATIENCE, watched
from sqlalchemy import Connection, text

from sayso.errors import StorageUnavailable
from sayso.storage.database import Database
from sayso.storage.migrations.apply import revisions
from sayso.storage.tables import METADATA

PERSON = {
    "id": "1b4e28ba-2fa1-41d2-883f-0016d3cca427",
    "name": "Ann",
    "timezone": "UTC",
    "created_at": "2026-11-16 10:00:00",
    "last_number": 0,
}
MIGRATE = """
import asyncio, sys
from sayso.storage.database import Database

async def migrate() -> None:
    async with Database(sys.argv[1]) as database:
        await database.migrate()

asyncio.run(migrate())
"""


def differences(connection: Connection) -> list[object]:
    """Where the tables are not what the code says, but for SQLite's search table and PostgreSQL's search index."""

    def is_ours(name: str | None, kind: str, *_: object) -> bool:
        return not (name or "").startswith(("task_titles", "ix_tasks_titles"))

    opts = {"include_name": is_ours, "compare_type": True}
    return list(compare_metadata(MigrationContext.configure(connection, opts=opts), METADATA))


async def assert_complete(database: Database) -> None:
    async with database.transaction() as tx:
        assert await tx.run_sync(differences) == []
        versions = await tx.execute(text("SELECT version_num FROM alembic_version"))
        assert list(versions.scalars()) == [revisions()[-1]]


@pytest.mark.parametrize("start", [None, *revisions()])
async def test_every_earlier_revision_becomes_the_newest_and_keeps_what_it_held(
    start: str | None, empty_url: str
) -> None:
    async with Database(empty_url) as database:
        if start is not None:
            await database.migrate(start)
            async with database.transaction() as tx:
                columns = ", ".join(PERSON)
                values = ", ".join(f":{name}" for name in PERSON)
                await tx.execute(text(f"INSERT INTO users ({columns}) VALUES ({values})"), PERSON)
        await database.migrate()
        await assert_complete(database)
        async with database.reading() as tx:
            names = list((await tx.execute(text("SELECT name FROM users"))).scalars())
        assert names == ([] if start is None else ["Ann"])


async def test_migrating_twice_changes_nothing(empty_url: str) -> None:
    async with Database(empty_url) as database:
        await database.migrate()
        await database.migrate()
        await assert_complete(database)


async def test_two_of_one_process_migrate_at_once(empty_url: str) -> None:
    both = [Database(empty_url) for _ in range(4)]
    await asyncio.gather(*(database.migrate() for database in both))
    await assert_complete(both[0])
    for database in both:
        await database.close()


async def test_two_processes_migrate_at_once(empty_url: str) -> None:
    command = [sys.executable, "-c", MIGRATE, empty_url]
    with ExitStack() as stack:
        started = [
            stack.enter_context(watched(subprocess.Popen(command, stderr=subprocess.PIPE, text=True))) for _ in range(3)
        ]
        said = [process.communicate(timeout=PATIENCE)[1] for process in started]
        assert [process.returncode for process in started] == [0, 0, 0], said
    async with Database(empty_url) as database:
        await assert_complete(database)


async def test_a_database_of_a_newer_version_is_told_and_left_alone(empty_url: str) -> None:
    async with Database(empty_url) as database:
        await database.migrate()
        async with database.transaction() as tx:
            await tx.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        with pytest.raises(StorageUnavailable, match="newer"):
            await database.migrate()
