"""The shape of whoever is talked to, and what comes of saying something."""

from collections.abc import Mapping
from dataclasses import field
from datetime import datetime, tzinfo
from typing import Protocol
from uuid import uuid4

from sayso.assistant.message import Said, Unheard
from sayso.dataclass import dataclass
from sayso.terminal.talk.turn import ShownTurn


@dataclass(frozen=True, slots=True)
class OutgoingMessage:
    """Something that is said in a conversation; sent again under its key, nothing is done twice."""

    conversation_id: str
    said: Said
    key: str = field(default_factory=lambda: str(uuid4()))


@dataclass(frozen=True, slots=True)
class DueNotice:
    """Something that the person is reminded of; another one after each snooze."""

    id: str
    turn: int
    title: str
    at: str  # when it is due, on the person's own clock


def notice_of(told: Mapping[str, object], where: tzinfo | None) -> DueNotice:
    """A reminder as the API shows it, on the clock of that zone, or else of the machine."""
    at = datetime.fromisoformat(str(told["due"])).astimezone(where)
    return DueNotice(str(told["id"]), int(str(told["turn"])), str(told["title"]), at.strftime("%H:%M"))


class Talk(Protocol):
    """An assistant that can be talked to, for one person."""

    @property
    def is_in_doubt(self) -> bool:
        """Whether what was said last may have been carried out although no answer came."""

    async def person(self) -> str:
        """The name of whoever is talking."""

    async def begin(self) -> str:
        """The id of a new conversation."""

    async def say(self, sent: OutgoingMessage) -> ShownTurn | Unheard:
        """What is answered."""

    async def open_turn(self, conversation_id: str) -> ShownTurn | None:
        """The last turn of a conversation, where its question is open."""

    async def names(self) -> Mapping[str, str]:
        """The names of what the person has, the tasks before the machines, by id."""

    async def due(self) -> tuple[DueNotice, ...]:
        """What the person is reminded of now, and has not seen to."""

    async def finish(self, one: DueNotice) -> None:
        """Mark what the person was reminded of as done."""

    async def snooze(self, one: DueNotice, minutes: int) -> None:
        """Bring it again later."""
