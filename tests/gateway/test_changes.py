"""What changes at a server behind is told to the clients of whoever it changed for, in both protocols; a flood of it
becomes a few words."""

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

import children
import httpx2
import pytest
from doors import TOKENS
from doorway import doorway, opened
from fastmcp import Client
from fastmcp.client.auth import BearerAuth
from fastmcp.client.messages import MessageHandler
from mcp.client.subscriptions import listen
from mcp.shared.exceptions import MCPError
from mcp.shared.subscriptions import PromptsListChanged, ResourcesListChanged, ServerEvent, ToolsListChanged

from sayso.accounts.person import LOCAL_ID
from sayso.gateway.changes import ChangeBus
from sayso.gateway.servers import LocalServer

CHANGING = Path(__file__).with_name("changing.py")
HOSTILE = Path(__file__).with_name("hostile.py")


def changing() -> LocalServer:
    command, *arguments = children.forked(str(CHANGING))
    return LocalServer("changing", command, tuple(arguments))


def flooding() -> LocalServer:
    return LocalServer("hostile", sys.executable, (str(HOSTILE), "flood"))


class Heard(MessageHandler):
    """A client of the older protocol that remembers what it was told."""

    def __init__(self) -> None:
        self.kinds: asyncio.Queue[str] = asyncio.Queue()

    async def on_notification(self, message: Any) -> None:
        if "list_changed" in message.method:
            self.kinds.put_nowait(message.method.split("/")[1])


async def test_a_client_of_the_older_protocol_hears_of_new_tools_prompts_and_resources(tmp_path: Path) -> None:
    heard = Heard()
    async with (
        doorway(tmp_path, changing()) as door,
        Client(door.server, mode="legacy", message_handler=heard) as client,
    ):
        assert "fresh" not in {tool.name for tool in await client.list_tools()}
        await client.call_tool("read_more", {"name": "fresh", "times": 1})
        assert {await heard.kinds.get() for _ in range(3)} == {"tools", "prompts", "resources"}
        assert "fresh" in str((await client.call_tool("fresh")).content)


async def test_a_client_of_the_newer_protocol_hears_it_where_it_listens(tmp_path: Path) -> None:
    async with doorway(tmp_path, changing()) as door, Client(door.server) as client:
        able = client.server_capabilities
        assert able is not None
        assert able.tools is not None
        assert able.tools.list_changed
        await client.list_tools()
        async with listen(
            client.session, tools_list_changed=True, prompts_list_changed=True, resources_list_changed=True
        ) as changes:
            await client.call_tool("read_more", {"name": "fresh", "times": 1})
            told = {await anext(changes) for _ in range(3)}
        assert told == {ToolsListChanged(), PromptsListChanged(), ResourcesListChanged()}
        assert "fresh" in str((await client.call_tool("fresh")).content)


async def test_it_is_heard_over_the_network(tmp_path: Path) -> None:
    with opened("gateway", tmp_path, program=CHANGING) as origin:
        async with (
            Client(f"{origin}/mcp", auth=BearerAuth(TOKENS.issue(LOCAL_ID))) as client,
            listen(client.session, tools_list_changed=True) as changes,
        ):
            await client.call_tool("read_more", {"name": "fresh", "times": 1})
            assert await anext(changes) == ToolsListChanged()


async def test_it_is_heard_over_the_network_in_the_older_protocol_too(tmp_path: Path) -> None:
    heard, token = Heard(), TOKENS.issue(LOCAL_ID)
    with opened("gateway", tmp_path, program=CHANGING) as origin:
        async with Client(f"{origin}/mcp", auth=BearerAuth(token), mode="legacy", message_handler=heard) as client:
            while heard.kinds.empty():  # the client opens its stream beside its first calls
                await client.call_tool("read_more", {"name": "fresh", "times": 1})
            kinds = {await heard.kinds.get() for _ in range(3)}
            assert kinds <= {"tools", "prompts", "resources"}
        address, events = f"{origin}/mcp", {"Accept": "text/event-stream"}
        signed = {**events, "Authorization": f"Bearer {token}"}
        assert httpx2.get(address, headers=events, timeout=60).status_code == 401
        assert httpx2.get(address, headers={**events, "Authorization": "Bearer x"}, timeout=60).status_code == 401
        newer = {**signed, "MCP-Protocol-Version": "2026-07-28"}
        assert httpx2.get(address, headers=newer, timeout=60).status_code == 405
        assert httpx2.get(address, headers={**signed, "Accept": "text/html"}, timeout=60).status_code == 406


@pytest.mark.parametrize("server", [changing, flooding])
async def test_a_flood_of_changes_becomes_a_few_words(tmp_path: Path, server: Callable[[], LocalServer]) -> None:
    heard = Heard()
    async with doorway(tmp_path, server()) as door, Client(door.server, mode="legacy", message_handler=heard) as client:
        if server is changing:
            await client.call_tool("read_more", {"name": "fresh", "times": 2000})
        else:
            await client.call_tool("read_it", {"name": "x"})  # it says so 20,000 times
        assert await heard.kinds.get() == "tools"
        assert heard.kinds.qsize() < 100


async def test_nobody_hears_of_what_changed_for_another_person(tmp_path: Path) -> None:
    people, turn = [str(uuid4()), str(uuid4())], [0]
    mine, others = Heard(), Heard()
    async with (
        doorway(tmp_path, changing(), who=lambda: people[turn[0]]) as door,
        Client(door.server, mode="legacy", message_handler=mine) as client,
    ):
        turn[0] = 1
        async with Client(door.server, mode="legacy", message_handler=others) as second:
            await second.list_tools()
            turn[0] = 0
            await client.list_tools()
            await client.call_tool("read_more", {"name": "fresh", "times": 1})
            assert {await mine.kinds.get() for _ in range(3)} == {"tools", "prompts", "resources"}
            turn[0] = 1
            await second.list_tools()  # an answer that was sent after whatever was told
            assert others.kinds.empty()


async def test_what_comes_in_a_pause_is_told_once_after_it() -> None:
    bus, told = ChangeBus(lambda: "ann", pause=0.01), asyncio.Queue[ServerEvent]()
    end = bus.subscribe(told.put_nowait)
    for _ in range(1000):
        bus.heard("ann", ToolsListChanged())
    bus.heard("bob", ToolsListChanged())
    assert told.qsize() == 1  # at once
    assert [await told.get(), await told.get()] == [ToolsListChanged()] * 2  # and after the pause
    await bus.publish(PromptsListChanged())
    assert await told.get() == PromptsListChanged()
    end()
    bus.heard("ann", ResourcesListChanged())
    assert told.empty()


def test_one_person_cannot_listen_without_end() -> None:
    bus = ChangeBus(lambda: "ann")
    ends = [bus.subscribe(lambda _: None) for _ in range(32)]
    with pytest.raises(MCPError):
        bus.subscribe(lambda _: None)
    ends[0]()
    bus.subscribe(lambda _: None)
