"""From a message to the command at the device: decided, published, received; beside the broker's own round trip.

make bench
python -m benchmarks.machines [--devices 500] [--messages 400]

The devices are another client of a real mosquitto. One message in turn with one bare round trip, so that a machine that
slows down slows both alike.
"""

import argparse
import asyncio
import random
import statistics
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from uuid import uuid4

from aiomqtt import Client

from sayso import Catalogue, Engine
from sayso.machines.device import Confirmed, Device, Order
from sayso.machines.mqtt.fleet import MqttFleet

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))  # where a broker that starts by itself lives
from broker import Broker
from bus import ANN, UNDELAYED, Plant, connected, until

NOW = "2026-11-16T10:00:00+01:00"
SAID = {
    "ON": ("turn on the light of freezer {}", "accendi la luce del freezer {}"),
    "OFF": ("turn off the light of freezer {}", "spegni la luce del freezer {}"),
}
LIMIT = 10.0  # milliseconds, at p50


class Asking:
    """Somebody who says it, and looks at the clock."""

    def __init__(self, fleet: MqttFleet, plant: Plant, devices: Sequence[Device]) -> None:
        self.engine = Engine().warm()
        self.fleet = fleet
        self.plant = plant
        self.known = Catalogue(machines=[_listed(device) for device in devices])

    async def say(self, number: int, word: str, message: str) -> dict[str, float]:
        """The milliseconds until it was decided, at the device, and confirmed by it."""
        began = time.perf_counter()
        decision = self.engine.decide({"message": message, "now": NOW}, self.known)
        decided = time.perf_counter()
        assert decision.status == "call", (message, decision.to_dict())
        (step,) = decision.steps
        device_id, command_id = (step.action.value(name) for name in ("device_id", "machine_command_id"))
        effect = await self.fleet.execute(ANN, Order(str(uuid4()), str(device_id), str(command_id)))
        confirmed = time.perf_counter()
        assert isinstance(effect, Confirmed), effect
        assert device_id == f"plant{number}"
        assert self.plant.at[number, f"lamp {word}"] > decided
        ends = {"decided": decided, "at the device": self.plant.at[number, f"lamp {word}"], "confirmed": confirmed}
        return {name: (end - began) * 1000 for name, end in ends.items()}


def _listed(device: Device) -> dict[str, object]:
    commands = [{"id": c.id, "name": c.name, "description": c.description} for c in device.commands]
    about = {"id": device.id, "name": device.name, "serial": device.serial, "connected": device.is_connected}
    return {**about, "place": device.place, "commands": commands, "metrics": [m.name for m in device.metrics]}


async def round_trip(client: Client) -> float:
    """The milliseconds of a message of one client to itself by the broker."""
    began = time.perf_counter()
    await client.publish("bare/trip", "x", 1)
    await anext(aiter(client.messages))
    return (time.perf_counter() - began) * 1000


async def measure(broker: Broker, devices: int, messages: int) -> bool:
    """Print the times; whether a command is at its device soon enough."""
    luck = random.Random(3)
    times: dict[str, list[float]] = {}
    async with Plant(broker, devices).running() as plant, connected(broker, patience=5) as fleet:
        await until(lambda: fleet.counts().devices == devices)
        asking = Asking(fleet, plant, await fleet.machines(ANN))
        async with Client("127.0.0.1", broker.port, socket_options=UNDELAYED) as bare:
            await bare.subscribe("bare/trip", 1)
            for turn in range(-20, messages):  # the first ones warm up
                number, word = luck.randrange(devices), luck.choice(list(SAID))
                message = luck.choice(SAID[word]).format(number)
                took = {"round trip": await round_trip(bare), **await asking.say(number, word, message)}
                for name, milliseconds in took.items() if turn >= 0 else ():
                    times.setdefault(name, []).append(milliseconds)
    print(f"{messages} messages to {devices} devices by mosquitto, milliseconds       p50      p95")
    for name, told in (
        ("round trip", "the broker's own round trip"),
        ("decided", "message to decision"),
        ("at the device", "message to command at the device"),
        ("confirmed", "message to the device's own word"),
    ):
        ordered = sorted(times[name])
        print(f"{told:52}{statistics.median(ordered):12.2f}{ordered[len(ordered) * 95 // 100]:9.2f}")
    return statistics.median(times["at the device"]) < LIMIT


def main() -> int:
    """Print all of it; fails where commands take too long."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--devices", type=int, default=500)
    parser.add_argument("--messages", type=int, default=400)
    given = parser.parse_args()
    broker = Broker().start()
    try:
        return 0 if asyncio.run(measure(broker, given.devices, given.messages)) else 1
    finally:
        broker.remove()


if __name__ == "__main__":
    sys.exit(main())
