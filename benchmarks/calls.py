"""What a call of a tool costs, in memory, at a pipe and over HTTP, on both databases, beside a server that does
nothing; and how finding a task by its title grows with their number.

make bench
python -m benchmarks.calls [--calls N] [--largest TASKS]
"""

import argparse
import asyncio
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

from fastmcp import Client, FastMCP
from fastmcp.client.transports import StdioTransport
from sqlalchemy import insert, literal, select, text

from benchmarks.at_once import build
from sayso.accounts.person import Person
from sayso.accounts.store import add
from sayso.accounts.tokens import Tokens
from sayso.assemble import Parts, assembled
from sayso.session import Session
from sayso.settings import Settings
from sayso.storage.database import Database
from sayso.storage.tables import tasks
from sayso.tasks.server.wing import task_wing
from sayso.tasks.service import utc_now
from sayso.tasks.store import records
from sayso.tasks.task import StoredTask, fold
from sayso.tools.http import listen
from sayso.tools.server import build_server

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))  # where a PostgreSQL that starts by itself lives
from postgres import Server

BLOCK = 20  # calls in a row before the next one has its turn, so that a machine that slows down slows all alike
SECRET = "a key that is only for this benchmark, long enough"
CHUNK = 20_000
Call = Callable[[int], Awaitable[object]]


async def timed(callers: dict[str, Call], count: int) -> dict[str, list[float]]:
    """The milliseconds of every call of every caller, in turns."""
    times: dict[str, list[float]] = {name: [] for name in callers}
    for call in callers.values():
        await call(-1)  # the first one warms up
    for block in range(0, count, BLOCK):
        for name, call in callers.items():
            for i in range(block, min(block + BLOCK, count)):
                began = time.perf_counter()
                await call(i)
                times[name].append((time.perf_counter() - began) * 1000)
    return times


def calling(client: "Client[Any]", tool: str) -> Call:
    """One tool of one server."""

    async def call(number: int) -> object:
        arguments: dict[str, Any] = {"title": f"task {number}"} if tool == "add_task" else {"limit": 10}
        return await client.call_tool(tool, arguments, meta={"idempotencyKey": str(uuid4())})

    return call


@asynccontextmanager
async def over_http(command: list[str], environ: dict[str, str], port: int) -> "AsyncIterator[Client[Any]]":
    """A client of a server that is started for it."""
    secret = {"SAYSO_SECRET": SECRET, "SAYSO_CALLS_PER_MINUTE": "0"}
    process = subprocess.Popen(
        [*command, str(port)], env={**os.environ, **secret, **environ}, stderr=subprocess.DEVNULL
    )
    path = f"/mcp/{Tokens(SECRET, timedelta(), utc_now).derive('local mcp')}" if environ else "/mcp"
    try:
        while True:
            try:
                async with Client(f"http://127.0.0.1:{port}{path}") as client:
                    yield client
                    return
            except RuntimeError:  # it is not there yet
                await asyncio.sleep(0.2)
    finally:
        process.kill()
        process.wait()


def free_port() -> int:
    """One that nobody listens at now."""
    with listen("127.0.0.1", 0) as listening:
        return int(listening.getsockname()[1])


async def open_clients(
    way: str, urls: dict[str, str], parts: dict[str, Parts], stack: AsyncExitStack
) -> dict[str, Any]:
    """A client of the server at once, and one of ours on each database."""
    clients: dict[str, Any] = {}
    python = sys.executable
    sayso = str(Path(python).with_name("sayso"))
    for name, url in {"at once": "", **urls}.items():
        environ = {"SAYSO_DATABASE_URL": url} if url else {}
        if way == "in memory":
            opened: Any = Client(await _ours(parts[name]) if url else build())
        elif way == "pipe":
            command, arguments = (sayso, ["mcp"]) if url else (python, ["-m", "benchmarks.at_once"])
            opened = Client(StdioTransport(command, arguments, env={**os.environ, **environ}, keep_alive=False))
        else:
            started = [sayso, "mcp", "--http", "--local", "--port"] if url else [python, "-m", "benchmarks.at_once"]
            opened = over_http(started, environ, free_port())
        clients[name] = await stack.enter_async_context(opened)
    return clients


async def _ours(parts: Parts) -> FastMCP:
    person = await parts.local_person()
    return build_server([task_wing(parts.tasks)], parts.audit, lambda: person.id)


async def speed(urls: dict[str, str], count: int) -> None:
    """Calls a second, one after the other, each way and on each database."""
    print(f"\n{'one client':12}{'tool':12}{'server':14}{'p50 ms':>9}{'p99 ms':>9}{'calls/s':>9}{'beside at once':>17}")
    for way in ("in memory", "pipe", "http"):
        async with AsyncExitStack() as stack:
            parts = {
                name: await stack.enter_async_context(assembled(Settings.read({"SAYSO_DATABASE_URL": url})))
                for name, url in urls.items()
            }
            clients = await open_clients(way, urls, parts, stack)
            for tool in ("list_tasks", "add_task"):
                times = await timed({name: calling(client, tool) for name, client in clients.items()}, count)
                base = statistics.median(times["at once"])
                for name, taken in times.items():
                    p50, p99 = statistics.median(taken), sorted(taken)[int(len(taken) * 0.99)]
                    rate = len(taken) / sum(taken) * 1000
                    print(
                        f"{way:12}{tool:12}{name:14}{p50:9.2f}{p99:9.2f}{rate:9.0f}{p50 - base:+14.2f} ms", flush=True
                    )


async def fill(database: Database, count: int) -> Session:
    """A person with that many tasks."""
    person = Person(str(uuid4()), "Ann", None, "UTC", utc_now())
    for first in range(0, count, CHUNK):
        async with database.transaction() as tx:
            if first == 0:
                await add(tx, person, None)
            rows = [_row(person.id, i) for i in range(first, min(first + CHUNK, count))]
            await tx.execute(insert(tasks), rows)
    async with database.transaction() as tx:
        if database.is_sqlite:
            theirs = select(tasks.c.seq, literal(records._owner(person.id)), tasks.c.folded)
            titles = insert(records._titles).from_select(
                ["rowid", "owner", "folded"], theirs.where(tasks.c.user_id == person.id)
            )
            await tx.execute(titles)
        await tx.execute(text("ANALYZE"))
    return Session(person.id, "bench")


def title(number: int) -> str:
    """A title like no other."""
    rng = random.Random(number)
    verb = rng.choice(("buy", "call", "pay", "fix", "clean", "book", "renew", "water"))
    return f"{verb} {rng.choice(('milk', 'rent', 'dentist', 'report', 'garden', 'invoice'))} {number:07d}"


def _row(user_id: str, number: int) -> dict[str, object]:
    now = utc_now()
    task = StoredTask(str(uuid4()), number + 1, title(number), "", "medium", None, None, now, now, None, 1)
    values = {name: getattr(task, name) for name in ("id", "number", "title", "description", "priority", "version")}
    more = {"user_id": user_id, "folded": fold(task.title), "created_at": now, "updated_at": now}
    return {**values, **more}


async def growth(urls: dict[str, str], count: int, largest: int) -> None:
    """Finding one task by its title among few and many of one person."""
    sizes = [size for size in (10, 10_000, 1_000_000) if size <= largest]
    print(f"\n{'by title':12}{'server':14}" + "".join(f"{size:>11,}" for size in sizes) + "   tasks (p50 ms)")
    for name, url in urls.items():
        async with assembled(Settings.read({"SAYSO_DATABASE_URL": url})) as parts:
            people = {size: await fill(parts.database, size) for size in sizes}
            for kind in ("whole", "part"):
                callers = {str(size): _finding(parts, people[size], size, kind) for size in sizes}
                p50 = {size: statistics.median(t) for size, t in (await timed(callers, count)).items()}
                told = "".join(f"{p50[str(size)]:11.2f}" for size in sizes)
                times = p50[str(sizes[-1])] / p50[str(sizes[-2])]
                print(f"{kind:12}{name:14}{told}   {times:.1f} times from {sizes[-2]:,} to {sizes[-1]:,}", flush=True)


def _finding(parts: Parts, who: Session, size: int, kind: str) -> Call:
    async def find(number: int) -> object:
        chosen = random.Random(number).randrange(size)
        words = title(chosen) if kind == "whole" else title(chosen).partition(" ")[2].upper()
        found = await parts.tasks.resolve(who, words)
        assert isinstance(found, StoredTask), found
        return found

    return find


def main() -> int:
    """Print all of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--calls", type=int, default=200)
    parser.add_argument("--largest", type=int, default=1_000_000, help="tasks of one person, at most")
    given = parser.parse_args()
    server = Server.start_new()
    try:
        with tempfile.TemporaryDirectory() as folder:
            urls = {"SQLite": f"sqlite:///{Path(folder) / 'speed.db'}", "PostgreSQL": server.new_database()}
            asyncio.run(speed(urls, given.calls))
            urls = {"SQLite": f"sqlite:///{Path(folder) / 'growth.db'}", "PostgreSQL": server.new_database()}
            asyncio.run(growth(urls, given.calls, given.largest))
    finally:
        server.remove()
    return 0


if __name__ == "__main__":
    sys.exit(main())
