"""A sign of life of a server, asked for while a call may still be answered, so that nobody waits for it afterwards."""

import asyncio
from collections.abc import Awaitable, Callable
from types import TracebackType
from typing import Self

PROBE_SECONDS = 5.0  # that a server has for a sign of life


class LateProbe:
    """Asks a server for a sign of life shortly before a call's time is up: that a call takes long says nothing about
    whether the server hangs. A call that is answered before costs nothing."""

    def __init__(self, ping: Callable[[], Awaitable[None]], patience: float) -> None:
        self._ping = ping
        self._after = max(patience - PROBE_SECONDS, patience / 2)
        self._asked: asyncio.Task[None] | None = None
        self.is_answered = False

    def __enter__(self) -> Self:
        self._timer = asyncio.get_running_loop().call_later(self._after, self._begin)
        return self

    def __exit__(self, kind: type[BaseException] | None, wrong: BaseException | None, at: TracebackType | None) -> None:
        self._timer.cancel()
        if self._asked is None:
            return
        if self._asked.done():
            self.is_answered = not self._asked.cancelled() and self._asked.exception() is None
        self._asked.cancel()

    def _begin(self) -> None:
        self._asked = asyncio.ensure_future(self._ping())
