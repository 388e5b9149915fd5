"""Who wants a model's turn to end: a person, in the conversation it is about."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

Place = tuple[str, str]  # whose, and which conversation


class Stops:
    """The turns that are going on in this process."""

    def __init__(self) -> None:
        self._going: dict[Place, list[asyncio.Event]] = {}

    @contextmanager
    def going(self, place: Place) -> Iterator[asyncio.Event]:
        """A turn, for as long as it goes on; the event is set when it is to stop."""
        stop = asyncio.Event()
        self._going.setdefault(place, []).append(stop)
        try:
            yield stop
        finally:
            left = [other for other in self._going[place] if other is not stop]
            if left:
                self._going[place] = left
            else:
                del self._going[place]

    def stop(self, place: Place) -> bool:
        """End whatever the model says there; False where it says nothing."""
        turns = self._going.get(place, [])
        for stop in turns:
            stop.set()
        return bool(turns)
