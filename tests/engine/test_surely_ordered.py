"""An order that no pattern foresaw is offered where it is surely heard and all its words are accounted for."""

from typing import Any

import pytest

from sayso import Engine

NOW = "2036-01-10T21:40:00+01:00"
THERMOSTAT = {"id": "th", "name": "Living Room Thermostat", "place": "Living Room", "description": "termostato"}
LIGHTS = {"id": "li", "name": "Dining Room Lights", "place": "Dining Room", "description": "luci della sala"}
TAKES = {"th": ("turn_on", "turn_off", "set_temperature"), "li": ("turn_on", "turn_off")}
OFFERED = (
    ("en", "heating down to 17 for the night", "th:set_temperature"),
    ("it", "luci no, c'è ancora sole: rispegnile", "li:turn_off"),
)
NOT_ALL_HEARD = (
    ("en", "the dining room lights warm and pink", "li"),
    ("it", "fai girare le luci della sala al contrario", "li"),
    ("it", "da ragazzi si spegnevano le luci della sala e ci si baciava tutti", "li"),
)


def steps_of(message: str, language: str, engine: Engine) -> list[dict[str, Any]]:
    machines = [
        {**m, "connected": True, "commands": [{"id": f"{m['id']}:{c}", "name": c} for c in TAKES[m["id"]]]}
        for m in (THERMOSTAT, LIGHTS)
    ]
    request = {"message": message, "now": NOW, "language": language, "context": {"tasks": [], "machines": machines}}
    decision: Any = engine.decide(request).to_dict()
    found: list[dict[str, Any]] = decision["steps"]
    return found


@pytest.mark.parametrize(("language", "message", "command"), OFFERED)
def test_what_is_surely_ordered_is_offered(language: str, message: str, command: str, engine: Engine) -> None:
    (step,) = steps_of(message, language, engine)
    assert (step["status"], step["parameters"]["machine_command_id"]) == ("confirm", command)


@pytest.mark.parametrize(("language", "message", "machine"), NOT_ALL_HEARD)
def test_what_says_more_than_was_heard_orders_nothing(
    language: str, message: str, machine: str, engine: Engine
) -> None:
    steps = steps_of(message, language, engine)
    assert not [s for s in steps if s["status"] in ("call", "confirm") and s["parameters"].get("device_id") == machine]
