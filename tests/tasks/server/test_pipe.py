"""The server at a client's pipe, as desktop clients start it."""

import json
import os
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest
from children import SAYSO, next_line, sayso, watched
from doors import ERAS, YES, Human, told
from fastmcp import Client
from fastmcp.client.transports import StdioTransport
from keyboard import at_terminal


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SAYSO_DATABASE_URL", f"sqlite:///{tmp_path / 'sayso.db'}")
    return tmp_path


def piped(era: str, human: Human | None = None, settings: dict[str, str] | None = None) -> "Client[Any]":
    program, *arguments = sayso("mcp")
    transport = StdioTransport(program, arguments, env={**os.environ, **(settings or {})}, keep_alive=False)
    asking: dict[str, Any] = {} if human is None else {"elicitation_handler": human}
    return Client(transport, mode=ERAS[era], **asking)


async def test_the_tools_work_and_the_person_is_asked(home: Path, era: str) -> None:
    human = Human(YES)
    async with piped(era, human, {"SAYSO_CLIENTS_CONFIRM": "true"}) as client:
        assert len(await client.list_tools()) == 15
        assert (await told(client, "add_task", title="buy milk"))["number"] == 1
        assert (await told(client, "delete_task", task_identifier="milk"))["status"] == "success"
        assert (await told(client, "undo"))["title"] == "buy milk"
        assert (await told(client, "get_user_info"))["email"] is None
    assert human.asked == ["Delete 'buy milk' (#1)?"]


async def test_a_yes_that_a_program_hands_over_is_none_unless_that_is_set(home: Path, era: str) -> None:
    human = Human(YES)
    async with piped(era, human) as client:
        await told(client, "add_task", title="buy milk")
        waiting = await told(client, "delete_task", task_identifier="milk")
        assert waiting["status"] == "needs_confirmation"
        assert (await told(client, "list_tasks"))["total"] == 1
    assert human.asked == []


async def test_where_the_client_cannot_ask_the_person_approves_at_a_terminal(home: Path, era: str) -> None:
    async with piped(era) as client:
        await told(client, "add_task", title="buy milk")
        waiting = await told(client, "delete_task", task_identifier="milk")
        assert waiting["status"] == "needs_confirmation"
        command = waiting["suggestion"].partition(": ")[2].partition(".")[0].split()
        assert command[:2] == ["sayso", "approve"]
        code, shown = at_terminal(command[1:], [("Type yes: ", "yes")])
        assert code == 0, shown
        assert (await told(client, "delete_task", task_identifier="milk"))["status"] == "success"


async def test_the_entry_of_the_docs_is_all_that_a_client_needs(home: Path) -> None:
    docs = (Path(__file__).parent.parent.parent.parent / "docs/mcp.md").read_text(encoding="utf-8")
    entry = json.loads(docs.partition("```json\n")[2].partition("```")[0])
    assert entry["mcpServers"]["sayso"]["command"] == "sayso"
    entry["mcpServers"]["sayso"] |= {"command": SAYSO, "env": dict(os.environ)}  # as if it were on the path
    client: Client[Any] = Client(entry)
    async with client:
        assert (await told(client, "add_task", title="buy milk"))["number"] == 1


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT, None])
def test_it_ends_when_it_is_told_to_or_the_client_is_gone(home: Path, how: signal.Signals | None) -> None:
    hello = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
    asked = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello}
    pipe = subprocess.PIPE
    with watched(subprocess.Popen(sayso("mcp"), stdin=pipe, stdout=pipe, stderr=pipe)) as process:
        assert process.stdin is not None
        process.stdin.write(json.dumps(asked).encode() + b"\n")
        process.stdin.flush()
        assert json.loads(next_line(process, process.stdout))["result"]["serverInfo"]["name"] == "sayso"
        if how is not None:
            process.send_signal(how)
            assert process.wait(60) == 0
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (0, b"", b"")
    assert not (home / "sayso.db-wal").exists()
