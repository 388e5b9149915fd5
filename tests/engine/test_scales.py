"""A number that was said in another scale than a machine is set in is never taken for one of its own."""

from itertools import product
from typing import Any

import pytest

from sayso import Engine

NOW = "2026-11-16T10:00:00+01:00"
SAID = {
    "en": ["350 fahrenheit", "350 degrees fahrenheit", "350°F", "350 °F", "350 f"],
    "it": ["350 fahrenheit", "350 gradi fahrenheit", "350°F", "350 °F"],
}
ORDERS = {"en": ["set the oven to {}", "oven to {}"], "it": ["metti il forno a {}", "forno a {}"]}


def oven(unit: str) -> dict[str, Any]:
    takes = {"temperature": {"unit": unit, "min": 50, "max": 500}} if unit else {}
    commands = [{"id": "o:set_temperature", "name": "set_temperature", "takes": takes}]
    return {"id": "o", "name": "Oven", "description": "forno", "commands": commands, "metrics": ["temperature"]}


def decided(engine: Engine, unit: str, message: str) -> Any:
    return engine.decide({"message": message, "now": NOW, "context": {"machines": [oven(unit)]}}).to_dict()


@pytest.mark.parametrize("unit", ["", "°C"])
@pytest.mark.parametrize("language", ["en", "it"])
def test_it_is_asked_for_in_its_own_scale(engine: Engine, language: str, unit: str) -> None:
    wrong = {}
    for order, said in product(ORDERS[language], SAID[language]):
        found = decided(engine, unit, order.format(said))
        steps = [(s["status"], s["parameters"].get("overrides")) for s in found["steps"]]
        if steps != [("ask", None)] or "°C" not in found["steps"][0]["question"]:
            wrong[order.format(said)] = found["steps"]
    assert not wrong


@pytest.mark.parametrize(
    ("language", "message"), [("en", "set the oven to 180 degrees"), ("it", "metti il forno a 180 °C")]
)
def test_its_own_scale_is_taken(engine: Engine, language: str, message: str) -> None:
    assert decided(engine, "", message)["steps"][0]["parameters"]["overrides"] == {"temperature": 180}


@pytest.mark.parametrize("said", SAID["en"])
def test_a_machine_that_is_set_in_it_takes_it(engine: Engine, said: str) -> None:
    steps = decided(engine, "°F", f"set the oven to {said}")["steps"]
    assert [s["parameters"].get("overrides") for s in steps] == [{"temperature": 350}]


@pytest.mark.parametrize("said", SAID["en"])
@pytest.mark.parametrize("first", ["set the oven to 350 fahrenheit", "set the temperature of the oven"])
def test_nor_is_it_taken_as_the_answer(engine: Engine, first: str, said: str) -> None:
    asked = decided(engine, "", first)
    assert asked["status"] == "ask"
    pending = {"language": "en", "steps": asked["steps"]}
    context = {"machines": [oven("")]}
    request = {"message": said, "now": NOW, "context": context, "pending": pending}
    again: Any = engine.decide(request).to_dict()
    assert [(s["status"], s["parameters"].get("overrides")) for s in again["steps"]] == [("ask", None)]
    given: Any = engine.decide({**request, "message": "180"}).to_dict()
    assert [s["parameters"].get("overrides") for s in given["steps"]] == [{"temperature": 180}]
