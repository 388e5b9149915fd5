"""Two machines, one on and the other off: whatever the wording, neither is given the other's order."""

from itertools import product
from typing import Any

import pytest

from sayso import Engine

NAMES = {"en": ("Oven", "Radio", "Desk Lamp"), "it": ("Forno", "Radio", "Lampada Scrivania")}
WAYS = {
    "en": {"turn_on": "on", "turn_off": "off"},
    "it": {"turn_on": "acceso", "turn_off": "spento"},
}
ORDERS = {"it": {"turn_on": "accendi", "turn_off": "spegni"}, "en": {"turn_on": "turn on", "turn_off": "turn off"}}
WORDINGS = {
    "en": (
        "{a} {x} and {b} {y}",
        "the {a} {x} and the {b} {y} please",
        "turn the {a} {x} and the {b} {y}",
        "turn the {a} {x} and turn the {b} {y}",
        "can you switch the {a} {x} and the {b} {y}?",
        "{a} {x}, {b} {y}",
        "{a} {x} and {b} {y}, I want to read in peace",
        "{v} the {a} and {w} the {b}",
        "{v} the {a} and the {b} {y}",
    ),
    "it": (
        "{a} {x} e {b} {y}",
        "{a} {x}, {b} {y}",
        "{v} {a} e {w} {b}",
        "{v} {a}, {w} {b} per favore",
        "{a} {x} e {b} {y} che voglio leggere",
        "voglio {a} {x} e {b} {y}",
    ),
}
PAIRS = ((0, 1), (1, 0), (0, 2), (2, 1))
WHICH_WAY = (("turn_on", "turn_off"), ("turn_off", "turn_on"))


def decided(engine: Engine, language: str, message: str) -> Any:
    machines = [
        {"id": name, "name": name, "commands": [{"id": f"{name}:{c}", "name": c} for c in ("turn_on", "turn_off")]}
        for name in NAMES[language]
    ]
    request = {"message": message, "language": language, "context": {"machines": machines}}
    return engine.decide({**request, "now": "2029-09-20T08:15:00+02:00"}).to_dict()


def said(language: str, wording: str, pair: tuple[int, int], ways: tuple[str, str]) -> str:
    a, b = (NAMES[language][i].lower() for i in pair)
    (x, y), (v, w) = (WAYS[language][way] for way in ways), (ORDERS[language][way] for way in ways)
    return wording.format(a=a, b=b, x=x, y=y, v=v, w=w)


@pytest.mark.parametrize(("language", "wording"), [(k, w) for k, some in WORDINGS.items() for w in some], ids=str)
def test_neither_is_given_the_order_of_the_other(language: str, wording: str, engine: Engine) -> None:
    heard = 0
    cases = list(product(PAIRS, WHICH_WAY))
    for pair, ways in cases:
        message = said(language, wording, pair, ways)
        steps = decided(engine, language, message)["steps"]
        given = [s["parameters"].get("machine_command_id") for s in steps if s["status"] in ("call", "confirm")]
        right = {f"{NAMES[language][i]}:{way}" for i, way in zip(pair, ways, strict=True)}
        assert set(given) <= right, message
        heard += set(given) == right
    assert heard >= len(cases) / 2, wording


@pytest.mark.parametrize(
    ("language", "message"), [("en", "oven on and toaster off"), ("en", "oven off and toaster on")]
)
def test_where_the_other_is_not_there_nothing_is_done_unasked(language: str, message: str, engine: Engine) -> None:
    assert all(s["status"] != "call" for s in decided(engine, language, message)["steps"])
