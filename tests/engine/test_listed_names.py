"""A machine is called by a whole name that its description lists, though one of its words is another kind's; each of
several orders in one breath is told, by such a name too."""

import pytest
from machines_said import machine, steps_of

from sayso import Engine

CLIMATE = "turn_on turn_off set_temperature raise_temperature lower_temperature"
MACHINES = [
    machine("Proofer", "Bakehouse", "cella di lievitazione, proofing cabinet", CLIMATE),
    machine("Display Freezer", "Shop", "vetrina gelato, banco freezer", CLIMATE),
    {**machine("Stage Lights", "Stage", "luci del palco, luci di scena", "turn_on turn_off"), "metrics": ["power"]},
    machine("Stable Lights", "Stable", "luci della scuderia", "turn_on turn_off"),
    machine("Yard Gate", "Yard", "cancello del cortile", "open close"),
    machine("Cold Case", "Café", "cake fridge, cake display", CLIMATE),
]


def done(engine: Engine, message: str) -> list[tuple[object, ...]]:
    steps = steps_of(engine, {"message": message, "context": {"machines": MACHINES, "tasks": []}})
    assert all(s["status"] in ("call", "confirm") for s in steps)
    given = [s["parameters"] for s in steps]
    return [(p.get("device_id"), str(p.get("machine_command_id", "")).split(":")[-1]) for p in given]


@pytest.mark.parametrize(
    ("message", "meant"),
    [
        ("proofing cabinet on", ("Proofer", "turn_on")),
        ("proofing cabinet to 32 degrees", ("Proofer", "set_temperature")),
        ("cake fridge 4 degrees", ("Cold Case", "set_temperature")),
        ("vetrina gelato a -14", ("Display Freezer", "set_temperature")),
        ("quanto assorbono le luci di scena in questo momento?", ("Stage Lights", "")),
    ],
)
def test_a_listed_name_counts_though_it_names_another_kind(
    engine: Engine, message: str, meant: tuple[str, str]
) -> None:
    assert done(engine, message) == [meant]


@pytest.mark.parametrize("message", ["proofing fridge on", "cake freezer 4 degrees", "vetrina torte a 5"])
def test_half_of_a_listed_name_with_another_kind_is_no_name(engine: Engine, message: str) -> None:
    steps = steps_of(engine, {"message": message, "context": {"machines": MACHINES, "tasks": []}})
    assert not any(s["status"] in ("call", "confirm") for s in steps)


def test_no_order_of_one_breath_is_left_out(engine: Engine) -> None:
    assert done(engine, "chiudi il cancello spegni le luci della scuderia") == [
        ("Yard Gate", "close"),
        ("Stable Lights", "turn_off"),
    ]
