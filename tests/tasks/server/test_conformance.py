"""What the MCP project's own programs say: the inspector lists and calls the tools, the conformance suite agrees."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import node
import pytest
from children import sayso
from doors import TOKENS, Process

EXPECTED = Path(__file__).parent.parent.parent / "conformance"


@pytest.fixture(scope="module", autouse=True)
def programs() -> None:
    """A build fails without them; elsewhere these tests are skipped and say how to get them."""
    node.needed()


@pytest.fixture(scope="module")
def local(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    process = Process(f"sqlite:///{tmp_path_factory.mktemp('conformance') / 'sayso.db'}", "--local")
    yield process
    process.kill()


@pytest.mark.parametrize("version", ["2025-11-25", "2026-07-28"])
def test_the_server_conforms_to_the_protocol(local: Process, version: str, tmp_path: Path) -> None:
    expected = ["--expected-failures", str(EXPECTED / f"{version}.yaml"), "-o", str(tmp_path)]
    done = node.run(
        "conformance", "server", "--url", local.address, "--suite", "all", "--spec-version", version, *expected
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr
    assert "tools-list" in done.stdout


@pytest.mark.parametrize("path", sorted(EXPECTED.glob("*.yaml")), ids=lambda p: p.stem)
def test_every_expected_failure_says_why_and_names_one_check(path: Path) -> None:
    entries = [line for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("  - ")]
    assert entries
    for entry in entries:
        check, _, why = entry.partition("  # ")
        assert ":" in check
        assert why


def inspected(home: Path, *arguments: str, settings: dict[str, str] | None = None) -> Any:
    patience = ("--connect-timeout", "120000")  # milliseconds: a busy machine starts a server slowly
    done = node.run("mcp-inspector", "--cli", *patience, *arguments, more={"HOME": str(home), **(settings or {})})
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads(done.stdout)


def test_the_inspector_lists_and_calls_the_tools_at_a_pipe(tmp_path: Path) -> None:
    database = f"SAYSO_DATABASE_URL=sqlite:///{tmp_path / 'sayso.db'}"
    target = ["-e", database, "--", *sayso("mcp")]
    tools = inspected(tmp_path, "--method", "tools/list", *target)["tools"]
    assert {tool["name"] for tool in tools} >= {"add_task", "undo"}
    call = ["--method", "tools/call", "--tool-name", "add_task", "--tool-arg", "title=buy milk"]
    added = inspected(tmp_path, *call, *target)
    assert added["structuredContent"]["title"] == "buy milk"


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_the_inspector_lists_and_calls_the_tools_over_http(
    kind: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    process: Process = request.getfixturevalue(f"{kind}_process")
    header = ["--header", f"Authorization: Bearer {TOKENS.issue(str(uuid4()))}"]
    listed = node.run(
        "mcp-inspector",
        "--cli",
        process.address,
        *header,
        "--method",
        "tools/list",
        "--strict",
        more={"HOME": str(tmp_path)},
    )
    assert listed.returncode == 0, listed.stdout + listed.stderr
    assert "get_user_info" in listed.stdout
    assert "error-severity" not in listed.stderr
    called = node.run(
        "mcp-inspector",
        "--cli",
        process.address,
        *header,
        "--method",
        "tools/call",
        "--tool-name",
        "get_user_info",
        more={"HOME": str(tmp_path)},
    )
    assert '"error": "no_account"' in called.stdout, called.stdout + called.stderr
