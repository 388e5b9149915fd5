"""Several machines in one order, of which one is clear and another is not: the clear one is switched, the other one is
asked about or told, and none is left out without a word."""

from itertools import permutations
from typing import Any

import pytest

from sayso import Engine

NAMES = {
    "en": {"oven": "Oven", "wash": "Dishwasher", "kitchen": "Kitchen Fridge", "bar": "Bar Fridge"},
    "it": {"oven": "Forno", "wash": "Lavastoviglie", "kitchen": "Frigo Cucina", "bar": "Frigo Bar"},
}
SAID = {
    "en": {"oven": "the oven", "wash": "the dishwasher", "fridge": "the fridge", "missing": "the toaster"},
    "it": {"oven": "il forno", "wash": "la lavastoviglie", "fridge": "il frigo", "missing": "il tostapane"},
}
ORDERS = {
    "en": (("turn on {}", "turn_on"), ("switch {} off please", "turn_off"), ("can you turn off {}?", "turn_off")),
    "it": (("accendi {}", "turn_on"), ("spegni {} per favore", "turn_off"), ("puoi accendere {}?", "turn_on")),
}
AND = {"en": " and ", "it": " e "}
PAIRS = [pair for pair in permutations(("oven", "wash", "fridge", "missing"), 2) if {"fridge", "missing"} != set(pair)]


def decided(engine: Engine, language: str, message: str) -> Any:
    machines = [
        {"id": key, "name": name, "commands": [{"id": f"{key}:{c}", "name": c} for c in ("turn_on", "turn_off")]}
        for key, name in NAMES[language].items()
    ]
    request = {"message": message, "language": language, "context": {"machines": machines}}
    return engine.decide({**request, "now": "2029-09-20T08:15:00+02:00"}).to_dict()


@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
@pytest.mark.parametrize("language", ["en", "it"])
def test_what_is_clear_is_done_and_the_other_is_not_left_out(
    language: str, pair: tuple[str, str], engine: Engine
) -> None:
    expected = {"fridge": "ask", "missing": "failed"}
    for wording, command in ORDERS[language]:
        message = wording.format(AND[language].join(SAID[language][one] for one in pair))
        steps = decided(engine, language, message)["steps"]
        assert [s["status"] for s in steps] == [expected.get(one, "call") for one in pair], message
        done = [s["parameters"]["machine_command_id"] for s in steps if s["status"] == "call"]
        assert done == [f"{one}:{command}" for one in pair if one in NAMES[language]], message


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "turn off the oven, the fridge and the dishwasher"),
        ("it", "spegni il forno, il frigo e la lavastoviglie"),
    ],
)
def test_of_three_only_the_unclear_one_is_asked_about(language: str, message: str, engine: Engine) -> None:
    steps = decided(engine, language, message)["steps"]
    assert [s["status"] for s in steps] == ["call", "ask", "call"]
    assert [s["label"] for s in steps[1]["suggestions"]] == [NAMES[language]["kitchen"], NAMES[language]["bar"]]
