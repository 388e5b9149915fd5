"""Over the network, clients of the older protocol are told what changed by a stream that they open: they do so where
they were given a session, so they get one by name. Nothing is kept for it here; any replica answers any of them."""

import asyncio
import json
from collections.abc import AsyncIterator
from uuid import uuid4

from fastmcp import FastMCP
from mcp.server.auth.middleware.bearer_auth import AuthenticatedUser
from mcp.shared.exceptions import MCPError
from mcp.shared.subscriptions import ServerEvent, event_to_notification
from mcp_types.version import MODERN_PROTOCOL_VERSIONS
from sse_starlette import EventSourceResponse
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sayso.gateway.changes import ChangeBus

_SESSION, _VERSION = "mcp-session-id", "mcp-protocol-version"
_PING_SECONDS = 15
_EVENTS = "text/event-stream"


def add_change_stream(server: FastMCP, bus: ChangeBus, path: str) -> None:
    """Have a server answer who listens for changes at its address, as the protocol up to 2025-11-25 has it."""

    @server.custom_route(path, methods=["GET"])
    async def listen(request: Request) -> Response:
        if request.headers.get(_VERSION) in MODERN_PROTOCOL_VERSIONS:
            return Response(status_code=405, headers={"Allow": "POST, DELETE"})  # there, it is a request of its own
        if server.auth is not None and not isinstance(request.scope.get("user"), AuthenticatedUser):
            return Response(status_code=401, headers={"WWW-Authenticate": 'Bearer error="invalid_token"'})
        if _EVENTS not in request.headers.get("accept", ""):
            return Response(status_code=406)
        told: asyncio.Queue[ServerEvent] = asyncio.Queue()
        waiting: set[ServerEvent] = set()

        def tell(event: ServerEvent) -> None:
            if event not in waiting:  # a client that does not read is told once
                waiting.add(event)
                told.put_nowait(event)

        if request.method == "HEAD":  # nothing follows its headers, so nobody would end what listens
            return Response(headers={"Content-Type": "text/event-stream"})
        try:
            end = bus.subscribe(tell)
        except MCPError:
            return Response(status_code=429)

        async def notices() -> AsyncIterator[dict[str, str]]:
            try:
                while True:
                    event = await told.get()
                    waiting.discard(event)
                    said = event_to_notification(event, {}).model_dump(by_alias=True, exclude_none=True, mode="json")
                    yield {"event": "message", "data": json.dumps({"jsonrpc": "2.0", **said})}
            finally:
                end()

        return EventSourceResponse(notices(), ping=_PING_SECONDS)


class NamedSessions:
    """Gives each client of the older protocol a session by name, with the first answer that it gets."""

    def __init__(self, app: ASGIApp, path: str) -> None:
        self._app = app
        self._path = path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request; with a name where it came without one, and of no newer protocol."""
        is_new = scope["type"] == "http" and scope["method"] == "POST" and scope["path"] == self._path
        came = Headers(scope=scope) if is_new else Headers()
        if not is_new or _SESSION in came or came.get(_VERSION) in MODERN_PROTOCOL_VERSIONS:
            await self._app(scope, receive, send)
            return

        async def named(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] == 200:
                MutableHeaders(scope=message)[_SESSION] = uuid4().hex
            await send(message)

        await self._app(scope, receive, named)
