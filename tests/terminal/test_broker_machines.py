"""Machines behind a broker as a person reaches them: shown there by one command, commanded by another."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from broker import Broker
from children import PATIENCE, end, next_line, sayso, watched


@pytest.fixture
def around(tmp_path: Path, broker: Broker) -> Iterator[dict[str, str]]:
    """A kitchen on the broker, and the environment of somebody else who has its address."""
    plain = {name: value for name, value in os.environ.items() if not name.startswith("SAYSO_")}
    kitchen = plain | {"XDG_DATA_HOME": str(tmp_path / "kitchen"), "SAYSO_SIMULATED_OUTAGES": "false"}
    command = sayso("machines", "simulate", "--mqtt", broker.url)
    with watched(subprocess.Popen(command, env=kitchen, stdout=subprocess.PIPE, stderr=subprocess.PIPE)) as showing:
        assert next_line(showing, showing.stdout).startswith(b"showing the kitchen")
        yield plain | {"XDG_DATA_HOME": str(tmp_path / "own"), "SAYSO_MQTT_URL": broker.url}
        assert end(showing) == 0


def typed(environment: dict[str, str], *words: str) -> str:
    done = subprocess.run(sayso(*words), env=environment, capture_output=True, text=True, check=False, timeout=PATIENCE)
    return done.stdout.strip() or done.stderr.strip()


def test_a_kitchen_on_a_broker_is_found_and_obeys(around: dict[str, str]) -> None:
    shown = ""
    for _ in range(20):  # it says itself when it is ready to: each look is a process of its own
        shown = typed(around, "machines")
        if shown.count("online") == 5:
            break
    assert {line.split("  ")[0] for line in shown.splitlines()} >= {"Frigo Cucina", "Forno", "Cella"}
    assert typed(around, "say", "accendi la luce del frigo cucina") == (
        "Fatto: Accendi la luce ('Frigo Cucina'). Ora: luce accesa."
    )
    assert "light on" in next(
        line for line in typed(around, "machines").splitlines() if line.startswith("Frigo Cucina")
    )
    assert "(SAYSO_MQTT_URL), 5 found" in typed(around, "doctor")
