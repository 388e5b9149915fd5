"""Warmth, damp, doors and switches: a machine half a minute later. No clock and no dice: all is handed in."""

import math
from dataclasses import replace
from datetime import datetime, timedelta

from sayso.machines.device import DeviceReading
from sayso.machines.simulated import staff
from sayso.machines.simulated.condition import STEP, Condition, ConditionSnapshot, on_grid
from sayso.machines.simulated.heard import differences, is_measured, is_same, measures
from sayso.machines.simulated.plant import Plant

LONGEST = timedelta(hours=24)  # that is lived through at once; what lies before is let go
DEFROST_STEPS = 40
HOT_FOOD = 70.0
LEFT_OPEN = 10  # steps, before it is told
TOO_WARM, WARM_AGAIN = 6.0, 3.0  # degrees above the set point
_ROOM, _SWING = 23.0, 2.5
_DAY = 86_400
_HEATER = 0.06  # degrees a step, of a defrost


def born(plant: Plant, at: datetime) -> ConditionSnapshot:
    """A new machine, at rest."""
    start = on_grid(at)
    at_rest = room(start) if plant.physics.heats else plant.target
    condition = Condition(start, at_rest, plant.physics.humidity, plant.target, is_on=not plant.physics.heats)
    return ConditionSnapshot(condition, condition)


def advance(
    plant: Plant, seed: str, seen: ConditionSnapshot, until: datetime, fails: bool
) -> tuple[ConditionSnapshot, list[DeviceReading]]:
    """The machine at a later time, and what it told meanwhile; `fails`: the line goes down now and then.

    Time goes in steps of half a minute, so that it does not matter how often somebody looks.
    """
    end = on_grid(until)
    now, heard = seen.now, seen.heard
    if end - now.at > LONGEST:
        now = replace(now, at=end - LONGEST)
    told: list[DeviceReading] = []
    while now.at < end:
        after = step(plant, seed, now, fails)
        if not is_same(now, after):
            told.extend(differences(plant, now, after, after.at))
        if after.is_connected:
            if is_measured(after.at):
                told.extend(measures(plant, seed, after))
            heard = after
        now = after
    return ConditionSnapshot(now, heard), told


def step(plant: Plant, seed: str, before: Condition, fails: bool) -> Condition:
    """The machine half a minute later."""
    at = before.at + STEP
    now = before
    if now.is_open or now.defrost_steps:
        now = _timed(now)
    if at.second == 0:
        now = _staffed(plant, seed, now, at)
    return _settled(plant, seed, now, at, fails)


def _is_connected(plant: Plant, seed: str, now: Condition, at: datetime, fails: bool) -> bool:
    is_unplugged = now.unplugged_until is not None and at < now.unplugged_until
    return not is_unplugged and not (fails and staff.is_out(seed, plant.key, at))


def room(at: datetime) -> float:
    """The temperature of the kitchen itself: warmer in the afternoon."""
    return _ROOM + _SWING * math.sin(2 * math.pi * (at.timestamp() % _DAY / _DAY - 0.375))


def _timed(now: Condition) -> Condition:
    """A door that stays open or is closed, a defrost that goes on or ends."""
    is_closed = now.staff_steps == 1
    return replace(
        now,
        is_open=now.is_open and not is_closed,
        staff_steps=max(0, now.staff_steps - 1),
        open_steps=0 if is_closed or not now.is_open else now.open_steps + 1,
        defrost_steps=max(0, now.defrost_steps - 1),
    )


def _staffed(plant: Plant, seed: str, now: Condition, at: datetime) -> Condition:
    """What people do with it, and what it does by its own timer."""
    if not now.is_open and not now.is_locked:
        steps = staff.opening(seed, plant.key, at, plant.physics.openings)
        if steps:
            now = replace(now, is_open=True, staff_steps=steps, open_steps=1)
    if not now.defrost_steps and plant.defrosts and staff.defrosts(seed, plant.key, at):
        now = replace(now, defrost_steps=DEFROST_STEPS)
    if plant.physics.heats:
        baking = staff.bakes(at)
        if baking and not now.is_on:
            return replace(now, is_on=True, by_staff=True, target=plant.target)
        if baking is False and now.by_staff:
            return replace(now, is_on=False, by_staff=False)
    if plant.physics.cycle and not now.is_cycling and staff.chills(at):
        return replace(now, is_cycling=True, temperature=HOT_FOOD)
    return now


def _settled(plant: Plant, seed: str, now: Condition, at: datetime, fails: bool) -> Condition:
    """Warmth and damp after half a minute, and what follows from them."""
    physics, is_running = plant.physics, _runs(plant, now)
    degrees = now.temperature
    if now.is_cycling:
        degrees += (physics.cycle_source - degrees) * physics.cycle
    else:
        degrees += (room(at) - degrees) * (physics.open_leak if now.is_open else physics.leak)
        degrees += (physics.source - degrees) * physics.drive if is_running else 0.0
    degrees += _HEATER if now.defrost_steps else 0.0
    damp = physics.humidity + 25.0 * (now.is_open or now.defrost_steps > 0) - 6.0 * is_running
    excess = degrees - now.target
    is_cycling = now.is_cycling and excess > 0
    return Condition(  # `replace` takes several times as long, and a day has thousands of steps
        at=at,
        temperature=degrees,
        humidity=min(100.0, max(0.0, now.humidity + (damp - now.humidity) * 0.03)),
        target=now.target,
        is_on=now.is_on,
        is_running=is_running,
        is_cycling=is_cycling,
        is_light=now.is_light,
        is_open=now.is_open,
        is_locked=now.is_locked,
        open_steps=now.open_steps,
        staff_steps=now.staff_steps,
        defrost_steps=now.defrost_steps,
        by_staff=now.by_staff,
        is_left_open=now.is_open and now.open_steps >= LEFT_OPEN,
        is_too_warm=not (physics.heats or is_cycling) and excess > (WARM_AGAIN if now.is_too_warm else TOO_WARM),
        is_connected=_is_connected(plant, seed, now, at, fails),
        unplugged_until=now.unplugged_until,
    )


def _runs(plant: Plant, now: Condition) -> bool:
    """Whether it cools or heats: from beyond the band on one side until beyond it on the other."""
    if not now.is_on or now.defrost_steps:
        return False
    if now.is_cycling:
        return True
    excess = now.target - now.temperature if plant.physics.heats else now.temperature - now.target
    return excess > -plant.physics.band if now.is_running else excess > plant.physics.band
