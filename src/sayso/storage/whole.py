"""Work that is carried out to its end although the one who asked for it goes away."""

import asyncio
from collections.abc import Callable, Coroutine
from contextvars import ContextVar
from functools import wraps
from typing import Any, ParamSpec, TypeVar
from weakref import ref

P = ParamSpec("P")
T = TypeVar("T")
_shielded: ContextVar["ref[asyncio.Task[Any]] | None"] = ContextVar("shielded", default=None)


def whole(verb: Callable[P, Coroutine[Any, Any, T]]) -> Callable[P, Coroutine[Any, Any, T]]:
    """Let a caller be cancelled without the work being cut off in the middle of a statement.

    A driver that is cut off can leave a transaction open in its thread, and SQLite then locked for everybody. So the
    work goes on, is committed or undone as a whole, and whoever asks again with the same key gets its answer. The
    verbs that it is made of need no task of their own: nobody can cancel theirs.
    """

    async def shielded(*args: P.args, **kwargs: P.kwargs) -> T:
        task = asyncio.current_task()
        assert task is not None
        _shielded.set(ref(task))
        return await verb(*args, **kwargs)

    @wraps(verb)
    async def carried_out(*args: P.args, **kwargs: P.kwargs) -> T:
        around = _shielded.get()
        if around is not None and around() is asyncio.current_task():
            return await verb(*args, **kwargs)
        work = asyncio.ensure_future(shielded(*args, **kwargs))
        try:
            return await asyncio.shield(work)
        except asyncio.CancelledError:
            work.add_done_callback(_looked_at)
            raise

    return carried_out


def _looked_at(work: "asyncio.Future[Any]") -> None:
    if not work.cancelled():
        work.exception()  # nobody is left to tell it to
