"""A database that takes no changes: another process holds it for too long, or its disk is full. Every door says so in
its own clear words, nothing is lost, and the same request sent again is carried out once."""

import os
import resource
import sqlite3
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import children
import pytest
from doors import told
from fastmcp import Client
from fastmcp.client.auth import BearerAuth
from served import Caller, Served, calling

SHORT = "?timeout=0.2"  # seconds that a change waits for one of another process


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("locked") / "sayso.db"


@pytest.fixture(scope="module")
def served(file: Path) -> Iterator[Served]:
    with Served(f"sqlite:///{file}{SHORT}") as running:
        yield running
        assert running.end() == 0


@pytest.fixture
async def ann(served: Served) -> AsyncIterator[Caller]:
    async with calling(served) as caller:
        yield caller


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """Another process writes, and does not come to an end."""
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        other.execute("ROLLBACK")
        other.close()


async def test_the_api_says_that_the_tasks_cannot_be_reached_and_adds_once(file: Path, ann: Caller) -> None:
    sent: dict[str, Any] = {"json": {"title": "buy milk"}, "headers": {"Idempotency-Key": "milk"}}
    with locked(file):
        refused = await ann.client.post("/api/tasks", **sent)
        assert (refused.status_code, refused.json()["error"]) == (503, "unavailable")
        assert "sqlite" not in refused.text
        assert "locked" not in refused.text
        assert (await ann.client.get("/ready")).status_code == 503
    for _ in range(2):
        assert (await ann.client.post("/api/tasks", **sent)).status_code == 201
    assert (await ann.client.get("/api/tasks")).json()["total"] == 1
    assert (await ann.client.get("/ready")).status_code == 200


async def test_the_conversation_says_so_too_whole_or_as_it_comes(file: Path, ann: Caller) -> None:
    with locked(file):
        for accept in ("application/json", "text/event-stream"):
            refused = await ann.post({"content": "add buy milk"}, Accept=accept, Idempotency_Key="said")
            assert (refused.status_code, refused.json()["error"]) == (503, "unavailable")
    said = await ann.post({"content": "add buy milk"}, Idempotency_Key="said")
    assert said.json()["assistant"]["content"] == "Added 'buy milk'."


async def test_a_tool_says_so_in_the_shape_of_its_answers(file: Path, served: Served) -> None:
    client = Client(f"{served.address}/mcp", auth=BearerAuth(await served.token()))
    async with client:
        with locked(file):
            refused = await told(client, "add_task", key="milk", title="buy milk")
            assert (refused["status"], refused["error"]) == ("error", "unavailable")
        assert (await told(client, "add_task", key="milk", title="buy milk"))["status"] == "success"
        assert (await told(client, "list_tasks"))["total"] == 1


def test_a_command_says_so_in_one_line(tmp_path: Path) -> None:
    file = tmp_path / "sayso.db"
    given = {**os.environ, "SAYSO_DATABASE_URL": f"sqlite:///{file}{SHORT}", "XDG_DATA_HOME": str(tmp_path)}

    def say(*words: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            children.sayso("say", *words), env=given, capture_output=True, text=True, check=False, timeout=120
        )

    assert say("add", "buy", "bread").returncode == 0
    with locked(file):
        refused = say("add", "buy", "milk")
    assert refused.returncode == 4
    assert refused.stderr.startswith("sayso say: ")
    assert "nothing was changed" in refused.stderr
    assert len(refused.stderr.splitlines()) == 1


async def test_a_server_whose_disk_is_full_is_not_ready(tmp_path: Path) -> None:
    # started as people do: its process is the one whose files are bounded
    url, start = f"sqlite:///{tmp_path / 'sayso.db'}", children.installed_sayso
    with Served(url, start=start) as running:
        async with calling(running) as ann:
            _, most = resource.prlimit(running.running.pid, resource.RLIMIT_FSIZE)
            resource.prlimit(running.running.pid, resource.RLIMIT_FSIZE, (4096, most))  # no file takes in any more
            assert (await ann.client.get("/ready")).status_code == 503
            assert (await ann.client.get("/health")).status_code == 200
            assert (await ann.client.post("/api/tasks", json={"title": "buy milk"})).status_code == 503
            resource.prlimit(running.running.pid, resource.RLIMIT_FSIZE, (most, most))
            assert (await ann.client.get("/ready")).status_code == 200
            assert (await ann.client.post("/api/tasks", json={"title": "buy milk"})).status_code == 201
