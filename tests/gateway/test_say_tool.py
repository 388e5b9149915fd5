"""`say` and `find_tools`: plain language over all tools behind the gateway, through the same checks as every call."""

from pathlib import Path
from typing import Any

import pytest
from doorway import ERAS, doorway, strange
from fastmcp import Client

from sayso import Engine
from sayso.audit.store import AuditFilter
from sayso.gateway.finding import ToolIndex
from sayso.gateway.options import GatewayOptions
from sayso.gateway.saying import Finder


async def said(client: Client[Any], request: str, conversation: str = "") -> dict[str, Any]:
    meta = {"sayso/conversation": conversation} if conversation else None
    result = await client.call_tool("say", {"request": request}, meta=meta, raise_on_error=False)
    assert result.structured_content is not None
    return result.structured_content


@pytest.mark.parametrize("era", ERAS)
async def test_say_reads_asks_and_leaves_what_destroys_to_the_person(tmp_path: Path, era: str) -> None:
    async with doorway(tmp_path) as door, Client(door.server, mode=era) as client:
        read = await said(client, "read the number of this process")
        assert (read["status"], read["steps"][0]["tool"]) == ("done", "read_pid")
        assert (await said(client, "tell me a joke"))["status"] == "nothing_asked_for"
        waits = await said(client, "delete the note 'milk'")
        assert waits["status"] == "needs_confirmation"
        assert door.marks() == []
        assert (await said(client, "yes"))["status"] != "done"
        assert door.marks() == []
        await door.say_yes()
        done = await said(client, "delete the note 'milk'")
        assert done["status"] == "done"
        assert door.marks() == ["deleted milk"]


async def test_what_say_asks_or_does_not_understand_is_written_down_with_its_decision(tmp_path: Path) -> None:
    async with doorway(tmp_path) as door, Client(door.server) as client:
        requests = ("rename the note milk", "tell me a joke")
        told = [(await said(client, request, request))["status"] for request in requests]
        assert told == ["needs_input", "nothing_asked_for"]
        await said(client, "read the number of this process")
        await door.desk.lines.flush()
        asked, joke, read = [entry async for entry in door.desk.audit.read(AuditFilter())]
        for line, request in zip((asked, joke), requests, strict=True):
            assert (line.door, line.tool, line.status) == ("gateway", "say", "refused")
            assert (line.arguments, bool(line.result["error_message"])) == ({"request": request}, True)
        assert asked.decision is not None
        steps: Any = asked.decision["steps"]
        (step,) = steps
        assert step["sources"]["name"]["kind"] == "message"
        assert joke.decision is not None
        assert joke.decision["status"] == "decline"
        assert read.tool == "strange/read_pid"  # a call has its own line


async def test_an_open_question_is_answered_in_its_own_conversation_only(tmp_path: Path) -> None:
    async with doorway(tmp_path) as door, Client(door.server) as client:
        asked = await said(client, "delete a note", "a")
        assert asked["status"] == "needs_input"
        assert (await said(client, "milk", "b"))["status"] == "nothing_asked_for"
        answered = await said(client, "milk", "a")
        assert answered["status"] == "needs_confirmation"
        assert answered["steps"][0]["arguments"] == {"name": "milk"}
        assert door.marks() == []


async def test_find_tools_gives_the_few_that_fit_and_hidden_ones_can_be_called(tmp_path: Path) -> None:
    options = GatewayOptions(hides_tools=True)
    async with doorway(tmp_path, options=options) as door, Client(door.server) as client:
        assert {tool.name for tool in await client.list_tools()} == {"say", "find_tools"}
        found = await client.call_tool("find_tools", {"query": "rename one of my notes", "limit": 2})
        assert found.structured_content is not None
        names = [tool["name"] for tool in found.structured_content["tools"]]
        assert names[0] == "rename_note"
        assert len(names) <= 2
        assert (await client.call_tool("read_slowly", {"steps": 1})).data == "read"


def test_a_tool_whose_schema_alone_changed_is_found_as_it_is_now(engine: Engine) -> None:
    def notes(**properties: object) -> list[dict[str, object]]:
        schema = {"type": "object", "properties": properties}
        return [{"name": "write_note", "description": "Write a note", "inputSchema": schema}]

    finder, text, colour = Finder(engine), {"type": "string"}, {"type": "string", "enum": ["red", "blue"]}
    assert finder.find(notes(text=text), "write a note", 5) == notes(text=text)
    assert finder.find(notes(text=text, colour=colour), "write a note", 5) == notes(text=text, colour=colour)
    assert finder.find(notes(text=text, colour=colour), "something blue", 5) == notes(text=text, colour=colour)


async def test_a_servers_own_say_keeps_working_under_its_servers_name(tmp_path: Path) -> None:
    other = tmp_path / "other.py"
    other.write_text(
        "from fastmcp import FastMCP\n"
        "server = FastMCP('other')\n"
        "@server.tool(annotations={'readOnlyHint': True})\n"
        "def say(text: str) -> str:\n    'Read a text aloud'\n    return text\n"
        "server.run(show_banner=False)\n"
    )
    voice = strange(tmp_path, "voice")
    behind = type(voice)("voice", voice.command, (str(other),))
    async with doorway(tmp_path, behind) as door, Client(door.server) as client:
        assert {tool.name for tool in await client.list_tools()} == {"say", "find_tools", "voice_say"}
        assert (await client.call_tool("voice_say", {"text": "hi"})).data == "hi"


def test_the_index_finds_by_name_description_and_options(engine: Engine) -> None:
    def tool(name: str, about: str, **properties: object) -> dict[str, object]:
        return {"name": name, "description": about, "inputSchema": {"type": "object", "properties": properties}}

    tools = [
        tool("get_weather", "Get the forecast for a city", city={"type": "string"}),
        tool("send_mail", "Send a message to somebody", to={"type": "string"}),
        tool("paint", "Paint a wall", colour={"type": "string", "enum": ["crimson", "teal"]}),
    ]
    index = ToolIndex(engine, tools)
    assert index.find("what's the forecast for Rome?")[0].name == "get_weather"
    assert index.find("make it crimson")[0].name == "paint"
    assert index.find("zzz qqq") == []
    assert ToolIndex(engine, []).find("anything") == []
