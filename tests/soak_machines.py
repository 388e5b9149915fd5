"""A crowd gives orders to many devices while the broker dies and comes back: nothing lost untold, doubled or astray.

python tests/soak_machines.py [--devices 500] [--states 10000] [--users 50] [--orders 40] [--restarts 2]

The devices are a real client of the broker that notes every order it gets. Each order sets a number that no other order
sets, so that it can be told for each what became of it, and where.
"""

import argparse
import asyncio
import sys
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random

from aiomqtt import MqttError
from broker import Broker
from bus import ANN, Kept, Plant, connected, until

from sayso.machines.device import Confirmed, Effect, Member, Offline, Order, TimedOut
from sayso.machines.mqtt.fleet import MqttFleet


@dataclass(frozen=True)
class Size:
    """How many, and with which luck."""

    devices: int
    states: int
    users: int
    orders: int  # of each user
    restarts: int
    seed: int = 7


@dataclass
class Crowd:
    """All who give orders, and all that was answered."""

    broker: Broker
    plant: Plant
    fleet: MqttFleet
    size: Size
    answers: dict[tuple[int, int], Effect] = field(default_factory=dict)  # by device and the number set
    restarts: int = 0
    said: int = 0
    _dying: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def run(self) -> None:
        """Everybody at once."""
        await asyncio.gather(self._chatter(), *(self._use(user) for user in range(self.size.users)))

    async def _use(self, user: int) -> None:
        luck = Random(f"{self.size.seed} {user}")
        member = Member(f"user{user}", "home")
        for turn in range(self.size.orders):
            device, value = luck.randrange(self.size.devices), user * 10_000 + turn
            order = Order(f"{user} {turn}", f"plant{device}", "set_goal", {"goal": value})
            self.answers[device, value] = await self.fleet.execute(member, order)
            await self._restart_when_due()
            await until(lambda: self.fleet.counts().is_up)  # whoever was told that it is away waits for it

    async def _restart_when_due(self) -> None:
        due = self.size.users * self.size.orders * (self.restarts + 1) // (self.size.restarts + 1)
        if self.restarts < self.size.restarts and len(self.answers) >= due and not self._dying.locked():
            async with self._dying:
                self.broker.stop()
                await until(lambda: not self.fleet.counts().is_up)
                await asyncio.to_thread(self.broker.start)
                await until(lambda: self.fleet.counts().is_up)
                self.restarts += 1

    async def _chatter(self) -> None:
        while self.said < self.size.states:
            await until(lambda: self.plant.client is not None)
            try:
                await self.plant.say(self.said % self.size.devices, self.said / 100)
                self.said += 1
            except (MqttError, AssertionError):  # the broker is away just now, which the plant can only learn
                await asyncio.sleep(0)  # when it has its turn

    def check(self) -> Counter[str]:
        """Whether each order was carried out as it was told; gives how often what was told."""
        assert len(self.answers) == self.size.users * self.size.orders
        for (device, value), effect in self.answers.items():
            got = self.plant.got[device, f"goal {value}"]
            match effect:
                case Confirmed():
                    assert got == 1, (device, value, got)
                case Offline():
                    assert got == 0, (device, value, got)
                case _:
                    assert effect == TimedOut(), effect
                    assert got <= 1, (device, value, got)
        astray = set(self.plant.got) - {(device, f"goal {value}") for device, value in self.answers}
        assert not [told for told in astray if self.plant.got[told]]
        return Counter(type(effect).__name__ for effect in self.answers.values())


async def soak(broker: Broker, size: Size) -> str:
    """Let the crowd loose; raises where anything was lost, doubled or astray."""
    kept = Kept()
    async with Plant(broker, size.devices).running() as plant, connected(broker, kept, patience=5) as fleet:
        await until(lambda: fleet.counts().devices == size.devices, "all devices are found")
        crowd = Crowd(broker, plant, fleet, size)
        began = time.monotonic()
        await crowd.run()
        seconds = time.monotonic() - began
        told = crowd.check()
        counts = fleet.counts()
        assert counts.reconnections == size.restarts, counts
        assert not counts.garbage, counts
        await _all_is_heard(plant, fleet)
    orders = ", ".join(f"{count} {effect.casefold()}" for effect, count in sorted(told.items()))
    said = f"{len(crowd.answers)} orders of {size.users} users to {size.devices} devices in {seconds:.0f} s: {orders}"
    return f"{said}; {crowd.said} states beside them, the broker killed {crowd.restarts} times"


async def _all_is_heard(plant: Plant, fleet: MqttFleet) -> None:
    """After all this every device is still followed, and still its own."""
    machines = await fleet.machines(ANN)
    assert len(machines) == plant.count
    for machine in machines:
        number = int(machine.id.removeprefix("plant"))
        async with asyncio.timeout(30):
            while not any(r.value == 1000.0 + number for r in await fleet.status(ANN, machine.id)):
                with suppress(MqttError, AssertionError):  # it may be on its way back itself
                    await plant.say(number, 1000.0 + number)
                await asyncio.sleep(0.01)
    assert all(m.is_connected for m in await fleet.machines(ANN))


def main() -> int:
    """Print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, usual in (("devices", 500), ("states", 10_000), ("users", 50), ("orders", 40), ("restarts", 2)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    size = Size(**vars(parser.parse_args()))
    broker = Broker().start()
    try:
        print(f"MQTT: {asyncio.run(soak(broker, size))}; none lost untold, none doubled, none astray", flush=True)
    finally:
        broker.remove()
    return 0


if __name__ == "__main__":
    sys.exit(main())
