"""A person who talks to the assistant, without a server between them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta

from household import Clock, serve

from sayso import Engine
from sayso.accounts.person import Person
from sayso.accounts.store import find
from sayso.assistant.conversation import Assistant, Exchange
from sayso.assistant.house import House
from sayso.assistant.memory import Memory, Posted
from sayso.assistant.message import Pick, Said, Unheard, Words, YesNo
from sayso.assistant.preferences import Preferences
from sayso.machines.planning import Planning
from sayso.machines.service import MachineService
from sayso.machines.verbs import machine_verb
from sayso.session import Session
from sayso.storage.database import Database
from sayso.tasks.service import TaskService
from sayso.tasks.task import Query

LIFETIME = timedelta(minutes=5)


@dataclass
class Talk:
    """One person's conversation."""

    assistant: Assistant
    tasks: TaskService
    person: Person
    id: str
    last: Exchange | None = None
    heard: list[str] = field(default_factory=list)

    async def post(self, said: Said, key: str | None = None) -> Exchange | Unheard:
        """Post it, and remember the answer."""

        def watch(name: str, _: Mapping[str, object]) -> None:
            self.heard.append(name)

        done = await self.assistant.answer(Posted(self.person.id, self.id, said, key), self.person, "test", watch)
        if isinstance(done, Exchange):
            self.last = done
        return done

    async def say(self, content: str) -> str:
        """What is answered to words."""
        done = await self.post(Words(content))
        assert isinstance(done, Exchange)
        return done.assistant.content

    async def pick(self, index: int) -> str:
        """What is answered to a pick among what was just offered."""
        assert self.last
        done = await self.post(Pick(self.last.assistant.id, index))
        assert isinstance(done, Exchange)
        return done.assistant.content

    async def answer(self, yes: bool) -> str:
        """What is answered to a yes or no to what was just asked."""
        assert self.last
        done = await self.post(YesNo(self.last.assistant.id, yes))
        assert isinstance(done, Exchange)
        return done.assistant.content

    async def anew(self) -> None:
        """Begin another conversation: nothing is in focus there."""
        self.id = (await self.assistant.memory.begin(self.person.id)).id

    async def titles(self) -> list[str]:
        """The tasks, those that are done with a tick."""
        listed = await self.tasks.list(self.session, Query(limit=500))
        return [f"{t['title']}{' ✓' if t['completed'] else ''}" for t in listed.to_dict()["tasks"]]  # type: ignore[attr-defined]

    @property
    def session(self) -> Session:
        """The person's own."""
        return Session(self.person.id, "test")

    @property
    def offered(self) -> list[str]:
        """What the last answer offers to pick from."""
        return self._labels("suggestions")

    @property
    def following(self) -> list[str]:
        """What the last answer says may be wanted next."""
        return self._labels("next")

    def _labels(self, of: str) -> list[str]:
        assert self.last
        shown = self.last.assistant.to_dict(self.last.is_open)
        return [s["label"] for s in shown[of]]  # type: ignore[attr-defined]


@dataclass(frozen=True)
class Parlour:
    """Where people talk: one database, one engine, one clock, and machines where there are any."""

    database: Database
    engine: Engine
    clock: Clock
    machines: MachineService | None = None
    planning: Planning | None = None

    async def welcome(self, who: Session) -> Talk:
        """Somebody's first conversation."""
        async with self.database.reading() as tx:
            person = await find(tx, who.user_id)
        assert person is not None
        tasks, preferences = serve(self.database, self.clock), Preferences(self.database, self.clock)
        house = House(tasks, preferences)
        if self.machines is not None:
            house = House(tasks, preferences, self.machines, machine_verb(self.machines, self.planning))
        assistant = Assistant(self.engine, house, Memory(self.database, self.clock, LIFETIME), self.clock)
        return Talk(assistant, tasks, person, (await assistant.memory.begin(person.id)).id)
