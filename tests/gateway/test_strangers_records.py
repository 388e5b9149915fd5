"""Records of strangers' servers: found by the tools that list them, asked about where several fit."""

from pathlib import Path
from typing import Any

from children import forked
from doorway import answer, doorway
from fastmcp import Client

from sayso.gateway.servers import LocalServer

TRACKER = Path(__file__).with_name("tracker.py")


def tracker(folder: Path) -> LocalServer:
    program, *arguments = forked(str(TRACKER), str(folder / "marks"))
    return LocalServer("tracker", program, tuple(arguments))


async def called(client: Client[Any], tool: str, arguments: dict[str, Any], said: str | None = None) -> dict[str, Any]:
    meta = {"sayso/said": said} if said else None
    result = await client.call_tool(tool, arguments, meta=meta, raise_on_error=False)
    return answer(result)


async def test_what_the_person_named_is_found_in_the_servers_own_lists(tmp_path: Path) -> None:
    async with doorway(tmp_path, tracker(tmp_path)) as door, Client(door.server) as client:
        shown = await called(client, "show_issue", {}, "show the login bug")
        assert shown["result"] == "issue 4711"
        made_up = await called(client, "show_issue", {"issue_id": "9"}, "show the login bug")
        assert made_up["result"] == "issue 4711"
        several = await called(client, "show_issue", {}, "show the printer bug")
        assert several["status"] == "needs_input"
        assert [s["value"] for s in several["suggestions"]] == [{"issue_id": 4713}, {"issue_id": 4714}]
        none = await called(client, "show_issue", {}, "show the scanner bug")
        assert (none["status"], none["suggestions"]) == ("needs_input", [])
        assert door.marks() == ["listed"]  # once, and kept for a while


async def test_the_login_bug_is_closed_by_say_after_the_persons_yes(tmp_path: Path) -> None:
    async with doorway(tmp_path, tracker(tmp_path)) as door, Client(door.server) as client:
        waits = await called(client, "say", {"request": "close the login bug"})
        assert waits["status"] == "needs_confirmation", waits
        (pending,) = await door.desk.confirmations.waiting(door.desk.who())
        assert pending.arguments == {"issue_id": 4711}
        assert pending.decision is not None
        assert pending.decision["records"] == {"issue_id": 4711}
        await door.say_yes()
        assert (await called(client, "say", {"request": "close the login bug"}))["status"] == "done"
        asked = await called(client, "say", {"request": "close the printer bug"})
        assert asked["status"] == "needs_input"
        assert [s["label"] for s in asked["suggestions"]] == ["Printer bug", "Another printer bug"]
        assert door.marks() == ["listed", "closed 4711"]
