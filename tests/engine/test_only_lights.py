"""The only lights there are: "turn off the lights" means them though no other machine has a light."""

import pytest
from machines_said import machine, steps_of

from sayso import Engine

SWITCHED = "turn_on turn_off"
FAN = machine("Fan", "Store", "", SWITCHED)
WORDS = ["turn off the lights", "lights off", "lights out", "spegni le luci", "luci spente"]


def decided(engine: Engine, message: str, names: list[str]) -> list[tuple[object, object]]:
    machines = [FAN, *(machine(name, "Shop", "", SWITCHED) for name in names)]
    steps = steps_of(engine, {"message": message, "context": {"machines": machines, "tasks": []}})
    return [(s["status"], s["parameters"].get("machine_command_id")) for s in steps]


@pytest.mark.parametrize("message", WORDS)
@pytest.mark.parametrize("name", ["Shop Lights", "Desk Lamp"])
def test_the_only_lights_are_meant(engine: Engine, message: str, name: str) -> None:
    assert decided(engine, message, [name]) == [("confirm", f"{name}:turn_off")]


@pytest.mark.parametrize("message", WORDS)
def test_which_of_two_is_asked_or_both_after_a_yes(engine: Engine, message: str) -> None:
    found = decided(engine, message, ["Shop Lights", "Yard Lights"])
    assert {status for status, _ in found} <= {"ask", "confirm"}


@pytest.mark.parametrize("message", WORDS)
def test_where_there_is_none_nothing_is_switched(engine: Engine, message: str) -> None:
    assert {status for status, _ in decided(engine, message, [])} <= {"failed"}
    assert {status for status, _ in decided(engine, message, ["Heat Lamp", "Lighthouse"])} <= {
        "failed",
        "ask",
        "confirm",
    }


@pytest.mark.parametrize("message", ["turn off its light", "turn off the light", "spegni la sua luce"])
def test_the_light_of_what_was_spoken_of_is_no_other_one(engine: Engine, message: str) -> None:
    machines = [machine("Shop Lights", "Shop", "", SWITCHED), machine("Forno", "Kitchen", "oven", SWITCHED)]
    done = {"tool_name": "machine_command_execute", "outcome": "done"}
    given = {"device_id": "Forno", "machine_command_id": "Forno:turn_on"}
    history = [
        {"role": "user", "content": "turn on the oven"},
        {"role": "assistant", "content": "Done.", "steps": [{**done, "parameters": given}]},
    ]
    context = {"machines": machines, "tasks": []}
    steps = steps_of(engine, {"message": message, "context": context, "history": history})
    assert not any(s["status"] == "call" for s in steps)
