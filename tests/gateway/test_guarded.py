"""What becomes of calls at the gateway: with the person's words, without them, and where they destroy."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from doorway import ERAS, Doorway, answer, doorway
from fastmcp import Client

from sayso.audit.store import AuditFilter
from sayso.face import standard
from sayso.gateway.judging import IncomingCall, Judge
from sayso.gateway.options import GatewayOptions
from sayso.gateway.verdict import NeedsInput, NeedsYes, PassedOn
from sayso.gateway.words import HINT, PersonWords, said


async def called(
    client: Client[Any], tool: str, arguments: Mapping[str, object], said: object = None
) -> dict[str, Any]:
    meta = None if said is None else {"sayso/said": said}
    result = await client.call_tool(tool, dict(arguments), meta=meta, raise_on_error=False)
    return {**answer(result), "_checks": (result.meta or {}).get("sayso/checks")}


async def lines(door: Doorway) -> list[dict[str, Any]]:
    await door.desk.lines.flush()
    return [entry.to_dict() async for entry in door.desk.audit.read(AuditFilter())]


@pytest.mark.parametrize("era", ERAS)
async def test_a_supported_call_passes_and_says_what_was_checked(tmp_path: Path, era: str) -> None:
    async with doorway(tmp_path) as door, Client(door.server, mode=era) as client:
        told = await called(
            client, "rename_note", {"name": "milk", "title": "oat milk"}, "rename the note milk to oat milk"
        )
        assert told["result"] == "milk is oat milk"
        assert told["_checks"] == {
            "checked": ["schema", "danger", "policy", "words", "earlier results"],
            "unchecked": {},
        }


async def test_without_words_the_answer_says_that_they_were_not_checked(tmp_path: Path) -> None:
    async with doorway(tmp_path) as door, Client(door.server) as client:
        told = await called(client, "rename_note", {"name": "milk", "title": "tea"})
        assert told["result"] == "milk is tea"
        assert told["_checks"] == {
            "checked": ["schema", "danger", "policy"],
            "unchecked": {
                "words": "no words of the person came with the call",
                "earlier results": "without words of the person there is nothing that earlier results could stand for",
            },
        }


async def test_what_nobody_said_is_asked_for_and_not_passed_on(tmp_path: Path) -> None:
    async with doorway(tmp_path) as door, Client(door.server) as client:
        told = await called(client, "rename_note", {"name": "milk", "title": "coffee"}, "rename the note milk")
        assert told["status"] == "needs_input"
        assert told["known"] == {"name": "milk"}
        assert told["left_out"] == ["title"]
        assert door.marks() == []
        assert [line["status"] for line in await lines(door)] == ["refused"]


async def test_what_the_person_spoke_against_is_stopped(tmp_path: Path) -> None:
    async with doorway(tmp_path) as door, Client(door.server) as client:
        told = await called(client, "delete_note", {"name": "milk"}, "don't delete the note milk")
        assert told["error"] == "not_asked_for"
        assert door.marks() == []


async def test_a_missing_value_is_told_without_words_too(tmp_path: Path) -> None:
    async with doorway(tmp_path) as door, Client(door.server) as client:
        assert (await called(client, "rename_note", {"name": "milk"}))["status"] == "needs_input"
        assert door.marks() == []


@pytest.mark.parametrize("era", ERAS)
async def test_what_destroys_waits_for_the_persons_own_yes_and_is_done_once(tmp_path: Path, era: str) -> None:
    async with doorway(tmp_path) as door, Client(door.server, mode=era) as client:
        asked = await called(client, "delete_note", {"name": "milk"}, "delete the note milk")
        assert asked["status"] == "needs_confirmation"
        assert "sayso approve" in asked["suggestion"]
        assert door.marks() == []
        await door.say_yes()
        done = await called(client, "delete_note", {"name": "milk"}, "delete the note milk")
        assert done["result"] == "deleted milk"
        again = await called(client, "delete_note", {"name": "milk"}, "delete the note milk")
        assert again["status"] == "needs_confirmation"
        assert door.marks() == ["deleted milk"]
        statuses = [line["status"] for line in await lines(door)]
        assert statuses == ["needs_confirmation", "success", "needs_confirmation"]


@pytest.mark.parametrize("era", ERAS)
async def test_a_client_that_says_yes_to_everything_destroys_nothing(tmp_path: Path, era: str) -> None:
    asked: list[str] = []

    async def yes(message: str, *_: object) -> dict[str, bool]:
        asked.append(message)
        return {"confirm": True}

    async with doorway(tmp_path) as door, Client(door.server, mode=era, elicitation_handler=yes) as client:
        told = await called(client, "delete_note", {"name": "milk"}, "delete the note milk")
        assert told["status"] == "needs_confirmation"
        assert (asked, door.marks()) == ([], [])


async def test_values_from_earlier_answers_have_a_source(tmp_path: Path) -> None:
    async with doorway(tmp_path) as door, Client(door.server) as client:
        pid = (await client.call_tool("read_pid", meta={"sayso/said": "read the number of this process"})).data
        said = "rename the note milk to the number that you just read"
        told = await called(client, "rename_note", {"name": "milk", "title": str(pid)}, said)
        assert told["result"] == f"milk is {pid}"
        made_up = await called(client, "rename_note", {"name": "milk", "title": str(pid + 1)}, said)
        assert made_up["status"] == "needs_input"


async def test_the_hint_argument_is_listed_where_wished_and_taken_for_the_models_word(tmp_path: Path) -> None:
    async with doorway(tmp_path, options=GatewayOptions(adds_hint=True)) as door, Client(door.server) as client:
        tools = {tool.name: tool for tool in await client.list_tools()}
        assert HINT in tools["rename_note"].input_schema["properties"]
        arguments = {"name": "milk", "title": "coffee", HINT: "rename the note milk"}
        told = await called(client, "rename_note", arguments)
        assert told["status"] == "needs_input"
        assert told["checks"]["unchecked"] == {"words": "the words came from the model, in the hint argument"}
        said = {"name": "milk", "title": "coffee", HINT: "rename the note milk to coffee"}
        assert (await called(client, "rename_note", said))["result"] == "milk is coffee"


@pytest.mark.parametrize(("setting", "counts"), [("true", True), ("false", False)])
async def test_a_form_in_the_client_counts_only_where_clients_may_confirm(
    tmp_path: Path, setting: str, counts: bool
) -> None:
    asked: list[str] = []

    async def yes(message: str, *_: object) -> dict[str, bool]:
        asked.append(message)
        return {"confirm": True}

    async with doorway(tmp_path, environment={"SAYSO_CLIENTS_CONFIRM": setting}) as door:
        async with Client(door.server, elicitation_handler=yes) as client:
            arguments = {"name": "milk", "colour": "red", "paper": "fine"}  # nobody spoke of paper
            told = await called(client, "colour_note", arguments, "give the note milk the colour red")
        assert (told.get("status") != "needs_confirmation", bool(asked)) == (counts, counts)
        assert door.marks() == (["coloured milk red"] if counts else [])


async def test_what_is_written_down_is_chained(tmp_path: Path) -> None:
    async with doorway(tmp_path) as door, Client(door.server) as client:
        await called(client, "delete_note", {"name": "milk"}, "delete the note milk")
        await called(client, "rename_note", {"name": "milk", "title": "tea"})
        assert [(line["door"], line["status"]) for line in await lines(door)] == [
            ("gateway", "needs_confirmation"),
            ("gateway", "success"),
        ]
        verified = await door.desk.audit.verify()
        assert (verified.lines, verified.unchained, verified.broken) == (2, 0, None)


async def test_an_answer_in_place_of_a_tools_breaks_no_promise_of_the_tool(tmp_path: Path) -> None:
    async with doorway(tmp_path) as door, Client(door.server) as client:
        promised = {tool.name: tool.output_schema for tool in await client.list_tools()}
        assert promised["delete_note"] is not None
        result = await client.call_tool("delete_note", {"name": "milk"}, raise_on_error=False)
        assert result.structured_content is None
        assert result.meta is not None
        (text,) = result.content
        assert json.loads(getattr(text, "text", "")) == result.meta["sayso/answer"]
        assert result.meta["sayso/answer"]["status"] == "needs_confirmation"


ELSEWHERE = "https://example.org/note.json"


@pytest.mark.parametrize(
    ("schema", "outside"),
    [
        ({"type": "object", "properties": {"note": {"$ref": ELSEWHERE}}}, ELSEWHERE),
        ({"$ref": ELSEWHERE}, ELSEWHERE),
        ({"type": "object", "properties": {"note": {"anyOf": [{"$ref": "#/$defs/gone"}]}}}, "#/$defs/gone"),
        ({"type": "object", "properties": {"note": {"$ref": "#/$defs/a"}}, "$defs": {"a": {"type": "string"}}}, None),
        ({"type": "object", "properties": {"$ref": {"type": "string"}, "note": {"enum": [{"$ref": ELSEWHERE}]}}}, None),
    ],
)
def test_a_schema_that_leads_outside_is_told_as_unchecked(schema: dict[str, Any], outside: str | None) -> None:
    tool = {"name": "read_note", "description": "Read", "inputSchema": schema, "annotations": {"readOnlyHint": True}}
    checks = Judge(standard()).judge(IncomingCall(tool, "notes", {"note": "x"}, PersonWords())).checks
    assert ("schema" in checks.checked) == (outside is None)
    told = f"the tool's schema refers to '{outside}', and nothing is fetched"
    assert checks.unchecked.get("schema") == (None if outside is None else told)


FILE = {
    "name": "write_file",
    "description": "Write a file",
    "inputSchema": {
        "type": "object",
        "properties": {
            "path": {"type": "string", "minLength": 1},
            "content": {"type": "string"},
            "tags": {"type": "array", "items": {"type": "string"}},
        },
        "required": ["path", "content"],
    },
}


@pytest.mark.parametrize(
    "more",
    [{"content": "three\n"}, {"content": "  a\n\n"}, {"content": ""}, {"content": "none", "tags": [" a", "b\n"]}],
)
def test_without_words_blanks_and_empty_texts_reach_the_tool_as_they_came(more: dict[str, Any]) -> None:
    given = {"path": "/a.txt", **more}
    changes = {**FILE, "annotations": {"readOnlyHint": False, "destructiveHint": False}}
    passed = Judge(standard()).judge(IncomingCall(changes, "files", given, PersonWords()))
    assert isinstance(passed, PassedOn)
    assert passed.arguments == given
    destroys = {**FILE, "annotations": {"destructiveHint": True}}
    waits = Judge(standard()).judge(IncomingCall(destroys, "files", given, PersonWords()))
    assert isinstance(waits, NeedsYes)
    assert (waits.arguments, waits.by) == (given, "person")


def test_what_a_tool_does_not_take_empty_is_asked_for_and_words_are_looked_for_as_before() -> None:
    judge = Judge(standard())
    assert isinstance(
        judge.judge(IncomingCall(FILE, "files", {"path": " ", "content": "x"}, PersonWords())), NeedsInput
    )
    assert isinstance(judge.judge(IncomingCall(FILE, "files", {"path": "/a.txt"}, PersonWords())), NeedsInput)
    heard = said("write nothing into /a.txt", "client")
    assert not isinstance(judge.judge(IncomingCall(FILE, "files", {"path": "/a.txt", "content": ""}, heard)), PassedOn)
