"""The gateway as an MCP server: what stands behind it, and Sayso before that."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from importlib.metadata import version as installed

from fastmcp import FastMCP
from fastmcp.server.auth import TokenVerifier
from fastmcp.server.middleware import CallNext, Middleware, MiddlewareContext
from fastmcp.tools import Tool
from fastmcp.utilities.versions import VersionSpec
from mcp_types import DiscoverRequest, DiscoverResult, InitializeRequest, InitializeResult

from sayso.gateway.behind import Behind
from sayso.gateway.cancelling import Cancelling
from sayso.gateway.change_streams import add_change_stream
from sayso.gateway.changes import ChangeBus, ChangeNotices
from sayso.gateway.desk import GatewayDesk
from sayso.gateway.middleware import SaysoMiddleware
from sayso.gateway.options import GatewayOptions
from sayso.gateway.servers import Server
from sayso.gateway.upstream import PATIENCE, Upstream, UpstreamDown
from sayso.tools.trace_context import TraceContext, only_our_spans

_INSTRUCTIONS = 4000  # letters of what a server behind says to models


class _Instructions(Middleware):
    """Hands on what the only server behind the gateway says of itself; several would speak at once."""

    def __init__(self, upstream: Upstream) -> None:
        self._upstream = upstream

    async def on_initialize(
        self,
        context: MiddlewareContext[InitializeRequest],
        call_next: CallNext[InitializeRequest, InitializeResult | None],
    ) -> InitializeResult | None:
        """To a client of the older protocol."""
        result = await call_next(context)
        if result is None:
            return None
        return result.model_copy(update={"instructions": await self._instructions(is_modern=False)})

    async def on_discover(
        self,
        context: MiddlewareContext[DiscoverRequest],
        call_next: CallNext[DiscoverRequest, DiscoverResult | dict[str, object]],
    ) -> DiscoverResult | dict[str, object]:
        """To a client of the newer protocol."""
        result = await call_next(context)
        if not isinstance(result, DiscoverResult):
            return result
        return result.model_copy(update={"instructions": await self._instructions(is_modern=True)})

    async def _instructions(self, is_modern: bool) -> str | None:
        try:
            text = (await self._upstream.client(is_modern)).instructions
        except UpstreamDown:
            return None
        return text[:_INSTRUCTIONS] if text else None


class _GatewayServer(FastMCP):
    """A server whose names are told apart already: each is looked up in one place after the other, with no task for
    each of them."""

    async def _get_tool(self, name: str, version: VersionSpec | None = None) -> Tool | None:
        for provider in self.providers:
            if (found := await provider.get_tool(name, version)) is not None:
                return found
        return None


@asynccontextmanager
async def gateway_server(
    servers: Sequence[Server],
    desk: GatewayDesk,
    options: GatewayOptions,
    auth: TokenVerifier | None = None,
    path: str | None = None,
) -> AsyncIterator[FastMCP]:
    """The gateway before these servers; they are started when they are needed, and ended with it. `path` is where it
    is on the network."""
    only_our_spans()
    changes = ChangeBus(desk.who)
    notices = ChangeNotices(changes)
    upstreams = [Upstream(server, desk.who, options.patience or PATIENCE, changes) for server in servers]
    sayso = SaysoMiddleware(desk, options)
    own = sayso.own_tools() if options.adds_say else []
    behind = Behind(upstreams, [tool.name for tool in own])
    before = [
        TraceContext(),
        Cancelling(desk.who),
        notices,
        *([_Instructions(upstreams[0])] if len(upstreams) == 1 else []),
    ]
    server = _GatewayServer(
        name="sayso-gateway",
        version=installed("sayso"),
        auth=auth,
        middleware=[*before, sayso],
        mask_error_details=True,
    )
    server.add_provider(behind)
    notices.join(server)
    if path is not None:
        add_change_stream(server, changes, path)
    for tool in own:
        server.add_tool(tool)
    try:
        yield server
    finally:
        notices.close()
        await behind.close()
        await sayso.close()
