"""The fleet behind an MQTT broker: devices as they tell of themselves, orders published once, effects as told."""

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from types import MappingProxyType, TracebackType

from sayso.errors import FleetUnavailable
from sayso.machines.device import (
    Confirmed,
    Device,
    DeviceReading,
    Effect,
    Member,
    Offline,
    Order,
    Range,
    Rejected,
    Unchanged,
    Value,
)
from sayso.machines.fleet import ReadingStore
from sayso.machines.mqtt.areas import read_areas
from sayso.machines.mqtt.counts import Counts, Tally
from sayso.machines.mqtt.discovery import (
    DiscoveryResult,
    Garbage,
    Gone,
    discovered,
    discovered_tasmota,
    is_discovery,
    wildcards,
)
from sayso.machines.mqtt.entity import Deed, Entity
from sayso.machines.mqtt.keeping import Keeping
from sayso.machines.mqtt.latest import Latest, PresenceChange, Said
from sayso.machines.mqtt.link import Link
from sayso.machines.mqtt.naming import identity
from sayso.machines.mqtt.orders import Once, Watch, handed_over, prepared
from sayso.machines.mqtt.shelf import Shelf, Shelved
from sayso.machines.mqtt.tasmota import ROOT, TasmotaBook, config_topic
from sayso.machines.mqtt.template import Payload
from sayso.settings import Mqtt

LARGEST = 65_536  # bytes of a message that is read
SAMPLED = timedelta(seconds=30)
NO_MACHINE, NO_COMMAND = "there is no such machine", "it has no such command"
_QUIET, _PATIENCE = 0.25, 5.0  # seconds without news after which all is told; and for how long that is waited for
_LOG = logging.getLogger("sayso.machines.mqtt")


class MqttFleet:
    """The machines of one organisation on one broker; an async context manager that holds the connection."""

    def __init__(
        self, broker: Mqtt, records: ReadingStore, now: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        self.broker = broker
        self._now = now
        self._records = records
        self._tally = Tally()
        self._shelf = Shelf(read_areas(broker.areas), read_areas(broker.floors, "SAYSO_MQTT_FLOORS"))
        self._tasmota = TasmotaBook()
        self._latest = Latest(SAMPLED)
        self._once = Once()
        self._watches: set[Watch] = set()
        self._there: dict[str, bool] = {}  # whether a device was there when it was last known
        self._told = 0  # messages of before us, which the broker kept
        self._is_settled = False  # all of them have been told
        self._known = asyncio.Event()  # that, or that the broker is away
        self._link = Link(broker, self, wildcards(broker.prefix))
        self._keeping = Keeping(records, broker.organisation)
        self._work: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> "MqttFleet":
        """Begin to connect; a broker that is away is waited for in the background."""
        self._work = [asyncio.create_task(self._link.run()), asyncio.create_task(self._keeping.run())]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, wrong: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Let go of the broker, once it is known what became of every order."""
        self._link.end()
        self._keeping.end()
        await self._once.finished()
        await asyncio.gather(*self._work, return_exceptions=True)

    @property
    def wrong(self) -> Exception | None:
        """What the last try to connect ended with, where it failed."""
        return self._link.wrong

    def counts(self) -> Counts:
        """How it stands."""
        tally, link = self._tally, self._link
        return Counts(
            is_up=link.is_up,
            trouble=link.trouble,
            connections=link.connections,
            received=tally.received,
            garbage=MappingProxyType(dict(tally.garbage)),
            unreadable=tally.unreadable,
            entities=len(self._shelf.entities),
            devices=len(self._shelf),
            orders=MappingProxyType(dict(tally.orders)),
            dropped=self._keeping.dropped,
            forbidden=self._link.forbidden,
        )

    def counted(self) -> Mapping[str, int]:
        """What came over the bus, garbage too, and what became of orders."""
        return self.counts().to_dict()

    async def machines(self, member: Member) -> Sequence[Device]:
        """All devices, by name; while the broker is away none is connected."""
        if member.organisation != self.broker.organisation:
            return ()
        await self._reached()
        return tuple(replace(s.device, is_connected=self._is_connected(s)) for s in self._shelf.all())

    async def execute(self, member: Member, order: Order) -> Effect:
        """Publish an order once, and tell what the device says to it."""
        if member.organisation != self.broker.organisation:
            return Rejected(NO_MACHINE)
        await self._reached()
        effect = await self._once.carry_out(member.user_id, order, lambda: self._carry_out(order))
        self._tally.orders[type(effect).__name__.casefold()] += 1
        return effect

    async def read(self, member: Member, wanted: Range) -> Sequence[DeviceReading]:
        """Readings of the past, the oldest first."""
        if member.organisation != self.broker.organisation:
            return ()
        await self._keeping.flush()
        return await self._records.read(member.organisation, wanted)

    async def status(self, member: Member, device_id: str) -> Sequence[DeviceReading]:
        """What a device said last, each with the time at which it came."""
        if member.organisation != self.broker.organisation:
            return ()
        await self._reached()
        shelved = self._shelf.shelved(device_id)
        return () if shelved is None else tuple(self._readings(shelved, shelved.entities))

    async def _reached(self) -> None:
        """Wait, though not for long, until what was there before us has been told."""
        if not self._known.is_set():
            waiting = asyncio.create_task(self._known.wait())
            await asyncio.wait({waiting}, timeout=_PATIENCE)
            waiting.cancel()
        if not self._link.connections:
            where, reason = self.broker.address, self._link.trouble or "no answer"
            raise FleetUnavailable(f"the broker cannot be reached: {reason}", where, "see SAYSO_MQTT_URL")

    def heard(self, topic: str, data: bytes, is_retained: bool) -> None:
        """Take in a message; whatever it is, it does no harm."""
        self._tally.received += 1
        self._told += is_retained
        try:
            self._take_in(topic, data, is_retained)
        except Exception:  # a message of a stranger must not end the connection for all
            self._tally.garbage["failed"] += 1
            _LOG.exception("a message could not be taken in")

    def turned(self, is_up: bool) -> None:
        """While the broker is away, and until they say so again, nobody knows who is there."""
        if not is_up:
            self._latest.lose_sight()
            self._known.set()
        elif not self._is_settled:
            self._known.clear()
            self._look_around(-1, 0.0, asyncio.get_running_loop().time() + _PATIENCE)

    def _look_around(self, told: int, due: float, latest: float) -> None:
        """All is told when nothing of before was told for a while; where we come late, nobody listened meanwhile."""
        loop = asyncio.get_running_loop()
        is_quiet = self._told == told and loop.time() - due < _QUIET
        if is_quiet or loop.time() > latest:
            self._is_settled = True
            self._known.set()
        elif self._link.is_up:
            loop.call_later(_QUIET, self._look_around, self._told, loop.time() + _QUIET, latest)

    def _take_in(self, topic: str, data: bytes, is_retained: bool) -> None:
        is_config = is_discovery(topic, self.broker.prefix)
        if len(data) > LARGEST:
            self._tally.garbage["too_large"] += 1
        elif is_config:
            self._learn(topic, data)
        elif self._latest.is_followed(topic):
            self._hear(topic, Payload(data), is_retained)
        else:
            self._tally.garbage["unknown_topic"] += 1

    def _learn(self, topic: str, data: bytes) -> None:
        told = self._discovered(topic, data)
        topic = config_topic(topic) if topic.startswith(f"{ROOT}/") else topic
        match told:
            case Garbage(kind):
                self._tally.garbage[kind] += 1
            case Gone():
                self._forget(topic)
            case DiscoveryResult(entities, garbage, unreadable):
                self._tally.garbage.update(garbage)
                if entities == self._shelf.told(topic):
                    return
                self._tally.unreadable += unreadable
                self._forget(topic)
                if surplus := self._shelf.put(topic, entities):
                    self._tally.garbage["too_many"] += surplus
                for entity in self._shelf.told(topic):
                    self._latest.follow(entity)
                    self._link.follow(entity.topics())

    def _discovered(self, topic: str, data: bytes) -> DiscoveryResult | Gone | Garbage:
        if topic.startswith(f"{ROOT}/"):
            return discovered_tasmota(topic, data, self.broker.prefix, self._tasmota)
        return discovered(topic, data, self.broker.prefix)

    def _forget(self, topic: str) -> None:
        for entity in self._shelf.remove(topic):
            self._link.unfollow(self._latest.forget(entity))

    def _hear(self, topic: str, payload: Payload, is_retained: bool) -> None:
        for told in self._latest.hear(topic, payload, self._now(), is_retained):
            match told:
                case Said(entity, signal, value, at, is_news):
                    if not is_retained:
                        self._answer(entity, signal.name, value)
                    if is_news:
                        name = self._name(entity, signal.name)
                        device_id = identity(entity.about.key)
                        self._keeping.add(DeviceReading(device_id, signal.kind, name, value, at, signal.unit))
                case PresenceChange(entity):
                    self._note_presence(identity(entity.about.key))
                case _:
                    self._tally.garbage["bad_state"] += 1

    def _answer(self, entity: Entity, signal: str, value: Value) -> None:
        for watch in self._watches:
            if watch.entity.key == entity.key:
                watch.hear(signal, value)

    def _note_presence(self, device_id: str) -> None:
        shelved = self._shelf.shelved(device_id)
        is_there = None if shelved is None else self._is_connected(shelved)
        if is_there is None:
            return
        before = self._there.get(device_id)
        self._there[device_id] = is_there
        if before is not None and before != is_there:
            happened = "came_back" if is_there else "went_offline"
            self._keeping.add(DeviceReading(device_id, "event", happened, None, self._now()))

    async def _carry_out(self, order: Order) -> Effect:
        shelved = self._shelf.shelved(order.device_id)
        if shelved is None:
            return Rejected(NO_MACHINE)
        if order.command_id not in shelved.deeds:
            return Rejected(NO_COMMAND)
        entity, deed = shelved.deeds[order.command_id]
        message = prepared(deed, order.values, self._present(entity, deed))
        if isinstance(message, Rejected):
            return message
        if self._latest.is_there(entity) is False or not self._link.is_up:
            return Offline()
        if self._is_so(entity, deed, message.value):
            return Unchanged(self._states(shelved, entity))
        watch = Watch(entity, deed, message.value)
        self._watches.add(watch)
        try:
            effect = await handed_over(self._link, watch, message, self.broker.timeout_seconds)
        finally:
            self._watches.discard(watch)
        if isinstance(effect, Confirmed):
            return Confirmed(self._states(shelved, entity))
        return effect

    def _is_so(self, entity: Entity, deed: Deed, asked: Value) -> bool:
        """Whether a device is as it is told to be, by its own word since we listen; what was kept proves nothing."""
        seen = self._latest.values.get((entity.key, deed.expected.signal)) if deed.expected else None
        if deed.expected is None or deed.is_repeatable or seen is None or not seen.is_live:
            return False
        return deed.expected.is_met(seen.value, asked)

    def _states(self, shelved: Shelved, entity: Entity) -> Mapping[str, Value]:
        said = {r.name: r.value for r in self._readings(shelved, [entity]) if r.kind == "state"}
        return MappingProxyType(said)

    def _present(self, entity: Entity, deed: Deed) -> Value:
        seen = self._latest.values.get((entity.key, deed.expected.signal)) if deed.expected else None
        return None if seen is None else seen.value

    def _is_connected(self, shelved: Shelved) -> bool | None:
        if not self._link.is_up:
            return False
        said = [self._latest.is_there(entity) for entity in shelved.entities]
        return True if True in said else False if False in said else None

    def _readings(self, shelved: Shelved, entities: Iterable[Entity]) -> Iterable[DeviceReading]:
        for entity in entities:
            for signal in entity.signals:
                seen = self._latest.values.get((entity.key, signal.name))
                if seen is not None:
                    name = shelved.names[(entity.key, signal.name)]
                    yield DeviceReading(shelved.device.id, signal.kind, name, seen.value, seen.at, signal.unit)

    def _name(self, entity: Entity, signal: str) -> str:
        shelved = self._shelf.shelved(identity(entity.about.key))
        return signal if shelved is None else shelved.names[(entity.key, signal)]
