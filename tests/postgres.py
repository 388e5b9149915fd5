"""A real PostgreSQL for the tests: found or installed, started in a folder of its own, reached by a socket there."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import psycopg
import scratch
from psycopg.sql import SQL, Identifier

HOW = "install PostgreSQL: apt-get install postgresql postgresql-contrib"
# nothing has to outlast a crash of the machine, and little is kept: where there is room, all of it is in memory
_QUICK = "-c fsync=off -c full_page_writes=off -c wal_level=minimal -c max_wal_senders=0 -c max_wal_size=64MB"
_OPTIONS = f"{_QUICK} -c autovacuum=off -c dynamic_shared_memory_type=mmap -c max_connections=300 -c listen_addresses="


class NoPostgres(Exception):  # noqa: N818 - said as it is
    """There is none here, and none could be installed."""


def programs() -> Path:
    """The folder of the newest server's programs; as root one is installed where there is none."""
    if not _found() and os.geteuid() == 0 and shutil.which("apt-get"):
        for command in (["apt-get", "update"], ["apt-get", "install", "-y", "--no-install-recommends", "postgresql"]):
            subprocess.run(
                command, capture_output=True, check=False, env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
            )
    found = _found()
    if not found:
        raise NoPostgres(HOW)
    return found[-1]


def _found() -> list[Path]:
    inside = Path("/usr/lib/postgresql").glob("*/bin/pg_ctl")
    return sorted((p.parent for p in inside), key=lambda p: int(p.parent.name))


def _servant() -> str | None:
    """Who runs the server: it refuses root."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name).pw_name
        except KeyError:
            continue
    raise NoPostgres("no user to run the server as: adduser --system postgres")


@dataclass
class Server:
    """One server with as many databases as are asked for."""

    programs: Path
    folder: Path = field(default_factory=lambda: Path(tempfile.mkdtemp(prefix="sayso-pg-", dir=scratch.for_others())))
    made: int = 0
    watching: "subprocess.Popen[bytes] | None" = None

    @classmethod
    def start_new(cls) -> "Server":
        server = cls(programs())
        servant = _servant()
        if servant is not None:
            shutil.chown(server.folder, servant)
        server._run("initdb", "-D", str(server.data), "-U", "sayso", "-A", "trust", "-E", "UTF8", "--no-sync")
        server.start()
        server._stop_with_this_process()
        return server

    @property
    def data(self) -> Path:
        return self.folder / "data"

    def url(self, database: str) -> str:
        return f"postgresql://sayso@/{database}?host={self.folder}"

    def start(self) -> None:
        log = str(self.folder / "log")
        self._run("pg_ctl", "-D", str(self.data), "-w", "-l", log, "-o", f"{_OPTIONS} -k {self.folder}", "start")

    def stop(self) -> None:
        self._run("pg_ctl", "-D", str(self.data), "-w", "-m", "immediate", "stop")

    def new_database(self, template: str = "template1") -> str:
        """The address of a database that nobody used before."""
        self.made += 1
        name = f"test{self.made}"
        with psycopg.connect(self.url("postgres"), autocommit=True) as asking:  # the program takes four times as long
            asking.execute(SQL("CREATE DATABASE {} TEMPLATE {}").format(Identifier(name), Identifier(template)))
        return self.url(name)

    @contextmanager
    def lent(self) -> Iterator[Callable[..., str]]:
        """Makes such databases; they are gone afterwards, and whoever still uses one is cut off."""
        made: list[str] = []

        def lend(template: str = "template1") -> str:
            made.append(self.new_database(template))
            return made[-1]

        yield lend
        with suppress(psycopg.OperationalError), psycopg.connect(self.url("postgres"), autocommit=True) as asking:
            for url in made:
                name = url.partition("?")[0].rpartition("/")[2]
                asking.execute(SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(Identifier(name)))

    def _stop_with_this_process(self) -> None:
        """Have it stopped and its folder removed when this process is gone, even if it was killed."""
        script = 'read _; "$1" -D "$2/data" -m immediate stop; rm -rf "$2"'
        command = ["sh", "-c", script, "sh", str(self.programs / "pg_ctl"), str(self.folder)]
        silent = subprocess.DEVNULL
        self.watching = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=silent, stderr=silent, cwd="/", user=_servant(), process_group=0
        )

    def remove(self) -> None:
        if self.watching is not None:
            self.watching.kill()
            self.watching.communicate()
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self.programs / program), *arguments]
        log = self.folder / "setup.log"
        with log.open("ab") as said:  # a pipe would stay open as long as the server runs
            done = subprocess.run(command, stdout=said, stderr=said, cwd="/", user=_servant(), check=False, timeout=120)
        if done.returncode:
            raise NoPostgres(f"{program} failed: {log.read_text()[-2000:]}")
