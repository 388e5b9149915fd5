"""The database: all or nothing, one state to read from, and back by itself after an outage."""

import asyncio
import os
import sqlite3
from datetime import UTC, datetime
from pathlib import Path
from uuid import uuid4

import pytest
from postgres import Server
from sqlalchemy import insert, select, text, update

from sayso.errors import SettingsError, StorageUnavailable
from sayso.storage.database import Database, Transaction
from sayso.storage.tables import users

CREATED = datetime(2026, 11, 16, 10, tzinfo=UTC)


async def add_person(tx: Transaction, name: str) -> None:
    row = {"id": str(uuid4()), "name": name, "timezone": "UTC", "created_at": CREATED, "last_number": 0}
    await tx.execute(insert(users).values(row))


async def people(database: Database) -> list[str]:
    async with database.reading() as tx:
        return list((await tx.execute(select(users.c.name).order_by(users.c.name))).scalars())


async def test_a_transaction_that_fails_leaves_nothing(database: Database) -> None:
    async def fail() -> None:
        async with database.transaction() as tx:
            await add_person(tx, "half done")
            raise KeyError

    async with database.transaction() as tx:
        await add_person(tx, "done")
    with pytest.raises(KeyError):
        await fail()
    assert await people(database) == ["done"]


async def test_moments_come_back_with_their_zone(database: Database) -> None:
    async with database.transaction() as tx:
        await add_person(tx, "one")
        assert (await tx.execute(select(users.c.created_at))).scalar_one() == CREATED


async def test_reading_sees_one_state_from_first_to_last(database: Database) -> None:
    async with database.reading() as tx:
        names = select(users.c.name)
        assert not (await tx.execute(names)).all()
        async with database.transaction() as writing:
            await add_person(writing, "late")
        assert not (await tx.execute(names)).all()
    assert await people(database) == ["late"]


async def test_many_writers_at_once_all_come_through(database: Database) -> None:
    async def count() -> None:
        async with database.transaction() as tx:
            held = await tx.execute(select(users.c.last_number).with_for_update())
            await tx.execute(update(users).values(last_number=held.scalar_one() + 1))

    async with database.transaction() as tx:
        await add_person(tx, "counter")
    await asyncio.gather(*(count() for _ in range(60)))
    async with database.reading() as tx:
        assert (await tx.execute(select(users.c.last_number))).scalar_one() == 60


async def test_a_cancelled_writer_leaves_nothing_and_blocks_nobody(database: Database) -> None:
    inside = asyncio.Event()

    async def write_and_wait() -> None:
        async with database.transaction() as tx:
            await add_person(tx, "gone away")
            inside.set()
            await asyncio.Event().wait()

    writer = asyncio.create_task(write_and_wait())
    await inside.wait()
    writer.cancel()
    with pytest.raises(asyncio.CancelledError):
        await writer
    async with database.transaction() as tx:
        await add_person(tx, "next")
    assert await people(database) == ["next"]


async def test_a_stopped_server_is_told_clearly_and_needs_nothing_when_it_is_back(postgres: Server) -> None:
    async with Database(postgres.new_database()) as database:
        await database.migrate()
        async with database.transaction() as tx:
            await add_person(tx, "before")
        postgres.stop()
        try:
            for _ in range(2):
                with pytest.raises(StorageUnavailable, match="try again"):
                    await people(database)
        finally:
            postgres.start()
        assert await people(database) == ["before"]


async def test_a_server_that_stops_within_a_transaction_leaves_nothing_half_done(postgres: Server) -> None:
    async def interrupted(database: Database) -> None:
        async with database.transaction() as tx:
            await add_person(tx, "half done")
            postgres.stop()
            await add_person(tx, "never")

    async with Database(postgres.new_database()) as database:
        await database.migrate()
        try:
            with pytest.raises(StorageUnavailable):
                await interrupted(database)
        finally:
            postgres.start()
        assert await people(database) == []


async def test_a_place_that_cannot_hold_a_database_is_told_without_a_password(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageUnavailable):
        await Database(f"sqlite:///{tmp_path}/file/sayso.db").migrate()
    (tmp_path / "novel.txt").write_text("It was a dark and stormy night. " * 100)
    async with Database(f"sqlite:///{tmp_path}/novel.txt") as database:
        with pytest.raises(StorageUnavailable, match="not a database"):
            await database.migrate()
    with pytest.raises(StorageUnavailable) as wrong:
        await Database(f"postgresql://me:hunter2@/x?host={tmp_path}").migrate()
    assert "hunter2" not in str(wrong.value)


async def test_sqlite_keeps_a_journal_that_readers_do_not_wait_for(tmp_path: Path) -> None:
    async with Database(f"sqlite:///{tmp_path}/deep/down/sayso.db") as database:
        await database.migrate()
        async with database.reading() as tx:
            assert (await tx.execute(text("PRAGMA journal_mode"))).scalar_one() == "wal"
            assert (await tx.execute(text("PRAGMA foreign_keys"))).scalar_one() == 1
    assert os.stat(tmp_path / "deep/down").st_mode & 0o077 == 0


def test_a_patience_that_is_no_number_is_told() -> None:
    with pytest.raises(SettingsError, match="no number of seconds"):
        Database("sqlite:///sayso.db?timeout=soon")


async def test_whoever_queues_waits_as_long_as_the_queue_moves_and_no_longer(tmp_path: Path) -> None:
    file = tmp_path / "sayso.db"
    async with Database(f"sqlite:///{file}?timeout=0.3") as database:
        await database.migrate()

        async def write() -> None:
            async with database.transaction() as tx:
                await tx.execute(text("SELECT 1"))

        other = sqlite3.connect(file, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        crowd = await asyncio.gather(*(write() for _ in range(20)), return_exceptions=True)
        assert {type(came) for came in crowd} == {StorageUnavailable}
        other.execute("ROLLBACK")
        other.close()
        assert await asyncio.gather(*(write() for _ in range(20))) == [None] * 20
        leaving = [asyncio.create_task(write()) for _ in range(5)]
        await asyncio.sleep(0)
        for one in leaving[1:]:
            one.cancel()
        await asyncio.wait(leaving)
        await write()
