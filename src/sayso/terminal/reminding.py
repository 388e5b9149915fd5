"""Reminders at a terminal: told above the line that is being typed, each once; done or later by a command."""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress

from sayso.errors import SaysoError
from sayso.terminal.screen.clean import one_line
from sayso.terminal.talk.talk import DueNotice, Talk

_EVERY_SECONDS = 2.0
_LATER = 10  # minutes
_NOTHING = "You were reminded of nothing."
Words = Callable[[], Mapping[str, str]]


class Reminding:
    """Looks for what is due while somebody chats; `words` are those of the language that is spoken."""

    def __init__(self, talk: Talk, words: Words) -> None:
        self._talk = talk
        self._words = words
        self._told: set[tuple[str, int]] = set()
        self.last: DueNotice | None = None

    async def go_on(self, tell: Callable[[str], bool]) -> None:
        """Tell what falls due, until cancelled; what cannot be told now is told with the next look."""
        while True:
            with suppress(SaysoError):  # a server or database that is away is told where something is asked of it
                for one in await self._talk.due():
                    if (one.id, one.turn) not in self._told and tell(self._line(one)):
                        self._told.add((one.id, one.turn))
                        self.last = one
            await asyncio.sleep(_EVERY_SECONDS)

    def _line(self, one: DueNotice) -> str:
        due = self._words()["reminder_due"].replace("{time}", one.at)
        return f"⏰ {one_line(one.title)} · {due} · /done · /later"

    async def done(self) -> str:
        """Mark what was told last as done; what to say then."""
        one, self.last = self.last, None
        if one is None:
            return _NOTHING
        await self._talk.finish(one)
        return self._words()["told_completed"].replace("{title}", one_line(one.title))

    async def later(self) -> str:
        """Bring it again later; what to say then."""
        one, self.last = self.last, None
        if one is None:
            return _NOTHING
        await self._talk.snooze(one, _LATER)
        return f"⏰ {one_line(one.title)} · {self._words()['reminder_snooze']}"
