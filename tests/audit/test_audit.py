"""The audit says what was called and what came of it, agrees with the data, and holds no secrets."""

import json
from datetime import timedelta

import pytest
from household import NOON, Clock, serve, settle
from sqlalchemy import exc, text

from sayso.audit.audit import Audit, Refusal
from sayso.audit.entry import LONGEST, AuditEntry, scrubbed
from sayso.audit.store import AuditFilter
from sayso.session import Session
from sayso.storage.database import Database
from sayso.tasks.outcome import Added
from sayso.tasks.task import Changes, NewTask, Query


async def lines(database: Database, wanted: AuditFilter | None = None) -> list[AuditEntry]:
    return [entry async for entry in Audit(database, Clock()).read(wanted or AuditFilter())]


async def test_every_call_is_written_down_with_what_came_of_it(database: Database) -> None:
    service, ann = serve(database), await settle(database)
    await service.add(ann, NewTask("buy milk", priority="high"))
    await service.add(ann, NewTask("buy milk", priority="high"))
    await service.add(ann, NewTask(""))
    await service.list(ann, Query("pending"))
    await service.complete(ann, "xyz")
    await service.update(ann, "1", Changes(new_priority="high"))
    await service.undo(ann)
    await service.get_user_info(ann)
    written = await lines(database)
    assert [(entry.tool, entry.status) for entry in written] == [
        ("add_task", "success"),
        ("add_task", "repeated"),
        ("add_task", "error"),
        ("list_tasks", "success"),
        ("complete_task", "error"),
        ("update_task", "unchanged"),
        ("undo", "needs_confirmation"),  # the task that was added would go away
        ("get_user_info", "success"),
    ]
    assert written[0].arguments == {"title": "buy milk", "priority": "high"}
    assert written[3].arguments == {"filter": "pending"}
    assert written[4].result == {"error": "not_found"}
    assert {(entry.user_id, entry.door, entry.at) for entry in written} == {(ann.user_id, "test", NOON)}
    assert all(entry.seconds > 0 for entry in written)


async def test_the_decision_behind_a_call_is_kept_with_its_sources(database: Database) -> None:
    ann = await settle(database)
    decision = {"status": "call", "sources": {"title": {"kind": "message", "span": [4, 12]}}}
    await serve(database).add(Session(ann.user_id, "chat", decision), NewTask("buy milk"))
    (entry,) = await lines(database)
    assert entry.decision == decision
    assert json.loads(json.dumps(entry.to_dict()))["decision"] == decision


async def test_a_change_that_fails_leaves_no_line_and_a_line_that_fails_no_change(database: Database) -> None:
    service, ann = serve(database), await settle(database)
    async with database.transaction() as tx:
        await tx.execute(text("ALTER TABLE audit RENAME TO elsewhere"))
    with pytest.raises(exc.DBAPIError):
        await service.add(ann, NewTask("buy milk"))
    async with database.transaction() as tx:
        await tx.execute(text("ALTER TABLE elsewhere RENAME TO audit"))
    assert await lines(database) == []
    done = await service.add(ann, NewTask("buy milk"))
    assert isinstance(done, Added)
    assert done.task.number == 1


async def test_a_line_cannot_be_changed(database: Database) -> None:
    service, ann = serve(database), await settle(database)
    await service.add(ann, NewTask("buy milk"))
    before = await lines(database)

    async def forge() -> None:
        async with database.transaction() as tx:
            await tx.execute(text("UPDATE audit SET tool = 'nothing'"))

    with pytest.raises(exc.DBAPIError, match="cannot be changed"):
        await forge()
    assert await lines(database) == before


async def test_lines_are_found_by_person_time_and_tool(database: Database) -> None:
    clock = Clock()
    service, ann, bo = serve(database, clock), await settle(database), await settle(database, "Bo")
    for i in range(3):
        await service.add(ann, NewTask(f"task {i}"))
        await service.list(bo, Query())
        clock.go(hours=1)
    assert len(await lines(database, AuditFilter(user_id=ann.user_id))) == 3
    assert len(await lines(database, AuditFilter(tool="list_tasks"))) == 3
    assert len(await lines(database, AuditFilter(since=NOON + timedelta(hours=1)))) == 4
    assert len(await lines(database, AuditFilter(ann.user_id, NOON + timedelta(hours=2), "add_task"))) == 1


async def test_many_lines_come_in_their_order(database: Database) -> None:
    service, ann = serve(database), await settle(database)
    for _ in range(520):
        await service.get_user_info(ann)
    await service.list(ann, Query())
    written = await lines(database)
    assert len(written) == 521
    assert written[-1].tool == "list_tasks"


async def test_what_a_door_refused_is_written_down_too(database: Database) -> None:
    ann = await settle(database)
    refusal = Refusal("no\0such\ud83dtool", {"password": "hunter2", "n": [1, None]}, "no such tool")
    await Audit(database, Clock()).refuse(ann, refusal)
    (entry,) = await lines(database)
    assert (entry.status, entry.tool) == ("refused", "no?such?tool")
    assert entry.arguments == {"password": "[removed]", "n": [1, None]}


@pytest.mark.parametrize(
    "secret",
    [
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl",
        "Bearer abcdefghijkl",
        "sk-abcdefghijklmnopqrstuvwx",
        "-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----",
        "$argon2id$v=19$m=65536,t=3,p=4$c2FsdA$aGFzaA",
    ],
)
def test_what_looks_like_a_secret_is_removed_wherever_it_stands(secret: str) -> None:
    kept = scrubbed({"title": f"note: {secret} end", "deep": [{"x": secret}]})
    assert secret not in json.dumps(kept)
    assert "note: [removed]" in json.dumps(kept)


def test_a_password_in_an_address_is_removed() -> None:
    assert scrubbed("see postgresql://me:hunter2@db/x") == "see postgresql://me:[removed]@db/x"


def test_plain_words_stay_and_endless_ones_are_cut() -> None:
    assert scrubbed({"title": "change my password"}) == {"title": "change my password"}
    assert scrubbed("x" * 9000) == "x" * LONGEST + "…"
    endless: list[object] = []
    endless.append(endless)
    assert "[removed]" in json.dumps(scrubbed(endless))
