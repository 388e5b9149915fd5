"""A fleet shown on a bus: its machines published as others publish theirs, and obeying what they are told there."""

import asyncio
import logging
from collections.abc import Mapping
from uuid import uuid4

from aiomqtt import Will

from sayso.errors import SaysoError
from sayso.machines.device import Member, Order
from sayso.machines.fleet import Fleet
from sayso.machines.mqtt.advertising import ROOT, THERE, Advertised, BusCommand, advertised, state_topic
from sayso.machines.mqtt.link import Link
from sayso.machines.mqtt.template import Absent, number
from sayso.settings import Mqtt

_EVERY = 1.0  # seconds between two looks at the fleet
_WITHIN = 5.0  # seconds for the broker to take a message
_LOG = logging.getLogger("sayso.machines.mqtt")


class Show:
    """Publishes a fleet until it is told to end; what changed is published, and all of it after a reconnection."""

    def __init__(self, broker: Mqtt, fleet: Fleet, member: Member) -> None:
        self.is_shown = asyncio.Event()
        self._broker = broker
        self._fleet = fleet
        self._member = member
        self._link = Link(broker, self, (f"{ROOT}/+/+/set", f"{ROOT}/+/+/press"), Will(THERE, "offline", 1, True))
        self._published: dict[str, str] = {}
        self._commands: dict[tuple[str, str], BusCommand] = {}
        self._orders: asyncio.Queue[Order] = asyncio.Queue(1000)
        self._wake = asyncio.Event()

    def heard(self, topic: str, data: bytes, is_retained: bool) -> None:
        """Take an order; one that the broker kept from before is none."""
        payload = data.decode("utf-8", "replace")[:64]
        told = self._commands.get((topic, payload)) or self._commands.get((topic, ""))
        if told is None or is_retained or self._orders.full():
            return
        value = number(payload) if told.setting else 0.0
        if not isinstance(value, Absent):
            values = {told.setting: value} if told.setting else {}
            self._orders.put_nowait(Order(str(uuid4()), told.device_id, told.command_id, values))

    def turned(self, is_up: bool) -> None:
        """A broker that comes back may have forgotten everything."""
        self._published.clear()
        if is_up:
            self._wake.set()

    async def run(self) -> None:
        """Show the fleet until cancelled; then say that nobody is there any more."""
        connecting = asyncio.create_task(self._link.run())
        obeying = asyncio.create_task(self._obey())
        try:
            while True:
                self._wake.clear()
                await self._show()
                waking = asyncio.create_task(self._wake.wait())
                await asyncio.wait({waking}, timeout=_EVERY)
                waking.cancel()
        finally:
            obeying.cancel()
            await self._link.send(THERE, "offline", _WITHIN, is_retained=True)
            self._link.end()
            await asyncio.gather(obeying, connecting, return_exceptions=True)

    async def _show(self) -> None:
        if not self._link.is_up:
            return
        wanted: dict[str, str] = {}
        commands: dict[tuple[str, str], BusCommand] = {}
        for shown in await self._looked_at():
            wanted |= shown.messages
            commands |= shown.commands
        self._commands = commands
        if await self._publish({**wanted, THERE: "online"}) and wanted:
            self.is_shown.set()

    async def _looked_at(self) -> list[Advertised]:
        try:
            devices = await self._fleet.machines(self._member)
            told = [(device, await self._fleet.status(self._member, device.id)) for device in devices]
        except SaysoError as wrong:  # it is looked at again in a moment
            _LOG.warning("the machines cannot be shown: %s", wrong)
            return []
        return [advertised(device, status, self._broker.prefix) for device, status in told]

    async def _publish(self, wanted: Mapping[str, str]) -> bool:
        """Whether everything stands there now."""
        for topic, payload in wanted.items():
            if self._published.get(topic) != payload:
                if await self._link.send(topic, payload, _WITHIN, is_retained=True) != "taken":
                    return False
                self._published[topic] = payload
        return True

    async def _obey(self) -> None:
        while True:
            order = await self._orders.get()
            try:
                effect = await self._fleet.execute(self._member, order)
                _LOG.info("%s: %s", order.command_id, effect)
            except SaysoError as wrong:
                _LOG.warning("%s was not carried out: %s", order.command_id, wrong)
            self._published.pop(state_topic(order.device_id), None)  # whoever told it something hears how it is
            self._wake.set()
