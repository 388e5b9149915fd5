"""`sayso serve` as a process, and people who talk to it over HTTP."""

import json
import os
import subprocess
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

import children
import httpx2
import pytest
import tables
from doors import SECRET, TOKENS

from sayso.accounts.person import HOME, Person
from sayso.accounts.store import add
from sayso.storage.database import Database
from sayso.tasks.service import utc_now

Json = dict[str, Any]
PAGE = {"X-Sayso": "1"}  # what every request of the page says
_SQLITE = "sqlite:///"


class Served:
    """`sayso serve` on a database of its own."""

    def __init__(
        self,
        url: str,
        *options: str,
        port: int = 0,
        settings: Mapping[str, str] | None = None,
        start: children.CommandLine = children.sayso,
        log: int = subprocess.DEVNULL,  # a file that takes what it says about what goes wrong
    ) -> None:
        self.url = url
        if url.startswith(_SQLITE) and start is children.sayso:
            tables.laid(Path(url.partition("?")[0].removeprefix(_SQLITE)))
        given = {"SAYSO_DATABASE_URL": url, "SAYSO_SECRET": SECRET, "SAYSO_MESSAGES_PER_MINUTE": "0"}
        command = start("serve", "--host", "127.0.0.1", "--port", str(port), *options)
        self.running = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=log,
            env={**os.environ, **given, **(settings or {})},
        )
        said = children.next_line(self.running, self.running.stdout).decode()
        if not said.startswith("open http://"):
            children.kill(self.running)
            raise AssertionError(said)
        self.link = said.removeprefix("open ").strip()
        self.address = self.link.partition("/signin")[0].rstrip("/")

    @property
    def port(self) -> int:
        return int(self.address.rpartition(":")[2])

    def __enter__(self) -> "Served":
        return self

    def __exit__(self, *_: object) -> None:
        if self.running.returncode is None:
            self.kill()

    def end(self) -> int:
        return children.end(self.running)

    def kill(self) -> None:
        children.kill(self.running)

    @contextmanager
    def visit(self) -> Iterator[httpx2.Client]:
        """Whoever opens the printed link, and from then on speaks as the page does."""
        with httpx2.Client(base_url=self.address, headers=PAGE, timeout=60) as client:
            assert client.get(self.link).headers["location"] == "/"
            yield client

    async def token(self, name: str = "Ann", organisation: str = HOME) -> str:
        """An access token of somebody new."""
        person = Person(str(uuid4()), name, f"{uuid4()}@example.org", "Europe/Rome", utc_now(), organisation)
        async with Database(self.url) as database, database.transaction() as tx:
            assert await add(tx, person, None)
        return TOKENS.issue(person.id)


@dataclass
class Caller:
    """Somebody who calls the API."""

    client: httpx2.AsyncClient
    conversation: str = ""

    async def begin(self) -> "Caller":
        self.conversation = (await self.client.post("/api/conversations")).json()["id"]
        return self

    @property
    def path(self) -> str:
        return f"/api/conversations/{self.conversation}/messages"

    async def post(self, body: Json, **headers: str) -> httpx2.Response:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return await self.client.post(self.path, json=body, headers=named)

    async def say(self, content: str) -> Json:
        answered = await self.post({"content": content})
        assert answered.status_code == 200, answered.text
        told: Json = answered.json()["assistant"]
        return told

    async def stream(self, body: Json) -> list[tuple[str, Json]]:
        answered = await self.post(body, Accept="text/event-stream")
        assert answered.headers["content-type"].startswith("text/event-stream"), answered.text
        return [(one.event, json.loads(one.data)) async for one in httpx2.EventSource(answered)]


Call = Callable[..., Any]


@asynccontextmanager
async def calling(served: Served, name: str = "Ann", organisation: str = HOME) -> AsyncIterator[Caller]:
    """Somebody new, with a conversation."""
    headers = {"Authorization": f"Bearer {await served.token(name, organisation)}"}
    async with httpx2.AsyncClient(base_url=served.address, headers=headers, timeout=30) as client:
        yield await Caller(client).begin()


@pytest.fixture(scope="session")
def sqlite_served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server that many tests share, each with people of its own."""
    with Served(f"sqlite:///{tmp_path_factory.mktemp('served') / 'sayso.db'}") as served:
        yield served
        assert served.end() == 0


@pytest.fixture(scope="session")
def postgresql_served(postgres: Any) -> Iterator[Served]:
    with Served(postgres.new_database()) as served:
        yield served
        assert served.end() == 0
