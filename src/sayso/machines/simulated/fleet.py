"""The simulated kitchens as a fleet: each organisation has one, and any process sees the same."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from sayso.machines.device import Confirmed, Device, DeviceReading, Effect, Member, Offline, Order, Range, Rejected
from sayso.machines.simulated.condition import Condition, ConditionSnapshot, on_grid
from sayso.machines.simulated.heard import differences, metrics, states
from sayso.machines.simulated.obeying import obey
from sayso.machines.simulated.physics import LONGEST, advance, born
from sayso.machines.simulated.plant import KITCHEN, Plant
from sayso.machines.store import kitchens, readings
from sayso.storage.database import Database, Transaction
from sayso.storage.whole import whole


class SimulatedFleet:
    """Kitchens that live in the database: whoever looks first lets the time go by that has passed since.

    A kitchen is born a day ago, so that it has a past from the beginning. `fails`: its lines go down now and then.
    """

    def __init__(self, database: Database, clock: Callable[[], datetime], fails: bool = True) -> None:
        self._database = database
        self._clock = clock
        self._fails = fails

    @whole
    async def machines(self, member: Member) -> Sequence[Device]:
        """All machines of the kitchen."""
        kitchen = await self._look(member.organisation)
        organisation, language = member.organisation, member.language
        return tuple(p.device(organisation, kitchen[p.key].now.is_connected, language) for p in KITCHEN)

    @whole
    async def execute(self, member: Member, order: Order) -> Effect:
        """Do it at once, or say why not."""
        plant = _plant(member.organisation, order.device_id)
        if plant is None:
            return Rejected("there is no such machine")
        async with self._database.transaction() as tx:
            kitchen = await self._catch_up(tx, member.organisation)
            before = kitchen[plant.key].now
            if not before.is_connected:
                return Offline()
            after = obey(plant, before, order.command_id, order.values)
            if isinstance(after, Rejected):
                return after
            await self._change(tx, member.organisation, plant, kitchen[plant.key], after)
            return Confirmed(states(plant, after))

    @whole
    async def read(self, member: Member, wanted: Range) -> Sequence[DeviceReading]:
        """What was measured, was so, or happened."""
        plant = _plant(member.organisation, wanted.device_id)
        if plant is None:
            return ()
        await self._look(member.organisation)
        async with self._database.reading() as tx:
            return await readings.find(tx, member.organisation, wanted)

    @whole
    async def status(self, member: Member, device_id: str) -> Sequence[DeviceReading]:
        """What the machine was like when it was last heard of."""
        plant = _plant(member.organisation, device_id)
        if plant is None:
            return ()
        seen = (await self._look(member.organisation))[plant.key]
        heard = seen.heard
        measured = [
            DeviceReading(device_id, "metric", name, value, heard.at, unit)
            for name, unit, value in metrics(plant, member.organisation, heard)
        ]
        is_so = {**states(plant, heard), "connection": states(plant, seen.now)["connection"]}
        return (*measured, *(DeviceReading(device_id, "state", name, value, heard.at) for name, value in is_so.items()))

    @whole
    async def unplug(self, member: Member, device_id: str, lasts: timedelta) -> bool:
        """Take a machine off its line for a while; with no time at all, put it back. False where there is none."""
        plant = _plant(member.organisation, device_id)
        if plant is None:
            return False
        async with self._database.transaction() as tx:
            kitchen = await self._catch_up(tx, member.organisation)
            seen = kitchen[plant.key]
            until = self._clock() + lasts if lasts else None
            after = replace(seen.now, unplugged_until=until, is_connected=until is None)
            await self._change(tx, member.organisation, plant, seen, after)
            return True

    async def _look(self, organisation: str) -> Mapping[str, ConditionSnapshot]:
        """The kitchen as it is now; written only where a step of time has gone by."""
        now = on_grid(self._clock())
        async with self._database.reading() as tx:
            kitchen = _kitchen(await kitchens.find(tx, organisation))
        if len(kitchen) == len(KITCHEN) and all(seen.now.at >= now for seen in kitchen.values()):
            return kitchen
        async with self._database.transaction() as tx:
            return await self._catch_up(tx, organisation)

    async def _catch_up(self, tx: Transaction, organisation: str) -> dict[str, ConditionSnapshot]:
        """Let the time go by that has passed, and keep what was told meanwhile."""
        now = self._clock()
        kitchen = _kitchen(await kitchens.find(tx, organisation, is_held=True))
        if len(kitchen) < len(KITCHEN):
            for plant in KITCHEN:
                new = born(plant, now - LONGEST)
                await kitchens.add(tx, organisation, plant.key, new.to_json(), new.now.at)
            stored = _kitchen(await kitchens.find(tx, organisation, is_held=True))
            kitchen = {plant.key: stored.get(plant.key) or born(plant, now - LONGEST) for plant in KITCHEN}
        changed: dict[str, str] = {}
        heard: list[DeviceReading] = []
        for plant in KITCHEN:
            seen = kitchen[plant.key]
            later, told = advance(plant, organisation, seen, now, self._fails)
            if later is not seen and later.now.at != seen.now.at:
                changed[plant.key] = later.to_json()
                heard.extend(_named(plant, organisation, told))
                kitchen[plant.key] = later
        await kitchens.keep(tx, organisation, changed, now)
        await readings.put(tx, organisation, heard)
        return kitchen

    async def _change(
        self, tx: Transaction, organisation: str, plant: Plant, seen: ConditionSnapshot, after: Condition
    ) -> None:
        """Keep what a machine is by now, and that it changed."""
        now = self._clock()
        heard = after if after.is_connected else seen.heard
        await kitchens.keep(tx, organisation, {plant.key: ConditionSnapshot(after, heard).to_json()}, now)
        told = list(differences(plant, seen.now, after, now))
        await readings.put(tx, organisation, _named(plant, organisation, told))


def _kitchen(stored: Mapping[str, str]) -> dict[str, ConditionSnapshot]:
    known = {plant.key for plant in KITCHEN}
    read = {key: ConditionSnapshot.from_json(state) for key, state in stored.items() if key in known}
    return {key: seen for key, seen in read.items() if seen is not None}


def _plant(organisation: str, device_id: str) -> Plant | None:
    return next((plant for plant in KITCHEN if plant.id_in(organisation) == device_id), None)


def _named(plant: Plant, organisation: str, told: Sequence[DeviceReading]) -> list[DeviceReading]:
    """Readings under the id that the machine has in its organisation."""
    device_id = plant.id_in(organisation)
    return [replace(reading, device_id=device_id) for reading in told]
