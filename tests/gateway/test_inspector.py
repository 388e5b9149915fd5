"""The MCP project's inspector before a guarded server: it lists and calls the tools as before."""

import json
from pathlib import Path
from typing import Any

import node
import pytest
from children import sayso
from upstreams import command, installed


@pytest.fixture(scope="module", autouse=True)
def programs() -> None:
    """The inspector; a build fails without it."""
    node.needed()


def inspected(home: Path, *arguments: str) -> Any:
    patience = ("--connect-timeout", "120000")  # milliseconds: a busy machine starts a server slowly
    done = node.run("mcp-inspector", "--cli", *patience, *arguments, more={"HOME": str(home)})
    assert done.stdout, done.stderr
    return json.loads(done.stdout)


def test_the_inspector_lists_and_reads_through_the_guard(tmp_path: Path) -> None:
    installed()
    files = tmp_path / "files"
    files.mkdir()
    (files / "a.txt").write_text("hello")
    target = [
        "-e",
        f"XDG_DATA_HOME={tmp_path / 'data'}",
        "--",
        *sayso("guard"),
        *command("filesystem", files),
    ]
    names = {tool["name"] for tool in inspected(tmp_path, "--method", "tools/list", *target)["tools"]}
    assert {"read_text_file", "move_file", "say", "find_tools"} <= names
    call = ["--method", "tools/call", "--tool-name"]
    read = inspected(tmp_path, *call, "read_text_file", "--tool-arg", f"path={files / 'a.txt'}", *target)
    assert "hello" in json.dumps(read)
    move = ("--tool-arg", f"source={files / 'a.txt'}", "--tool-arg", f"destination={files / 'b.txt'}")
    moved = inspected(tmp_path, *call, "move_file", *move, *target)
    assert moved["isError"]
    assert moved["_meta"]["sayso/answer"]["status"] == "needs_confirmation"
    assert (files / "a.txt").exists()
