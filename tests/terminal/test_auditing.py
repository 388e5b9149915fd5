"""`sayso audit` as a person types it."""

import asyncio
import json
from pathlib import Path

import pytest
from household import Clock, serve, settle

from sayso.cli import main
from sayso.storage.database import Database
from sayso.tasks.task import NewTask, Query


@pytest.fixture(autouse=True)
def _some_calls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SAYSO_DATABASE_URL", f"sqlite:///{tmp_path / 'sayso.db'}")

    async def call() -> None:
        async with Database(f"sqlite:///{tmp_path / 'sayso.db'}") as database:
            await database.migrate()
            clock = Clock()
            service = serve(database, clock)
            ann, bo = await settle(database), await settle(database, "Bo")
            await service.add(ann, NewTask("perché no"))
            await service.list(bo, Query())
            clock.go(days=2)
            await service.add(bo, NewTask("later"))

    asyncio.run(call())


@pytest.mark.parametrize(
    ("options", "tools"),
    [
        ([], ["add_task", "list_tasks", "add_task"]),
        (["--user", "Bo@example.org"], ["list_tasks", "add_task"]),
        (["--user", "local"], []),
        (["--tool", "list_tasks"], ["list_tasks"]),
        (["--since", "2026-11-20"], ["add_task"]),
        (["--since", "2026-11-18T12:00:01+00:00"], ["add_task"]),
    ],
)
def test_the_audit_is_exported_a_json_object_a_line(
    options: list[str], tools: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["audit", *options]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["tool"] for line in lines] == tools


def test_a_line_holds_all_that_is_known(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", "--json"]) == 0
    line = json.loads(capsys.readouterr().out.splitlines()[0])
    assert set(line) == {"at", "user_id", "door", "tool", "arguments", "decision", "status", "result", "seconds"}
    assert line["arguments"] == {"title": "perché no"}
