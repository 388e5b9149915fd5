"""Connections that send nothing, or a letter now and then, end; one address has only so many of them."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress

import uvicorn
from starlette.types import Receive, Scope, Send
from uvicorn.server import ServerState

from sayso.tools.patience import HEAD_SECONDS, MOST_OF_ADDRESS, PatientProtocol

HERE = "127.0.0.1"
REQUEST = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
PATIENCE = 60  # seconds; a machine may be busy
Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Impatient(PatientProtocol):
    """The same, for tests that do not want to wait."""

    head_seconds = 0.05


async def answering(_: Scope, _receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"ok"})


@asynccontextmanager
async def listening(protocol: type[PatientProtocol], proxies: Sequence[str] = ()) -> AsyncIterator[int]:
    """A server whose connections are held so; gives its port."""
    config = uvicorn.Config(
        answering, http=protocol, lifespan="off", forwarded_allow_ips=list(proxies), log_config=None
    )
    config.load()
    state = ServerState()
    server = await asyncio.get_running_loop().create_server(lambda: protocol(config, state, {}), HERE, 0)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
        for one in list(state.connections):
            one.transport.abort()


async def hang_up(*connections: Connection) -> None:
    for _, writer in connections:
        writer.close()
        with suppress(ConnectionError):
            await asyncio.wait_for(writer.wait_closed(), PATIENCE)


async def is_ended(connection: Connection) -> bool:
    """Whether the server ends a connection without a word."""
    reader, _ = connection
    with suppress(ConnectionResetError):
        assert await asyncio.wait_for(reader.read(), PATIENCE) == b""
    await hang_up(connection)
    return True


async def is_answered(connection: Connection) -> bool:
    reader, writer = connection
    writer.write(REQUEST)
    told = await asyncio.wait_for(reader.readuntil(b"ok"), PATIENCE)
    await hang_up(connection)
    return told.startswith(b"HTTP/1.1 200")


async def test_a_connection_that_sends_nothing_is_ended() -> None:
    async with listening(Impatient) as port:
        assert await is_ended(await asyncio.open_connection(HERE, port))


async def test_headers_that_come_letter_by_letter_are_not_waited_for() -> None:
    async with listening(Impatient) as port:
        reader, writer = await asyncio.open_connection(HERE, port)
        ending = asyncio.create_task(is_ended((reader, writer)))
        writer.write(b"GET / HTTP/1.1\r\nX: ")
        while not ending.done():
            writer.write(b"a")
            await asyncio.wait({ending}, timeout=0.01)
        assert await ending


async def test_whoever_sends_headers_in_time_is_answered() -> None:
    assert PatientProtocol.head_seconds == HEAD_SECONDS == 15
    async with listening(PatientProtocol) as port:
        assert await is_answered(await asyncio.open_connection(HERE, port))


async def test_of_one_address_only_so_many_connections_are_taken() -> None:
    async with listening(PatientProtocol) as port:
        held = [await asyncio.open_connection(HERE, port) for _ in range(MOST_OF_ADDRESS)]
        assert await is_ended(await asyncio.open_connection(HERE, port))
        assert await is_answered(held[0])
        await hang_up(*held)


async def test_a_proxys_connections_are_those_of_many() -> None:
    async with listening(PatientProtocol, [HERE]) as port:
        held = [await asyncio.open_connection(HERE, port) for _ in range(MOST_OF_ADDRESS + 1)]
        assert await is_answered(held[-1])
        await hang_up(*held)
