"""Work that goes on beside the keyboard: Ctrl-C ends the waiting, and never cuts the work off in the middle."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import Future
from threading import Thread
from types import TracebackType
from typing import Any, TypeVar

T = TypeVar("T")
_PATIENCE = 10.0  # seconds for what is under way, at the end


class Aside:
    """A loop in a thread of its own, so that signals reach only whoever waits."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, daemon=True)

    def __enter__(self) -> "Aside":
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, _: BaseException | None, __: TracebackType | None) -> None:
        self.run(_finished())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def beside(self, work: Coroutine[Any, Any, None]) -> "Future[None]":
        """Begin some work that nobody waits for; whoever has it can cancel it."""
        return asyncio.run_coroutine_threadsafe(work, self._loop)

    def run(self, work: Coroutine[Any, Any, T], patience: float | None = None) -> T:
        """What comes of some work; who stops waiting, or loses patience, cancels it."""
        waiting = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return waiting.result(patience)
        except (KeyboardInterrupt, SystemExit, TimeoutError):
            waiting.cancel()
            raise


async def _finished() -> None:
    """Wait for what goes on although nobody waits for it."""
    others = asyncio.all_tasks() - {asyncio.current_task()}
    if others:
        await asyncio.wait(others, timeout=_PATIENCE)
