"""`sayso serve` as a process of its own, on a database of its own, that can be stopped and started again."""

import asyncio
import os
import socket
import subprocess
from collections.abc import Coroutine, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit
from uuid import uuid4

import children
import tables

from sayso.accounts.person import LOCAL_ID, Person
from sayso.accounts.store import add
from sayso.signin.signins import SignIns
from sayso.storage.database import Database
from sayso.tasks.service import utc_now

T = TypeVar("T")
PASSWORD = "correct horse battery staple"


def free_port() -> int:
    """A port that nobody listens at now."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


class Served:
    """The assistant's server; `address` is the link that it prints."""

    def __init__(
        self,
        folder: Path,
        *options: str,
        settings: Mapping[str, str] | None = None,
        start: children.CommandLine = children.sayso,
    ) -> None:
        if start is not children.installed_sayso:
            tables.laid(folder / "sayso.db")
        self.environment = {
            **os.environ,
            "SAYSO_DATABASE_URL": f"sqlite:///{folder / 'sayso.db'}",
            "XDG_DATA_HOME": str(folder),
            "TZ": "Europe/Rome",
            "SAYSO_MESSAGES_PER_MINUTE": "0",  # tests are quicker than people
            **(settings or {}),
        }
        self.log = folder / "log"  # what it says on stderr
        self._command = start("serve", "--port", str(free_port()), *options)
        self.address = ""

    def __enter__(self) -> "Served":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    @property
    def origin(self) -> str:
        """Scheme, host and port."""
        parts = urlsplit(self.address)
        return f"{parts.scheme}://{parts.netloc}"

    def start(self) -> None:
        """Start it, and wait for its link."""
        with self.log.open("a") as log:
            self._running = subprocess.Popen(
                self._command, env=self.environment, stdout=subprocess.PIPE, stderr=log, text=True
            )
        said = children.next_line(self._running, self._running.stdout)
        if "http://" not in said:
            children.kill(self._running)
            raise AssertionError(f"it never printed its link, but {said!r}")
        self.address = said[said.index("http://") :].split()[0]

    def stop(self) -> None:
        """Stop it, and wait until it is gone."""
        children.end(self._running)


def people(server: Served, *names: str) -> Iterator[str]:
    """Make an account for each."""
    for name in names:
        command = children.sayso("user", "add", name, f"{name}@example.org", "--password-stdin")
        subprocess.run(
            command, env=server.environment, input=PASSWORD, text=True, check=True, capture_output=True, timeout=120
        )
        yield name


def newcomer(server: Served, name: str = "Ann") -> str:
    """A link that signs in somebody new, with nothing in their list."""
    return invitation(server, Person(str(uuid4()), name, f"{uuid4()}@example.org", "Europe/Rome", utc_now()))


def invitation(server: Served, person: Person | None = None, known: str = LOCAL_ID) -> str:
    """A link that signs in somebody new, or somebody who is known: whoever sits here."""

    async def make() -> str:
        async with Database(server.environment["SAYSO_DATABASE_URL"]) as database:
            async with database.transaction() as tx:
                assert person is None or await add(tx, person, None)
            signins = SignIns(database, utc_now, timedelta(days=1))
            return await signins.invite(known if person is None else person.id)

    return f"{server.origin}/signin?key={beside(make())}"


def beside(work: Coroutine[Any, Any, T]) -> T:
    """What comes of some work; a browser that is driven holds this thread's event loop."""
    with ThreadPoolExecutor(1) as other:
        return other.submit(lambda: asyncio.run(work)).result()


def said(server: Served, *command: str) -> str:
    """What a command prints that works on the server's database."""
    got = subprocess.run(
        children.sayso(*command), env=server.environment, text=True, check=True, capture_output=True, timeout=120
    )
    return got.stdout.strip()
