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

import httpx2

from benchmarks.posting import CYCLES, Came, Job, Place
from sayso.accounts.person import Person
from sayso.accounts.store import add
from sayso.accounts.tokens import Tokens
from sayso.storage.database import Database
from sayso.tasks.service import utc_now

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))  # where a PostgreSQL that starts by itself lives
from postgres import Server

CLIENTS = 8  # people who talk at a time, each on a connection of their own
ROUNDS = 9  # short ones, in which each server has its turn: a machine that slows down slows both alike
TASKS = 30  # that each of them has, all the time
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
            async with httpx2.AsyncClient(base_url=server.address, headers=headers, timeout=60) as client:
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


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn of one server: what came of it, and the seconds that it kept a processor busy for it."""

    came: Came
    worked: float

    @property
    def rate(self) -> float:
        """Answers a second."""
        return len(self.came.times) / self.came.seconds


def turn(at: Running, job: Job) -> Turn:
    """Let one server have its turn."""
    before = at.worked()
    return Turn(post(job), at.worked() - before)


def told(turns: list[Turn]) -> str:
    """A line about all turns of a server; the rate is that of its median turn."""
    times = sorted(one for each in turns for one in each.came.times)
    busy = sum(each.worked for each in turns) / len(times) * 1000
    rate, wrong = statistics.median(each.rate for each in turns), sum(each.came.wrong for each in turns)
    p50, p99 = statistics.median(times), times[int(len(times) * 0.99)]
    return f"{rate:11.0f}{p50:9.2f}{p99:9.2f}{busy:9.2f}{wrong:8}"


def speed(name: str, url: str, messages: int) -> None:
    """Print how both servers do on one database."""
    with ours(url) as server, bare(url) as other:
        places, rows = asyncio.run(settle(server, url)), [Place("/rows")] * CLIENTS
        for number, cycle in enumerate(CYCLES):
            turns: list[tuple[Turn, Turn]] = []
            for first in range(0, messages // ROUNDS * (ROUNDS + 1), messages // ROUNDS):
                some = (messages // ROUNDS, first + number * 10 * messages, cycle)
                pair = turn(server, Job(server.address, places, *some)), turn(other, Job(other.address, rows, *some))
                turns += [pair] if first else []  # the first one warms up
            print(f"{name:12}{cycle:6}{'sayso':9}{told([one for one, _ in turns])}")
            ratio = statistics.median(one.rate / peer.rate for one, peer in turns)
            print(f"{name:12}{cycle:6}{'one row':9}{told([peer for _, peer in turns])}{ratio:9.2f}", flush=True)


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
    sizes = ", ".join(f"{megabytes:.0f} MB" for megabytes in held)
    print(
        f"{name}: {messages:,} messages, {wrong} wrong; memory at 10, 50 and 100 %: {sizes} ({growth:+.1f} %)",
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
    parser.add_argument("--messages", type=int, default=2250, help="of each kind to each server")
    parser.add_argument("--memory", type=int, default=0, help="messages over which the memory is watched")
    given = parser.parse_args()
    if given.memory:
        on_each(memory, given.memory)
        return 0
    print(f"\n{CLIENTS} clients at a time, {TASKS} tasks each; ms of a processor for each answer")
    head = f"{'database':12}{'what':6}{'server':9}{'answers/s':>11}{'p50 ms':>9}{'p99 ms':>9}{'busy ms':>9}{'wrong':>8}"
    print(f"{head}{'ratio':>9}")
    on_each(speed, given.messages)
    return 0


if __name__ == "__main__":
    sys.exit(main())
