"""Statements that every message needs give the same as all others do, and fail as these do."""

from datetime import UTC, datetime
from uuid import uuid4

import pytest
from postgres import Server
from sqlalchemy import bindparam, exc, insert, select, text, update

from sayso.errors import StorageUnavailable
from sayso.storage.database import Database
from sayso.storage.often import OFTEN
from sayso.storage.tables import users

CREATED = datetime(2026, 11, 16, 10, tzinfo=UTC)
ADD = insert(users).inline().execution_options(**OFTEN)
FIND = select(users).where(users.c.id == bindparam("who"))
RENAME = update(users).where(users.c.id == bindparam("who")).returning(users.c.name).execution_options(**OFTEN)


def row(who: str) -> dict[str, object]:
    return {"id": who, "name": "Ann", "email": None, "timezone": "UTC", "created_at": CREATED, "last_number": 0}


async def test_what_is_found_is_the_same_either_way(database: Database) -> None:
    who = str(uuid4())
    async with database.transaction() as tx:
        await tx.execute(ADD, row(who))
        assert (await tx.execute(RENAME, {"who": who, "name": "Anna"})).scalar_one() == "Anna"
        assert (await tx.execute(RENAME, {"who": str(uuid4()), "name": "x"})).first() is None
    async with database.reading() as tx:
        often = (await tx.execute(FIND.execution_options(**OFTEN), {"who": who})).mappings().one()
        plain = (await tx.execute(FIND, {"who": who})).mappings().one()
    assert dict(often) == dict(plain)
    assert (often["id"], often["created_at"], often["email"]) == (who, CREATED, None)


async def test_what_cannot_be_kept_is_told_as_ever_and_nothing_stays(database: Database) -> None:
    who = str(uuid4())

    async def twice() -> None:
        async with database.transaction() as tx:
            await tx.execute(ADD, row(who))
            await tx.execute(ADD, row(who))

    with pytest.raises(exc.IntegrityError) as wrong:
        await twice()
    assert "Ann" not in str(wrong.value).partition("DETAIL")[0]
    async with database.reading() as tx:
        assert (await tx.execute(FIND, {"who": who})).first() is None


async def test_a_connection_that_is_lost_is_an_outage_and_the_next_use_works(postgres: Server) -> None:
    async with Database(postgres.new_database()) as database:
        await database.migrate()

        async def cut_off() -> None:
            async with database.transaction() as tx:
                mine = (await tx.execute(text("SELECT pg_backend_pid()"))).scalar_one()
                async with database.transaction() as other:
                    await other.execute(text("SELECT pg_terminate_backend(:it)"), {"it": mine})
                await tx.execute(ADD, row(str(uuid4())))

        with pytest.raises(StorageUnavailable):
            await cut_off()
        async with database.transaction() as tx:
            await tx.execute(ADD, row(str(uuid4())))
            assert (await tx.execute(select(users.c.name))).scalars().all() == ["Ann"]
