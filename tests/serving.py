"""`sayso serve` as a process of its own, on a database of its own, that can be stopped and started again."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

SAYSO = str(Path(sys.executable).with_name("sayso"))
PASSWORD = "correct horse battery staple"


def free_port() -> int:
    """A port that nobody listens at now."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


class Served:
    """The assistant's server; `address` is the link that it prints."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.environment = {
            **os.environ,
            "SAYSO_DATABASE_URL": f"sqlite:///{folder / 'sayso.db'}",
            "XDG_DATA_HOME": str(folder),
            "TZ": "Europe/Rome",
            "SAYSO_MESSAGES_PER_MINUTE": "0",  # tests are quicker than people
        }
        self._command = [SAYSO, "serve", "--port", str(free_port()), *options]
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
        self._running = subprocess.Popen(
            self._command, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        assert self._running.stdout is not None
        said = next((line for line in self._running.stdout if "http://" in line), "")
        assert said, "it never printed its link"
        self.address = said[said.index("http://") :].split()[0]

    def stop(self) -> None:
        """Stop it, and wait until it is gone."""
        self._running.terminate()
        self._running.communicate(timeout=20)


def people(server: Served, *names: str) -> Iterator[str]:
    """Make an account for each."""
    for name in names:
        command = [SAYSO, "user", "add", name, f"{name}@example.org", "--password-stdin"]
        subprocess.run(command, env=server.environment, input=PASSWORD, text=True, check=True, capture_output=True)
        yield name


def token(server: Served, name: str) -> str:
    """An access token of one of them."""
    command = [SAYSO, "token", "--user", f"{name}@example.org", "--password-stdin"]
    got = subprocess.run(command, env=server.environment, input=PASSWORD, text=True, check=True, capture_output=True)
    return got.stdout.strip()
