"""Trace context of a request (W3C): what came as headers is handed on in `_meta`, where every kind of server looks, and
our own spans belong to it."""

from typing import Any

import fastmcp
from fastmcp.server.middleware import CallNext, Middleware, MiddlewareContext

from sayso.regex import regex
from sayso.tracing import PARENT, STATE, continued

_PARENT = regex(r"(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}")
_LONGEST_STATE = 512  # letters that have to be handed on


class TraceContext(Middleware):
    """Moves the trace context of an HTTP request into its `_meta`, unless the client wrote one there itself."""

    async def on_request(self, context: MiddlewareContext[Any], call_next: CallNext[Any, Any]) -> Any:
        """Complete `_meta` before it is read."""
        served = context.fastmcp_context
        request = served.request_context if served is not None else None
        if request is not None and request.request is not None and PARENT not in (request.meta or {}):
            headers = request.request.headers
            parent, state = headers.get(PARENT, ""), headers.get(STATE, "")
            if _PARENT.fullmatch(parent):
                traced = {PARENT: parent, STATE: state} if 0 < len(state) <= _LONGEST_STATE else {PARENT: parent}
                request.meta = {**(request.meta or {}), **traced}
        meta = (request.meta if request is not None else None) or {}
        with continued({name: str(meta[name]) for name in (PARENT, STATE) if name in meta}):
            return await call_next(context)


def only_our_spans() -> None:
    """FastMCP makes no spans of its own: people's ids stand in them, and the words of errors. It hands on as before."""
    fastmcp.settings.telemetry_mode = "propagation_only"
