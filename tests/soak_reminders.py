"""Thousands of reminders within a minute over two replicas, one of which is killed: each is delivered, under one id.

python tests/soak_reminders.py [--reminders 5000] [--people 10]     on PostgreSQL
"""

import argparse
import asyncio
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import served
from household import settle
from moved import move, moved_sayso
from postgres import Server

from sayso.assemble import assembled
from sayso.session import Session
from sayso.settings import Settings
from sayso.storage.database import Database
from sayso.tasks.service import utc_now
from sayso.tasks.task import NewTask

SECRET = "a secret that both ends know, of some length"
PATIENCE = 600.0  # seconds without anything new


class Receiver:
    """Takes webhooks, and counts how often each id came."""

    def __init__(self) -> None:
        self.came: Counter[str] = Counter()
        self.news = threading.Condition()
        place = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                self.rfile.read(int(self.headers["Content-Length"]))
                with place.news:
                    place.came[self.headers["webhook-id"]] += 1
                    place.news.notify_all()
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        class Quiet(ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, *_: object) -> None:
                """Whoever is killed breaks off."""

        self.server = Quiet(("127.0.0.1", 0), Handler)

    def wait_for(self, count: int) -> None:
        """Until so many different ones came."""
        with self.news:
            while len(self.came) < count:
                assert self.news.wait(PATIENCE), f"{len(self.came)} of {count} came, and then no more"


@contextmanager
def receiving() -> Iterator[Receiver]:
    """One that runs."""
    place = Receiver()
    threading.Thread(target=place.server.serve_forever, daemon=True).start()
    yield place
    place.server.shutdown()
    place.server.server_close()


async def fill(url: str, people: int, count: int, begins: datetime) -> None:
    """Tasks that are due one after the other within a minute, written down before."""
    settings = Settings.read({"SAYSO_DATABASE_URL": url, "SAYSO_FLEET": "none"})
    async with assembled(settings, lambda: begins - timedelta(hours=1)) as parts, Database(url) as database:
        crowd = [await settle(database, f"person{number}", "Europe/Rome") for number in range(people)]

        async def of(who: Session, first: int) -> None:
            for number in range(first, count, people):
                due = (begins + timedelta(seconds=60 * number / count)).isoformat()
                await parts.tasks.add(who, NewTask(f"reminder {number}", due=due), f"key{number}")

        await asyncio.gather(*(of(who, first) for first, who in enumerate(crowd)))


def soak(url: str, people: int, count: int) -> str:
    """What came of it."""
    begins = utc_now() + timedelta(hours=2)
    asyncio.run(fill(url, people, count, begins))
    with tempfile.TemporaryDirectory() as folder, receiving() as receiver:
        ahead = Path(folder) / "ahead"
        hook = f"http://127.0.0.1:{receiver.server.server_port}/"
        given = {"SAYSO_REMIND_WEBHOOK": hook, "SAYSO_REMIND_SECRET": SECRET, "SAYSO_FLEET": "none"}
        given |= {"XDG_DATA_HOME": folder}
        replicas = [served.Served(url, settings=given, start=moved_sayso(ahead)) for _ in range(2)]
        try:
            began = time.monotonic()
            move(ahead, seconds=(begins - utc_now()).total_seconds() + 60)  # the minute has passed: all are due
            receiver.wait_for(count // 4)
            replicas[0].kill()
            killed_at = len(receiver.came)
            move(ahead, seconds=61)  # what it held is free again
            receiver.wait_for(count)
            took = time.monotonic() - began
            assert replicas[1].end() == 0
        finally:
            for one in replicas:
                if one.running.returncode is None:
                    one.kill()
        again = sum(times - 1 for times in receiver.came.values())
        assert len(receiver.came) == count
        told = (
            f"{count} due within a minute, one of two replicas killed after {killed_at}: {len(receiver.came)} delivered"
        )
        return f"{told} in {took:.0f} s, {again} of them once more under the same id"


def main() -> int:
    """Print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--reminders", type=int, default=5000)
    parser.add_argument("--people", type=int, default=10)
    given = parser.parse_args()
    server = Server.start_new()
    try:
        print(f"PostgreSQL: {soak(server.new_database(), given.people, given.reminders)}", flush=True)
    finally:
        server.remove()
    return 0


if __name__ == "__main__":
    sys.exit(main())
