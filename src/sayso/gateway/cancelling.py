"""Cancelling over the network in the older protocol: it comes as a request of its own, and no session ties the two."""

from collections.abc import Hashable
from typing import Any

import anyio
from fastmcp.server.dependencies import get_access_token
from fastmcp.server.middleware import CallNext, Middleware, MiddlewareContext
from mcp.server.streamable_http import REQUEST_CANCELLED
from mcp.shared.exceptions import MCPError
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from sayso.gateway.upstream import Who

_CANCELLED = "notifications/cancelled"


class Cancelling(Middleware):
    """Cancels the call that a client takes back.

    Clients number their calls from one. So what is cancelled must have come with the same token; and where two clients
    share one and have a call of that number under way, neither is guessed at.
    """

    def __init__(self, who: Who) -> None:
        self._who = who
        self._under_way: dict[Hashable, list[anyio.CancelScope]] = {}

    async def on_request(self, context: MiddlewareContext[Any], call_next: CallNext[Any, Any]) -> Any:
        """Let the call be cancelled while it is under way."""
        served = context.fastmcp_context
        request = served.request_context if served is not None else None
        if request is None or request.protocol_version in MODERN_PROTOCOL_VERSIONS:
            return await call_next(context)  # there, whoever hangs up has cancelled
        key = self._key(request.request_id)
        with anyio.CancelScope() as scope:
            self._under_way.setdefault(key, []).append(scope)
            try:
                return await call_next(context)
            finally:
                self._under_way[key].remove(scope)
                if not self._under_way[key]:
                    del self._under_way[key]
        raise MCPError(REQUEST_CANCELLED, "Request cancelled")

    async def on_notification(self, context: MiddlewareContext[Any], call_next: CallNext[Any, Any]) -> Any:
        """Cancel what it names, if that is one call."""
        if context.method == _CANCELLED and isinstance(context.message, dict):
            match self._under_way.get(self._key(context.message.get("requestId"))):
                case [scope]:
                    scope.cancel()
        return await call_next(context)

    def _key(self, number: object) -> Hashable:
        token = get_access_token()
        return (self._who(), token.token if token is not None else None, str(number))
