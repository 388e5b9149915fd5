"""A server on the network: where it listens, how long it waits, and how it ends."""

import errno
import logging
import signal
import socket
import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from ipaddress import ip_address
from threading import current_thread, main_thread
from types import FrameType

import uvicorn
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Receive, Scope, Send

from sayso.errors import CommandError
from sayso.tools.patience import PatientProtocol

PATH = "/mcp"
_WAITING = 2048  # connections that may wait to be accepted
_LAST_PORT = 65_535
_NEARBY = 50  # ports that are tried where one is taken
_IDLE_SECONDS = 15  # that a connection may do nothing between two requests
_LONGEST_HEAD = 32_768  # bytes of all headers
_TRANSPORT = "mcp.server.streamable_http"  # its log; it takes whoever leaves for an error
_GRACE_SECONDS = 5  # for calls under way, when the server is told to end


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach the address."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


_INSTEAD = {
    errno.EACCES: "only the system's own user may listen below 1024: use --port 8000, with a proxy before it",
    errno.EADDRNOTAVAIL: "this machine does not have that address: use one of its own, or 0.0.0.0 for all of them",
}


def listen(host: str, port: int) -> socket.socket:
    """A socket at an address; port 0 takes one that is free."""
    at = f"{host}:{checked_port(port)}"
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP)
        family, kind, protocol, _, address = found[0]
        # it has to say that it is TCP: only then asyncio lets small packets go at once, and none waits for 40 ms
        listening = socket.socket(family, kind, protocol)
    except OSError as wrong:
        raise CommandError(f"cannot listen: {wrong.strerror}", at, "choose another host") from None
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(_WAITING)
    except OSError as wrong:
        listening.close()
        free = _next_free(host, port) if wrong.errno == errno.EADDRINUSE else None
        next_step = (
            "choose another port or host"
            if free is None
            else f"end what listens there, or use --port {free} or SAYSO_PORT={free}"
        )
        raise CommandError(f"cannot listen: {wrong.strerror}", at, _INSTEAD.get(wrong.errno or 0, next_step)) from None
    return listening


def checked_port(port: int) -> int:
    """A port that can be one: the resolver would take any other number as another one."""
    if not 0 <= port <= _LAST_PORT:
        raise CommandError("is no port", str(port), f"use 0 to {_LAST_PORT}; 0 takes one that is free")
    return port


def free_instead(host: str, port: int) -> int | None:
    """The next port that is free, where this one is taken; None where it is not, or nobody can listen there at all."""
    try:
        socket.create_server((host, port)).close()
    except OSError as wrong:
        return _next_free(host, port) if wrong.errno == errno.EADDRINUSE else None
    return None


def _next_free(host: str, port: int) -> int | None:
    """The next port at which nobody listens, of a few."""
    for other in range(port + 1, min(port + _NEARBY, _LAST_PORT + 1)):
        with suppress(OSError), socket.create_server((host, other)):
            return other
    return None


def address_of(listening: socket.socket, path: str = PATH) -> str:
    """Where clients find the server."""
    host, port = listening.getsockname()[:2]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}{path}"


class _Leaving(logging.Filter):
    """Lets nothing into the log about somebody who left."""

    def filter(self, record: logging.LogRecord) -> bool:
        return record.exc_info is None or not isinstance(record.exc_info[1], ClientDisconnect)


def _letting_go(app: ASGIApp) -> ASGIApp:
    """The same, and whoever leaves before they have said all is no error of ours: nobody fills the log by that."""

    async def call(scope: Scope, receive: Receive, send: Send) -> None:
        with suppress(ClientDisconnect):
            await app(scope, receive, send)

    return call


class _Server(uvicorn.Server):
    """Ends when it is told to, by either signal. One that comes again while it ends changes nothing: a terminal and the
    program that started this one may both pass Ctrl-C on, and what is open has to be closed all the same."""

    @contextmanager
    def capture_signals(self) -> Generator[None]:
        """Heed both, from now until the command ends; none is raised again afterwards."""
        if current_thread() is main_thread():
            for number in (signal.SIGINT, signal.SIGTERM):
                signal.signal(number, self.handle_exit)
        yield

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002 - theirs
        """End; what is under way has its time to be finished, and no more."""
        self.should_exit = True


async def serve(app: ASGIApp, listening: socket.socket, proxies: Sequence[str], path: str = PATH) -> None:
    """Answer until the process is told to end; calls under way are finished first.

    Only `proxies` are believed about who calls through them, and whether by https.
    """
    config = uvicorn.Config(
        _letting_go(app),
        log_level="warning",
        access_log=False,  # it would write whole addresses, and the keys of links with them
        lifespan="on",
        forwarded_allow_ips=list(proxies),
        timeout_graceful_shutdown=_GRACE_SECONDS,
        timeout_keep_alive=_IDLE_SECONDS,
        h11_max_incomplete_event_size=_LONGEST_HEAD,
        http=PatientProtocol,
        ws="none",  # there is nothing here to be reached by it
    )
    server = _Server(config)
    logging.getLogger(_TRANSPORT).addFilter(_Leaving())
    with server.capture_signals():  # also one that comes before it serves
        print(f"listening at {address_of(listening, path)}", file=sys.stderr, flush=True)
        await server.serve(sockets=[listening])
