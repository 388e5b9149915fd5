"""A server on the network, whose answers have an end: one that is too large is not read to it, and told as an error."""

import json
import re
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from typing import Any, Unpack

import httpx2
from fastmcp.client.transports import StreamableHttpTransport
from fastmcp.client.transports.base import SessionKwargs, TransportOptions
from mcp.client.session import ClientSession
from mcp.client.streamable_http import streamable_http_client

from sayso.gateway.pipe import LONGEST_LINE, TooLongLine, too_large

_BOUNDARY = re.compile(rb"(?:\r\n|\n|\r(?!\n))(?:\r\n|\n|\r(?!\n))")  # between two events of a stream
_DATA = re.compile(rb"(?m)^data: ?")
_LOOK_BACK = 3  # bytes of what came before in which a boundary may have begun
_ENDS = 4096
_EVENTS = "text/event-stream"
_AS_IT_IS = "identity"  # what is packed has a size that nobody knows before it is unpacked
_CONNECT_SECONDS, _READ_SECONDS = 30.0, 300.0


@cache  # to load the certificates takes longer than a call
def certificates() -> ssl.SSLContext:
    """The one SSL context of all connections."""
    return ssl.create_default_context()


def bounded_client(
    headers: dict[str, str] | None = None,
    timeout: httpx2.Timeout | None = None,
    auth: httpx2.Auth | None = None,
    follow_redirects: bool = True,
) -> httpx2.AsyncClient:
    """A client of HTTP that keeps no more of an answer than a server at a pipe may say at once."""
    return httpx2.AsyncClient(
        headers={**(headers or {}), "Accept-Encoding": _AS_IT_IS},
        timeout=timeout or httpx2.Timeout(_CONNECT_SECONDS, read=_READ_SECONDS),
        auth=auth,
        follow_redirects=follow_redirects,
        verify=certificates(),
        event_hooks={"response": [_bound]},
    )


class RemoteTransport(StreamableHttpTransport):
    """Streamable HTTP with answers as large as they may be at a pipe."""

    @asynccontextmanager
    async def connect_session(
        self, *, transport_options: TransportOptions | None = None, **session_kwargs: Unpack[SessionKwargs]
    ) -> AsyncIterator[ClientSession]:
        """A session with the server; nothing that came with a call of ours is sent along."""
        options = transport_options or TransportOptions()
        async with (
            bounded_client(dict(self.headers)) as client,
            streamable_http_client(self.url, http_client=client, max_sse_event_size=2 * LONGEST_LINE) as streams,
            options.session_class(*streams, **session_kwargs) as session,
        ):
            yield session


async def _bound(response: httpx2.Response) -> None:
    """Before anything of an answer is read: have it read within bounds."""
    assert isinstance(response.stream, httpx2.AsyncByteStream)
    inside, identity = response.stream, _id(response.request)
    if response.headers.pop("content-encoding", _AS_IT_IS).lower() != _AS_IT_IS:
        response.headers["content-type"] = "application/json"
        response.stream = _BoundedBody(inside, identity, most=0)
    elif response.headers.get("content-type", "").lower().startswith(_EVENTS):
        response.stream = _BoundedEvents(inside, identity)
    else:
        response.stream = _BoundedBody(inside, identity)


def _id(request: httpx2.Request) -> Any:
    """Of the call that is answered; None where it is none."""
    try:
        asked = json.loads(request.content)
    except (httpx2.RequestNotRead, ValueError):
        return None
    return asked.get("id") if isinstance(asked, dict) else None


class _Bounded(httpx2.AsyncByteStream):
    def __init__(self, inside: httpx2.AsyncByteStream, identity: Any, most: int = LONGEST_LINE) -> None:
        self._inside = inside
        self._identity = identity
        self._most = most

    async def aclose(self) -> None:
        """End it, however much of it there still is."""
        await self._inside.aclose()


class _BoundedBody(_Bounded):
    """One answer: handed on when all of it is there."""

    async def __aiter__(self) -> AsyncIterator[bytes]:
        kept: list[bytes] = []
        size = 0
        async for piece in self._inside:
            kept.append(piece)
            size += len(piece)
            if size > self._most:
                yield too_large(self._identity).model_dump_json().encode() if self._identity is not None else b""
                return
        yield b"".join(kept)


class _BoundedEvents(_Bounded):
    """A stream of events: each is handed on when all of it is there."""

    async def __aiter__(self) -> AsyncIterator[bytes]:
        kept: list[bytes] = []
        size, tail = 0, b""
        async for piece in self._inside:
            ends = [found.end() for found in _BOUNDARY.finditer(tail + piece)]
            cut = ends[-1] - len(tail) if ends else 0
            if cut > 0:
                yield b"".join((*kept, piece[:cut]))
                kept, size = [], 0
            tail = (tail + piece)[-_LOOK_BACK:] if not cut else piece[cut:][-_LOOK_BACK:]
            kept.append(piece[cut:])
            size += len(piece) - cut
            if size > self._most:
                yield self._in_place(b"".join(kept))
                return  # what comes after it is nobody's answer
        yield b"".join(kept)

    def _in_place(self, event: bytes) -> bytes:
        """An event that says that one was too large, where it is known what that one answered."""
        began = _DATA.search(event[:_ENDS])
        said = TooLongLine(event[began.end() if began else 0 :][:_ENDS], event[-_ENDS:]).answer()
        answer = too_large(self._identity) if self._identity is not None else said
        return b"" if answer is None else b"event: message\ndata: " + answer.model_dump_json().encode() + b"\n\n"
