"""A small kitchen for the tests."""

from pathlib import Path
from typing import Any

CASES = Path(__file__).parent / "cases"


def machine(key: str, name: str, commands: dict[str, str], **more: Any) -> dict[str, Any]:
    """A machine whose commands are named by the short ends of their ids."""
    return {
        "id": key,
        "name": name,
        "serial": key.upper() + "001",
        "connected": True,
        "commands": [{"id": f"{key}:{short}", "name": full} for short, full in commands.items()],
        "metrics": ["temperature", "humidity"],
        **more,
    }


LIGHT = {"on": "turn_on_light", "off": "turn_off_light", "defrost": "start_defrost"}
KITCHEN = [
    machine("fc", "Frigo Cucina", LIGHT),
    machine("fs", "Frigo Sala", LIGHT),
    machine("ab", "Abbattitore", {**LIGHT, "set": "set_temperature"}),
    machine("fo", "Forno", {"start": "start_cycle", "stop": "stop_cycle"}),
]
