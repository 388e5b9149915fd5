"""Sayso before the tools of a FastMCP server of one's own."""

from pathlib import Path

import pytest
from doorway import answer
from fastmcp import Client, FastMCP

from sayso.gateway.middleware import SaysoMiddleware


def notes(deleted: list[str]) -> FastMCP:
    server = FastMCP("notes")

    @server.tool
    def delete_note(name: str) -> str:
        """Delete a note"""
        deleted.append(name)
        return name

    @server.tool(annotations={"readOnlyHint": True})
    def find_note(words: str) -> str:
        """Find a note"""
        return words

    return server


async def test_two_lines_guard_a_server_of_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    deleted: list[str] = []
    server, sayso = notes(deleted), SaysoMiddleware()
    server.add_middleware(sayso)
    async with Client(server) as client:
        waits = await client.call_tool("delete_note", {"name": "milk"}, raise_on_error=False)
        assert answer(waits)["status"] == "needs_confirmation"
        said = {"sayso/said": "find the note about milk"}
        assert (await client.call_tool("find_note", {"words": "milk"}, meta=said)).data == "milk"
        wrong = await client.call_tool("find_note", {"words": "beer"}, meta=said, raise_on_error=False)
        assert answer(wrong)["status"] == "needs_input"
        desk = await sayso.desk()
        (pending,) = await desk.confirmations.waiting(desk.who())
        assert pending.tool == "notes/delete_note"
        assert await desk.confirmations.grant(pending.id, desk.who())
        await client.call_tool("delete_note", {"name": "milk"})
    await sayso.close()
    assert deleted == ["milk"]


async def test_a_tool_that_there_is_not_is_the_servers_to_tell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    server = notes([])
    server.add_middleware(SaysoMiddleware())
    async with Client(server) as client:
        gone = await client.call_tool("no_such_tool", {}, raise_on_error=False)
        assert gone.is_error
