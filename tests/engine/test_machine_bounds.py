"""Values that cannot be meant are questioned, by what the machine says of itself or by its kind."""

import pytest

from sayso import Engine

NOW = "2026-11-16T10:00:00+01:00"


def machine(name: str, *commands: str, takes: dict[str, object] | None = None) -> dict[str, object]:
    listed = [{"id": f"{name}:{c}", "name": c, **({"takes": takes} if takes else {})} for c in commands]
    return {"id": name, "name": name, "serial": "", "connected": True, "commands": listed, "metrics": ["temperature"]}


def decided(engine: Engine, message: str, *machines: dict[str, object], **more: object) -> dict[str, object]:
    return engine.decide({"message": message, "now": NOW, "context": {"machines": list(machines)}, **more}).to_dict()


@pytest.mark.parametrize(
    ("message", "name"),
    [
        ("set the oven to 400 degrees", "Oven"),
        ("set the fridge to 40", "Kitchen Fridge"),
        ("put the cold room at 60 degrees", "Cold Room"),
        ("set the freezer to -90", "Freezer"),
        ("porta il forno a 500 gradi", "Forno"),
        ("metti il frigo a 50 gradi", "Frigo"),
        ("imposta l'abbattitore a 90 gradi", "Abbattitore"),
        ("raise the oven by 900 degrees", "Oven"),
    ],
)
def test_what_is_absurd_for_its_kind_is_asked_about(engine: Engine, message: str, name: str) -> None:
    decision = decided(engine, message, machine(name, "set_temperature", "raise_temperature"))
    assert decision["status"] == "ask"
    assert "overrides" not in decision["steps"][0]["parameters"]  # type: ignore[index]


@pytest.mark.parametrize(
    ("message", "name"),
    [
        ("set the oven to 250 degrees", "Oven"),
        ("set the fridge to 3", "Kitchen Fridge"),
        ("set the freezer to -25", "Freezer"),
        ("metti il forno a 90 gradi", "Forno"),
        ("set the gadget to 4000", "Gadget"),
    ],
)
def test_what_can_be_meant_is_not_questioned(engine: Engine, message: str, name: str) -> None:
    assert decided(engine, message, machine(name, "set_temperature"))["status"] == "call"


def test_the_machines_own_bounds_come_first(engine: Engine) -> None:
    small = machine("Oven", "set_temperature", takes={"temperature": {"min": 50, "max": 200, "unit": "°C"}})
    asked = decided(engine, "set the oven to 220", small)
    assert asked["status"] == "ask"
    assert "50 to 200 °C" in str(asked["reply"])
    hot = machine("Oven", "set_temperature", takes={"temperature": {"min": 50, "max": 500}})
    assert decided(engine, "set the oven to 420", hot)["status"] == "call"


def test_another_value_is_the_answer_and_is_looked_at_too(engine: Engine) -> None:
    oven = machine("Oven", "set_temperature")
    asked = decided(engine, "set the oven to 400", oven)
    again = decided(engine, "900", oven, pending=asked)
    assert again["status"] == "ask"
    done = decided(engine, "200", oven, pending=again)
    assert done["status"] == "call"
    assert done["steps"][0]["parameters"]["overrides"] == {"temperature": 200}  # type: ignore[index]


def test_a_value_goes_under_the_name_that_the_command_has_for_it(engine: Engine) -> None:
    oven = machine("Oven", "set_temperature", takes={"TempSetpoint": {"min": 30, "max": 300}})
    done = decided(engine, "set the oven to 180", oven)
    assert done["steps"][0]["parameters"]["overrides"] == {"TempSetpoint": 180}  # type: ignore[index]


def test_bounds_that_are_no_numbers_are_named_in_the_error(engine: Engine) -> None:
    with pytest.raises(Exception, match=r"takes\.temperature\.min"):
        decided(engine, "set the oven to 180", machine("Oven", "set_temperature", takes={"temperature": {"min": "a"}}))
