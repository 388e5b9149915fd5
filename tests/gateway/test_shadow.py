"""Shadow mode: nothing is changed, and the report tells what would have been."""

from pathlib import Path

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
