"""A kitchen of five machines, and what the engine makes of what is said to it."""

from collections.abc import Mapping, Sequence
from typing import Any

from sayso import Engine

NOW = "2026-11-16T10:00:00+01:00"
_COOLING = "turn_on_light turn_off_light start_defrost stop_defrost set_temperature raise_temperature lower_temperature"


def machine(name: str, place: str, description: str, commands: str) -> dict[str, Any]:
    listed = [{"id": f"{name}:{command}", "name": command} for command in commands.split()]
    told = {"id": name, "name": name, "serial": "", "connected": True, "place": place, "description": description}
    metrics = ["temperature", "power"] if name == "Forno" else ["temperature", "humidity", "power"]
    return {**told, "commands": listed, "metrics": metrics}


KITCHEN = [
    machine("Frigo Cucina", "Cucina", "kitchen fridge", _COOLING),
    machine("Frigo Sala", "Sala", "dining room fridge", _COOLING),
    machine("Abbattitore", "Cucina", "blast chiller", "start_cycle stop_cycle set_temperature"),
    machine(
        "Forno", "Cucina", "oven", "turn_on_light turn_off_light turn_on turn_off set_temperature raise_temperature"
    ),
    machine("Cella", "Magazzino", "cold room", f"{_COOLING} open_door close_door"),
]


def decided(engine: Engine, message: str, machines: Sequence[object] = KITCHEN, **more: object) -> dict[str, Any]:
    context = {"machines": list(machines), "tasks": []}
    return engine.decide({"message": message, "now": NOW, "context": context, **more}).to_dict()


def steps_of(engine: Engine, request: Mapping[str, object]) -> list[dict[str, Any]]:
    """The steps of a decision."""
    decision: dict[str, Any] = engine.decide(request).to_dict()
    return list(decision["steps"])


def deeds(engine: Engine, message: str, machines: Sequence[object] = KITCHEN) -> list[tuple[str, str, dict[str, Any]]]:
    """Of each step its status, its tool and its parameters."""
    return [(s["status"], s["tool_name"], s["parameters"]) for s in decided(engine, message, machines)["steps"]]
