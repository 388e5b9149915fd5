"""Two machines in one order, each with a value of its own: none is ever given the other's."""

from itertools import permutations, product
from typing import Any

import pytest

from sayso import Engine

NOW = "2026-11-16T10:00:00+01:00"
NAMES = {
    "en": {"oven": (200, 20), "proofer": (28, 3), "heating": (21, 2), "fridge": (4, 1)},
    "it": {"forno": (200, 20), "lievitatore": (28, 3), "riscaldamento": (21, 2), "frigo": (4, 1)},
}
COMMANDS = ("turn_on", "turn_off", "set_temperature", "raise_temperature", "lower_temperature")
FORMS = {
    "en": (
        "set the {a} to {x} and the {b} to {y}",
        "now set the {a} to {x} and the {b} to {y}",
        "put the {a} at {x}, the {b} at {y}",
        "the {a} to {x} and the {b} to {y} please",
        "set the {a} to {x} degrees and the {b} to {y} degrees",
        "{a} to {x}, {b} to {y}",
        "{a} {x} {b} {y}",
        "{x} for the {a} and {y} for the {b}",
        "can you set {a} to {x} and then {b} to {y}",
        "raise the {a} by {u} and the {b} by {v}",
        "turn the {a} up {u} degrees and the {b} down {v}",
    ),
    "it": (
        "metti il {a} a {x} e il {b} a {y}",
        "ora metti il {a} a {x} e il {b} a {y}",
        "porta il {a} a {x}, il {b} a {y}",
        "il {a} a {x} e il {b} a {y} per favore",
        "imposta il {a} a {x} gradi e il {b} a {y} gradi",
        "{a} a {x}, {b} a {y}",
        "{a} a {x} {b} a {y}",
        "{x} per il {a} e {y} per il {b}",
        "alza il {a} di {u} e il {b} di {v}",
        "alza il {a} di {u} gradi e abbassa il {b} di {v}",
    ),
}


def command(key: str, name: str) -> dict[str, Any]:
    value = {"value": {"type": "number", "minimum": 0, "maximum": 300}} if "temperature" in name else {}
    return {"id": key, "name": name, **value}


def machines(language: str) -> list[dict[str, Any]]:
    return [
        {
            "id": name,
            "name": name,
            "connected": True,
            "commands": [command(f"{name}:{c}", c) for c in COMMANDS],
            "metrics": ["temperature"],
        }
        for name in NAMES[language]
    ]


def value_of(parameters: dict[str, Any]) -> float | None:
    given = parameters.get("overrides") or {}
    return next((float(v) for v in given.values() if isinstance(v, int | float)), None)


@pytest.mark.parametrize("language", ["en", "it"])
def test_no_machine_is_given_the_value_of_another(engine: Engine, language: str) -> None:
    context = {"machines": machines(language), "tasks": []}
    wrong, both = {}, 0
    for (a, b), form in product(permutations(NAMES[language], 2), FORMS[language]):
        (x, u), (y, v) = NAMES[language][a], NAMES[language][b]
        said = form.format(a=a, b=b, x=x, y=y, u=u, v=v)
        request = {"message": said, "language": language, "now": NOW, "context": context}
        steps: Any = engine.decide(request).to_dict()["steps"]
        done = [s["parameters"] for s in steps if s["status"] in ("call", "confirm")]
        given = {p.get("device_id"): value_of(p) for p in done}
        meant = {a: (x, u), b: (y, v)}
        if any(value is not None and value not in meant.get(name, ()) for name, value in given.items()):
            wrong[said] = given
        both += len(given) == 2
    assert not wrong
    assert both / (len(FORMS[language]) * 12) > 0.5
