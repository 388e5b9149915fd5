"""A machine that is told to do something: how it is right after, or why it refuses."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeGuard

from sayso.machines.device import Rejected
from sayso.machines.simulated.condition import Condition
from sayso.machines.simulated.physics import DEFROST_STEPS, HOT_FOOD
from sayso.machines.simulated.plant import Plant

_FAR = 1e9  # beyond which nothing is a temperature
_BY = {"raise_temperature": 1.0, "lower_temperature": -1.0}  # degrees, where nothing is said; ten for an oven


def obey(plant: Plant, now: Condition, command: str, values: Mapping[str, object]) -> Condition | Rejected:
    """The machine after a command; whoever gives one is no longer the staff."""
    if command not in {known.id for known in plant.commands}:
        return Rejected("it has no such command")
    if command.endswith("_temperature"):
        return _set(plant, now, command, values)
    if values:
        return Rejected("this command takes no values")
    match command:
        case "turn_on_light" | "turn_off_light":
            return replace(now, is_light=command == "turn_on_light")
        case "turn_on" | "turn_off":
            return replace(now, is_on=command == "turn_on", is_running=False, by_staff=False)
        case "start_cycle" | "stop_cycle":
            return _cycle(now, command == "start_cycle")
        case "start_defrost":
            return now if now.defrost_steps else replace(now, defrost_steps=DEFROST_STEPS, is_running=False)
        case "stop_defrost":
            return replace(now, defrost_steps=0)
        case _:
            return _door(now, command)


def _cycle(now: Condition, starts: bool) -> Condition | Rejected:
    if starts == now.is_cycling:
        return now
    if starts and now.is_open:
        return Rejected("the door is open")
    return replace(now, is_cycling=starts, temperature=HOT_FOOD if starts else now.temperature)


def _door(now: Condition, command: str) -> Condition | Rejected:
    match command:
        case "open_door" if now.is_locked:
            return Rejected("the door is locked")
        case "open_door":
            return replace(now, is_open=True, open_steps=max(1, now.open_steps), staff_steps=0)
        case "lock_door" if now.is_open:
            return Rejected("the door is open")
        case "lock_door" | "unlock_door":
            return replace(now, is_locked=command == "lock_door")
        case _:
            return replace(now, is_open=False, open_steps=0, staff_steps=0)


def _set(plant: Plant, now: Condition, command: str, values: Mapping[str, object]) -> Condition | Rejected:
    if set(values) - {"temperature"}:
        return Rejected("it takes only a temperature")
    by = _BY.get(command)
    said = values.get("temperature", None if by is None else {"by": by * (10 if plant.physics.heats else 1)})
    if isinstance(said, Mapping):
        change = said.get("by")
        wanted = now.target + change if _is_number(change) else None
    else:
        wanted = said if _is_number(said) else None
    if wanted is None or not _is_number(wanted):
        return Rejected("it needs a temperature")
    least, most = plant.bounds
    if not least <= wanted <= most:
        return Rejected(f"{wanted:g} °C is not between {least:g} and {most:g}")
    is_heating = plant.physics.heats and command == "set_temperature"  # to set an oven is to heat it
    return replace(now, target=float(wanted), is_on=now.is_on or is_heating, by_staff=False)


def _is_number(value: object) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool) and -_FAR < value < _FAR
