"""A kitchen shown on a bus is found there like any other, and obeys."""

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
from broker import Broker
from bus import ANN, connected, mqtt_of, until
from children import next_line, watched
from household import NOON

from sayso.errors import SettingsError
from sayso.machines.device import (
    Confirmed,
    Device,
    DeviceCommand,
    DeviceReading,
    Effect,
    Member,
    Metric,
    Order,
    Range,
    Rejected,
    Sent,
    Setting,
    Unchanged,
    Value,
)
from sayso.machines.mqtt.advertising import advertised
from sayso.machines.mqtt.fleet import MqttFleet
from sayso.machines.mqtt.showing import Show
from sayso.terminal.simulating import run_simulate

DEGREES = Setting("temperature", "°C", -30.0, 10.0, is_needed=True)
PAIRS = ("turn_on_light", "turn_off_light", "start_defrost", "stop_defrost", "open_door", "close_door")
COMMANDS = (
    *(DeviceCommand(name, name) for name in PAIRS),
    DeviceCommand("set_temperature", "set_temperature", settings=(DEGREES,)),
    DeviceCommand("raise_temperature", "raise_temperature", settings=(replace(DEGREES, is_needed=False),)),
)
FREEZER = Device(
    "frigo-1",
    "Frigo Cucina",
    place="Cucina",
    firmware="2.4",
    is_connected=True,
    commands=COMMANDS,
    metrics=(Metric("temperature", "°C"),),
    states=("door", "light", "defrost", "target_temperature", "connection"),
)


@dataclass
class Kitchen:
    """One machine in memory, in the shape of a fleet."""

    device: Device = FREEZER
    states: dict[str, Value] = field(default_factory=lambda: {"door": "closed", "light": "off", "defrost": "off"})
    orders: list[Order] = field(default_factory=list)
    degrees: float = -18.0

    async def machines(self, member: Member) -> Sequence[Device]:
        return [self.device] if member == ANN else []

    async def execute(self, member: Member, order: Order) -> Effect:
        self.orders.append(order)
        act, _, thing = order.command_id.rpartition("_")
        if order.command_id == "set_temperature":
            value = order.values["temperature"]
            assert isinstance(value, float)
            self.degrees = value
        elif thing == "door":
            self.states["door"] = "open" if act == "open" else "closed"
        else:
            self.states[thing] = "on" if act in ("turn_on", "start") else "off"
        return Confirmed()

    async def read(self, member: Member, wanted: Range) -> Sequence[DeviceReading]:
        return ()

    async def status(self, member: Member, device_id: str) -> Sequence[DeviceReading]:
        states = {**self.states, "target_temperature": self.degrees, "connection": "online"}
        told = [DeviceReading(device_id, "state", name, value, NOON) for name, value in states.items()]
        return [DeviceReading(device_id, "metric", "temperature", -17.5, NOON, "°C"), *told]


@asynccontextmanager
async def shown(broker: Broker, kitchen: Kitchen) -> AsyncIterator[Show]:
    show = Show(mqtt_of(SAYSO_MQTT_URL=broker.url), kitchen, ANN)
    running = asyncio.create_task(show.run())
    try:
        await until(show.is_shown.is_set, "the kitchen is shown")
        yield show
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


async def readings(fleet: MqttFleet) -> dict[str, Value]:
    return {f"{r.kind} {r.name}": r.value for r in await fleet.status(ANN, "frigo-1")}


async def test_the_kitchen_is_found_and_obeys(broker: Broker) -> None:
    kitchen = Kitchen()
    async with shown(broker, kitchen), connected(broker) as fleet:
        (found,) = await fleet.machines(ANN)
        assert (found.id, found.name, found.place, found.firmware) == ("frigo-1", "Frigo Cucina", "Cucina", "2.4")
        assert found.is_connected is True
        assert await readings(fleet) == {
            "metric temperature": -17.5,
            "state temperature": -18.0,
            "state door": "closed",
            "state light": "off",
            "state defrost": "off",
        }
        done = await fleet.execute(ANN, Order("1", "frigo-1", "turn_on_light"))
        assert done == Confirmed({"light": "on"})
        assert await fleet.execute(ANN, Order("again", "frigo-1", "turn_on_light")) == Unchanged({"light": "on"})
        done = await fleet.execute(ANN, Order("2", "frigo-1", "turn_on_defrost"))
        assert done == Confirmed({"defrost": "on"})
        done = await fleet.execute(ANN, Order("3", "frigo-1", "set_temperature", {"temperature": -20}))
        assert done == Confirmed({"temperature": -20.0})
        assert await fleet.execute(ANN, Order("4", "frigo-1", "press_open_door")) == Sent()
        await until(lambda: kitchen.states["door"] == "open")
        assert isinstance(await fleet.execute(ANN, Order("5", "frigo-1", "set_temperature", {"t": 99})), Rejected)
        assert [order.command_id for order in kitchen.orders] == [
            "turn_on_light",
            "start_defrost",
            "set_temperature",
            "open_door",
        ]


async def test_a_machine_that_is_away_and_a_show_that_ends_are_told(broker: Broker) -> None:
    kitchen = Kitchen()
    async with connected(broker) as fleet:
        async with shown(broker, kitchen):
            await until_connected(fleet, True)
            kitchen.device = replace(FREEZER, is_connected=False)
            await until_connected(fleet, False)
            kitchen.device = FREEZER
            await until_connected(fleet, True)
        await until_connected(fleet, False)


async def until_connected(fleet: MqttFleet, wanted: bool) -> None:
    async with asyncio.timeout(30):
        while [machine.is_connected for machine in await fleet.machines(ANN)] != [wanted]:
            await asyncio.sleep(0.02)


async def test_a_broker_that_forgot_everything_is_told_again(broker: Broker) -> None:
    async with shown(broker, Kitchen()) as show:
        show.is_shown.clear()
        broker.stop()
        await asyncio.to_thread(broker.start)
        await until(show.is_shown.is_set)
        async with connected(broker) as fleet:
            assert [machine.name for machine in await fleet.machines(ANN)] == ["Frigo Cucina"]


def test_what_can_be_dangerous_keeps_its_name() -> None:
    told = advertised(FREEZER, (), "homeassistant")
    config = json.loads(told.messages["homeassistant/button/frigo_1/open_door/config"])
    assert config["name"] == "Open door"
    assert "homeassistant/button/frigo_1/raise_temperature/config" not in told.messages


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_the_command_shows_the_kitchen_until_it_is_told_to_end(how: signal.Signals, broker: Broker) -> None:
    here = Path(__file__).parent
    script = (
        f"import sys; sys.path[:0] = [{str(here)!r}, {str(here.parent.parent)!r}]\n"
        "from contextlib import asynccontextmanager\n"
        "from test_mqtt_showing import ANN, Kitchen\n"
        "from sayso.terminal.simulating import run_simulate\n"
        "@asynccontextmanager\n"
        "async def kitchen():\n"
        "    yield Kitchen(), ANN\n"
        f"run_simulate(['--mqtt', {broker.url!r}], kitchen)\n"
    )
    command = [sys.executable, "-c", script]
    with watched(subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)) as running:
        said = next_line(running, running.stdout).decode()
        assert said == f"showing the kitchen on {broker.url}; end with Ctrl-C\n"

        async def look() -> None:
            async with connected(broker) as fleet:
                await until(lambda: fleet.counts().devices == 1)
                await until_connected(fleet, True)
                running.send_signal(how)
                await until_connected(fleet, False)

        asyncio.run(look())
        running.communicate(timeout=30)
        assert running.returncode == 0


def test_without_a_broker_the_command_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SAYSO_MQTT_URL", raising=False)

    @asynccontextmanager
    async def kitchen() -> AsyncIterator[tuple[Kitchen, Member]]:
        yield Kitchen(), ANN

    with pytest.raises(SettingsError, match="--mqtt"):
        run_simulate([], kitchen)
    assert "SAYSO_MQTT_URL" not in os.environ
