"""Six real MCP servers, by the tools they listed: nothing is proposed that was not asked for, and how it is judged."""

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from sayso.face import standard
from sayso_evals.servers import Asked, all_seen, listed, main, read, report, seen

BLIND = Path(__file__).parents[1] / "blind"
REQUESTS, TOOLS = BLIND / "servers.jsonl", BLIND / "servers_tools.json"
ENGINE = standard()
SERVER = """
from fastmcp import FastMCP
server = FastMCP("lamps")
@server.tool(annotations={"readOnlyHint": True})
def read_lamp(name: str) -> str:
    "Read the state of a lamp"
    return name
server.run(show_banner=False)
"""


def test_nothing_wrong_is_proposed_to_real_servers() -> None:
    outcomes = all_seen(read(REQUESTS), json.loads(TOOLS.read_text(encoding="utf-8")), ENGINE)
    count = Counter(one.kind for one in outcomes)
    assert [f"{one.case.message}: {one.told}" for one in outcomes if one.kind == "wrong"] == []
    assert count["right"] >= 30
    assert sum(count.values()) == 60


@pytest.mark.parametrize(
    ("message", "expect", "kind"),
    [
        ("Read the file a/b.txt", {"tool": ["read_text_file", "read_file"], "arguments": {"path": "a/b.txt"}}, "right"),
        ("Read the file a/b.txt", {"tool": "read_file", "arguments": {"path": "a/c.txt"}}, "wrong"),
        ("Read the file a/b.txt", {"tool": "move_file", "arguments": {"path": "a/b.txt"}}, "wrong"),
        ("Read the file a/b.txt", {"ask": True}, "wrong"),
        ("Read the file a/b.txt", {"nothing": True}, "wrong"),
        ("Order a pizza", {"nothing": True}, "declined"),
    ],
)
def test_how_a_request_is_judged(message: str, expect: dict[str, Any], kind: str) -> None:
    tools = json.loads(TOOLS.read_text(encoding="utf-8"))["filesystem"]
    found = seen(Asked("filesystem", "en", message, expect), tools, ENGINE)
    assert (found.kind, found.is_due) == (kind, kind != "wrong")


def test_the_report_counts_and_names_what_was_not_expected(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    one = {"server": "time", "lang": "en", "message": "Current time in Asia/Tokyo", "expect": {"nothing": True}}
    (tmp_path / "one.jsonl").write_text(json.dumps(one), encoding="utf-8")
    asked = [str(tmp_path / "one.jsonl"), "--tools", str(TOOLS), "--record", str(tmp_path / "again.json")]
    assert main(asked, ENGINE) == 1
    told = capsys.readouterr().out
    assert "| time | en | 1 | 0 | 0 (0) | 0 (0) | 1 |" in told
    assert "wrong time: 'Current time in Asia/Tokyo'" in told
    assert json.loads((tmp_path / "again.json").read_text()) == json.loads(TOOLS.read_text(encoding="utf-8"))
    assert list(report([]))[-1] == "| all | both | 0 | 0 | 0 (0) | 0 (0) | 0 |"


async def test_a_server_is_started_and_asked_for_its_tools() -> None:
    (tool,) = await listed([sys.executable, "-c", SERVER])
    assert tool["name"] == "read_lamp"
    assert tool["annotations"] == {"readOnlyHint": True}
    assert tool["inputSchema"]["required"] == ["name"]
