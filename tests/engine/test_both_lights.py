""" "Both lights" are two: the lamps where there are two of them, the lights of two others where there is no lamp; where
there is one light in all, it is asked whether that one is meant."""

from itertools import product
from typing import Any

import pytest

from sayso import Engine

LAMPS = {"Hall Light": "luce dell'ingresso", "Desk Light": "luce della scrivania", "Porch Light": "luce del portico"}
FRIDGES = {"Drinks Fridge": "frigo delle bibite", "Cake Fridge": "frigo dei dolci", "Milk Fridge": "frigo del latte"}
SAID = {"en": "turn off both lights", "it": "spegni entrambe le luci"}


def machine(name: str, told: str, *commands: str) -> dict[str, Any]:
    return {
        "id": name,
        "name": name,
        "description": told,
        "commands": [{"id": f"{name}:{c}", "name": c} for c in commands],
    }


@pytest.mark.parametrize("language", SAID)
@pytest.mark.parametrize(("lamps", "fridges"), list(product(range(4), range(4))))
def test_both_are_never_more_or_fewer_than_two(lamps: int, fridges: int, language: str, engine: Engine) -> None:
    own = [machine(n, t, "turn_on", "turn_off") for n, t in list(LAMPS.items())[:lamps]]
    lit = ("turn_on", "turn_off", "turn_on_light", "turn_off_light")
    others = [machine(n, t, *lit) for n, t in list(FRIDGES.items())[:fridges]]
    request = {"message": SAID[language], "language": language, "now": "2036-01-16T18:20:00+01:00"}
    decision: Any = engine.decide({**request, "context": {"machines": [*own, *others], "tasks": []}}).to_dict()
    offered = [s["parameters"]["device_id"] for s in decision["steps"] if s["status"] in ("call", "confirm")]
    assert all(s["status"] == "confirm" for s in decision["steps"] if "device_id" in s["parameters"])
    two = list(LAMPS)[:2] if lamps == 2 else list(FRIDGES)[:2] if (lamps, fridges) == (0, 2) else []
    if (lamps, fridges) == (1, 1):
        two = [next(iter(FRIDGES)), next(iter(LAMPS))]
    if (lamps, fridges) == (0, 1):
        two = list(FRIDGES)[:1]
    assert offered == two
