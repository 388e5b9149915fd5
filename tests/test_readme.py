"""README, typed as it stands: every command line works, with the files that are here, and prints what is said of it."""

import io
import json
import os
import re
import shlex
import subprocess
from importlib.metadata import metadata
from pathlib import Path

import children
import pytest
from fastmcp import Client
from fastmcp.client.transports import StdioTransport
from fresh import INSTALL, typed_lines

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
LINES = typed_lines(README)
COMMANDS = [line.removeprefix(".venv/bin/") for line in LINES if re.match(r"(\.venv/bin/)?sayso ", line)]
EXAMPLE = "env/bin/python examples/mcp_client.py "
ENTRY = json.loads(re.findall(r"```json\n(.*?)```", README, re.DOTALL)[0])["mcpServers"]["files"]


def typed(line: str, home: Path) -> "subprocess.CompletedProcess[str]":
    """What comes of a line that is typed where the repository is; where it asks for more, nobody types anything."""
    program, *arguments = shlex.split(line)
    assert program == "sayso"
    return subprocess.run(
        children.sayso(*arguments),
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        check=False,
        cwd=ROOT,
        env={**os.environ, "XDG_DATA_HOME": str(home)},
        timeout=children.PATIENCE,
    )


@pytest.mark.parametrize("line", COMMANDS)
def test_the_line_works_as_typed(line: str, tmp_path: Path) -> None:
    done = typed(line, tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout or line.endswith("chat")


def test_there_are_lines_for_each_door_and_all_are_of_a_kind_that_is_tried() -> None:
    assert len(COMMANDS) >= 8
    others = [line for line in LINES if line.removeprefix(".venv/bin/") not in COMMANDS]
    assert [line for line in others if not INSTALL.fullmatch(line) and not line.startswith(EXAMPLE)] == ["make run"]


@pytest.mark.parametrize("target", sorted(set(re.findall(r"`?make (\w+)", README))))
def test_make_knows_the_target(target: str) -> None:
    dry = ["make", "--dry-run", "--always-make", target, "DATA=folder"]
    done = subprocess.run(dry, capture_output=True, text=True, check=False, cwd=ROOT, timeout=60)
    assert done.returncode == 0, done.stderr


def test_what_is_to_be_installed_is_here_and_no_line_asks_for_what_is_on_no_index() -> None:
    extras = set(metadata("sayso").json["provides_extra"])
    installs = [found for line in LINES if (found := INSTALL.fullmatch(line))]
    assert {found["extra"] for found in installs} == {None, "server"}
    assert {found["extra"] for found in installs} - {None} <= extras
    for what in re.findall(r"(?:pip|pipx|uv tool) install ('?[^`,;:)\n]+)", README):
        assert what.strip("'").partition("[")[0] == ".", what


def test_the_example_stops_the_invented_call_as_readme_shows(tmp_path: Path) -> None:
    (line,) = [line for line in LINES if line.startswith(EXAMPLE)]
    shown = README.partition(line)[2].partition("```")[0].splitlines()
    done = subprocess.run(
        children.forked(str(ROOT / "examples/mcp_client.py"), *shlex.split(line)[2:]),
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "XDG_DATA_HOME": str(tmp_path)},
        timeout=children.PATIENCE,
    )
    assert [f"# {told}" for told in done.stdout.splitlines()] == [one for one in shown if one], done.stderr


async def test_the_entry_of_a_client_stops_an_invented_call_where_the_words_are_handed_on(tmp_path: Path) -> None:
    assert ENTRY["command"] == "sayso"
    guard, behind = ENTRY["args"][: ENTRY["args"].index("--") + 1], ENTRY["args"][ENTRY["args"].index("--") + 1 :]
    assert behind[0] == "npx"  # tests/gateway/test_inspector.py stands a guard before this very server
    server = children.forked(str(ROOT / "examples/mcp_client.py"), "--serve")
    command, *arguments = children.sayso(*guard, *server)
    made_up = {"iban": "DE89370400440532013000", "amount": 50}
    at = StdioTransport(command, arguments, env={**os.environ, "XDG_DATA_HOME": str(tmp_path)})
    async with Client(at) as client:
        (tool,) = [tool for tool in await client.list_tools() if tool.name == "transfer_money"]
        assert "_user_prompt" in tool.input_schema["properties"]
        handed_on = {**made_up, "_user_prompt": "send Anna 50 euros"}
        stopped = await client.call_tool("transfer_money", handed_on, raise_on_error=False)
        assert (stopped.meta or {})["sayso/answer"]["left_out"] == ["iban"]
        without = await client.call_tool("transfer_money", made_up, raise_on_error=False)
        assert "words" in (without.meta or {})["sayso/checks"]["unchecked"]


def test_every_link_leads_somewhere() -> None:
    for link in re.findall(r"\]\(([^)#]+)", README):
        assert link.startswith("http") or (ROOT / link).exists(), link


def test_every_figure_names_its_command() -> None:
    for line in io.StringIO(README):
        if re.search(r"\d+(\.\d+)? ?(ms|MB|seconds|times|%)", line):
            assert "`make " in line or "`sayso " in line, line
