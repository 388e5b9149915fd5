"""Talking to the assistant in this process, with the local database, as whoever sits at this machine."""

import os
from collections.abc import AsyncIterator, Mapping
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, suppress
from datetime import timedelta
from importlib import import_module

from sayso.accounts.here import language_here
from sayso.accounts.person import Person
from sayso.assemble import Parts, assembled
from sayso.assistant.conversation import Exchange, nobody
from sayso.assistant.memory import Posted
from sayso.assistant.message import Unheard
from sayso.errors import CommandError, FleetUnavailable
from sayso.face import standard
from sayso.languages.shipped import load_replies
from sayso.machines.device import Member
from sayso.reminders.delivery import Delivery
from sayso.session import Session
from sayso.settings import Settings
from sayso.tasks.outcome import Failure, Listed
from sayso.tasks.task import Query, largest_page
from sayso.terminal.talk.address import Address
from sayso.terminal.talk.talk import DueNotice, OutgoingMessage, notice_of
from sayso.terminal.talk.turn import ShownTurn, turn_of

DOOR = "terminal"
_GRACE = timedelta(seconds=5)  # in which a server delivers, which may have channels that are not set here
DELIVERY = "sayso.reminders.opened"  # it loads an HTTP client, which nobody needs who says one thing and goes


class Here:
    """The assistant of the local database."""

    def __init__(self, parts: Parts, person: Person, stack: AsyncExitStack) -> None:
        self._assistant = parts.assistant(standard())
        self._parts = parts
        self._stack = stack
        self._delivery: Delivery | None = None
        self._tasks = parts.tasks
        self._person = person
        self._is_in_doubt = False

    @property
    def is_in_doubt(self) -> bool:
        """Whether what was said last may have been carried out although no answer came."""
        return self._is_in_doubt

    async def person(self) -> str:
        """The name of whoever sits here."""
        return self._person.name

    async def begin(self) -> str:
        """The id of a new conversation."""
        return (await self._assistant.memory.begin(self._person.id)).id

    async def say(self, sent: OutgoingMessage) -> ShownTurn | Unheard:
        """What is answered."""
        posted = Posted(self._person.id, sent.conversation_id, sent.said, sent.key, language_here(os.environ))
        self._is_in_doubt = True
        done = await self._assistant.answer(posted, self._person, DOOR, nobody)
        self._is_in_doubt = False
        return done if isinstance(done, Unheard) else turn_of(done.to_dict())

    async def open_turn(self, conversation_id: str) -> ShownTurn | None:
        """The last turn of a conversation, where its question is open."""
        page = await self._assistant.memory.messages(self._person.id, conversation_id, 2)
        if isinstance(page, Unheard) or len(page.items) < 2 or page.items[-1].id != page.open_id:
            return None
        return turn_of(Exchange(page.items[0], page.items[1], True).to_dict())

    async def names(self) -> Mapping[str, str]:
        """The names of the tasks and of the machines, by id."""
        found = await self._tasks.list(Session(self._person.id, DOOR), Query("all", limit=largest_page()))
        named = {task.id: task.title for task in found.tasks} if isinstance(found, Listed) else {}
        with suppress(FleetUnavailable):  # told where a machine is asked for
            member = Member(self._person.id, self._person.organisation, language_here(os.environ))
            machines = await self._parts.fleet.machines(member)
            named |= {machine.id: machine.name for machine in machines}
        return named

    async def due(self) -> tuple[DueNotice, ...]:
        """What the person is reminded of now; what no server has delivered is delivered from here."""
        parts = self._parts
        if self._delivery is None:
            room = import_module(DELIVERY)
            sender = room.sender_of(parts.settings)
            opening: AbstractAsyncContextManager[Delivery] = room.opened_delivery(
                parts.settings.reminding, parts.reminders, sender, load_replies, _GRACE
            )
            self._delivery = await self._stack.enter_async_context(opening)
        await self._delivery.deliver_due()
        told = (await parts.reminders.shown(self._person.id))["reminders"]
        return tuple(notice_of(one, self._person.zone) for one in told) if isinstance(told, list) else ()

    async def finish(self, one: DueNotice) -> None:
        """Mark what the person was reminded of as done."""
        outcome = await self._parts.finish_reminder(Session(self._person.id, DOOR), one.id)
        if isinstance(outcome, Failure):
            told = outcome.to_dict()
            raise CommandError(str(told["error_message"]), one.title, str(told["suggestion"]))

    async def snooze(self, one: DueNotice, minutes: int) -> None:
        """Bring it again later."""
        await self._parts.reminders.snooze(self._person.id, one.id, timedelta(minutes=minutes))


@asynccontextmanager
async def opened(_: Address | None) -> AsyncIterator[Here]:
    """The assistant with the database that the environment names."""
    async with assembled(Settings.read(os.environ)) as parts, AsyncExitStack() as stack:
        yield Here(parts, await parts.local_person(), stack)
