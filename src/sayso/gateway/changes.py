"""What changed at the servers behind: told to the clients of whoever it changed for, at once and then not again for a
while, however often a server says so."""

import asyncio
from collections import defaultdict
from collections.abc import Callable
from typing import Any

import anyio
from fastmcp import FastMCP
from fastmcp.client.messages import MessageHandler
from fastmcp.server.middleware import CallNext, Middleware, MiddlewareContext
from fastmcp.server.providers.proxy import StatefulProxyClient
from mcp.client.subscriptions import SubscriptionLost, listen
from mcp.server.session import ServerSession
from mcp.server.subscriptions import ListenHandler
from mcp.shared.exceptions import MCPError
from mcp.shared.subscriptions import (
    PromptsListChanged,
    ResourcesListChanged,
    ServerEvent,
    ToolsListChanged,
    event_to_notification,
)
from mcp_types import (
    INTERNAL_ERROR,
    InitializeRequest,
    InitializeResult,
    PromptListChangedNotification,
    ResourceListChangedNotification,
    SubscriptionsListenRequestParams,
    ToolListChangedNotification,
)
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

Listener = Callable[[ServerEvent], None]
PAUSE = 1.0  # seconds in which a kind of change is told once
_STREAMS = 32  # of one person's clients
_AGAIN = 5.0  # seconds until a server is asked anew to tell of changes


class ChangeBus:
    """Hands what changed for a person to that person's clients; who listens is known by the request that asks."""

    def __init__(self, who: Callable[[], str], pause: float = PAUSE) -> None:
        self._who = who
        self._pause = pause
        self._listeners: defaultdict[str, dict[object, Listener]] = defaultdict(dict)
        self._quiet: dict[tuple[str, ServerEvent], bool] = {}  # told a moment ago; whether more came since

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Have a client of whoever calls told, until what this returns is called."""
        person, key = self._who(), object()
        if len(self._listeners[person]) >= _STREAMS:
            raise MCPError(INTERNAL_ERROR, f"More than {_STREAMS} clients of one person listen already.")
        self._listeners[person][key] = listener

        def end() -> None:
            inside = self._listeners.get(person, {})
            inside.pop(key, None)
            if not inside:
                self._listeners.pop(person, None)

        return end

    async def publish(self, event: ServerEvent) -> None:
        """Tell all clients of whoever calls."""
        self.heard(self._who(), event)

    def heard(self, person: str, event: ServerEvent) -> None:
        """A server said that something changed for a person."""
        if (person, event) in self._quiet:
            self._quiet[person, event] = True
        else:
            self._tell(person, event)

    def _tell(self, person: str, event: ServerEvent) -> None:
        self._quiet[person, event] = False
        asyncio.get_running_loop().call_later(self._pause, self._over, person, event)
        for listener in tuple(self._listeners.get(person, {}).values()):
            listener(event)

    def _over(self, person: str, event: ServerEvent) -> None:
        if self._quiet.pop((person, event)):
            self._tell(person, event)


class ChangeNotices(Middleware):
    """Tells clients: those of the older protocol by themselves, those of the newer one where they listen."""

    def __init__(self, bus: ChangeBus) -> None:
        self._bus = bus
        self._streams = ListenHandler(bus)
        self._sending: set[asyncio.Task[None]] = set()

    def join(self, server: FastMCP) -> None:
        """Have a server take requests to listen."""
        server._mcp_server.add_request_handler("subscriptions/listen", SubscriptionsListenRequestParams, self._streams)

    def close(self) -> None:
        """End all streams, so that clients know that it was meant."""
        self._streams.close()

    async def on_initialize(
        self,
        context: MiddlewareContext[InitializeRequest],
        call_next: CallNext[InitializeRequest, InitializeResult | None],
    ) -> InitializeResult | None:
        """Have a client of the older protocol told as long as it is there; without a session it cannot be."""
        result = await call_next(context)
        served = context.fastmcp_context
        request = served.request_context if served is not None else None
        if request is not None and request.session.can_send_request:
            request.session._connection.exit_stack.callback(self._bus.subscribe(self._listener(request.session)))
        return result

    def _listener(self, session: ServerSession) -> Listener:
        on_their_way: set[ServerEvent] = set()

        async def send(event: ServerEvent) -> None:
            try:
                await session.send_notification(event_to_notification(event, {}))
            except (anyio.ClosedResourceError, anyio.BrokenResourceError, MCPError):
                return  # who left needs not be told
            finally:
                on_their_way.discard(event)

        def tell(event: ServerEvent) -> None:
            if event not in on_their_way:  # a client that does not read is told once
                on_their_way.add(event)
                task = asyncio.create_task(send(event))
                self._sending.add(task)
                task.add_done_callback(self._sending.discard)

        return tell


class UpstreamChanges(MessageHandler):
    """Hears what a server of the older protocol says about its lists."""

    def __init__(self, heard: Listener) -> None:
        self._heard = heard

    async def on_tool_list_changed(self, message: ToolListChangedNotification) -> None:  # noqa: ARG002 - theirs
        """Its tools are others now."""
        self._heard(ToolsListChanged())

    async def on_resource_list_changed(self, message: ResourceListChangedNotification) -> None:  # noqa: ARG002 - theirs
        """Its resources are others now."""
        self._heard(ResourcesListChanged())

    async def on_prompt_list_changed(self, message: PromptListChangedNotification) -> None:  # noqa: ARG002 - theirs
        """Its prompts are others now."""
        self._heard(PromptsListChanged())


def can_tell(client: StatefulProxyClient[Any]) -> bool:
    """Whether a server of the newer protocol tells of changes to those who listen."""
    able = client.server_capabilities
    if able is None or client.protocol_version not in MODERN_PROTOCOL_VERSIONS:
        return False
    return any(part is not None and part.list_changed for part in (able.tools, able.prompts, able.resources))


async def listen_to(client: StatefulProxyClient[Any], heard: Listener) -> None:
    """Hear what a server of the newer protocol says, as long as it says anything."""
    while True:
        try:
            async with listen(
                client.session, tools_list_changed=True, prompts_list_changed=True, resources_list_changed=True
            ) as changes:
                async for event in changes:
                    heard(event)
            return
        except SubscriptionLost:
            await asyncio.sleep(_AGAIN)
            for event in (ToolsListChanged(), PromptsListChanged(), ResourcesListChanged()):
                heard(event)  # nobody knows what was said meanwhile
        except (MCPError, RuntimeError, TimeoutError, OSError):
            return
