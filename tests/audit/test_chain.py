"""The audit tells when it was tampered with, cannot be deleted from, and takes no more than a line is worth."""

import asyncio

import pytest
from household import Clock, serve, settle
from sqlalchemy import text

from sayso.audit.audit import Audit, AuditedEvent, Refusal
from sayso.audit.entry import MOST_LETTERS, scrubbed
from sayso.audit.store import AuditFilter
from sayso.session import Session
from sayso.storage.database import Database
from sayso.tasks.belongings import Belongings
from sayso.tasks.task import NewTask
from sayso.terminal.screen.clean import visible

TRIGGERS = {
    "sqlite": ("audit_is_only_added_to", "audit_is_not_deleted", "audit_is_not_replaced"),
    "postgresql": ("audit_is_only_added_to", "audit_is_not_deleted"),
}


async def filled(database: Database) -> tuple[Audit, Session, Session]:
    service, ann, bo = serve(database), await settle(database), await settle(database, "Bo")
    for i in range(3):
        await service.add(ann, NewTask(f"task {i}"))
        await service.add(bo, NewTask(f"thing {i}"))
    return Audit(database, Clock()), ann, bo


async def tampered(database: Database, kind: str, statement: str) -> None:
    """What somebody can do who may do everything with the database."""
    async with database.transaction() as tx:
        for name in TRIGGERS[kind]:
            await tx.execute(text(f"DROP TRIGGER {name}" + (" ON audit" if kind == "postgresql" else "")))
        await tx.execute(text(statement))


async def test_lines_as_they_were_written_are_verified(database: Database) -> None:
    audit, _, _ = await filled(database)
    await audit.record(None, "terminal", AuditedEvent("export"))
    await audit.record(None, "terminal", AuditedEvent("export"))
    found = await audit.verify()
    assert (found.lines, found.unchained, found.broken) == (8, 0, None)
    assert found == await audit.verify()


@pytest.mark.parametrize(
    ("statement", "broken"),
    [
        ("UPDATE audit SET tool = 'nothing' WHERE seq = 3", 3),
        ("UPDATE audit SET arguments = '{}' WHERE seq = 1", 1),
        ("UPDATE audit SET status = 'error' WHERE seq = 6", 6),
        ("DELETE FROM audit WHERE seq = 3", 5),
        ("UPDATE audit SET digest = NULL WHERE seq = 5", 5),
    ],
)
async def test_a_line_that_was_changed_or_left_out_is_found(
    database: Database, kind: str, statement: str, broken: int
) -> None:
    audit, _, _ = await filled(database)
    await tampered(database, kind, statement)
    assert (await audit.verify()).broken == broken


async def test_cutting_off_the_end_changes_the_head(database: Database, kind: str) -> None:
    audit, _, _ = await filled(database)
    before = (await audit.verify()).head
    await tampered(database, kind, "DELETE FROM audit WHERE seq = 6")
    after = await audit.verify()
    assert after.broken is None
    assert after.head != before


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM audit",
        "DELETE FROM audit WHERE seq = 2",
        "UPDATE audit SET tool = 'x'",
        "INSERT OR REPLACE INTO audit SELECT seq, at, user_id, door, 'x', arguments, decision, status, result,"
        " microseconds, digest FROM audit WHERE seq = 1",
        "TRUNCATE audit",
    ],
)
async def test_nobody_deletes_or_replaces_a_line(database: Database, statement: str) -> None:
    audit, _, _ = await filled(database)
    before = [entry async for entry in audit.read(AuditFilter())]

    async def forge() -> None:
        async with database.transaction() as tx:
            await tx.execute(text(statement))

    with pytest.raises(Exception, match=r"cannot be|syntax error"):
        await forge()
    assert [entry async for entry in audit.read(AuditFilter())] == before


async def test_many_at_once_make_one_chain(database: Database) -> None:
    audit, ann, bo = await filled(database)
    refusal = Refusal("x", {}, "no")
    await asyncio.gather(*(audit.refuse(who, refusal) for _ in range(10) for who in (ann, bo)))
    found = await audit.verify()
    assert (found.lines, found.broken) == (26, None)


async def test_who_is_removed_takes_their_lines_along_and_leaves_no_new_ones(database: Database) -> None:
    audit, ann, _ = await filled(database)
    assert await Belongings(database, Clock()).remove(ann.user_id)
    await serve(database).add(ann, NewTask("a token of somebody who is gone"))
    left = [entry async for entry in audit.read(AuditFilter())]
    assert ann.user_id not in {entry.user_id for entry in left}
    assert "somebody" not in str([entry.arguments for entry in left])
    assert (await audit.verify()).broken is None


def test_however_much_is_handed_over_a_line_is_bounded() -> None:
    assert len(str(scrubbed(["x" * 1999] * 10_000))) < 2 * MOST_LETTERS
    assert len(str(scrubbed({f"name {i}": i for i in range(100_000)}))) < 100_000
    wide: object = [1]
    for _ in range(11):
        wide = [wide] * 4
    assert len(str(scrubbed(wide))) < 100_000


@pytest.mark.parametrize("seed", ["a", "eyJ", "eyJa.", "-----BEGIN A", "$argon2", "a://b:", "Bearer ", "sk-", "://"])
def test_no_text_keeps_the_scrubber_busy(seed: str) -> None:
    assert len(str(scrubbed([(seed * 2000)[:2000]] * 500))) < 3 * MOST_LETTERS


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("a\nb", "a\\u000ab"),
        ("\x1b[2J", "\\u001b[2J"),
        ("\u202egpj", "\\u202egpj"),
        ("\x9b31m", "\\u009b31m"),
        ("\u2028x", "\\u2028x"),
        ("perché 👍", "perché 👍"),
    ],
)
def test_what_would_paint_the_terminal_is_written_out(given: str, shown: str) -> None:
    assert visible(given) == shown
