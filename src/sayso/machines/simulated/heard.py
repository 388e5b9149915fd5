"""What a machine tells: its states when they change, what happened, and its measurements every few minutes."""

from collections.abc import Iterator
from datetime import datetime

from sayso.machines.device import DeviceReading, Value
from sayso.machines.simulated.condition import Condition
from sayso.machines.simulated.plant import HUMIDITY, POWER, TEMPERATURE, Plant
from sayso.machines.simulated.staff import chance

_EVERY = 5  # minutes
_JITTER = 0.2  # degrees and percent: no sensor is quite still


def states(plant: Plant, now: Condition) -> dict[str, Value]:
    """What the machine is."""
    every: dict[str, Value] = {
        "door": "open" if now.is_open else "closed",
        "light": _on(now.is_light),
        "defrost": _on(now.defrost_steps > 0),
        "lock": "locked" if now.is_locked else "unlocked",
        "cycle": "running" if now.is_cycling else "idle",
        "switch": _on(now.is_on),
        "target_temperature": round(now.target, 1),
        "connection": "online" if now.is_connected else "offline",
    }
    return {name: every[name] for name in plant.states}


def metrics(plant: Plant, seed: str, now: Condition) -> Iterator[tuple[str, str, float]]:
    """What the machine measures: name, unit and value."""
    shake = (chance(seed, plant.key, "sensor", int(now.at.timestamp())) - 0.5) * _JITTER
    measured = {
        TEMPERATURE.name: round(now.temperature + shake, 1),
        HUMIDITY.name: round(min(100.0, max(0.0, now.humidity + shake)), 1),
        POWER.name: round(watts(plant, now), 1),
    }
    return ((metric.name, metric.unit, measured[metric.name]) for metric in plant.metrics)


def watts(plant: Plant, now: Condition) -> float:
    """What the machine draws."""
    lamp, heater, idle = 8 * now.is_light, 150 * (now.defrost_steps > 0), 5
    return idle + lamp + heater + (plant.physics.watts if now.is_running else 0)


def is_measured(at: datetime) -> bool:
    """Whether it is time for measurements."""
    return not at.second and not at.minute % _EVERY


def measures(plant: Plant, seed: str, now: Condition) -> Iterator[DeviceReading]:
    """The measurements of this time, where it is time for them."""
    if not is_measured(now.at):
        return
    for name, unit, value in metrics(plant, seed, now):
        yield DeviceReading(plant.key, "metric", name, value, now.at, unit)


def differences(plant: Plant, before: Condition, after: Condition, at: datetime) -> Iterator[DeviceReading]:
    """What is told about a change; of a machine that is away, only that it went and came back."""
    if is_same(before, after):
        return
    if before.is_connected != after.is_connected:
        yield _event(plant, "came_back" if after.is_connected else "went_offline", at)
    old, new = states(plant, before), states(plant, after)
    has_returned = after.is_connected and not before.is_connected
    for name, value in new.items():
        is_told = after.is_connected or name == "connection"
        if is_told and (value != old[name] or has_returned):
            yield DeviceReading(plant.key, "state", name, value, at)
    if after.is_connected:
        yield from (_event(plant, name, at, value) for name, value in _happened(before, after))


def is_same(before: Condition, after: Condition) -> bool:
    """Whether nothing changed that is told."""
    return _shown(before) == _shown(after)


def _shown(now: Condition) -> tuple[object, ...]:
    return (
        now.is_open,
        now.is_locked,
        now.is_left_open,
        now.is_light,
        now.is_on,
        now.is_cycling,
        now.defrost_steps > 0,
        now.target,
        now.is_too_warm,
        now.is_connected,
    )


def _happened(before: Condition, after: Condition) -> Iterator[tuple[str, Value]]:
    if bool(before.defrost_steps) != bool(after.defrost_steps):
        yield ("defrost_started" if after.defrost_steps else "defrost_finished"), None
    if before.is_cycling != after.is_cycling:
        is_done = after.temperature <= after.target
        yield ("cycle_started" if after.is_cycling else "cycle_finished" if is_done else "cycle_stopped"), None
    if after.is_left_open and not before.is_left_open:
        yield "door_left_open", None
    if after.is_too_warm and not before.is_too_warm:
        yield "high_temperature", round(after.temperature, 1)


def _event(plant: Plant, name: str, at: datetime, value: Value = None) -> DeviceReading:
    return DeviceReading(plant.key, "event", name, value, at)


def _on(is_on: bool) -> str:
    return "on" if is_on else "off"
