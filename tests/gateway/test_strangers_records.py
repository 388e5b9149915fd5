"""Records of strangers' servers: found by the tools that list them, asked about where several fit."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from children import forked
from doorway import answer, doorway
from fastmcp import Client

from sayso.gateway.servers import LocalServer

TRACKER = Path(__file__).with_name("tracker.py")


def tracker(folder: Path, kind: str = "list", name: str = "tracker") -> LocalServer:
    program, *arguments = forked(str(TRACKER), str(folder / "marks"), kind)
    return LocalServer(name, program, tuple(arguments))


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


async def test_where_there_is_only_a_search_the_words_of_the_person_are_searched_for(tmp_path: Path) -> None:
    async with doorway(tmp_path, tracker(tmp_path, "search")) as door, Client(door.server) as client:
        waits = await called(client, "say", {"request": "close the login bug"})
        assert waits["status"] == "needs_confirmation", waits
        (pending,) = await door.desk.confirmations.waiting(door.desk.who())
        assert pending.arguments == {"issue_id": 4711}
        several = await called(client, "show_issue", {}, "show the printer bug")
        assert [s["label"] for s in several["suggestions"]] == ["Printer bug", "Another printer bug"]
        resembling = await called(client, "show_issue", {}, "show the scanner bug")
        assert resembling["status"] == "needs_input"  # what only the server thinks is meant is asked about
        assert "Login bug on Safari" in [s["label"] for s in resembling["suggestions"]]
        await called(client, "show_issue", {}, "show the login bug")
        assert door.marks() == ["searched login bug", "searched printer bug", "searched scanner bug"]


async def test_a_search_is_asked_where_the_list_does_not_hold_it(tmp_path: Path) -> None:
    async with doorway(tmp_path, tracker(tmp_path, "both")) as door, Client(door.server) as client:
        shown = await called(client, "show_issue", {}, "show the login bug")
        assert shown["result"] == "issue 4711"
        assert door.marks() == ["listed"]
        await called(client, "show_issue", {}, "show the scanner bug")
        assert door.marks() == ["listed", "searched scanner bug"]


@pytest.mark.parametrize(("kind", "tool"), [("numbers", "show_numbered"), ("answers", "show_issue")])
async def test_a_tool_is_known_by_the_schema_of_what_it_answers(tmp_path: Path, kind: str, tool: str) -> None:
    async with doorway(tmp_path, tracker(tmp_path, kind)) as door, Client(door.server) as client:
        assert (await called(client, tool, {}, "show the login bug"))["result"] == "issue 4711"
        assert door.marks() == ["listed"]


async def test_rows_about_something_else_that_only_mention_an_issue_are_not_its_records(tmp_path: Path) -> None:
    async with doorway(tmp_path, tracker(tmp_path, "talk")) as door, Client(door.server) as client:
        told = await called(client, "show_issue", {}, "show the login bug")
        assert (told["status"], told["suggestions"]) == ("needs_input", [])
        assert door.marks() == []


async def test_another_servers_records_are_not_looked_at(tmp_path: Path) -> None:
    servers = (tracker(tmp_path, "list", "here"), tracker(tmp_path, "none", "there"))
    async with doorway(tmp_path, *servers) as door, Client(door.server) as client:
        assert (await called(client, "here_show_issue", {}, "show the login bug"))["result"] == "issue 4711"
        told = await called(client, "there_show_issue", {}, "show the login bug")
        assert (told["status"], told["suggestions"]) == ("needs_input", [])


async def test_what_was_told_is_kept_a_minute_and_for_that_person_alone(tmp_path: Path) -> None:
    people, turn, now = [str(uuid4()), str(uuid4())], [0], [datetime(2026, 11, 16, tzinfo=UTC)]
    async with (
        doorway(tmp_path, tracker(tmp_path), who=lambda: people[turn[0]], clock=lambda: now[0]) as door,
        Client(door.server) as client,
    ):
        for person, later, listed in ((0, 0, 1), (0, 59, 1), (1, 0, 2), (0, 2, 3)):
            turn[0], now[0] = person, now[0] + timedelta(seconds=later)
            assert (await called(client, "show_issue", {}, "show the login bug"))["result"] == "issue 4711"
            assert len(door.marks()) == listed


@pytest.mark.parametrize(
    ("request_", "asked", "meant"),
    [
        ("close the login bug", "needs_confirmation", ["I-1"]),
        ("please close the dark mode issue", "needs_confirmation", ["I-2"]),
        ("close the issue about dark mode", "needs_confirmation", ["I-2"]),
        ("close the crash on export issue", "needs_input", ["I-3", "I-4"]),
        ("close the scanner issue", "needs_input", []),
        ("close issue I-2", "needs_confirmation", ["I-2"]),
    ],
)
async def test_what_people_call_a_record_is_not_taken_for_its_id(
    request_: str, asked: str, meant: list[str], tmp_path: Path
) -> None:
    async with doorway(tmp_path, tracker(tmp_path, "texts")) as door, Client(door.server) as client:
        told = await called(client, "say", {"request": request_})
        assert told["status"] == asked, told
        waiting = [p.arguments["issue_id"] for p in await door.desk.confirmations.waiting(door.desk.who())]
        offered = [s["value"]["issue_id"] for s in told.get("suggestions") or [] if "issue_id" in s["value"]]
        assert waiting + offered == meant
        assert not [mark for mark in door.marks() if mark.startswith("closed")]


async def test_a_record_is_shown_by_what_people_call_it_and_never_by_a_word_of_that(tmp_path: Path) -> None:
    async with doorway(tmp_path, tracker(tmp_path, "texts")) as door, Client(door.server) as client:
        shown = await called(client, "say", {"request": "show the login bug"})
        assert [s["answer"]["result"] for s in shown["steps"]] == ["issue I-1"]


@pytest.mark.parametrize("answer_", ["crash on export of tables", "export of tables", "I-4"])
async def test_the_next_say_picks_one_of_the_records_that_were_asked_about(answer_: str, tmp_path: Path) -> None:
    async with doorway(tmp_path, tracker(tmp_path, "texts")) as door, Client(door.server) as client:
        asked = await called(client, "say", {"request": "close the crash on export issue"})
        assert asked["status"] == "needs_input"
        waits = await called(client, "say", {"request": answer_})
        assert waits["status"] == "needs_confirmation", waits
        (pending,) = await door.desk.confirmations.waiting(door.desk.who())
        assert pending.arguments == {"issue_id": "I-4"}
