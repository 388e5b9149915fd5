"""Connections that send nothing, or a letter now and then: each has some seconds for its headers, and there are only so
many at a time, so that nobody who waits takes the place of those who speak."""

import asyncio
from collections import Counter
from ipaddress import ip_address, ip_network

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_SECONDS = 15.0  # for all headers of a request
MOST_CONNECTIONS = 800  # at a time; a process may usually have 1,024 files open
MOST_OF_ADDRESS = 100  # of them from one address, unless that is a proxy's


class PatientProtocol(H11Protocol):
    """HTTP/1.1, with an end to waiting."""

    head_seconds = HEAD_SECONDS
    _head: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a connection, if there is room."""
        super().connection_made(transport)
        if len(self.connections) > MOST_CONNECTIONS or self._are_too_many_of_address():
            transport.abort()
            return
        self._wait_for_head()

    def data_received(self, data: bytes) -> None:
        """Take what comes; the time for the headers runs on, however often something does."""
        super().data_received(data)
        if self.conn.their_state is h11.IDLE and not self.transport.is_closing():
            if self._head is None:
                self._wait_for_head()
        else:
            self._stop_waiting()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget it."""
        self._stop_waiting()
        super().connection_lost(exc)

    def on_response_complete(self) -> None:
        """Between two requests the server's own patience counts."""
        self._stop_waiting()
        super().on_response_complete()

    def _wait_for_head(self) -> None:
        self._head = self.loop.call_later(self.head_seconds, self.transport.abort)

    def _stop_waiting(self) -> None:
        if self._head is not None:
            self._head.cancel()
            self._head = None

    def _are_too_many_of_address(self) -> bool:
        address = self.client[0] if self.client is not None else ""
        if not address or _is_proxy(address, self.config.forwarded_allow_ips):
            return False
        ours = [one for one in self.connections if isinstance(one, H11Protocol)]
        of_each = Counter(one.client[0] for one in ours if one.client is not None)
        return of_each[address] > MOST_OF_ADDRESS


def _is_proxy(address: str, proxies: list[str] | str | None) -> bool:
    listed = [proxies] if isinstance(proxies, str) else proxies or []
    try:
        return any(ip_address(address) in ip_network(one, strict=False) for one in listed)
    except ValueError:
        return False
