"""The device side of a bus for the tests: appliances that tell of themselves, obey, and note what they were told."""

import asyncio
import json
import socket
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime

from aiomqtt import Client, MqttError
from broker import Broker

from sayso.machines.device import DeviceReading, Member, Range
from sayso.machines.mqtt.fleet import MqttFleet
from sayso.settings import Mqtt

ANN = Member("ann", "home")
STRANGER = Member("bob", "elsewhere")
PATIENCE = 30.0
UNDELAYED = ((socket.IPPROTO_TCP, socket.TCP_NODELAY, 1),)


async def until(is_true: Callable[[], bool], what: str = "it") -> None:
    """Wait for something to become so; a busy machine is no reason to fail."""
    async with asyncio.timeout(PATIENCE):
        while not is_true():
            await asyncio.sleep(0.01)
    assert is_true(), what


def be_busy() -> None:
    """Keep this thread from anything else for a while, as when something large is loaded."""
    ends = time.perf_counter() + 0.6
    while time.perf_counter() < ends:
        pass


@dataclass
class Kept:
    """Readings in memory, in the shape of `Records`."""

    readings: list[tuple[str, DeviceReading]] = field(default_factory=list)

    async def keep(self, organisation: str, readings: Sequence[DeviceReading]) -> None:
        self.readings.extend((organisation, reading) for reading in readings)

    async def read(self, organisation: str, wanted: Range) -> Sequence[DeviceReading]:
        found = [r for o, r in self.readings if o == organisation and r.device_id == wanted.device_id]
        return [r for r in found if r.kind == wanted.kind and wanted.since <= r.at <= wanted.until][-wanted.limit :]


def mqtt_of(**environment: str) -> Mqtt:
    """The broker that an environment names."""
    found = Mqtt.read(environment)
    assert found is not None
    return found


def utc_now() -> datetime:
    return datetime.now(UTC)


@asynccontextmanager
async def connected(
    broker: Broker, kept: Kept | None = None, now: Callable[[], datetime] = utc_now, patience: int = 1
) -> AsyncIterator[MqttFleet]:
    """A fleet on a broker, which has been reached; `patience` is how many seconds orders are waited for."""
    mqtt = mqtt_of(SAYSO_MQTT_URL=broker.url, SAYSO_MQTT_TIMEOUT_SECONDS=str(patience))
    async with MqttFleet(mqtt, kept or Kept(), now) as fleet:
        await until(lambda: fleet.counts().is_up, "the broker is reached")
        yield fleet


@asynccontextmanager
async def client(broker: Broker) -> AsyncIterator[Client]:
    """Somebody else on the bus."""
    async with Client("127.0.0.1", broker.port, socket_options=UNDELAYED) as other:
        yield other


@asynccontextmanager
async def elderly(broker: Broker) -> AsyncIterator[Mqtt]:
    """A broker that refuses the newer protocol, as those do that do not know it."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        hello = await reader.readexactly(9)  # length, "MQTT" and the protocol's level
        if hello[8] == 5:
            writer.write(b"\x20\x02\x00\x01")
            await reader.read()
        else:
            inside, outside = await asyncio.open_connection("127.0.0.1", broker.port)
            outside.write(hello)
            await asyncio.wait(
                {asyncio.ensure_future(_pour(reader, outside)), asyncio.ensure_future(_pour(inside, writer))},
            )
            outside.close()
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    yield Mqtt("127.0.0.1", server.sockets[0].getsockname()[1])
    server.close()


async def _pour(source: asyncio.StreamReader, into: asyncio.StreamWriter) -> None:
    while data := await source.read(65_536):
        into.write(data)
    into.close()


@dataclass
class Plant:
    """Many appliances on one connection, each with a number that it takes over, a lamp and a thermometer.

    They tell of themselves whenever they (re)connect, as real ones do.
    """

    broker: Broker
    count: int
    got: Counter[tuple[int, str]] = field(default_factory=Counter)  # what each was told, and how often
    is_up: asyncio.Event = field(default_factory=asyncio.Event)
    at: dict[tuple[int, str], float] = field(default_factory=dict)  # when it was last told so, by the fast clock
    is_mute: bool = False  # obeys, and does not say so
    client: Client | None = None

    @asynccontextmanager
    async def running(self) -> AsyncIterator["Plant"]:
        work = asyncio.create_task(self._run())
        try:
            async with asyncio.timeout(PATIENCE):
                await self.is_up.wait()
            yield self
        finally:
            work.cancel()
            await asyncio.gather(work, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            with suppress(MqttError):
                async with Client("127.0.0.1", self.broker.port, socket_options=UNDELAYED) as client:
                    client.pending_calls_threshold = 100_000
                    await client.subscribe("plant/+/+/set", 1)
                    for number in range(self.count):
                        await self._tell(client, number)
                    self.client = client
                    self.is_up.set()
                    async for message in client.messages:
                        await self._obey(client, str(message.topic), message.payload.decode())
            self.is_up.clear()
            self.client = None
            await asyncio.sleep(0.05)

    async def _tell(self, client: Client, number: int) -> None:
        for component, thing, config in appliance(number):
            topic = f"homeassistant/{component}/plant{number}/{thing}/config"
            await client.publish(topic, json.dumps(config), 0, True)
        await client.publish(f"plant/{number}/there", "online", 0, True)

    async def _obey(self, client: Client, topic: str, payload: str) -> None:
        _, number, thing, _ = topic.split("/")
        self.got[int(number), f"{thing} {payload}"] += 1
        self.at[int(number), f"{thing} {payload}"] = time.perf_counter()
        if not self.is_mute:
            await client.publish(f"plant/{number}/{thing}", payload, 0, True)

    async def say(self, number: int, degrees: float) -> None:
        assert self.client is not None
        await self.client.publish(f"plant/{number}/tele", json.dumps({"air": {"t": degrees}}), 0)


def appliance(number: int) -> list[tuple[str, str, dict[str, object]]]:
    """Component, name and config of an appliance's things."""
    device = {"ids": [f"plant{number}"], "name": f"Freezer {number}", "sa": f"Hall {number % 7}", "mdl": "Plant"}
    shared = {"~": f"plant/{number}", "avty_t": "~/there", "dev": device}
    goal = {"name": "Goal", "cmd_t": "~/goal/set", "stat_t": "~/goal", "min": 0, "max": 10_000_000, "step": 1}
    air = {"name": "Temperature", "stat_t": "~/tele", "val_tpl": "{{ value_json.air.t }}", "unit_of_meas": "°C"}
    lamp = {"name": "Light", "cmd_t": "~/lamp/set", "stat_t": "~/lamp"}
    return [
        ("number", "goal", {**shared, **goal, "uniq_id": f"goal{number}"}),
        ("light", "lamp", {**shared, **lamp, "uniq_id": f"lamp{number}"}),
        ("sensor", "air", {**shared, **air, "uniq_id": f"air{number}"}),
    ]
