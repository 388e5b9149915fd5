"""The MCP project's inspector before a guarded server: it lists and calls the tools as before, in both eras.

`python tests/inspecting.py` does that with every tool of six servers.
"""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from children import sayso
from inspecting import CALLS, ERAS, Inspector, inspector
from upstreams import command, installed


@pytest.fixture(scope="module")
def cli(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inspector]:
    with inspector(tmp_path_factory.mktemp("inspector")) as opened:
        yield opened


@pytest.mark.parametrize("era", ERAS)
def test_the_inspector_lists_and_reads_through_the_guard(tmp_path: Path, cli: Inspector, era: str) -> None:
    installed()
    files = tmp_path / "files"
    files.mkdir()
    (files / "a.txt").write_text("hello")
    target = ["-e", f"XDG_DATA_HOME={tmp_path / 'data'}", "--", *sayso("guard"), *command("filesystem", files)]
    names = {tool["name"] for tool in cli.told("--protocol-era", era, "--method", "tools/list", *target)["tools"]}
    assert {"read_text_file", "move_file", "say", "find_tools"} <= names
    call = ["--protocol-era", era, "--method", "tools/call", "--tool-name"]
    read = cli.told(*call, "read_text_file", "--tool-arg", f"path={files / 'a.txt'}", *target)
    assert "hello" in json.dumps(read)
    move = ("--tool-arg", f"source={files / 'a.txt'}", "--tool-arg", f"destination={files / 'b.txt'}")
    moved = cli.told(*call, "move_file", *move, *target)
    assert moved["isError"]
    assert moved["_meta"]["sayso/answer"]["status"] == "needs_confirmation"
    assert (files / "a.txt").exists()


def test_every_tool_of_the_servers_is_among_the_calls_that_are_compared() -> None:
    recorded = json.loads((CALLS.parents[1] / "blind/servers_tools.json").read_text(encoding="utf-8"))
    called = {(one["server"], one["tool"]) for one in map(json.loads, CALLS.read_text(encoding="utf-8").splitlines())}
    assert called == {(server, tool["name"]) for server, tools in recorded.items() for tool in tools}
