"""Servers on the network that answer without end: read as far as the bound, told, and left."""

import subprocess
import sys
from collections.abc import AsyncIterator, Iterable, Iterator
from pathlib import Path

import children
import httpx2
import pytest
from doorway import answer, doorway
from fastmcp import Client
from serving import free_port

from sayso.gateway.pipe import LONGEST_LINE
from sayso.gateway.remote import bounded_client
from sayso.gateway.servers import RemoteServer

HOSTILE = Path(__file__).with_name("hostile_http.py")


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    port = free_port()
    running = subprocess.Popen([sys.executable, str(HOSTILE), str(port)], stdout=subprocess.PIPE, text=True)
    with children.watched(running):
        assert children.next_line(running, running.stdout) == "ready\n"
        yield f"http://127.0.0.1:{port}/mcp"
        children.kill(running)


async def test_an_answer_without_end_is_told_as_too_large_and_the_server_goes_on(tmp_path: Path, address: str) -> None:
    server = RemoteServer("far", address)
    async with doorway(tmp_path, server) as door, Client(door.server) as client:
        for kind in ("json", "events", "packed"):
            told = await client.call_tool("read_it", {"name": kind}, raise_on_error=False)
            assert answer(told)["error"] == "too_large", kind
        some = await client.call_tool("read_it", {"name": "some"})
        assert len(some.content[0].text) == 3_000_000
        assert not (await client.call_tool("read_it", {"name": "plain"})).is_error


class Pieces(httpx2.AsyncByteStream):
    def __init__(self, pieces: Iterable[bytes]) -> None:
        self.pieces, self.taken = list(pieces), 0

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for piece in self.pieces:
            self.taken += 1
            yield piece


@pytest.mark.parametrize("line", [b"\n", b"\r\n", b"\r"])
async def test_events_are_handed_on_one_by_one_however_they_are_cut(line: bytes) -> None:
    whole = line.join([b"data: 1", b"", b"event: x", b"data: 2", b"", b"data: 3", b"", b""])
    for size in (1, 2, 5, len(whole)):
        stream = Pieces(whole[i : i + size] for i in range(0, len(whole), size))
        assert await came(stream, "text/event-stream") == whole


async def test_one_that_is_too_large_is_dropped_and_nothing_after_it_is_read() -> None:
    large = [b'data: {"jsonrpc":"2.0","id":7,', *([b"x" * 1_000_000] * 60), b"}\n\n"]
    stream = Pieces([b"data: before\n\n", *large])
    told = await came(stream, "text/event-stream")
    assert told.startswith(b"data: before\n\nevent: message\ndata: {")
    assert b'"id":7' in told
    assert b"xx" not in told
    assert stream.taken <= LONGEST_LINE // 1_000_000 + 3


async def came(stream: Pieces, kind: str) -> bytes:
    """What a client reads of an answer, asked for without a call of its own."""
    transport = httpx2.MockTransport(lambda _: httpx2.Response(200, headers={"content-type": kind}, stream=stream))
    async with bounded_client() as client:
        client._transport = transport
        async with client.stream("GET", "http://127.0.0.1/mcp") as response:
            return b"".join([piece async for piece in response.aiter_bytes()])
