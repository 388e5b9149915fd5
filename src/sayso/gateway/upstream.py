"""One server behind the gateway: connected when it is needed, watched, and started again when it ends or hangs."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, TypeVar

import anyio
import httpx2
from fastmcp.client.transports import ClientTransport, SSETransport
from fastmcp.server.dependencies import get_context
from fastmcp.server.providers.proxy import StatefulProxyClient
from mcp.shared.exceptions import MCPError
from mcp.shared.subscriptions import ServerEvent, ToolsListChanged
from mcp_types import CONNECTION_CLOSED
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from sayso.gateway.changes import ChangeBus, UpstreamChanges, can_tell, listen_to
from sayso.gateway.pipe import PipeTransport
from sayso.gateway.probing import PROBE_SECONDS, LateProbe
from sayso.gateway.remote import RemoteTransport, bounded_client
from sayso.gateway.servers import LocalServer, Server
from sayso.gateway.sound_lists import keep_sound_tools

T = TypeVar("T")
Who = Callable[[], str]  # whose call is being served; never by its arguments
PATIENCE = 120.0  # seconds that a call may take where nothing else is said
_CONNECT_SECONDS = 30.0
_PEOPLE = 64  # connections that are kept of one server
_GONE = (
    RuntimeError,
    httpx2.HTTPError,
    anyio.ClosedResourceError,
    anyio.EndOfStream,
    anyio.BrokenResourceError,
    OSError,
)
_LOST_CODES = (CONNECTION_CLOSED, 32600)  # the second one: a server on the network that forgot the session
_CUT_OFF = ("Connection closed", "SSE stream", "Session terminated")  # so a connection itself says that it is lost


class UpstreamDown(Exception):  # noqa: N818 - a state of the world, told to whoever calls
    """A server ended, hangs or cannot be reached; the text says which, and what was done about it."""

    def __init__(self, what: str, may_be_done: bool = False) -> None:
        super().__init__(what)
        self.may_be_done = may_be_done  # whether the call may have been carried out all the same


class Upstream:
    """A server, with a connection for each person and protocol era.

    A person's connection is nobody else's: what a server remembers, asks or reports stays with whoever it works for.
    """

    def __init__(self, server: Server, who: Who, patience: float = PATIENCE, changes: ChangeBus | None = None) -> None:
        self.server = server
        self.name = server.name
        self.identity = server.identity
        self.has_changed = False
        self.restarts = 0
        self.left_out: set[str] = set()  # what was wrong with its lists
        self._who = who
        self._patience = server.seconds or patience
        self._clients: OrderedDict[tuple[str, bool], StatefulProxyClient[Any]] = OrderedDict()
        self._lock = asyncio.Lock()
        self._changes = changes
        self._listening: dict[tuple[str, bool], asyncio.Task[None]] = {}
        self._ending: dict[tuple[str, bool], asyncio.Task[None]] = {}

    async def client(self, is_modern: bool | None = None) -> StatefulProxyClient[Any]:
        """The connection of whoever calls, made anew where it broke."""
        key = (self._who(), _is_modern() if is_modern is None else is_modern)
        kept = self._clients.get(key)
        if kept is not None and _is_alive(kept):
            self._clients.move_to_end(key)
            return kept
        async with self._lock:
            kept = self._clients.get(key)
            if kept is not None and _is_alive(kept):
                return kept
            await self._drop(key)
            while len(self._clients) >= _PEOPLE:
                await self._drop(next(iter(self._clients)))
            heard = partial(self._heard, key[0])
            self._clients[key] = made = await self._connected(key[1], UpstreamChanges(heard))
            if can_tell(made):
                self._listening[key] = asyncio.create_task(listen_to(made, heard))
            return made

    def _heard(self, person: str, event: ServerEvent) -> None:
        """A list is another now: look at it again when it is next needed, and tell who may look, too."""
        self.has_changed = self.has_changed or isinstance(event, ToolsListChanged)
        if self._changes is not None:
            self._changes.heard(person, event)

    async def _connected(self, is_modern: bool, handler: UpstreamChanges) -> StatefulProxyClient[Any]:
        """A connection in the era of whoever calls, where the server speaks it, else in its own."""
        wrong: Exception | None = None
        for mode in ("auto",) if is_modern else ("legacy", "auto"):
            client: StatefulProxyClient[Any] = StatefulProxyClient(
                self._transport(),
                mode=mode,
                init_timeout=_CONNECT_SECONDS,
                forward_incoming_headers=False,  # a token that was meant for us is nobody else's
                message_handler=handler,
            )
            try:
                async with asyncio.timeout(_CONNECT_SECONDS):
                    await client.__aenter__()  # type: ignore[no-untyped-call]
            except (MCPError, *_GONE, TimeoutError) as failed:
                wrong = failed
                await _closed(client)
            else:
                keep_sound_tools(client.session, self.left_out.add)
                return client
        raise UpstreamDown(f"The server '{self.name}' cannot be reached: {_told(wrong)}.")

    def _transport(self) -> ClientTransport:
        if isinstance(self.server, LocalServer):
            return PipeTransport(self.server)
        if self.server.is_events:
            return SSETransport(self.server.url, headers=dict(self.server.headers), httpx_client_factory=bounded_client)
        return RemoteTransport(self.server.url, headers=dict(self.server.headers))

    async def call(self, work: Callable[[], Awaitable[T]], may_repeat: bool = False) -> T:
        """What comes of a call; a server that takes too long over it is told, and started again where it hangs."""
        await self.client()  # to start it does not count
        probe = LateProbe(self._ping, self._patience)
        try:
            async with asyncio.timeout(self._patience) as limit:
                with probe:
                    return await self.supervised(work, may_repeat)
        except TimeoutError:
            if not limit.expired():
                raise
            raise UpstreamDown(self._hung(probe), may_be_done=True) from None

    async def supervised(self, work: Callable[[], Awaitable[T]], may_repeat: bool = False) -> T:
        """What comes of some work of the server; one that ends is told, and started again.

        Only what may be repeated without harm is tried a second time.
        """
        failed: Exception | None = None
        for _ in range(2 if may_repeat else 1):
            try:
                return await work()
            except MCPError as wrong:
                if not await self._is_lost(wrong):
                    raise
                failed = wrong
            except _GONE as wrong:
                failed = wrong
            self.restart()
        unknown = "It is started again. Whether the call was carried out before that is not known."
        what = f"The server '{self.name}' ended during the call ({_told(failed)}). {unknown}"
        raise UpstreamDown(what, may_be_done=True) from failed

    async def _is_lost(self, wrong: MCPError) -> bool:
        """Whether an error tells that the connection is gone: servers answer with the same codes of their own."""
        if abs(wrong.error.code) not in map(abs, _LOST_CODES):
            return False
        if not _is_alive(await self._mine()):
            return True
        if isinstance(self.server, LocalServer):
            return False
        if wrong.error.message.startswith(_CUT_OFF):
            return True
        try:
            async with asyncio.timeout(PROBE_SECONDS):
                await self._ping()
        except (MCPError, *_GONE, TimeoutError):
            return True
        return False

    async def _mine(self) -> StatefulProxyClient[Any]:
        return self._clients.get((self._who(), _is_modern())) or await self.client()

    async def _ping(self) -> None:
        client = await self._mine()
        if client.protocol_version in MODERN_PROTOCOL_VERSIONS:
            await client.list_tools()
        else:
            await client.ping()

    def _hung(self, probe: LateProbe) -> str:
        """What becomes of a server that did not answer in time."""
        waited = f"The server '{self.name}' did not answer within {self._patience:g} seconds"
        if probe.is_answered:
            return f"{waited}; the call was cancelled, the server still answers others."
        self.restart()
        return f"{waited} and is started again. Whether the call was carried out is not known."

    def restart(self) -> None:
        """End the connection of whoever calls, and wait for nothing; the next call makes a new one after that."""
        self.restarts += 1
        self._end((self._who(), _is_modern()))

    async def close(self) -> None:
        """End all connections."""
        async with self._lock:
            for key in {*self._clients, *self._ending}:
                await self._drop(key)

    async def _drop(self, key: tuple[str, bool]) -> None:
        """End a connection, and wait until it has ended."""
        self._end(key)
        while (ending := self._ending.get(key)) is not None:
            await asyncio.wait({ending})

    def _end(self, key: tuple[str, bool]) -> None:
        """Have a connection ended: from now on it is nobody's."""
        client, listening = self._clients.pop(key, None), self._listening.pop(key, None)
        if client is None:
            return
        before = self._ending.get(key)

        async def ended() -> None:
            try:
                if before is not None:
                    await asyncio.wait({before})
                if listening is not None:
                    listening.cancel()
                    await asyncio.wait({listening})
                await _closed(client)
            finally:
                if self._ending.get(key) is ending:
                    del self._ending[key]

        self._ending[key] = ending = asyncio.create_task(ended())


async def _closed(client: StatefulProxyClient[Any]) -> None:
    """End a connection, and the program behind it, however badly it takes that."""
    with anyio.CancelScope(shield=True):
        try:
            await client._disconnect(force=True)
            await client.transport.close()
        except (MCPError, *_GONE, TimeoutError):
            return


def _is_alive(client: StatefulProxyClient[Any]) -> bool:
    task = client._session_state.session_task
    if task is None or task.done():
        return False
    transport = client.transport
    return not (isinstance(transport, PipeTransport) and transport.is_over)


def _is_modern() -> bool:
    """Whether whoever calls speaks the protocol without sessions."""
    try:
        request = get_context().request_context
    except RuntimeError:
        return True
    return request is None or request.protocol_version in MODERN_PROTOCOL_VERSIONS


def _told(wrong: BaseException | None) -> str:
    text = str(wrong) or type(wrong).__name__
    return "".join(c if c.isprintable() else " " for c in text)[:200].rstrip(". ")
