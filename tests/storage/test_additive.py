"""A migration only adds, so that servers of the version before go on while it runs and after it."""

import re

import pytest
from sqlalchemy import Connection, event

from sayso.storage.database import Database
from sayso.storage.migrations.apply import revisions, upgrade

_ADDS = re.compile(
    r"(CREATE (TABLE|VIRTUAL TABLE|INDEX|UNIQUE INDEX|TRIGGER|EXTENSION|(OR REPLACE )?FUNCTION)|INSERT INTO|"
    r"ALTER TABLE \w+ ADD COLUMN|ALTER TABLE \w+ ADD CONSTRAINT|ALTER TABLE \w+ ALTER COLUMN \w+ TYPE TEXT|"
    r"UPDATE alembic_version|SELECT|PRAGMA|BEGIN|COMMIT|SAVEPOINT|RELEASE|SET |SHOW )",
    re.IGNORECASE,
)
_RENEWS = re.compile(r"DROP TRIGGER (IF EXISTS )?(\w+)", re.IGNORECASE)


async def test_every_statement_of_every_migration_adds(empty_url: str) -> None:
    said: list[str] = []

    def migrate(connection: Connection) -> None:
        event.listen(connection, "before_cursor_execute", lambda _c, _cursor, text, *_: said.append(text.strip()))
        for revision in revisions():
            upgrade(connection, revision)

    async with Database(empty_url) as database, database.transaction() as tx:
        await tx.run_sync(migrate)
    assert len([text for text in said if text.upper().startswith("CREATE TABLE")]) >= 10
    for text in said:
        renewed = _RENEWS.match(text)
        if renewed:  # a trigger that is made anew in the same transaction is never missing
            assert any(re.match(rf"CREATE TRIGGER {renewed[2]}\b", later, re.IGNORECASE) for later in said), text
        else:
            assert _ADDS.match(text), text
        new = re.match(r"ALTER TABLE \w+ ADD COLUMN (.*)", text, re.IGNORECASE)
        assert not new or "NOT NULL" not in new[1].upper() or "DEFAULT" in new[1].upper(), text


@pytest.mark.parametrize(
    "text", ["DROP TABLE tasks", "ALTER TABLE tasks DROP COLUMN title", "ALTER TABLE tasks RENAME TO x"]
)
def test_what_takes_away_would_be_seen(text: str) -> None:
    assert not _ADDS.match(text)
    assert not _RENEWS.match(text)
