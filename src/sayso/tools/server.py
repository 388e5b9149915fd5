"""The one MCP server: the tools of all wings."""

from collections.abc import Callable, Sequence
from importlib.metadata import version
from typing import Annotated, Any

from fastmcp import FastMCP
from fastmcp.exceptions import NotFoundError
from fastmcp.server.auth import TokenVerifier
from fastmcp.server.middleware import CallNext, Middleware, MiddlewareContext
from fastmcp.tools import Tool, ToolResult
from mcp_types import CallToolRequestParams, ToolAnnotations
from pydantic import Field
from pydantic.json_schema import SkipJsonSchema

from sayso.audit.audit import Audit
from sayso.tools.card import ToolCard
from sayso.tools.door import Door, DoorTerms, Identify
from sayso.tools.trace_context import TraceContext, only_our_spans
from sayso.tools.wing import Wing


class _ServedTool(Tool):
    """A tool whose arguments are checked by its wing, which says what is wrong and what to do instead."""

    call: Annotated[SkipJsonSchema[Callable[..., Any]], Field(exclude=True)]

    async def run(self, arguments: dict[str, Any]) -> ToolResult:
        """Hand the call on as it came."""
        result: ToolResult = await self.call(arguments)
        return result


class _UnknownTools(Middleware):
    """Answers calls of tools that there are not in the shape of all other answers."""

    def __init__(self, door: Door) -> None:
        self._door = door

    async def on_call_tool(
        self, context: MiddlewareContext[CallToolRequestParams], call_next: CallNext[CallToolRequestParams, ToolResult]
    ) -> ToolResult:
        """Let a call through, unless nobody is there to take it."""
        try:
            return await call_next(context)
        except NotFoundError:
            return await self._door.refuse_unknown(context.message.name, context.message.arguments or {})


def build_server(
    wings: Sequence[Wing],
    audit: Audit,
    identify: Identify,
    auth: TokenVerifier | None = None,
    terms: DoorTerms | None = None,
) -> FastMCP:
    """The server; `identify` says whose call it is, `auth` who may come in over the network at all."""
    only_our_spans()
    door = Door(wings, audit, identify, terms or DoorTerms())
    server: FastMCP = FastMCP(
        name="sayso",
        version=version("sayso"),
        instructions=" ".join(wing.instructions for wing in wings),
        auth=auth,
        middleware=[TraceContext(), _UnknownTools(door)],
        mask_error_details=True,
    )
    for wing in wings:
        for card in wing.cards:
            server.add_tool(_tool(wing, card, door))
    return server


def _tool(wing: Wing, card: ToolCard, door: Door) -> Tool:
    async def call(arguments: dict[str, Any]) -> ToolResult:
        return await door.call(wing, card, arguments)

    return _ServedTool(
        name=card.name,
        title=card.tool.title,
        description=card.tool.description,
        parameters=card.tool.input_schema(),
        output_schema=card.output_schema(),
        annotations=ToolAnnotations(
            read_only_hint=card.tool.is_read_only,
            destructive_hint=card.tool.is_destructive,
            idempotent_hint=card.tool.is_idempotent,
            open_world_hint=card.tool.is_open_world,
        ),
        call=call,
    )
