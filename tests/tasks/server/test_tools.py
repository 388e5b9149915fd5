"""What an MCP client sees and gets: the tools, their answers, and every row of what can go wrong."""

import json
from typing import Any

import jsonschema
import pytest
from doors import YES, Door, Human, told
from examples import examples
from fastmcp import Client
from hypothesis import given
from hypothesis import strategies as st

from sayso.session import Session
from sayso.tasks.server.catalogue import catalogue

PARAMETERS = {
    "add_task": {"title", "description", "priority", "due", "repeat"},
    "list_tasks": {"filter", "priority", "due", "search", "limit", "offset"},
    "complete_task": {"task_identifier"},
    "delete_task": {"task_identifier"},
    "update_task": {
        "task_identifier",
        "new_title",
        "new_description",
        "new_priority",
        "new_due",
        "new_repeat",
        "new_status",
    },
    "undo": set(),
    "redo": set(),
    "get_user_info": set(),
}
HINTS = {  # read-only, destructive, idempotent
    "add_task": (False, False, False),
    "list_tasks": (True, False, True),
    "complete_task": (False, False, True),
    "delete_task": (False, True, True),
    "update_task": (False, False, False),
    "undo": (False, False, False),
    "redo": (False, False, False),
    "get_user_info": (True, False, True),
}


@pytest.fixture
async def ann(door: Door) -> Session:
    return await door.person("Ann")


async def test_the_tools_are_those_of_the_contract_and_never_take_a_user(door: Door, ann: Session) -> None:
    async with door.client(ann) as client:
        tools = {tool.name: tool for tool in await client.list_tools() if tool.name in PARAMETERS}
    assert {name: set(tool.input_schema["properties"]) for name, tool in tools.items()} == PARAMETERS
    for name, tool in tools.items():
        assert tool.input_schema["additionalProperties"] is False
        jsonschema.Draft202012Validator.check_schema(tool.input_schema)
        assert tool.output_schema is not None
        jsonschema.Draft202012Validator.check_schema(tool.output_schema)
        assert tool.title
        assert tool.description
        hints = tool.annotations
        assert hints is not None
        assert (hints.read_only_hint, hints.destructive_hint, hints.idempotent_hint) == HINTS[name]
        assert hints.open_world_hint is False
    add = tools["add_task"].input_schema
    assert add["required"] == ["title"]
    assert (add["properties"]["title"]["minLength"], add["properties"]["title"]["maxLength"]) == (1, 200)
    assert add["properties"]["description"]["maxLength"] == 1000
    assert add["properties"]["priority"]["enum"] == ["low", "medium", "high"]
    assert tools["list_tasks"].input_schema["properties"]["filter"]["enum"] == [
        "all",
        "pending",
        "completed",
        "overdue",
    ]


async def test_every_tool_does_its_work(door: Door, ann: Session) -> None:
    human = Human(YES)
    async with door.client(ann, human) as client:
        milk = await told(client, "add_task", title="  buy milk ", priority="high", due="2026-11-20")
        assert (milk["status"], milk["number"], milk["title"]) == ("success", 1, "buy milk")
        bread = await told(client, "add_task", title="buy bread", description="rye")
        listed = await told(client, "list_tasks", filter="pending", search="BUY")
        assert [task["id"] for task in listed["tasks"]] == [milk["task_id"], bread["task_id"]]
        assert (await told(client, "complete_task", task_identifier="milk"))["completed"] is True
        assert (await told(client, "complete_task", task_identifier=1))["unchanged"] is True
        changed = await told(client, "update_task", task_identifier="#2", new_title="buy rye bread", new_description="")
        assert (changed["title"], changed["description"]) == ("buy rye bread", "")
        undone = await told(client, "undo")
        assert (undone["title"], undone["undone"], undone["deleted"]) == ("buy bread", "update_task", False)
        assert (await told(client, "get_user_info"))["name"] == "Ann"
        assert (await told(client, "list_tasks", due={"from": "2026-11-19"}, limit=1))["total"] == 1
    assert human.asked == []


async def test_what_comes_out_is_what_the_schema_says(door: Door, ann: Session) -> None:
    calls: list[tuple[str, dict[str, Any]]] = [
        ("add_task", {"title": "buy milk"}),
        ("add_task", {"title": ""}),
        ("list_tasks", {}),
        ("complete_task", {"task_identifier": "1"}),
        ("update_task", {"task_identifier": "milk", "new_priority": "low"}),
        ("update_task", {"task_identifier": "mlik", "new_priority": "low"}),
        ("undo", {}),
        ("redo", {}),
        ("delete_task", {"task_identifier": "1"}),
        ("get_user_info", {}),
    ]
    async with door.client(ann) as client:
        schemas = {tool.name: tool.output_schema or {} for tool in await client.list_tools()}
        for name, arguments in calls:
            answer = await told(client, name, **arguments)
            jsonschema.Draft202012Validator(schemas[name]).validate(answer)
            result = await client.call_tool(name, arguments, raise_on_error=False)
            assert json.loads(result.content[0].text).keys() == answer.keys()  # for clients that only read text


ROWS: list[tuple[str, dict[str, Any], str, dict[str, str]]] = [
    ("complete_task", {"task_identifier": "butter"}, "not_found", {}),
    ("complete_task", {"task_identifier": "9"}, "not_found", {}),
    ("delete_task", {"task_identifier": "butter"}, "not_found", {}),
    ("update_task", {"task_identifier": "butter", "new_title": "x"}, "not_found", {}),
    ("complete_task", {"task_identifier": "buy"}, "several_match", {}),
    ("delete_task", {"task_identifier": "buy"}, "several_match", {}),
    ("update_task", {"task_identifier": "buy", "new_title": "x"}, "several_match", {}),
    ("add_task", {"title": "   "}, "invalid", {"field": "title"}),
    ("add_task", {}, "invalid", {"field": "title"}),
    ("add_task", {"title": 5}, "invalid", {"field": "title"}),
    ("add_task", {"title": "x" * 201}, "invalid", {"field": "title"}),
    ("add_task", {"title": "x", "description": "d" * 1001}, "invalid", {"field": "description"}),
    ("add_task", {"title": "x", "priority": "urgent"}, "invalid", {"field": "priority"}),
    ("add_task", {"title": "x", "due": "tomorrow"}, "invalid", {"field": "due"}),
    ("add_task", {"title": "x", "user_id": "someone"}, "invalid", {"field": "user_id"}),
    ("get_user_info", {"userId": "someone"}, "invalid", {"field": "userId"}),
    ("add_task", {"title": "x", "colour": "red"}, "invalid", {"field": "colour"}),
    ("undo", {"steps": 2}, "invalid", {"field": "steps"}),
    ("list_tasks", {"filter": "mine"}, "invalid", {"field": "filter"}),
    ("list_tasks", {"limit": 0}, "invalid", {"field": "limit"}),
    ("list_tasks", {"limit": "10"}, "invalid", {"field": "limit"}),
    ("list_tasks", {"due": "someday"}, "invalid", {"field": "due"}),
    ("list_tasks", {"due": {"since": "2026-11-01"}}, "invalid", {"field": "due"}),
    ("complete_task", {}, "invalid", {"field": "task_identifier"}),
    ("update_task", {"task_identifier": "milk"}, "invalid", {}),
    ("update_task", {"task_identifier": "milk", "new_status": "done"}, "invalid", {"field": "new_status"}),
    ("update_task", {"task_identifier": "milk", "new_title": ""}, "invalid", {"field": "new_title"}),
    ("remove_task", {"task_identifier": "milk"}, "unknown_tool", {}),
]


async def test_whatever_is_wrong_is_told_with_the_next_step_and_changes_nothing(door: Door, ann: Session) -> None:
    async with door.client(ann) as client:
        for title in ("buy milk", "buy bread"):
            await told(client, "add_task", title=title)
        before = await told(client, "list_tasks")
        for tool, arguments, error, more in ROWS:
            answer = await told(client, tool, **arguments)
            assert (answer["status"], answer["error"]) == ("error", error), (tool, arguments)
            assert answer["error_message"]
            assert answer["suggestion"]
            assert answer.items() >= more.items(), (tool, arguments)
        assert await told(client, "list_tasks") == before
        several = await told(client, "complete_task", task_identifier="buy")
        assert [c["title"] for c in several["candidates"]] == ["buy milk", "buy bread"]
        nearest = await told(client, "complete_task", task_identifier="milk and honey")
        assert nearest["suggestions"][0]["title"] == "buy milk"
    calls = await door.audit(ann)
    assert {e.status for e in calls if e.arguments.get("user_id") or "colour" in e.arguments} == {"refused"}
    assert [e.status for e in calls if e.tool == "remove_task"] == ["refused"]


async def test_nothing_to_undo_is_told(door: Door, ann: Session) -> None:
    async with door.client(ann) as client:
        assert (await told(client, "undo"))["error"] == "nothing_to_undo"


async def test_another_persons_task_looks_byte_for_byte_like_one_that_is_not_there(door: Door, ann: Session) -> None:
    bob = await door.person("Bob")
    async with door.client(ann) as anns, door.client(bob, Human(YES)) as bobs:
        hers = (await told(anns, "add_task", title="buy milk"))["task_id"]
        missing = "00000000-0000-4000-8000-000000000000"
        for tool in ("complete_task", "delete_task", "update_task"):
            more = {"new_title": "mine"} if tool == "update_task" else {}
            for named, unnamed in ((hers, missing), ("buy milk", "buy milk"), ("1", "1")):
                seen = await bobs.call_tool(tool, {"task_identifier": named, **more}, raise_on_error=False)
                none = await bobs.call_tool(tool, {"task_identifier": unnamed, **more}, raise_on_error=False)
                text = seen.content[0].text.replace(named, "?"), none.content[0].text.replace(unnamed, "?")
                assert text[0].encode() == text[1].encode()
                assert seen.structured_content is not None
                assert seen.structured_content["error"] == "not_found"
        assert (await told(bobs, "list_tasks"))["total"] == 0
        assert (await told(anns, "list_tasks"))["total"] == 1


async def test_a_key_makes_a_retried_call_one_call(door: Door, ann: Session) -> None:
    async with door.client(ann) as client:
        first = await told(client, "add_task", key="k1", title="buy milk")
        assert await told(client, "add_task", key="k1", title="buy milk") == first
        assert (await told(client, "add_task", key="k2", title="buy milk"))["number"] == 2
        assert (await told(client, "add_task", key="k1", title="buy bread"))["error"] == "key_reused"
        assert (await told(client, "add_task", key="k" * 501, title="buy bread"))["field"] == "idempotencyKey"
        result = await client.call_tool("add_task", {"title": "x"}, raise_on_error=False, meta={"idempotencyKey": 7})
        assert result.is_error
        assert (await told(client, "list_tasks"))["total"] == 2


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(st.text(max_size=8), inside, max_size=3),
    max_leaves=5,
)
NAMES = st.sampled_from(sorted({*(name for card in catalogue() for name in card.properties), "user_id"})) | st.text(
    max_size=8
)


@examples(60)
@given(tool=st.sampled_from([c.name for c in catalogue()]), arguments=st.dictionaries(NAMES, JSON, max_size=4))
@pytest.mark.parametrize("kind", ["sqlite"], indirect=True)
@pytest.mark.parametrize("era", ["modern"], indirect=True)
@pytest.mark.parametrize("way", ["memory"], indirect=True)
async def test_whatever_is_sent_gets_an_answer_of_the_promised_shape(
    door: Door, ann: Session, tool: str, arguments: dict[str, Any]
) -> None:
    async with Client(door.server(ann)) as client:
        answer = await told(client, tool, **arguments)
    card = next(card for card in catalogue() if card.name == tool)
    jsonschema.Draft202012Validator(card.output_schema()).validate(answer)
