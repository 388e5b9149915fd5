"""The commands: at a client's pipe before a real server, and what they say of files that cannot be."""

import json
import os
import subprocess
from dataclasses import replace
from pathlib import Path

import children
import httpx2
import pytest
from doorway import STRANGE, answer
from fastmcp import Client
from fastmcp.client.transports import StdioTransport
from upstreams import command, installed

from sayso.errors import CommandError
from sayso.gateway.servers import LocalServer, RemoteServer, command_server, read_servers


@pytest.mark.parametrize("era", ["legacy", "auto"])
async def test_before_a_real_server_at_a_pipe(tmp_path: Path, era: str) -> None:
    installed()
    files = tmp_path / "files"
    files.mkdir()
    (files / "a.txt").write_text("hello")
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path / "data")}
    program, *arguments = children.sayso("guard", "--", *command("filesystem", files))
    async with Client(StdioTransport(program, arguments, environment), mode=era) as client:
        read = await client.call_tool("read_text_file", {"path": str(files / "a.txt")})
        assert "hello" in str(read.content)
        move = {"source": str(files / "a.txt"), "destination": str(files / "b.txt")}
        moved = await client.call_tool("move_file", move, raise_on_error=False)
        assert moved.structured_content is None  # it promises another structure
        assert answer(moved)["status"] == "needs_confirmation"
    assert sorted(p.name for p in files.iterdir()) == ["a.txt"]


def test_what_is_ours_in_the_environment_is_not_handed_on() -> None:
    server = command_server(["node", "x.js"], {"PATH": "/bin", "SAYSO_SECRET": "s", "TOKEN": "t"})
    assert (server.command, server.arguments, server.environment) == ("node", ("x.js",), {"PATH": "/bin", "TOKEN": "t"})


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("npx -y @modelcontextprotocol/server-filesystem /dir", "server-filesystem"),
        ("npx -y @modelcontextprotocol/server-filesystem@2.0.1 /dir", "server-filesystem"),
        ("npx --package=@x/tools -- serve", "serve"),
        ("npx -p @x/tools serve", "serve"),
        ("python a.py", "a"),
        ("/usr/bin/python3.11 -u /srv/notes.py --fast", "notes"),
        ("python -m mcp_server_git", "mcp_server_git"),
        ("python -c pass", "python"),
        ("uvx mcp-server-git", "mcp-server-git"),
        ("uvx --from git+https://example.org/x/y.git@main mcp-server-git==1.2", "mcp-server-git"),
        ("uv --directory /srv run python server.py", "server"),
        ("docker run -i --rm -e TOKEN mcp/github:latest", "github"),
        ("env A=1 node --import tsx /srv/index.ts", "index"),
        (r"C:\bin\notes.exe", "notes"),
        ("/opt/notes-server --port 1", "notes-server"),
        ("npx", "npx"),
    ],
)
def test_a_server_is_called_by_what_is_started(line: str, name: str) -> None:
    assert command_server(line.split(), {}).name == name


def test_a_server_may_be_given_a_name() -> None:
    assert command_server(["python", "a.py"], {}, "notes").name == "notes"
    for wrong in ("", "a/b", "\x1b[2J", "n" * 60):
        with pytest.raises(CommandError, match="cannot be a server's name"):
            command_server(["python", "a.py"], {}, wrong)


def test_commands_are_told_apart_by_all_their_words_their_folder_and_their_environment() -> None:
    lines = [["python", "a.py"], ["python", "a.py", "x"], ["python", "/srv/a.py"], ["python", "a.py x"]]
    servers = [command_server(line, {}, "a", folder) for line in lines for folder in ("/one", "/two")]
    assert {server.name for server in servers} == {"a"}
    assert len({server.identity for server in servers}) == len(servers)
    assert command_server(lines[0], {}, "b", "/one").identity == servers[0].identity
    assert command_server(lines[0], {"ACCOUNT": "two"}, "a", "/one").identity != servers[0].identity


def test_a_clients_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "mcp.json"
    entries = {
        "files": {"command": "npx", "args": ["-y", "x"], "env": {"A": "1"}, "timeout": 30000},
        "far": {"url": "https://example.com/mcp", "headers": {"Authorization": "Bearer x"}, "type": "http"},
    }
    path.write_text(json.dumps({"mcpServers": entries}))
    assert tuple(replace(server, identity="") for server in read_servers(path)) == (
        LocalServer("files", "npx", ("-y", "x"), {"A": "1"}, None, 30.0),
        RemoteServer("far", "https://example.com/mcp", {"Authorization": "Bearer x"}),
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({"command": "python", "args": ["a.py"]}, {"command": "python", "args": ["c.py"]}),
        ({"command": "python", "cwd": "/srv/a"}, {"command": "python", "cwd": "/srv/c"}),
        ({"command": "python", "env": {"ACCOUNT": "one"}}, {"command": "python", "env": {"ACCOUNT": "two"}}),
        ({"url": "https://a.example.com/mcp"}, {"url": "https://c.example.com/mcp"}),
        (
            {"url": "https://a.example.com", "headers": {"X": "1"}},
            {"url": "https://a.example.com", "headers": {"X": "2"}},
        ),
    ],
)
def test_another_server_under_the_same_name_is_another(
    before: dict[str, object], after: dict[str, object], tmp_path: Path
) -> None:
    path = tmp_path / "mcp.json"
    seen: list[str] = []
    for entry in (before, after, before):
        path.write_text(json.dumps({"mcpServers": {"alpha": entry}}))
        seen.extend(server.identity for server in read_servers(path))
    assert seen[0] == seen[2] != seen[1]
    assert all(seen)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{", "mcp.json:1: is no JSON"),
        ("{}", "has no mcpServers"),
        ('{"mcpServers": {"a": 1}}', "mcpServers.a: must be an object"),
        ('{"mcpServers": {"a": {"comand": "x"}}}', "did you mean 'command'?"),
        ('{"mcpServers": {"a": {"command": "x", "args": "y"}}}', "args that are no list"),
        ('{"mcpServers": {"a": {"command": ""}}}', "a command that is no text"),
        ('{"mcpServers": {"a": {"command": "x", "env": []}}}', "env that are no object"),
        ('{"mcpServers": {"a": {"url": "ftp://x"}}}', "begin it with http"),
        ('{"mcpServers": {"a": {"url": "http://x", "type": "carrier"}}}', "use one of: http"),
        ('{"mcpServers": {"a": {"command": "x", "timeout": -1}}}', "give milliseconds"),
    ],
)
def test_a_file_that_cannot_be_is_told_with_what_to_do(tmp_path: Path, text: str, told: str) -> None:
    path = tmp_path / "mcp.json"
    path.write_text(text)
    with pytest.raises(CommandError) as wrong:
        read_servers(path)
    assert told in str(wrong.value)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["guard"], "no server is named"),
        (["gateway", "no-such-file.json"], "cannot be read"),
        (["gateway", "x.json", "--local"], "add --http"),
    ],
)
def test_a_command_line_that_cannot_be_is_told(arguments: list[str], told: str) -> None:
    ran = subprocess.run(children.sayso(*arguments), capture_output=True, text=True, check=False)
    assert ran.returncode == 2
    assert told in ran.stderr


def test_at_this_machine_the_address_is_the_secret(tmp_path: Path) -> None:
    file = tmp_path / "mcp.json"
    program, *arguments = children.forked(str(STRANGE))
    file.write_text(json.dumps({"mcpServers": {"a": {"command": program, "args": arguments}}}))
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path / "data")}
    command = children.sayso("gateway", str(file), "--http", "--local", "--port", "0")
    running = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)
    with children.watched(running):
        address = children.next_line(running, running.stderr).removeprefix("listening at ").strip()
        key = address.rpartition("/mcp/")[2]
        assert len(key) == 32
        body = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
        headers = {"Accept": "application/json, text/event-stream"}
        wrong = address.replace(key, "0" * 32)
        for path in (address.removesuffix(f"/{key}"), wrong):
            assert httpx2.post(path, json=body, headers=headers, timeout=60).status_code == 404
        listed = httpx2.post(address, json=body, headers=headers, timeout=60)
        assert listed.status_code == 200
        assert "delete_note" in listed.text
        assert children.end(running) == 0


def test_on_the_network_it_starts_without_a_complaint(tmp_path: Path) -> None:
    file = tmp_path / "mcp.json"
    program, *arguments = children.forked(str(STRANGE))
    file.write_text(json.dumps({"mcpServers": {"a": {"command": program, "args": arguments}}}))
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path / "data")}
    command = children.sayso("gateway", str(file), "--http", "--port", "0")
    running = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)
    with children.watched(running):
        address = children.next_line(running, running.stderr).removeprefix("listening at ").strip()
        assert httpx2.post(address, json={}, timeout=60).status_code == 401  # it answers: it has started
        running.terminate()
        _, said = running.communicate(timeout=children.PATIENCE)
    assert "get_tasks" not in said
    assert "WARNING" not in said
