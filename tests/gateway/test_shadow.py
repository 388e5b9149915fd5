"""Shadow mode: nothing is changed, and the report tells what would have been."""

import os
import subprocess
from pathlib import Path

import pytest
from children import sayso
from doorway import doorway
from fastmcp import Client

from sayso.audit.store import AuditFilter
from sayso.gateway.options import GatewayOptions
from sayso.gateway.shadow import report


async def test_watching_changes_nothing_and_tells_what_would_have_been(tmp_path: Path) -> None:
    async with doorway(tmp_path, options=GatewayOptions(is_shadow=True)) as door, Client(door.server) as client:
        await client.call_tool("delete_note", {"name": "milk"})
        said = {"sayso/said": "rename the note milk"}
        await client.call_tool("rename_note", {"name": "milk", "title": "<b>beer</b>"}, meta=said)
        await client.call_tool("delete_note", {"name": "tea"}, meta={"sayso/said": "don't delete the note tea"})
        missed = await client.call_tool("rename_note", {"name": "milk"}, raise_on_error=False)
        assert missed.is_error  # the server's own word
        assert door.marks() == ["deleted milk", "renamed milk <b>beer</b>", "deleted tea"]
        assert await door.desk.confirmations.waiting(door.desk.who()) == ()
        await door.desk.lines.flush()
        found = report([entry async for entry in door.desk.audit.read(AuditFilter())])
        assert found.lines() == [
            "4 calls, 2 of them without the person's words",
            "Unsupported arguments: 1",
            "Unconfirmed destructive calls: 1",
            "Missed parameters: 1",
            "Repairs: 0",
            "Calls that would have been stopped: 1",
        ]
        page = found.page()
        assert "&lt;b&gt;beer" in page
        assert "<b>beer" not in page
        assert "rename the note milk" in page
        verified = await door.desk.audit.verify()
        assert (verified.lines, verified.unchained, verified.broken) == (4, 0, None)


async def test_a_call_that_destroys_what_nobody_named_is_counted_as_unconfirmed_too(tmp_path: Path) -> None:
    async with doorway(tmp_path, options=GatewayOptions(is_shadow=True)) as door, Client(door.server) as client:
        await client.call_tool("delete_note", {"name": "eggs"}, meta={"sayso/said": "delete a note"})
        assert door.marks() == ["deleted eggs"]
        await door.desk.lines.flush()
        found = report([entry async for entry in door.desk.audit.read(AuditFilter())])
        assert found.lines()[1:4] == [
            "Unsupported arguments: 1",
            "Unconfirmed destructive calls: 1",
            "Missed parameters: 0",
        ]


def reported(folder: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    environment = {**os.environ, "XDG_DATA_HOME": str(folder / "data")}
    command = sayso("report", *arguments)
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=120)


async def test_the_report_counts_what_was_found_and_writes_a_page(tmp_path: Path) -> None:
    async with doorway(tmp_path, options=GatewayOptions(is_shadow=True)) as door, Client(door.server) as client:
        await client.call_tool("delete_note", {"name": "milk"}, meta={"sayso/said": "delete the note milk"})
    page = tmp_path / "report.html"
    ran = reported(tmp_path, "--page", str(page))
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.splitlines()[:3] == [
        "1 calls, 0 of them without the person's words",
        "Unsupported arguments: 0",
        "Unconfirmed destructive calls: 1",
    ]
    assert "delete the note milk" in page.read_text()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [(["--days", "0"], "use 1 or more"), (["--page", "no/such/folder/x.html"], "name another file")],
)
def test_a_report_that_cannot_be_is_told(tmp_path: Path, arguments: list[str], told: str) -> None:
    ran = reported(tmp_path, *arguments)
    assert ran.returncode == 2
    assert told in ran.stderr
