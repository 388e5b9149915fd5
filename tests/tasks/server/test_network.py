"""The server on the network: who is let in, what it answers to whom, and how it starts and ends."""

import http.client
import json
import socket
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import children
import pytest
from doors import SECRET, TOKENS, Door, Process, service_of, told
from fastmcp import Client
from household import undo
from postgres import Server

from sayso.accounts.tokens import Tokens
from sayso.cli import main
from sayso.storage.database import Database
from sayso.tasks.outcome import Undone
from sayso.tasks.service import utc_now
from sayso.tasks.store import records
from sayso.tasks.task import NewTask
from sayso.tools.http import listen

LIST = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}


def post(process: Process, path: str = "", method: str = "POST", **headers: str) -> tuple[int, str]:
    """A plain request, as anything on the network may send it."""
    connection = http.client.HTTPConnection("127.0.0.1", process.port, timeout=60)
    sent = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    sent |= {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request(
        method, path or urlsplit(process.address).path, json.dumps(LIST) if method == "POST" else None, sent
    )
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer.status, text


@pytest.fixture(scope="module")
def local(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    folder = tmp_path_factory.mktemp("local")
    allowed = {"SAYSO_ALLOWED_HOSTS": "tasks.example.org", "SAYSO_ALLOWED_ORIGINS": "https://tasks.example.org"}
    process = Process(f"sqlite:///{folder / 'sayso.db'}", "--local", settings=allowed)
    yield process
    process.kill()


def bearing(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def test_nobody_comes_in_without_a_good_token(sqlite_process: Process) -> None:
    ann = str(uuid4())
    expired = Tokens(SECRET, timedelta(seconds=-1), utc_now).issue(ann)
    foreign = Tokens("another key, of the same length as ours is", timedelta(hours=1), utc_now).issue(ann)
    good = TOKENS.issue(ann)
    for headers in ({}, bearing("x"), bearing(expired), bearing(foreign), bearing(good[:-2]), {"Authorization": good}):
        assert post(sqlite_process, **headers)[0] == 401, headers
    assert post(sqlite_process, **bearing(good))[0] == 200


@pytest.mark.parametrize("way", ["http"], indirect=True)
async def test_a_token_of_an_account_that_is_gone_gets_nothing(door: Door) -> None:
    ann = await door.person()
    ghost = type(ann)(str(uuid4()), ann.door)
    async with door.client(ghost) as client:
        for tool, arguments in (("list_tasks", {}), ("add_task", {"title": "boo"}), ("get_user_info", {})):
            assert (await told(client, tool, **arguments))["error"] == "no_account"


def test_whoever_else_uses_this_machine_does_not_find_the_local_door(local: Process) -> None:
    assert urlsplit(local.address).path == f"/mcp/{TOKENS.derive('local mcp')}"
    for path in ("/mcp", "/mcp/", "/mcp/x", f"/mcp/{'0' * 32}"):
        assert post(local, path)[0] == 404
    assert post(local)[0] == 200


def test_requests_that_speak_of_another_host_or_origin_are_refused(local: Process) -> None:
    assert post(local)[0] == 200
    assert post(local, Host="tasks.example.org")[0] == 200
    assert post(local, Host=f"evil.example.org:{local.port}")[0] == 421
    assert post(local, Origin="https://tasks.example.org")[0] == 200
    assert post(local, Origin="https://evil.example.org")[0] == 403
    assert post(local, Origin="null")[0] == 403
    assert post(local, "/health", "GET", Host="evil.example.org")[0] == 421


async def test_the_local_server_needs_no_token_and_serves_who_sits_here(local: Process) -> None:
    client: Client[Any] = Client(local.address)
    async with client:
        assert (await told(client, "get_user_info"))["email"] is None
        assert (await told(client, "add_task", title="buy milk"))["number"] == 1


def test_it_says_how_it_is(local: Process) -> None:
    assert post(local, "/health", "GET") == (200, '{"status":"ok"}')


async def test_an_outage_is_told_and_it_recovers_by_itself(postgres: Server, postgresql_process: Process) -> None:
    async with Database(postgresql_process.url) as database:
        ann = await Door(database, None, "modern", postgresql_process).person()  # type: ignore[arg-type]  # not used
    door = Door(database, None, "modern", postgresql_process)  # type: ignore[arg-type]  # not used
    async with door.client(ann) as client:
        await told(client, "add_task", title="buy milk")
        postgres.stop()
        try:
            for tool, arguments in (("list_tasks", {}), ("add_task", {"title": "bread"}), ("undo", {"by": 1})):
                answer = await told(client, tool, **arguments)
                assert answer["error"] == "unavailable"
                assert answer["suggestion"]
            assert post(postgresql_process, "/health", "GET")[0] == 503
        finally:
            postgres.start()
        assert (await told(client, "list_tasks"))["total"] == 1
        assert post(postgresql_process, "/health", "GET")[0] == 200


async def test_whoever_leaves_in_the_middle_of_a_request_leaves_nothing_in_the_log(tmp_path: Path) -> None:
    process = Process(f"sqlite:///{tmp_path / 'sayso.db'}", is_heard=True)
    with children.watched(process.running):
        async with Database(process.url) as database:
            who = await Door(database, service_of(database), "modern").person()
        token = TOKENS.issue(who.user_id)
        head = f"POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {token}\r\nContent-Length: 900\r\n"
        head += "Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n\r\n"
        for _ in range(3):
            with socket.create_connection(("127.0.0.1", process.port)) as gone:
                gone.sendall(head.encode() + b'{"jsonrpc":')
        assert post(process, method="GET", path="/health")[0] == 200
        process.running.terminate()
        _, said = process.running.communicate(timeout=120)
    assert "Traceback" not in said.decode()


def test_it_ends_cleanly_when_it_is_told_to(tmp_path: Path) -> None:
    process = Process(f"sqlite:///{tmp_path / 'sayso.db'}", "--local", start=children.installed_sayso)
    with children.watched(process.running):
        assert post(process)[0] == 200
        assert process.end() == 0
    assert not (tmp_path / "sayso.db-wal").exists()  # the database was closed, not left


async def test_what_was_deleted_long_ago_is_forgotten_at_the_start(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'sayso.db'}"
    async with Database(url) as database:
        await database.migrate()
        door = Door(database, None, "modern")  # type: ignore[arg-type]  # not used
        ann = await door.person()
        service = service_of(database)
        await service.add(ann, NewTask("buy milk"))
        assert isinstance(await undo(service, ann), Undone)
    Process(url, settings={"SAYSO_KEEP_DELETED_DAYS": "0"}).end()
    async with Database(url) as database, database.reading() as tx:
        assert await records.all_of(tx, ann.user_id) == ()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--http", "--local", "--host", "0.0.0.0"], "--local answers without a token"),
        (["--http", "--port", "99999"], "is no port"),
        (["--local"], "add --http"),
        (["--port", "8000"], "add --http"),
    ],
)
def test_what_cannot_be_is_told_before_anything_starts(
    options: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SAYSO_DATABASE_URL", f"sqlite:///{tmp_path / 'sayso.db'}")
    assert main(["mcp", *options]) == 2
    assert said in capsys.readouterr().err


def test_answers_are_sent_at_once() -> None:
    with listen("127.0.0.1", 0) as listening:
        assert listening.proto == socket.IPPROTO_TCP  # what asyncio looks at before it switches the waiting off


def test_a_port_that_is_taken_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SAYSO_DATABASE_URL", f"sqlite:///{tmp_path / 'sayso.db'}")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        assert main(["mcp", "--http", "--port", str(taken.getsockname()[1])]) == 2
    assert "cannot listen: Address already in use" in capsys.readouterr().err
