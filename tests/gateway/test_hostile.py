"""Servers that mean harm: bounded, told, and nothing of one person reaches another."""

import sys
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from doorway import ERAS, answer, doorway
from fastmcp import Client

from sayso.gateway.pipe import Lines, TooLongLine
from sayso.gateway.servers import LocalServer

HOSTILE = Path(__file__).with_name("hostile.py")


def hostile(kind: str) -> LocalServer:
    return LocalServer("hostile", sys.executable, (str(HOSTILE), kind))


async def called(client: Client[Any], tool: str, arguments: dict[str, Any], said: str | None = None) -> dict[str, Any]:
    meta = {"sayso/said": said} if said else None
    result = await client.call_tool(tool, arguments, meta=meta, raise_on_error=False)
    return {**answer(result), "_error": result.is_error}


@pytest.mark.parametrize("era", ERAS)
async def test_a_description_that_gives_orders_changes_no_decision(tmp_path: Path, era: str) -> None:
    async with doorway(tmp_path, hostile("orders")) as door, Client(door.server, mode=era) as client:
        assert (await called(client, "delete_all", {}))["status"] == "needs_confirmation"
        assert (await called(client, "delete_all", {"confirm": True}, "delete all"))["status"] == "needs_confirmation"


async def test_schemas_without_end_are_bounded(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    async with doorway(tmp_path, hostile("properties")) as door, Client(door.server) as client:
        names = {tool.name for tool in await client.list_tools()}
        assert {"read_it", "read_many"} <= names
        assert "read_huge" not in names
        assert not (await called(client, "read_many", {"p1": "x"}, "read many x"))["_error"]
        assert not (await called(client, "read_it", {"name": "x"}))["_error"]
        await called(client, "say", {"request": "read many x"})
    assert "'read_huge' is left out for the size of its schema" in capfd.readouterr().err


async def test_schemas_that_refer_to_themselves_end(tmp_path: Path) -> None:
    async with doorway(tmp_path, hostile("recursive")) as door, Client(door.server) as client:
        deep: dict[str, Any] = {}
        for _ in range(40):
            deep = {"again": deep}
        await called(client, "read_loop", deep)
        await called(client, "read_loop", {"up": 1}, "read the loop")
        await called(client, "say", {"request": "read the loop"})
        assert not (await called(client, "read_it", {"name": "x"}))["_error"]


async def test_names_that_paint_the_screen_are_left_out_and_told(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    async with doorway(tmp_path, hostile("names")) as door, Client(door.server) as client:
        assert {tool.name for tool in await client.list_tools()} == {"read_it", "say", "find_tools"}
    told = capfd.readouterr().err
    assert "left out for its name" in told
    assert "\x1b[2J" not in told


@pytest.mark.parametrize("era", ERAS)
async def test_one_tool_that_cannot_be_read_leaves_the_others(
    tmp_path: Path, era: str, capfd: pytest.CaptureFixture[str]
) -> None:
    async with doorway(tmp_path, hostile("malformed")) as door, Client(door.server, mode=era) as client:
        assert {tool.name for tool in await client.list_tools()} == {"read_it", "say", "find_tools"}
        assert not (await called(client, "read_it", {"name": "x"}))["_error"]
    assert "hostile: a tool is left out, for its definition is none: 'read_less'" in capfd.readouterr().err


@pytest.mark.parametrize("id_comes", ["first", "last"])
async def test_an_answer_of_fifty_megabytes_is_not_passed_on(tmp_path: Path, id_comes: str) -> None:
    async with doorway(tmp_path, hostile(f"large-{id_comes}")) as door, Client(door.server) as client:
        assert (await called(client, "read_it", {"name": "x"}))["error"] == "too_large"
        assert not (await called(client, "read_it", {"name": "y"}))["_error"]  # the same program goes on answering


async def test_one_that_does_not_say_what_it_answers_ends_the_connection(tmp_path: Path) -> None:
    async with doorway(tmp_path, hostile("large-between")) as door, Client(door.server) as client:
        await called(client, "read_it", {"name": "y"})
        told = await called(client, "read_it", {"name": "x"})
        assert told["error"] == "upstream_down"
        assert not (await called(client, "read_it", {"name": "y"}))["_error"]  # a new program does


def test_of_a_line_that_is_too_long_only_its_ends_are_kept() -> None:
    lines = Lines(longest=10_000)
    cut = [
        line
        for piece in (b"one\ntw", b"o\n", b"{" + b"x" * 9_990, b"y" * 9_990 + b"}\nthree\n")
        for line in lines.feed(piece)
    ]
    assert [line for line in cut if isinstance(line, bytes)] == [b"one", b"two", b"three"]
    (long,) = [line for line in cut if isinstance(line, TooLongLine)]
    assert long.answer() is None


@pytest.mark.parametrize(
    ("head", "tail", "identity"),
    [
        (b'{"jsonrpc":"2.0","id":7,"result":{', b"}}", 7),
        (b'{"id": "a-7", "result":{', b"}}", "a-7"),
        (b'{"result":{', b'}, "jsonrpc": "2.0", "id": 7}', 7),
        (b'{"result":{', b'},"id":7,"jsonrpc":"2.0"}\r', 7),
        (b'{"result":{"id":7', b'"id":8}]}}', None),
    ],
)
def test_what_it_answers_is_read_only_where_it_can_stand(head: bytes, tail: bytes, identity: object) -> None:
    answer = TooLongLine(head, tail).answer()
    assert (None if answer is None else answer.id) == identity


async def test_a_flood_of_changes_is_heard_once(tmp_path: Path) -> None:
    async with doorway(tmp_path, hostile("flood")) as door, Client(door.server) as client:
        for _ in range(3):
            assert not (await called(client, "read_it", {"name": "x"}))["_error"]


async def test_people_have_programs_of_their_own(tmp_path: Path) -> None:
    people, turn = [str(uuid4()), str(uuid4())], [0]
    async with doorway(tmp_path, who=lambda: people[turn[0]]) as door, Client(door.server) as client:
        pids = []
        for person in (0, 1, 0):
            turn[0] = person
            pids.append((await client.call_tool("read_pid")).data)
        assert pids[0] == pids[2] != pids[1]


async def test_what_one_person_was_told_supports_nothing_of_anothers(tmp_path: Path) -> None:
    people, turn = [str(uuid4()), str(uuid4())], [0]
    async with doorway(tmp_path, who=lambda: people[turn[0]]) as door, Client(door.server) as client:
        said = {"sayso/said": "read the number of this process", "sayso/conversation": "same"}
        pid = str((await client.call_tool("read_pid", meta=said)).data)
        turn[0] = 1
        renaming = {"sayso/said": "rename the note milk to that number", "sayso/conversation": "same"}
        arguments = {"name": "milk", "title": pid}
        told = await client.call_tool("rename_note", arguments, meta=renaming, raise_on_error=False)
        assert answer(told)["status"] == "needs_input"
