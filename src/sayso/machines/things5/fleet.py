"""The devices of a Things5 organisation as a fleet, seen through each user's own key."""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import aclosing, asynccontextmanager
from datetime import UTC, datetime

from sayso.machines.device import Device, DeviceReading, Effect, Kind, Member, Offline, Order, Range, Rejected
from sayso.machines.key import Key, Keys
from sayso.machines.things5.client import Client
from sayso.machines.things5.effect import effect, is_relative, overrides
from sayso.machines.things5.exchange import HttpRequest, Missing, closed_organisation, no_key, refused_key
from sayso.machines.things5.reading import Firmware, ListedDevice, Origin, firmware, joined, listed, readings
from sayso.machines.things5.wire import identifier, page, path, record

_AT_ONCE = 8  # questions about firmware
_ASKED = 3  # devices of one firmware that are asked what it offers, where one of them is gone meanwhile
_DEVICES, _READINGS = 100, 1000  # in one answer
_MORE = (("include_machine_model", "true"), ("include_machines_group", "true"))
_OFFERED = (("include_machine_variables", "true"), ("include_machine_commands", "true"))
_LAST = (("last_value", "true"),)
_PLACES: Mapping[Kind, tuple[str, str]] = {
    "metric": ("metrics", "metric_names[]"),
    "state": ("states", "states_names[]"),
    "event": ("events", "events_names[]"),
}


class Things5Fleet:
    """The fleet. What a key's organisation does not have does not exist, also where the token opens more.

    `async with Things5Fleet(Client(url), keys) as fleet:` closes the connections at the end.
    """

    def __init__(self, client: Client, keys: Keys) -> None:
        self._client = client
        self._keys = keys

    async def __aenter__(self) -> "Things5Fleet":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._client.close()

    async def machines(self, member: Member) -> Sequence[Device]:
        """All devices of the organisation, each with what its firmware offers."""
        key = await self._key(member)
        return await self._equipped(key, await self._listed(key))

    async def devices(self, member: Member) -> Sequence[Device]:
        """All devices of the organisation, without what they can do, which costs more to ask for."""
        return tuple(one.device for one in await self._listed(await self._key(member)))

    async def capable(self, member: Member, devices: Sequence[Device]) -> Sequence[Device]:
        """Those of the devices that are still there, each with what its firmware offers."""
        key, wanted = await self._key(member), {device.id for device in devices}
        return await self._equipped(key, [one for one in await self._listed(key) if one.device.id in wanted])

    async def execute(self, member: Member, order: Order) -> Effect:
        """Send a command once, to a device that is there and connected; then what the platform says became of it."""
        key = await self._key(member)
        looked = await self._look(key, order.device_id)
        if looked is None:
            return Rejected("there is no such machine")
        device, offered = looked
        command = offered.command(order.command_id)
        if command is None:
            return Rejected("the machine has no such command")
        if device.device.is_connected is False:
            return Offline()
        latest = await self._latest(key, device) if is_relative(order.values) else ()
        body = overrides(command, order.values, {reading.name: reading.value for reading in latest})
        if isinstance(body, Rejected):
            return body
        to = path("devices", order.device_id, "machine_commands", order.command_id, "execute")
        return effect(await self._client.put(key, HttpRequest(to), {"overrides": body} if body else {}))

    async def read(self, member: Member, wanted: Range) -> Sequence[DeviceReading]:
        """The newest readings within the times, the oldest first."""
        key = await self._key(member)
        if not identifier(wanted.device_id) or wanted.limit < 1:
            return ()
        async with _at_once() as both:
            offered = both.create_task(self._firmware(key, wanted.device_id))
            newest = both.create_task(self._newest(key, wanted))
        known = offered.result()
        return () if known is None else known.measure(sorted(newest.result(), key=lambda reading: reading.at))

    async def status(self, member: Member, device_id: str) -> Sequence[DeviceReading]:
        """The latest metrics and states of a device."""
        key = await self._key(member)
        looked = await self._look(key, device_id)
        if looked is None:
            return ()
        device, offered = looked
        return offered.measure(await self._latest(key, device))

    async def _key(self, member: Member) -> Key:
        key = await self._keys.key(member.user_id)
        if key is None:
            raise no_key()
        if not key.is_usable or not identifier(key.organisation):
            raise refused_key()
        return key

    async def _listed(self, key: Key) -> tuple[ListedDevice, ...]:
        places = (path("organizations", key.organisation, place) for place in ("devices", "machines"))
        async with _at_once() as both:
            devices, machines = (both.create_task(self._all(key, place)) for place in places)
        found = devices.result()
        if found is None:
            raise closed_organisation()
        return joined(found, machines.result() or ())

    async def _equipped(self, key: Key, found: Sequence[ListedDevice]) -> tuple[Device, ...]:
        """Each with what it can do; devices of one firmware can do the same, so one of them is asked."""
        groups: dict[tuple[str, str], list[ListedDevice]] = {}
        for one in found:
            alone = "" if one.firmware_id else one.device.id
            groups.setdefault((one.firmware_id, alone), []).append(one)
        turn = asyncio.Semaphore(_AT_ONCE)
        async with _at_once() as several:
            offers = [(group, several.create_task(self._offer(key, group, turn))) for group in groups.values()]
        equipped = {one.device.id: offer.result().equip(one.device) for group, offer in offers for one in group}
        return tuple(equipped[one.device.id] for one in found)

    async def _all(self, key: Key, place: str) -> list[object] | None:
        found: list[object] | None = None
        async with aclosing(self._client.pages(key, HttpRequest(place, (("limit", str(_DEVICES)), *_MORE)))) as pages:
            async for part in pages:
                found = [*(found or ()), *part.items]
        return found

    async def _offer(self, key: Key, group: Sequence[ListedDevice], turn: asyncio.Semaphore) -> Firmware:
        for one in group[:_ASKED]:
            async with turn:
                offered = await self._firmware(key, one.device.id)
            if offered is not None:
                return offered
        return Firmware()

    async def _firmware(self, key: Key, device_id: str) -> Firmware | None:
        """What a device offers, asked for within the organisation, so that another's device is missing."""
        place = path("organizations", key.organisation, "machines", device_id, "machine_firmware")
        found = await self._client.read(key, HttpRequest(place, _OFFERED))
        return None if isinstance(found, Missing) else firmware(record(found.body))

    async def _device(self, key: Key, device_id: str) -> ListedDevice | None:
        found = await self._client.read(key, HttpRequest(path("devices", device_id), _MORE))
        return None if isinstance(found, Missing) else listed({**record(found.body), "id": device_id})

    async def _look(self, key: Key, device_id: str) -> tuple[ListedDevice, Firmware] | None:
        if not identifier(device_id):
            return None
        async with _at_once() as both:
            device = both.create_task(self._device(key, device_id))
            offered = both.create_task(self._firmware(key, device_id))
        seen, known = device.result(), offered.result()
        return None if seen is None or known is None else (seen, known)

    async def _newest(self, key: Key, wanted: Range) -> list[DeviceReading]:
        place, names = _PLACES[wanted.kind]
        params = (
            ("from", _iso(wanted.since)),
            ("to", _iso(wanted.until)),
            ("sorting", "desc"),
            ("limit", str(min(wanted.limit, _READINGS))),
            *((names, name) for name in wanted.names),
        )
        found: list[DeviceReading] = []
        origin = Origin(wanted.device_id, wanted.kind)
        async with aclosing(
            self._client.pages(key, HttpRequest(path("devices", wanted.device_id, place), params))
        ) as pages:
            async for part in pages:
                found += [reading for reading in readings(part.items, origin) if _is_wanted(reading, wanted)]
                if len(found) >= wanted.limit:
                    break
        return found[: wanted.limit][::-1]

    async def _latest(self, key: Key, device: ListedDevice) -> tuple[DeviceReading, ...]:
        """The platform gives a metric's last value no time: that of the device's last sign of life stands for it."""
        device_id = device.device.id
        heard = device.seen or (self._client.now if device.device.is_connected else None)
        async with _at_once() as both:
            metrics = both.create_task(self._items(key, HttpRequest(path("devices", device_id, "metrics"), _LAST)))
            states = both.create_task(self._items(key, HttpRequest(path("devices", device_id, "last_states"))))
        measured = readings(metrics.result(), Origin(device_id, "metric", heard))
        return measured + readings(states.result(), Origin(device_id, "state"))

    async def _items(self, key: Key, call: HttpRequest) -> tuple[object, ...]:
        found = await self._client.read(key, call)
        return () if isinstance(found, Missing) else page(found.body).items


@asynccontextmanager
async def _at_once() -> AsyncIterator[asyncio.TaskGroup]:
    """Tasks side by side; the first error ends them all, and is raised as it is."""
    try:
        async with asyncio.TaskGroup() as group:
            yield group
    except ExceptionGroup as several:
        raise several.exceptions[0] from None


def _is_wanted(reading: DeviceReading, wanted: Range) -> bool:
    return wanted.since <= reading.at <= wanted.until and (not wanted.names or reading.name in wanted.names)


def _iso(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")
