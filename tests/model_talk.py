"""A conversation with an assistant that has a scripted model, and fixtures for it."""

import shutil
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from household import Clock, serve, settle
from model_server import ModelServer, Script, model_server

from sayso import Engine
from sayso.accounts.person import Person
from sayso.accounts.store import find
from sayso.assemble import terms_of
from sayso.assistant.conversation import Assistant, Exchange
from sayso.assistant.house import House
from sayso.assistant.memory import Memory, Posted
from sayso.assistant.message import Pick, Said, Words, YesNo
from sayso.assistant.model.consulting import Consulting
from sayso.assistant.model.sdk import SdkTalker
from sayso.assistant.model.store import UsageLedger
from sayso.assistant.preferences import Preferences
from sayso.audit.audit import Audit
from sayso.audit.store import AuditFilter
from sayso.session import Session
from sayso.settings import Model
from sayso.storage.database import Database
from sayso.tasks.service import TaskService
from sayso.tasks.task import NewTask, Query

LIFETIME = timedelta(minutes=5)


@dataclass
class Talk:
    """One person's conversation; `heard` is what was watched meanwhile."""

    assistant: Assistant
    tasks: TaskService
    audit: Audit
    person: Person
    id: str
    last: Exchange | None = None
    heard: list[tuple[str, Mapping[str, Any]]] = field(default_factory=list)

    async def post(self, said: Said) -> Exchange:
        def watch(name: str, about: Mapping[str, object]) -> None:
            self.heard.append((name, about))

        done = await self.assistant.answer(Posted(self.person.id, self.id, said), self.person, "test", watch)
        assert isinstance(done, Exchange)
        self.last = done
        return done

    async def say(self, content: str) -> str:
        return (await self.post(Words(content))).assistant.content

    async def pick(self, index: int) -> str:
        assert self.last
        return (await self.post(Pick(self.last.assistant.id, index))).assistant.content

    async def answer(self, yes: bool) -> str:
        assert self.last
        return (await self.post(YesNo(self.last.assistant.id, yes))).assistant.content

    async def add(self, *titles: str) -> None:
        for title in titles:
            await self.tasks.add(Session(self.person.id, "test"), NewTask(title=title))

    async def open_titles(self) -> list[str]:
        listed = await self.tasks.list(Session(self.person.id, "test"), Query(filter="pending"))
        return [str(task["title"]) for task in listed.to_dict()["tasks"]]  # type: ignore[attr-defined]

    async def titles(self) -> list[str]:
        listed = await self.tasks.list(Session(self.person.id, "test"), Query(filter="all"))
        return [str(task["title"]) for task in listed.to_dict()["tasks"]]  # type: ignore[attr-defined]

    @property
    def model(self) -> dict[str, Any]:
        """What the last answer says of the model's part."""
        assert self.last
        about = self.last.assistant.about["model"]
        assert isinstance(about, dict)
        return about

    def named(self, name: str) -> list[Mapping[str, Any]]:
        return [about for each, about in self.heard if each == name]

    async def lines(self) -> list[tuple[str, str]]:
        """Tool and status of every line of the audit."""
        return [(line.tool, line.status) async for line in self.audit.read(AuditFilter(user_id=self.person.id))]


@asynccontextmanager
async def talking(database: Database, engine: Engine, model: Model, person: str = "Ann") -> AsyncIterator[Talk]:
    """Somebody new, with a conversation."""
    clock = Clock()
    tasks, session = serve(database, clock), await settle(database, person)
    async with database.reading() as tx:
        found = await find(tx, session.user_id)
    assert found
    talker = SdkTalker(model)
    consulting = Consulting(talker, UsageLedger(database, clock), terms_of(model), engine.packs)
    house = House(tasks, Preferences(database, clock))
    assistant = Assistant(engine, house, Memory(database, clock, LIFETIME), clock, consulting)
    begun = await assistant.memory.begin(session.user_id)
    try:
        yield Talk(assistant, tasks, Audit(database, clock), found, begun.id)
    finally:
        await talker.close()


def tools_in(script: Script) -> set[str]:
    """The tools that the model was offered."""
    return {str(t.get("name") or t["function"]["name"]) for t in script.asked[0]["tools"]}


@pytest.fixture(scope="session")
def scripted() -> Iterator[ModelServer]:
    with model_server() as server:
        yield server


@pytest.fixture(params=["chat", "responses"])
def api(request: pytest.FixtureRequest) -> str:
    """Which of the two APIs; every story is played over both."""
    return str(request.param)


@pytest.fixture
async def own_file(sqlite_template: Path, tmp_path: Path) -> AsyncIterator[Database]:
    """One kind of database: what is shown with a model is the conversation, not the storage."""
    shutil.copy(sqlite_template, tmp_path / "model.db")
    async with Database(f"sqlite:///{tmp_path / 'model.db'}") as opened:
        yield opened


@pytest.fixture
async def talk(own_file: Database, engine: Engine, scripted: ModelServer, api: str) -> AsyncIterator[Talk]:
    """A conversation in which the model is asked first."""
    async with talking(own_file, engine, scripted.model(api)) as talk:
        yield talk
