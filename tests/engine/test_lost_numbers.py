"""A number in an order is never lost: what it is set to, or it is asked about; "it" is nothing that was not found."""

from typing import Any

import pytest

from sayso import Engine

NOW = "2036-10-07T12:10:00+02:00"
ABLE = ("turn_on", "turn_off", "set_temperature", "raise_temperature", "lower_temperature")
MACHINES: list[dict[str, Any]] = [
    {"id": m, "name": m, "description": told, "commands": [{"id": f"{m}:{c}", "name": c} for c in ABLE]}
    for m, told in (("Waiting Room Heater", "stufa della sala d'attesa"), ("Heated Kennel", "gabbia riscaldata"))
]
NUMBERS = (
    ("en", "nineteen on that heater"),
    ("en", "19 on the heater"),
    ("en", "19 heater on"),
    ("en", "put nineteen on that heater"),
    ("it", "19 sulla stufa"),
    ("it", "stufa accesa 19"),
)
LOST = (("en", "turn on the hall sauna", "two degrees more"), ("it", "riscaldamento dell'atrio a 20", "due in più"))


def decided(engine: Engine, language: str, message: str, *history: dict[str, Any]) -> Any:
    request = {"message": message, "language": language, "now": NOW, "history": [*history]}
    return engine.decide({**request, "context": {"machines": MACHINES, "tasks": []}}).to_dict()


@pytest.mark.parametrize(("language", "message"), NUMBERS)
def test_a_number_is_what_it_is_set_to_or_it_is_asked(language: str, message: str, engine: Engine) -> None:
    steps = decided(engine, language, message)["steps"]
    called = [s["parameters"].get("overrides") for s in steps if s["status"] == "call"]
    assert called in ([], [{"temperature": 19}])


@pytest.mark.parametrize(("language", "first", "second"), LOST)
def test_after_what_is_not_there_nothing_else_is_it(language: str, first: str, second: str, engine: Engine) -> None:
    before = decided(engine, language, first)
    assert before["status"] == "failed"
    (step,) = before["steps"]
    done = {"tool_name": step["tool_name"], "parameters": step["parameters"], "outcome": "failed"}
    history = ({"role": "user", "content": first}, {"role": "assistant", "content": before["reply"], "steps": [done]})
    steps = decided(engine, language, second, *history)["steps"]
    assert not [s for s in steps if s["status"] in ("call", "confirm")]
