"""A server at a pipe, whose lines have an end: one that is too long is read past, not kept, and told as an error."""

import re
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any, Unpack

import anyio
import anyio.lowlevel
from fastmcp.client.transports import ClientTransport
from fastmcp.client.transports.base import SessionKwargs, TransportOptions
from mcp.client.session import ClientSession
from mcp.client.stdio import (
    _create_platform_compatible_process,
    _drain_stdout,
    _get_executable_command,
    _stop_server_process,
    get_default_environment,
)
from mcp.shared.message import SessionMessage
from mcp_types import ErrorData, JSONRPCError, jsonrpc_message_adapter

from sayso.gateway.servers import LocalServer

TOO_LARGE = -32077  # what a line that is too long becomes, in the range that is ours to give
LONGEST_LINE = 32_000_000  # bytes: an answer that is passed on may be half of it, written with escapes
_ENDS = 4096  # bytes of a long line that are looked at, from either end
_ID = rb'"id"\s*:\s*(?P<id>\d{1,18}|"[^"\\]{1,200}")'
_JSONRPC = rb'"jsonrpc"\s*:\s*"2\.0"'
_FIRST = re.compile(rb"\s*\{\s*(?:" + _JSONRPC + rb"\s*,\s*)?" + _ID)
_LAST = re.compile(_ID + rb"\s*(?:,\s*" + _JSONRPC + rb"\s*)?\}\s*\Z")
_FLUSH_SECONDS = 0.5
_BROKEN = (anyio.ClosedResourceError, anyio.BrokenResourceError, OSError)


def too_large(identity: str | int) -> JSONRPCError:
    """What stands in place of an answer that is too large."""
    wrong = ErrorData(code=TOO_LARGE, message=f"An answer of more than {LONGEST_LINE // 1_000_000} MB.")
    return JSONRPCError(jsonrpc="2.0", id=identity, error=wrong)


class TooLongLine:
    """A line of which only the ends are known."""

    def __init__(self, head: bytes, tail: bytes) -> None:
        self._head, self._tail = head, tail

    def answer(self) -> JSONRPCError | None:
        """What is answered in its place; None where it does not say what it answers."""
        found = _FIRST.match(self._head) or _LAST.search(self._tail)
        if found is None:
            return None
        said = found["id"].decode(errors="replace")
        return too_large(said.strip('"') if said.startswith('"') else int(said))


class Lines:
    """Cuts what comes into lines, each byte looked at once."""

    def __init__(self, longest: int = LONGEST_LINE) -> None:
        self._longest = longest
        self._parts: list[bytes] = []
        self._size = 0
        self._head = b""  # of a line that is too long already

    def feed(self, chunk: bytes) -> Iterator[bytes | TooLongLine]:
        """The lines that end in this piece."""
        *ended, rest = chunk.split(b"\n")
        for piece in ended:
            self._add(piece)
            yield self._taken()
        self._add(rest)

    def _add(self, piece: bytes) -> None:
        self._parts.append(piece)
        self._size += len(piece)
        if self._size > self._longest:
            whole = b"".join(self._parts[-2:] if self._head else self._parts)
            self._head = self._head or whole[:_ENDS]
            self._parts = [whole[-_ENDS:]]

    def _taken(self) -> bytes | TooLongLine:
        line: bytes | TooLongLine = b"".join(self._parts)
        if self._head:
            line = TooLongLine(self._head, b"".join(self._parts))
        self._parts, self._size, self._head = [], 0, b""
        return line


class PipeTransport(ClientTransport):
    """Starts a program and speaks to it at its pipe, for as long as the session lasts."""

    def __init__(self, server: LocalServer) -> None:
        self._server = server
        self.is_over = False  # whether the program closed its end

    @asynccontextmanager
    async def connect_session(
        self, *, transport_options: TransportOptions | None = None, **session_kwargs: Unpack[SessionKwargs]
    ) -> AsyncIterator[ClientSession]:
        """A session with a program of its own."""
        options = transport_options or TransportOptions()
        async with (
            self._streams() as (reading, writing),
            options.session_class(reading, writing, **session_kwargs) as session,
        ):
            yield session

    @asynccontextmanager
    async def _streams(self) -> AsyncIterator[tuple[Any, Any]]:
        server = self._server
        environment = get_default_environment() | dict(server.environment)
        command = await _get_executable_command(server.command)
        process = await _create_platform_compatible_process(
            command, list(server.arguments), environment, sys.stderr, server.folder
        )
        assert process.stdin is not None
        assert process.stdout is not None
        stdin, stdout = process.stdin, process.stdout
        # no await before the task group: a cancellation in between would leave the program behind
        came, reading = anyio.create_memory_object_stream[SessionMessage | Exception](0)
        writing, leaving = anyio.create_memory_object_stream[SessionMessage](0)
        flushed = anyio.Event()

        async def read() -> None:
            lines = Lines()
            try:
                async with came:
                    try:
                        async for chunk in stdout:
                            for line in lines.feed(chunk):
                                await came.send(_message(line))
                    finally:
                        self.is_over = True
                        await came.aclose()
                        await _drain_stdout(process)
            except (*_BROKEN, _Unanswerable):
                return  # the session sees that the stream is closed

        async def write() -> None:
            try:
                async with leaving:
                    async for sent in leaving:
                        text = sent.message.model_dump_json(by_alias=True, exclude_unset=True)
                        await stdin.send(f"{text}\n".encode())
            except _BROKEN:
                await came.aclose()
            finally:
                flushed.set()

        async with anyio.create_task_group() as group:
            group.start_soon(read)
            group.start_soon(write)
            try:
                yield reading, writing
            finally:
                with anyio.CancelScope(shield=True):  # every wait in it has an end
                    reading.close()
                    writing.close()
                    with anyio.move_on_after(_FLUSH_SECONDS):
                        await flushed.wait()
                    await _stop_server_process(process)
                    for stream in (reading, writing, came, leaving):
                        await stream.aclose()
                    await anyio.lowlevel.checkpoint()
                group.cancel_scope.cancel()


class _Unanswerable(Exception):  # noqa: N818 - what it is
    """A line that is too long does not say what it answers: nobody can be told, so the connection ends."""


def _message(line: bytes | TooLongLine) -> SessionMessage | Exception:
    if isinstance(line, TooLongLine):
        answer = line.answer()
        if answer is None:
            raise _Unanswerable
        return SessionMessage(answer)
    try:
        return SessionMessage(jsonrpc_message_adapter.validate_json(line, by_name=False))
    except ValueError as wrong:
        return wrong
