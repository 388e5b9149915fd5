"""The answer as it comes about: a stream of events, while the work goes on whoever listens."""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping

from fastapi import Response
from fastapi.sse import EventSourceResponse, format_sse_event

from sayso.accounts.person import Person
from sayso.assistant.conversation import Exchange
from sayso.assistant.memory import Posted
from sayso.assistant.message import Unheard
from sayso.errors import StorageUnavailable
from sayso.storage.whole import whole
from sayso.web.desk import DOOR, Desk
from sayso.web.problem import Problem, away, unheard

Event = tuple[str, Mapping[str, object]]
_AT_ONCE = {"X-Accel-Buffering": "no"}  # to nginx: hand on what comes when it comes


async def streamed(desk: Desk, posted: Posted, person: Person) -> Response:
    """Begin to answer; what cannot be taken in at all is a plain error."""
    events: asyncio.Queue[Event | Problem | None] = asyncio.Queue()

    @whole  # somebody who goes away stops nothing
    async def work() -> None:
        try:
            done = await desk.assistant.answer(posted, person, DOOR, lambda name, data: events.put_nowait((name, data)))
            if isinstance(done, Unheard):
                events.put_nowait(unheard(done))
            else:
                desk.metrics.answered(done)
                _finish(done, events)
        except StorageUnavailable:
            events.put_nowait(away())
        finally:
            events.put_nowait(None)

    working = asyncio.ensure_future(work())
    first = await events.get()
    if isinstance(first, Problem):
        raise first
    return EventSourceResponse(_sent(first, events, working), headers=_AT_ONCE)


def _finish(done: Exchange, events: "asyncio.Queue[Event | Problem | None]") -> None:
    events.put_nowait(("reply", {"delta": done.assistant.content}))
    events.put_nowait(("done", done.assistant.to_dict(done.is_open)))


async def _sent(
    first: Event | None, events: "asyncio.Queue[Event | Problem | None]", working: "asyncio.Future[None]"
) -> AsyncIterator[bytes]:
    """The events, to be sent: all that have come by now in one piece."""
    event: Event | Problem | None = first
    piece = b""
    while event is not None:
        name, data = ("error", event.to_dict()) if isinstance(event, Problem) else event
        piece += format_sse_event(event=name, data_str=json.dumps(data, ensure_ascii=False))
        if events.empty():
            yield piece
            piece = b""
        event = await events.get()
    if piece:
        yield piece
    await working
