"""Many clients of a few people, calls that break off, a server that is killed: nothing lost, doubled or astray.

python tests/soak.py [--clients 200] [--people 10] [--calls 12]     on SQLite and on PostgreSQL
"""

import argparse
import asyncio
import logging
import random
import socket
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any, Protocol

from doors import ERAS, TOKENS, Process, Told, service_of
from fastmcp import Client
from fastmcp.client.auth import BearerAuth
from household import settle
from postgres import Server

from sayso.audit.audit import Audit
from sayso.audit.store import AuditFilter
from sayso.errors import StorageUnavailable
from sayso.session import Session
from sayso.storage.database import Database
from sayso.tasks.service import TaskService, utc_now
from sayso.tasks.store import records
from sayso.tasks.task import StoredTask

MOST_TRIES = 600  # of one call; more means that it never comes through
PAUSE = 0.2  # seconds that a client waits before it tries a server that is away again
PATIENCE = 30  # seconds for one answer


@dataclass(frozen=True)
class Size:
    """How many, and with which luck."""

    clients: int
    people: int
    calls: int
    kills: int = 2
    seed: int = 7


class Running(Protocol):
    """A server that was started, and can be killed."""

    url: str
    address: str

    @property
    def port(self) -> int: ...

    def kill(self) -> None: ...


@dataclass
class Account:
    """What was counted."""

    acknowledged: Counter[str] = field(default_factory=Counter)
    retries: int = 0
    broken_off: int = 0
    kills: int = 0
    seconds: float = 0.0

    def __str__(self) -> str:
        calls = sum(self.acknowledged.values())
        kinds = ", ".join(f"{count} {tool}" for tool, count in sorted(self.acknowledged.items()))
        rate = f"{calls} calls acknowledged in {self.seconds:.0f} s ({calls / self.seconds:.0f} a second): {kinds}"
        return f"{rate}; {self.retries} retries, {self.broken_off} broken off by the client, {self.kills} times killed"


@dataclass
class Expected:
    """A task as the client believes it to be, from what was acknowledged."""

    title: str
    is_completed: bool = False
    priority: str = "medium"
    is_deleted: bool = False


class Caller:
    """One client: makes its calls one after the other, each until it is acknowledged."""

    def __init__(self, name: str, who: Session, world: "World") -> None:
        self.name = name
        self.who = who
        self.world = world
        self.luck = random.Random(f"{world.size.seed} {name}")
        self.tasks: dict[str, Expected] = {}
        self.era = self.luck.choice(list(ERAS.values()))
        self.client: Client[Any] | None = None

    async def run(self) -> None:
        for number in count():
            if self.world.is_over(number):
                break
            await self.act(f"{self.name} {number}")
        await self.disconnect()

    async def act(self, key: str) -> None:
        alive = [task_id for task_id, task in self.tasks.items() if not task.is_deleted]
        verb = self.luck.choice(["add", "complete", "update", "delete", "list"]) if alive else "add"
        if verb == "add":
            told = await self.acknowledged("add_task", key, title=f"{self.who.user_id} {key}")
            self.tasks[told["task_id"]] = Expected(told["title"])
            return
        if verb == "list":
            told = await self.acknowledged("list_tasks", None, limit=5)
            assert all(task["title"].startswith(self.who.user_id) for task in told["tasks"])
            return
        task_id = self.luck.choice(alive)
        task = self.tasks[task_id]
        if verb == "complete":
            await self.acknowledged("complete_task", key, task_identifier=task_id)
            task.is_completed = True
        elif verb == "update":
            task.priority = self.luck.choice(["low", "high"])
            await self.acknowledged("update_task", key, task_identifier=task_id, new_priority=task.priority)
        else:
            await self.acknowledged("delete_task", key, task_identifier=task_id)
            task.is_deleted = True

    async def acknowledged(self, tool: str, key: str | None, **arguments: object) -> Told:
        """The answer to a call that is repeated until it comes; a deletion is allowed by the person on the way."""
        for _ in range(MOST_TRIES):
            told = await self.tried(tool, key, arguments)
            if told is None or told.get("error") == "unavailable":
                self.world.account.retries += 1
                continue
            if told["status"] == "needs_confirmation":
                self.world.allowed.add(str(arguments["task_identifier"]))
                with suppress(
                    StorageUnavailable
                ):  # the server writes all the time: asked for again, it is granted then
                    await self.world.service.confirmations.grant(told["confirmation_id"], self.who.user_id)
                continue
            assert told["status"] == "success", (tool, arguments, told)
            self.world.account.acknowledged[tool] += 1
            await self.world.progressed()
            return told
        raise AssertionError(f"{tool} {arguments} never came through")

    async def tried(self, tool: str, key: str | None, arguments: dict[str, object]) -> Told | None:
        """One try; None where no answer came, whatever the server did."""
        is_hasty = self.luck.random() < 0.1
        patience = self.luck.random() * 0.2 if is_hasty else PATIENCE
        try:
            async with asyncio.timeout(patience):
                client = await self.connected()
                meta = None if key is None else {"idempotencyKey": key}
                result = await client.call_tool(tool, arguments, raise_on_error=False, meta=meta)
                assert result.structured_content is not None, result
                return result.structured_content
        except TimeoutError:
            self.world.account.broken_off += 1
            await self.disconnect()
        except AssertionError:
            raise
        except Exception:  # however a client says that the server is away
            await self.disconnect()
            await asyncio.sleep(PAUSE)
        return None

    async def connected(self) -> "Client[Any]":
        if self.client is None:
            auth = BearerAuth(TOKENS.issue(self.who.user_id))
            client: Client[Any] = Client(self.world.process.address, auth=auth, mode=self.era)
            await client.__aenter__()  # type: ignore[no-untyped-call]  # theirs
            self.client = client
        return self.client

    async def disconnect(self) -> None:
        client, self.client = self.client, None
        if client is not None:
            with suppress(Exception):
                await client.__aexit__(None, None, None)  # type: ignore[no-untyped-call]  # theirs


class World:
    """A database, the server on it, and all who call it."""

    def __init__(self, url: str, size: Size, start: Callable[[str, int], Running] | None = None) -> None:
        self.size = size
        self.account = Account()
        self.start = start or (lambda url, port: Process(url, port=port))
        self.process = self.start(url, lasting_port())
        self.allowed: set[str] = set()  # the tasks to whose deletion their person said yes
        self.database = Database(url)
        self.service: TaskService = service_of(self.database)
        total = size.clients * size.calls
        self._deaths = iter([total * (i + 1) // (size.kills + 1) for i in range(size.kills)])
        self._next_death = next(self._deaths, None)

    async def progressed(self) -> None:
        """Kill the server where it is time, and start it again at the same place, while the others go on calling."""
        if self._next_death is not None and sum(self.account.acknowledged.values()) >= self._next_death:
            self._next_death = next(self._deaths, None)
            await self.die()

    async def die(self) -> None:
        """Be killed, and come back at the same place."""
        dead = self.process
        dead.kill()
        self.process = await asyncio.to_thread(self.start, dead.url, dead.port)
        self.account.kills += 1

    def is_over(self, number: int) -> bool:
        """Whether a client that made so many calls has made all."""
        return number >= self.size.calls

    async def run(self) -> Account:
        people = [await settle(self.database, f"Person{i}") for i in range(self.size.people)]
        callers = [Caller(f"c{i}", people[i % len(people)], self) for i in range(self.size.clients)]
        began = time.monotonic()
        await asyncio.gather(*(caller.run() for caller in callers))
        self.account.seconds = time.monotonic() - began
        for who in people:
            await self.check(who, [caller for caller in callers if caller.who is who])
        return self.account

    async def check(self, who: Session, callers: list[Caller]) -> None:
        """Whether the data is what was acknowledged, once, and the audit tells the same."""
        async with self.database.reading() as tx:
            kept = {task.id: task for task in await records.all_of(tx, who.user_id)}
        believed = {task_id: task for caller in callers for task_id, task in caller.tasks.items()}
        assert {i: _seen(t) for i, t in kept.items()} == believed
        assert {i for i, t in kept.items() if t.deleted_at is not None} <= self.allowed
        assert len({task.title for task in kept.values()}) == len(kept)
        assert sorted(task.number for task in kept.values()) == list(range(1, len(kept) + 1))
        lines = Audit(self.database, utc_now).read(AuditFilter(user_id=who.user_id))
        changes = [line async for line in lines if line.status == "success" and "version" in line.result]
        assert Counter(line.result["task_id"] for line in changes) == {i: t.version for i, t in kept.items()}
        assert Counter(line.tool for line in changes)["add_task"] == len(kept)

    async def close(self) -> None:
        self.process.kill()
        await self.database.close()


def lasting_port() -> int:
    """A free port below those that clients are given: one of them could have the server's while it is away."""
    for port in random.sample(range(20_000, 30_000), 100):
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
    raise AssertionError("no port is free")


def _seen(task: StoredTask) -> Expected:
    return Expected(task.title, task.is_completed, task.priority, task.deleted_at is not None)


async def soak(url: str, size: Size) -> Account:
    """Let it rain on one database; raises where anything was lost, doubled or astray."""
    world = World(url, size)
    try:
        return await world.run()
    finally:
        await world.close()


def databases() -> Iterator[tuple[str, str]]:
    """One of each kind, with nothing in them."""
    with tempfile.TemporaryDirectory() as folder:
        yield "SQLite", f"sqlite:///{Path(folder) / 'sayso.db'}"
    server = Server.start_new()
    yield "PostgreSQL", server.new_database()
    server.remove()


def main() -> int:
    """Print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--people", type=int, default=10)
    parser.add_argument("--calls", type=int, default=12, help="of each client")
    given = parser.parse_args()
    logging.getLogger("mcp").setLevel(logging.CRITICAL)  # that the server is away is what is tried here
    size = Size(given.clients, given.people, given.calls)
    print(f"{size.clients} clients of {size.people} people, {size.calls} calls each")
    for name, url in databases():
        print(f"{name}: {asyncio.run(soak(url, size))}; all there, once, and the audit agrees", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
