"""A number with up or down after it says by how much, not to what. Without a verb or a unit it is asked about: it may
tell how a machine is, or be part of its name."""

import pytest
from machines_said import machine, steps_of

from sayso import Engine

COOLING = "turn_on turn_off set_temperature raise_temperature lower_temperature"
PLAIN = [machine("Freezer", "Store", "", COOLING), machine("Forno", "Kitchen", "oven", COOLING)]


def decided(engine: Engine, message: str, machines: list[dict[str, object]]) -> list[tuple[object, ...]]:
    steps = steps_of(engine, {"message": message, "context": {"machines": machines, "tasks": []}})
    given = [(s["status"], s["parameters"]) for s in steps]
    return [(status, str(p.get("machine_command_id", "")), p.get("overrides")) for status, p in given]


@pytest.mark.parametrize(
    ("message", "command", "by"),
    [
        ("freezer 2 down", "Freezer:lower_temperature", -2),
        ("oven 20 up please", "Forno:raise_temperature", 20),
        ("forno 20 su", "Forno:raise_temperature", 20),
        ("congelatore 2 giù", "Freezer:lower_temperature", -2),
    ],
)
def test_a_number_with_up_or_down_says_by_how_much(engine: Engine, message: str, command: str, by: int) -> None:
    assert decided(engine, message, PLAIN) == [("confirm", command, {"temperature": {"by": by}})]


@pytest.mark.parametrize("message", ["freezer 2 down", "freezer 3 down", "congelatore 2 giù"])
def test_a_number_that_may_be_of_a_name_is_asked_about(engine: Engine, message: str) -> None:
    numbered = [machine("Freezer 2", "Store", "", COOLING), machine("Fridge", "Kitchen", "", COOLING)]
    assert {status for status, *_ in decided(engine, message, numbered)} == {"confirm"}
    two = [machine("Freezer 1", "Store", "", COOLING), machine("Freezer 2", "Kitchen", "", COOLING)]
    assert {status for status, *_ in decided(engine, message, two)} == {"ask"}


@pytest.mark.parametrize("message", ["frigo sta 2 giù", "the freezer is 2 up", "freezer now 2 up", "il forno è 20 su"])
def test_how_a_machine_is_changes_nothing_unasked(engine: Engine, message: str) -> None:
    machines = [*PLAIN, machine("Fridge", "Kitchen", "", COOLING)]
    found = decided(engine, message, machines)
    assert not any(status == "call" and command for status, command, _ in found)
