"""SQLite in the midst of coroutines: quick statements are done at once, and only who asked waits for a slow one."""

import asyncio
import sqlite3
from pathlib import Path

from sqlalchemy import text

from sayso.storage.at_once import TAKES_LONG
from sayso.storage.database import Database

COUNTING = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200000) SELECT count(*) FROM n"


async def turns_during(work: "asyncio.Future[None]", enough: int) -> int:
    """How often others had their turn before the work was done, at most as often as is enough."""
    turns = 0
    while not work.done() and turns < enough:
        await asyncio.sleep(0)
        turns += 1
    return turns


async def test_others_have_their_turn_while_a_long_statement_runs(tmp_path: Path) -> None:
    async with Database(f"sqlite:///{tmp_path / 'sayso.db'}") as database:

        async def count() -> None:
            async with database.reading() as tx:
                assert (await tx.execute(text(COUNTING).execution_options(**TAKES_LONG))).scalar_one() == 200000

        counting = asyncio.ensure_future(count())
        assert await turns_during(counting, 20) == 20
        await counting


async def test_others_have_their_turn_while_another_process_writes(tmp_path: Path) -> None:
    async with Database(f"sqlite:///{tmp_path / 'sayso.db'}") as database:
        await database.migrate()
        other = sqlite3.connect(tmp_path / "sayso.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")

        async def write() -> None:
            async with database.transaction() as tx:
                await tx.execute(text("CREATE TABLE mine (id INTEGER)"))

        writing = asyncio.ensure_future(write())
        assert await turns_during(writing, 100) == 100
        other.execute("ROLLBACK")
        await writing
        assert other.execute("SELECT count(*) FROM mine").fetchone() == (0,)
        other.close()
