"""An application that is made when somebody first asks for it, and then runs as long as the server."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.types import Receive, Scope, Send


class LaterApp:
    """Answers at its paths; whoever asks first waits until it is made, beside the server's other work."""

    def __init__(self, make: Callable[[], Starlette], paths: tuple[str, ...]) -> None:
        self.paths = paths
        self._make = make
        self._is_wanted = asyncio.Event()
        self._is_over = asyncio.Event()
        self._made: asyncio.Future[Starlette] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        assert self._made is not None  # nothing is answered before the server runs
        self._is_wanted.set()
        app = await asyncio.shield(self._made)
        await app(scope, receive, send)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Within it requests are answered; its own beginning and end are in one task, as they have to be."""
        self._made = asyncio.get_running_loop().create_future()
        keeping = asyncio.create_task(self._keep(self._made))
        try:
            yield
        finally:
            self._is_over.set()
            self._is_wanted.set()
            await keeping

    async def _keep(self, made: asyncio.Future[Starlette]) -> None:
        await self._is_wanted.wait()
        if self._is_over.is_set():
            return
        try:
            app = await asyncio.to_thread(self._make)
            async with app.router.lifespan_context(app):
                made.set_result(app)
                await self._is_over.wait()
        except Exception as wrong:
            if made.done():
                raise
            made.set_exception(wrong)
