"""Answers a second over HTTP, the whole way (decide, call, store), on both databases, beside a bare FastAPI endpoint
that writes one row to the same database; and the server's memory over many messages.

make bench
python -m benchmarks.answers [--messages N] [--memory N]
"""

import argparse
import asyncio
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import asdict, dataclass
from datetime import timedelta
from pathlib import Path
from uuid import uuid4

import httpx

from benchmarks.posting import Came, Job, Place
from sayso.accounts.person import Person
from sayso.accounts.store import add
from sayso.accounts.tokens import Tokens
from sayso.storage.database import Database
from sayso.tasks.service import utc_now

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))  # where a PostgreSQL that starts by itself lives
from postgres import Server

CLIENTS = 8  # people who talk at a time, each on a connection of their own
ROUNDS = 4  # each server has its turn, so that a machine that slows down slows both alike
TASKS = 10  # that each of them has, all the time
_LOOK = 0.5  # seconds between two looks at a server that warms up
_IDLE = 0.05  # of a processor
_SECRET = "a key that is only for measuring, and long enough"


@dataclass(frozen=True, slots=True)
class Running:
    """A server that was started for this."""

    address: str
    process: int

    def memory(self) -> float:
        """Megabytes that it holds of the machine's memory."""
        status = Path(f"/proc/{self.process}/status").read_text()
        return int(re.findall(r"VmRSS:\s+(\d+) kB", status)[0]) / 1024

    def worked(self) -> float:
        """Seconds that it has kept a processor busy."""
        fields = Path(f"/proc/{self.process}/stat").read_text().rpartition(")")[2].split()
        return sum(int(ticks) for ticks in fields[11:13]) / os.sysconf("SC_CLK_TCK")

    def rest(self) -> None:
        """Wait until it has nothing to do: ours compiles its patterns after it has begun to listen."""
        before = -1.0
        while self.worked() - before > _IDLE * _LOOK:
            before = self.worked()
            time.sleep(_LOOK)


@contextmanager
def running(command: list[str], url: str) -> Iterator[Running]:
    """A server on a database, ended at the end."""
    given = {"SAYSO_DATABASE_URL": url, "SAYSO_SECRET": _SECRET, "SAYSO_MESSAGES_PER_MINUTE": "0"}
    process = subprocess.Popen(
        command, env={**os.environ, **given}, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    try:
        assert process.stdout is not None
        said = process.stdout.readline()
        assert said.startswith("open http://"), said
        started = Running(said.removeprefix("open ").strip().rstrip("/"), process.pid)
        started.rest()
        yield started
    finally:
        process.terminate()
        process.wait()


def ours(url: str) -> AbstractContextManager[Running]:
    """`sayso serve`, for people with access tokens."""
    return running([str(Path(sys.executable).with_name("sayso")), "serve", "--port", "0"], url)


def bare(url: str) -> AbstractContextManager[Running]:
    """The endpoint that writes one row."""
    return running([sys.executable, "-m", "benchmarks.bare"], url)


async def settle(server: Running, url: str) -> list[Place]:
    """People with a few tasks, each in a conversation."""
    tokens, places = Tokens(_SECRET, timedelta(hours=12), utc_now), []
    async with Database(url) as database:
        for number in range(CLIENTS):
            person = Person(str(uuid4()), f"Person {number}", f"{uuid4()}@example.org", "Europe/Rome", utc_now())
            async with database.transaction() as tx:
                assert await add(tx, person, None)
            token = tokens.issue(person.id)
            headers = {"Authorization": f"Bearer {token}"}
            async with httpx.AsyncClient(base_url=server.address, headers=headers, timeout=60) as client:
                for task in range(TASKS):
                    assert (await client.post("/api/tasks", json={"title": f"errand number {task}"})).is_success
                begun = (await client.post("/api/conversations")).json()
            places.append(Place(f"/api/conversations/{begun['id']}/messages", token))
    return places


def post(job: Job) -> Came:
    """Let a process of its own do a job."""
    command = [sys.executable, "-m", "benchmarks.posting"]
    done = subprocess.run(command, input=json.dumps(asdict(job)), text=True, check=True, capture_output=True)
    return Came(**json.loads(done.stdout))


def together(parts: list[Came]) -> Came:
    """All rounds as one."""
    times = [one for part in parts for one in part.times]
    return Came(sum(part.seconds for part in parts), times, sum(part.wrong for part in parts))


def speed(name: str, url: str, messages: int) -> None:
    """Print how both servers do on one database."""
    with ours(url) as server, bare(url) as other:
        places = {"sayso": (server, asyncio.run(settle(server, url))), "one row": (other, [Place("/rows")] * CLIENTS)}
        came: dict[str, list[Came]] = {who: [] for who in places}
        for turn in range(-1, ROUNDS):  # the first one warms up
            for who, (at, where) in places.items():
                done = post(Job(at.address, where, messages // ROUNDS, (turn + 1) * messages))
                came[who] += [done] if turn >= 0 else []
    rates = {}
    for who, parts in came.items():
        all_of = together(parts)
        rates[who] = len(all_of.times) / all_of.seconds
        p50, p99 = statistics.median(all_of.times), sorted(all_of.times)[int(len(all_of.times) * 0.99)]
        told = f"{name:14}{who:12}{rates[who]:11.0f}{p50:9.2f}{p99:9.2f}{all_of.wrong:8}"
        print(told if who != "one row" else f"{told}{rates['sayso'] / rates[who]:9.2f}", flush=True)


def memory(name: str, url: str, messages: int) -> None:
    """Print the memory of our server after a tenth, a half and all of many messages."""
    with ours(url) as server:
        places = asyncio.run(settle(server, url))
        held, wrong, first = [], 0, 0
        for until in (0.1, 0.5, 1.0):
            count = round(messages * until) - first
            wrong += post(Job(server.address, places, count, first)).wrong
            first += count
            held.append(server.memory())
    growth = (held[-1] / held[0] - 1) * 100
    told = ", ".join(f"{megabytes:.0f} MB" for megabytes in held)
    print(
        f"{name}: {messages:,} messages, {wrong} wrong; memory at 10, 50 and 100 %: {told} ({growth:+.1f} %)",
        flush=True,
    )


def on_each(measure: Callable[[str, str, int], None], messages: int) -> None:
    """Measure on SQLite and on PostgreSQL, with nothing in them."""
    with tempfile.TemporaryDirectory() as folder:
        measure("SQLite", f"sqlite:///{Path(folder) / 'answers.db'}", messages)
    server = Server.start_new()
    try:
        measure("PostgreSQL", server.new_database(), messages)
    finally:
        server.remove()


def main() -> int:
    """Print all of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--messages", type=int, default=4000, help="to each server")
    parser.add_argument("--memory", type=int, default=0, help="messages over which the memory is watched")
    given = parser.parse_args()
    if given.memory:
        on_each(memory, given.memory)
        return 0
    print(f"\n{CLIENTS} clients at a time")
    print(f"{'database':14}{'server':12}{'answers/s':>11}{'p50 ms':>9}{'p99 ms':>9}{'wrong':>8}{'ratio':>9}")
    on_each(speed, given.messages)
    return 0


if __name__ == "__main__":
    sys.exit(main())
