"""Sayso itself as a tool: what an MCP client hands in, and the decision it gets."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from doors import Door, told

from sayso.domains.shipped import served_tools, shipped_tools
from sayso.face import standard
from sayso.session import Session

NOW = "2026-11-16T10:00:00+01:00"
TASKS = {"tasks": [{"id": "1", "title": "report for Ann"}, {"id": "2", "title": "report for Bo"}]}
TOOLS = json.loads((Path(__file__).parent.parent / "examples/tools.json").read_text(encoding="utf-8"))["tools"]
REQUESTS: list[tuple[dict[str, Any], str]] = [
    ({"message": "add buy milk tomorrow", "now": NOW, "id": "a"}, "call"),
    ({"message": "delete report", "context": TASKS}, "ask"),
    ({"message": "delete report for Bo", "context": TASKS}, "confirm"),
    ({"message": "complete the dentist", "context": TASKS}, "failed"),
    ({"message": "what a nice day", "language": "en"}, "decline"),
    ({"message": "what is the weather in Rome?", "tools": TOOLS}, "confirm"),
    ({"call": {"name": "complete_task", "arguments": {"task_identifier": "2"}}, "context": TASKS}, "call"),
    ({"message": "add milk", "call": {"name": "ad_task", "arguments": {}}, "context": None}, "failed"),
]
WRONG: list[tuple[dict[str, Any], str, str]] = [
    ({"message": "yes", "pending": {"steps": []}}, "pending", "kept by the server"),
    ({"message": "hi", "context": {"user": {"id": "somebody"}}}, "context.user", "that of the session"),
    ({"message": "hi", "user_id": "somebody"}, "user_id", "that of the session"),
    ({"message": "hi", "mood": "good"}, "mood", "takes no argument"),
    ({"message": "hi", "context": 3}, "context", "must be an object"),
    ({"message": "hi", "context": {"task": []}}, "context.task", "no such field"),
    ({"message": "hi", "history": [{"role": "system", "content": ""}]}, "history[0].role", "must be one of"),
    ({"message": "hi", "language": "tlh"}, "language", "no pack"),
    ({}, "message", "missing"),
]


@pytest.fixture
async def ann(door: Door) -> Session:
    return await door.person("Ann")


async def test_the_tool_is_listed_as_the_domain_defines_it_and_reads_only(door: Door, ann: Session) -> None:
    async with door.client(ann) as client:
        tool = next(tool for tool in await client.list_tools() if tool.name == "decide")
    assert tool.input_schema == served_tools()["decide"].input_schema()
    assert "pending" not in tool.input_schema["properties"]
    assert tool.input_schema["properties"]["history"]["items"] == {"type": "object"}
    jsonschema.Draft202012Validator.check_schema(tool.output_schema or {})
    hints = tool.annotations
    assert hints is not None
    assert (hints.read_only_hint, hints.destructive_hint, hints.idempotent_hint) == (True, False, True)


async def test_the_decision_is_that_of_the_engine_and_of_the_shape_that_was_promised(door: Door, ann: Session) -> None:
    user = {"id": ann.user_id, "timezone": "UTC"}
    async with door.client(ann) as client:
        tool = next(tool for tool in await client.list_tools() if tool.name == "decide")
        given, promised = (
            jsonschema.Draft202012Validator(schema or {}) for schema in (tool.input_schema, tool.output_schema)
        )
        for request, status in REQUESTS:
            given.validate({k: v for k, v in request.items() if v is not None})
            answer = await told(client, "decide", **request)
            assert answer["status"] == status, request
            promised.validate(answer)
            context = {**(request.get("context") or {}), "user": user}
            assert answer == standard().decide({**request, "context": context}).to_dict()


async def test_what_is_no_request_is_told_with_the_field_and_the_next_step(door: Door, ann: Session) -> None:
    async with door.client(ann) as client:
        for request, field, said in WRONG:
            answer = await told(client, "decide", **request)
            assert (answer["status"], answer["error"], answer["field"]) == ("error", "invalid", field), request
            assert said in answer["error_message"]
            assert answer["suggestion"]


async def test_it_carries_nothing_out_and_stands_in_the_audit_without_the_records(door: Door, ann: Session) -> None:
    async with door.client(ann) as client:
        await told(client, "decide", message="add buy milk", context=TASKS)
        await told(client, "decide", message="hi", language="tlh")
        assert (await told(client, "list_tasks"))["total"] == 0
    first, second, _ = await door.audit(ann)
    assert (first.tool, first.status, first.arguments) == ("decide", "success", {"message": "add buy milk"})
    assert first.result == {"status": "call"}
    assert (second.status, second.result) == ("error", {"error": "invalid"})


async def test_the_persons_own_zone_says_which_day_it_is(door: Door, ann: Session) -> None:
    async with door.client(ann) as client:  # who lives by UTC
        answer = await told(client, "decide", message="add call Tokyo today", now="2026-11-17T08:00:00+09:00")
    assert answer["steps"][0]["parameters"]["due"] == "2026-11-16"


async def test_half_a_character_that_would_come_back_is_refused(door: Door, ann: Session) -> None:
    if door.process is None:  # on the way through the network it is no JSON
        async with door.client(ann) as client:
            answer = await told(client, "decide", message="add buy \ud83d milk")
        assert (answer["error"], answer["field"]) == ("invalid", "message")


async def test_nobody_gets_an_answer_whose_account_is_gone(door: Door) -> None:
    if door.process is None:
        gone = Session("00000000-0000-4000-8000-00000000dead", "test")
        async with door.client(gone) as client:
            assert (await told(client, "decide", message="hi"))["error"] == "no_account"


def test_no_message_is_ever_decided_to_be_a_call_of_it() -> None:
    assert "decide" in served_tools()
    assert "decide" not in shipped_tools()
    assert len(served_tools()) == len(shipped_tools()) + 1
