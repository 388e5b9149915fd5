"""A real MQTT broker for the tests: mosquitto, found or installed, stopped and started at will."""

import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import sample

import paho.mqtt.publish as mqtt_publish
import pytest

HOW = "install mosquitto: apt-get install mosquitto"
_PATIENCE = 15.0  # seconds for it to be there


LAMP = {
    "name": None,
    "unique_id": "lamp1",
    "command_topic": "lamp/set",
    "state_topic": "lamp/state",
    "device": {"identifiers": ["lamp1"], "name": "Salt Lamp"},
}


class NoBroker(Exception):  # noqa: N818 - said as it is
    """There is none here, and none could be installed."""


def program() -> str:
    """Where the broker is; as root one is installed where there is none."""
    if not _found() and os.geteuid() == 0 and shutil.which("apt-get"):
        install = ["apt-get", "install", "-y", "--no-install-recommends", "mosquitto"]
        for command in (["apt-get", "update"], install):
            subprocess.run(
                command, capture_output=True, check=False, env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
            )
    found = _found()
    if found is None:
        raise NoBroker(HOW)
    return found


def _found() -> str | None:
    return shutil.which("mosquitto", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")


def lasting_port() -> int:
    """A free port below those that clients are given: one of them could have the broker's while it is away."""
    for port in sample(range(20_000, 30_000), 100):
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
    raise AssertionError("no port is free")


@dataclass
class Broker:
    """One broker on a port that stays its own while it is away."""

    lines: tuple[str, ...] = ("allow_anonymous true",)
    folder: Path = field(default_factory=lambda: Path(tempfile.mkdtemp(prefix="sayso-mq-")))
    port: int = field(default_factory=lasting_port)
    running: "subprocess.Popen[bytes] | None" = None

    @property
    def url(self) -> str:
        return f"mqtt://127.0.0.1:{self.port}"

    def start(self) -> "Broker":
        config = self.folder / "mosquitto.conf"
        user = ["user root"] if os.geteuid() == 0 else []
        config.write_text(
            "\n".join(
                [f"listener {self.port} 127.0.0.1", "log_type error", "set_tcp_nodelay true", *user, *self.lines, ""]
            )
        )
        with (self.folder / "log").open("ab") as said:
            self.running = subprocess.Popen([program(), "-c", str(config)], stdout=said, stderr=said)
        until = time.monotonic() + _PATIENCE
        while time.monotonic() < until and self.running.poll() is None:
            with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), timeout=1):
                return self
            time.sleep(0.02)
        raise NoBroker(f"mosquitto does not start: {(self.folder / 'log').read_text()[-2000:]}")

    def stop(self) -> None:
        """As when its machine loses power: no farewell to anybody."""
        if self.running is not None:
            self.running.kill()
            self.running.wait()
            self.running = None

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


def announce(broker: Broker) -> None:
    """A lamp tells of itself."""
    topic, payload = "homeassistant/light/lamp1/config", json.dumps(LAMP)
    mqtt_publish.single(topic, payload, retain=True, hostname="127.0.0.1", port=broker.port)


@pytest.fixture
def broker() -> Iterator[Broker]:
    """A running broker with nothing on it; a build fails without one, elsewhere its tests are skipped and say why."""
    try:
        started = Broker().start()
    except NoBroker as wrong:
        if os.environ.get("CI") == "true":
            raise
        pytest.skip(str(wrong))
    yield started
    started.remove()


def guarded_broker(folder: Path) -> Broker:
    """One that shows a certificate of an authority of its own (ca.pem), and asks for a name and a password."""

    def run(*command: str) -> None:
        subprocess.run(command, check=True, capture_output=True, cwd=folder, timeout=60)

    key = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
    run(
        "openssl",
        "req",
        "-x509",
        *key,
        "-keyout",
        "ca.key",
        "-out",
        "ca.pem",
        "-days",
        "2",
        "-subj",
        "/CN=test authority",
    )
    run("openssl", "req", *key, "-keyout", "key.pem", "-out", "request.pem", "-subj", "/CN=127.0.0.1")
    (folder / "names").write_text("subjectAltName=IP:127.0.0.1\nbasicConstraints=CA:FALSE\n")
    signing = ("-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", "2", "-extfile", "names")
    run("openssl", "x509", "-req", "-in", "request.pem", *signing, "-out", "cert.pem")
    (folder / "people").touch()
    run("mosquitto_passwd", "-b", "people", "ann", "s@cret")
    files = (f"certfile {folder}/cert.pem", f"keyfile {folder}/key.pem", f"password_file {folder}/people")
    return Broker((*files, "allow_anonymous false")).start()
