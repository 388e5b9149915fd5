"""Servers behind the gateway: nothing of theirs is lost, names stay, and what ends or hangs is told and begun again."""

import asyncio
from pathlib import Path

import pytest
from children import forked
from doors import TOKENS
from doorway import ERAS, answer, doorway, opened, strange
from fastmcp import Client
from fastmcp.client.auth import BearerAuth
from mcp_types import TextContent

from sayso.accounts.person import LOCAL_ID
from sayso.audit.store import AuditFilter
from sayso.gateway.names_apart import before, names_apart
from sayso.gateway.options import GatewayOptions
from sayso.gateway.servers import LocalServer


async def seen(path: Path, line: str) -> None:
    """Wait until the server wrote a line."""
    while not path.exists() or line not in path.read_text().split("\n"):
        await asyncio.to_thread(path.parent.stat)


@pytest.mark.parametrize("era", ERAS)
async def test_tools_resources_prompts_and_progress_pass_in_both_eras(tmp_path: Path, era: str) -> None:
    told: list[tuple[float, float | None, str | None]] = []

    async def progress(done: float, total: float | None, message: str | None) -> None:
        told.append((done, total, message))

    async with doorway(tmp_path) as door, Client(door.server, mode=era) as client:
        names = {tool.name for tool in await client.list_tools()}
        assert {"read_pid", "delete_note", "wait"} <= names
        assert client.instructions == "Be kind."
        read = await client.call_tool("read_slowly", {"steps": 3}, progress_handler=progress)
        assert read.data == "read"
        assert [done for done, _, _ in told] == [1, 2, 3]
        (content,) = await client.read_resource("notes://all")
        assert getattr(content, "text", None) == "milk"
        (one,) = await client.read_resource("notes://eggs")
        assert getattr(one, "text", None) == "eggs"
        assert [str(t.uri_template) for t in await client.list_resource_templates()] == ["notes://{name}"]
        prompt = await client.get_prompt("greet", {"name": "Ada"})
        assert isinstance(prompt.messages[0].content, TextContent)
        assert prompt.messages[0].content.text == "Hello Ada"


@pytest.mark.parametrize("era", ERAS)
async def test_a_cancelled_call_is_cancelled_behind_too(tmp_path: Path, era: str) -> None:
    async with doorway(tmp_path) as door, Client(door.server, mode=era) as client:
        await client.list_tools()
        calling = asyncio.create_task(client.call_tool("wait"))
        await seen(door.mark, "began")
        calling.cancel()
        await seen(door.mark, "cancelled")
        assert (await client.call_tool("read_slowly", {"steps": 1})).data == "read"
        await door.desk.lines.flush()
        lines = [entry.to_dict() async for entry in door.desk.audit.read(AuditFilter())]
        told = {str(line["tool"]).rpartition("/")[2]: line["status"] for line in lines}
        assert told["wait"] == "cancelled"  # the server behind may have done it all the same


@pytest.mark.parametrize("era", ERAS)
async def test_progress_resources_prompts_and_cancelling_pass_over_the_network(tmp_path: Path, era: str) -> None:
    told: list[float] = []

    async def progress(done: float, *_: object) -> None:
        told.append(done)

    with opened("gateway", tmp_path) as origin:
        async with Client(f"{origin}/mcp", auth=BearerAuth(TOKENS.issue(LOCAL_ID)), mode=era) as client:
            await client.call_tool("read_slowly", {"steps": 3}, progress_handler=progress)
            assert told == [1, 2, 3]
            (content,) = await client.read_resource("notes://all")
            assert getattr(content, "text", None) == "milk"
            prompt = await client.get_prompt("greet", {"name": "Ada"})
            assert getattr(prompt.messages[0].content, "text", None) == "Hello Ada"
            calling = asyncio.create_task(client.call_tool("wait"))
            await seen(tmp_path / "marks", "began")
            calling.cancel()
            await seen(tmp_path / "marks", "cancelled")


async def test_only_whoever_called_can_cancel_over_the_network(tmp_path: Path) -> None:
    with opened("gateway", tmp_path) as origin:
        mine, theirs = BearerAuth(TOKENS.issue(LOCAL_ID)), BearerAuth(TOKENS.issue(LOCAL_ID))  # a moment apart
        async with (
            Client(f"{origin}/mcp", auth=mine, mode="legacy") as client,
            Client(f"{origin}/mcp", auth=theirs, mode="legacy") as other,
        ):
            calling = asyncio.create_task(client.call_tool("wait"))
            await seen(tmp_path / "marks", "began")
            for number in range(20):
                await other.cancel(number)
            assert (await other.call_tool("read_slowly", {"steps": 1})).data == "read"
            assert (tmp_path / "marks").read_text() == "began\n"
            calling.cancel()
            await seen(tmp_path / "marks", "cancelled")


async def test_a_server_that_ends_is_told_and_started_again(tmp_path: Path) -> None:
    async with doorway(tmp_path) as door, Client(door.server) as client:
        first = (await client.call_tool("read_pid")).data
        ended = await client.call_tool("crash", raise_on_error=False)
        assert ended.is_error
        assert answer(ended)["error"] == "upstream_down"
        assert "ended during the call" in answer(ended)["error_message"]
        assert (await client.call_tool("read_pid")).data != first
        assert door.marks() == ["crash"]  # what may have been done is not done twice


async def test_a_server_that_hangs_is_told_and_started_again(tmp_path: Path) -> None:
    options = GatewayOptions(patience=3)
    async with doorway(tmp_path, options=options) as door, Client(door.server) as client:
        first = (await client.call_tool("read_pid")).data
        hung = await client.call_tool("hang", raise_on_error=False)
        assert "did not answer within 3 seconds and is started again" in answer(hung)["error_message"]
        assert (await client.call_tool("read_pid")).data != first


async def test_a_call_that_takes_too_long_is_cancelled_and_the_server_stays(tmp_path: Path) -> None:
    options = GatewayOptions(patience=3)
    async with doorway(tmp_path, options=options) as door, Client(door.server) as client:
        first = (await client.call_tool("read_pid")).data
        slow = await client.call_tool("wait", raise_on_error=False)
        assert "the server still answers others" in answer(slow)["error_message"]
        assert (await client.call_tool("read_pid")).data == first


async def test_a_server_that_cannot_be_started_leaves_the_others(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    gone = LocalServer("gone", str(tmp_path / "no-such-program"))
    async with doorway(tmp_path, gone, strange(tmp_path)) as door, Client(door.server) as client:
        assert "read_pid" in {tool.name for tool in await client.list_tools()}
        assert (await client.call_tool("read_slowly", {"steps": 1})).data == "read"
    assert "The server 'gone' cannot be reached" in capfd.readouterr().err


async def test_names_get_their_servers_only_where_they_clash(tmp_path: Path) -> None:
    other = tmp_path / "other.py"
    other.write_text(
        "from fastmcp import FastMCP\n"
        "server = FastMCP('other')\n"
        "@server.tool(annotations={'readOnlyHint': True})\n"
        "def read_pid() -> str:\n    'Read it'\n    return 'other'\n"
        "@server.tool(annotations={'readOnlyHint': True})\n"
        "def read_more() -> str:\n    'Read more'\n    return 'more'\n"
        "@server.resource('notes://all')\n"
        "def notes() -> str:\n    return 'other notes'\n"
        "server.run(show_banner=False)\n"
    )
    program, *arguments = forked(str(other))
    second = LocalServer("b", program, tuple(arguments))
    async with doorway(tmp_path, strange(tmp_path, "a"), second) as door, Client(door.server) as client:
        names = {tool.name for tool in await client.list_tools()}
        assert {"a_read_pid", "b_read_pid", "read_more", "delete_note"} <= names
        assert "read_pid" not in names
        assert (await client.call_tool("b_read_pid")).data == "other"
        assert (await client.call_tool("read_more")).data == "more"
        uris = {str(one.uri) for one in await client.list_resources()}
        assert uris == {"notes://a/all", "notes://b/all"}
        (content,) = await client.read_resource("notes://b/all")
        assert getattr(content, "text", None) == "other notes"


async def test_what_is_meant_for_us_stays_with_us_and_the_rest_passes_on(tmp_path: Path) -> None:
    async with doorway(tmp_path) as door, Client(door.server, mode="legacy") as client:
        meta = {"sayso/said": "read what came beside the call", "traceparent": "00-1", "mine": 1}
        keys = (await client.call_tool("read_meta", meta=meta)).data
        assert "mine" in keys
        assert "traceparent" in keys
        assert not [key for key in keys if key.startswith("sayso/")]


def small(folder: Path, name: str, *called: str) -> LocalServer:
    """A server with a tool, a prompt, a resource and a template of each of these names."""
    lines = ["from fastmcp import FastMCP", f"server = FastMCP({name!r})"]
    for one in called:
        says = f"lambda: '{name} {one}'"
        lines += [
            f"server.tool({says}, name={one!r}, description='Read', annotations={{'readOnlyHint': True}})",
            f"server.prompt({says}, name={one!r})",
            f"server.resource('n://{one.replace('_', '/')}')({says})",
            f"server.resource('t://{one.replace('_', '/')}/{{id}}', name='{one} t')(lambda id: '{name} {one}')",
        ]
    path = folder / f"{name}.py"
    path.write_text("\n".join((*lines, "server.run(show_banner=False)", "")))
    program, *arguments = forked(str(path))
    return LocalServer(name, program, tuple(arguments))


async def test_no_server_takes_the_place_of_another(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    servers = small(tmp_path, "a", "x"), small(tmp_path, "b", "x", "a_x")
    async with doorway(tmp_path, *servers) as door, Client(door.server) as client:
        expected = {"a_x": "a x", "b_x": "b x", "b_a_x": "b a_x"}
        assert {tool.name for tool in await client.list_tools()} == {*expected, "say", "find_tools"}
        assert {prompt.name for prompt in await client.list_prompts()} == set(expected)
        for name, text in expected.items():
            assert getattr((await client.call_tool(name)).content[0], "text", None) == text
            prompt = await client.get_prompt(name)
            assert getattr(prompt.messages[0].content, "text", None) == text
            uri = name.replace("_", "/")
            for found in (f"n://{uri}", f"t://{uri}/1"):
                (content,) = await client.read_resource(found)
                assert getattr(content, "text", None) == text, found
    assert "b: 'a_x' is listed as 'b_a_x'" in capfd.readouterr().err


@pytest.mark.parametrize(
    ("found", "names"),
    [
        ([("a", "x"), ("b", "y")], ["x", "y"]),
        ([("a", "x"), ("b", "x")], ["a_x", "b_x"]),
        ([("b", "a_x"), ("b", "x"), ("a", "x")], ["b_a_x", "b_x", "a_x"]),
        ([("a", "x"), ("b", "x"), ("b", "a_x"), ("c", "b_a_x")], ["a_x", "b_x", "b_a_x", "c_b_a_x"]),
        ([("a", "say"), ("b", "a_say")], ["a_say", "b_a_say"]),
        ([("a", "b_x"), ("a_b", "x"), ("c", "b_x"), ("c", "x")], ["a_b_x", "a_b_2_x", "c_b_x", "c_x"]),
        ([("find", "tools"), ("b", "tools")], ["find_2_tools", "b_tools"]),
    ],
)
def test_names_are_told_apart_until_all_are_different(found: list[tuple[str, str]], names: list[str]) -> None:
    assert names_apart(found, before, ("say", "find_tools")) == names
