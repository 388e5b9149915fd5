"""Ways to reach the MCP server: in memory, and over HTTP as a process of its own; each in both eras of the protocol."""

import os
import subprocess
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import children
import pytest
from fastmcp import Client, FastMCP
from fastmcp.client.auth import BearerAuth
from fastmcp.client.elicitation import ElicitResult

from sayso.accounts.accounts import Accounts
from sayso.accounts.person import HOME, Person
from sayso.accounts.store import add
from sayso.accounts.tokens import Tokens
from sayso.audit.audit import Audit
from sayso.audit.entry import AuditEntry
from sayso.audit.store import AuditFilter
from sayso.confirmations.confirmations import Confirmations
from sayso.decide_tool import decide_wing
from sayso.face import standard
from sayso.machines.server.wing import machine_wing
from sayso.machines.service import MachineService, Rules
from sayso.machines.simulated.fleet import SimulatedFleet
from sayso.session import Session
from sayso.storage.database import Database
from sayso.tasks.server.wing import task_wing
from sayso.tasks.service import TaskService, utc_now
from sayso.tools.door import DoorTerms
from sayso.tools.server import build_server

SECRET = "a key that is only for the tests, and long enough"
ERAS = {"modern": "2026-07-28", "legacy": "legacy"}
TOKENS = Tokens(SECRET, timedelta(hours=1), utc_now)
Told = dict[str, Any]


@dataclass
class Human:
    """Whoever sits before the client: answers what is asked, and remembers it."""

    answer: Mapping[str, object] | ElicitResult[Any] | None = None
    asked: list[str] = field(default_factory=list)

    async def __call__(self, message: str, *_: object) -> Any:
        self.asked.append(message)
        return self.answer


YES: dict[str, object] = {"confirm": True}
DECLINED: ElicitResult[Any] = ElicitResult(action="decline")
CANCELLED: ElicitResult[Any] = ElicitResult(action="cancel")


class Process:
    """`sayso mcp --http` on a database of its own."""

    def __init__(
        self,
        url: str,
        *options: str,
        port: int = 0,
        settings: Mapping[str, str] | None = None,
        start: children.CommandLine = children.sayso,
        is_heard: bool = False,
    ) -> None:
        own = {"SAYSO_DATABASE_URL": url, "SAYSO_SECRET": SECRET, "SAYSO_SIMULATED_OUTAGES": "false"}
        own |= {"SAYSO_CLIENTS_CONFIRM": "true", "SAYSO_CALLS_PER_MINUTE": "0"}
        environment = {**os.environ, **own, **(settings or {})}
        command = start("mcp", "--http", "--host", "127.0.0.1", "--port", str(port), *options)
        self.url = url
        self.running = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)
        said = children.next_line(self.running, self.running.stderr).decode()
        if not said.startswith("listening at "):
            children.kill(self.running)
            raise AssertionError(said)
        self.address = said.removeprefix("listening at ").strip()
        if not is_heard:
            children.unheard(self.running)

    @property
    def port(self) -> int:
        return int(self.address.rpartition(":")[2].partition("/")[0])

    def kill(self) -> None:
        """As if the power went."""
        children.kill(self.running)

    def end(self) -> int:
        """As an operator does."""
        return children.end(self.running)


@dataclass
class Door:
    """A way to the server, and the database behind it, for looking past the server."""

    database: Database
    service: TaskService
    era: str
    process: Process | None = None
    clock: Callable[[], Any] = utc_now
    clients_confirm: bool = True

    async def person(self, name: str = "Ann", organisation: str = HOME) -> Session:
        """Somebody new; several of a name may live in the database of a server that many tests share."""
        person = Person(str(uuid4()), name, f"{uuid4()}@example.org", "UTC", utc_now(), organisation)
        async with self.database.transaction() as tx:
            assert await add(tx, person, None)
        return Session(person.id, "test")

    def server(self, who: Session) -> FastMCP:
        audit = Audit(self.database, utc_now)
        deciding = decide_wing(standard, Accounts(self.database, utc_now), self.service.confirmations, audit)
        wings = [task_wing(self.service), machine_wing(machines_of(self.database)), deciding]
        return build_server(wings, audit, lambda: who.user_id, terms=DoorTerms(clients_confirm=self.clients_confirm))

    def client(self, who: Session, human: Human | None = None) -> "Client[Any]":
        asking: dict[str, Any] = {} if human is None else {"elicitation_handler": human}
        if self.process is None:
            return Client(self.server(who), mode=ERAS[self.era], **asking)
        auth = BearerAuth(TOKENS.issue(who.user_id))
        return Client(self.process.address, auth=auth, mode=ERAS[self.era], **asking)

    async def audit(self, who: Session) -> list[AuditEntry]:
        return [entry async for entry in Audit(self.database, utc_now).read(AuditFilter(user_id=who.user_id))]


async def told(client: "Client[Any]", tool: str, /, key: str | None = None, **arguments: object) -> Told:
    """What a tool answers; that `isError` says the same as `status` is checked in passing."""
    meta = None if key is None else {"idempotencyKey": key}
    result = await client.call_tool(tool, arguments, raise_on_error=False, meta=meta)
    assert result.structured_content is not None, result.content
    assert result.is_error == (result.structured_content["status"] == "error")
    return result.structured_content


def service_of(database: Database) -> TaskService:
    return TaskService(database, Confirmations(database, utc_now, timedelta(minutes=5)), standard())


def machines_of(database: Database) -> MachineService:
    confirmations = Confirmations(database, utc_now, timedelta(minutes=5))
    rules = Rules(lambda command: command.name in ("stop_cycle", "open_door"), standard())
    return MachineService(database, SimulatedFleet(database, utc_now, fails=False), confirmations, utc_now, rules)


@pytest.fixture(scope="session")
def sqlite_process(sqlite_template: Path) -> Iterator[Process]:
    process = Process(f"sqlite:///{sqlite_template.with_name('served.db')}")
    yield process
    process.kill()


@pytest.fixture(scope="session")
def postgresql_process(postgres: Any, postgres_template: str) -> Iterator[Process]:
    process = Process(postgres.new_database(postgres_template))
    yield process
    process.kill()


@pytest.fixture(params=["memory", "http"])
def way(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=list(ERAS))
def era(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def process(kind: str, way: str, request: pytest.FixtureRequest) -> Process | None:
    return request.getfixturevalue(f"{kind}_process") if way == "http" else None


@pytest.fixture
async def door(fresh_url: Callable[[], str], era: str, process: Process | None) -> AsyncIterator[Door]:
    """The server on each database, in memory and over HTTP, for clients of each era."""
    async with Database(process.url if process else fresh_url()) as opened:
        yield Door(opened, service_of(opened), era, process)
