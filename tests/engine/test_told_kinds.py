"""A machine is of the kind that its description begins with, and how warm a place is, or is to be, is said of what
warms it."""

import pytest
from machines_said import machine, steps_of

from sayso import Engine

CLIMATE = "turn_on turn_off set_temperature raise_temperature lower_temperature"
MACHINES = [
    {
        **machine("Heat Pump", "Salon", "pompa di calore, climatizzatore del salone", CLIMATE),
        "metrics": ["temperature"],
    },
    {**machine("Back Tank", "Back Room", "scaldabagno del salone, acqua dei lavatesta", CLIMATE), "metrics": ["power"]},
    {**machine("Steriliser", "Salon", "sterilizzatore dei ferri", CLIMATE), "metrics": ["temperature"]},
    {**machine("Bar Top", "Salon", "piano con il forno accanto", "turn_on turn_off"), "metrics": ["temperature"]},
]


def of(engine: Engine, message: str) -> tuple[object, object, object]:
    (step,) = steps_of(engine, {"message": message, "context": {"machines": MACHINES, "tasks": []}})
    given = step["parameters"]
    done = given.get("machine_command_id") or given.get("metric_names")
    return step["status"], given.get("device_id"), done if isinstance(done, list) else str(done).split(":")[-1]


@pytest.mark.parametrize(
    ("message", "meant"),
    [
        ("AC on", ("Heat Pump", "turn_on")),
        ("turn the aircon off", ("Heat Pump", "turn_off")),
        ("set the air conditioning to 22", ("Heat Pump", "set_temperature")),
        ("metti il clima a 22", ("Heat Pump", "set_temperature")),
        ("accendi il condizionatore", ("Heat Pump", "turn_on")),
        ("abbassa l'aria condizionata di 2 gradi", ("Heat Pump", "lower_temperature")),
        ("switch off the geyser", ("Back Tank", "turn_off")),
        ("spegni il boiler", ("Back Tank", "turn_off")),
    ],
)
def test_the_kind_that_a_description_leads_with(engine: Engine, message: str, meant: tuple[str, str]) -> None:
    status, *found = of(engine, message)
    assert tuple(found) == meant
    assert status in ("call", "confirm")


@pytest.mark.parametrize("message", ["turn on the oven", "accendi il forno"])
def test_a_kind_that_is_only_spoken_of_is_not_meant(engine: Engine, message: str) -> None:
    steps = steps_of(engine, {"message": message, "context": {"machines": MACHINES, "tasks": []}})
    assert not any(s["status"] == "call" for s in steps)
    assert not any(s["status"] == "confirm" and s["parameters"]["device_id"] != "Bar Top" for s in steps)


@pytest.mark.parametrize("message", ["set the salon to 21", "salon at 21 degrees", "metti il salone a 21 gradi"])
def test_a_place_is_set_by_what_warms_it(engine: Engine, message: str) -> None:
    status, *found = of(engine, message)
    assert found == ["Heat Pump", "set_temperature"]
    assert status in ("call", "confirm")


@pytest.mark.parametrize(
    "message", ["how warm is it in the salon?", "hows the temp in the salon", "quanti gradi ci sono in salone?"]
)
def test_how_warm_a_place_is_is_read_of_what_warms_it(engine: Engine, message: str) -> None:
    status, machine_id, metrics = of(engine, message)
    assert (machine_id, metrics) == ("Heat Pump", ["temperature"])
    assert status in ("call", "confirm")


def test_a_verb_that_is_part_of_a_name_commands_nothing_unasked(engine: Engine) -> None:
    known = [machine("Water Heater", "Wash Bay", "", CLIMATE)]
    steps = steps_of(engine, {"message": "start watering it please", "context": {"machines": known, "tasks": []}})
    assert not any(s["status"] == "call" for s in steps)


@pytest.mark.parametrize("message", ["do the tires need air?", "is there enough air in my tires"])
def test_a_part_of_a_word_for_a_kind_is_no_word_for_it(engine: Engine, message: str) -> None:
    assert steps_of(engine, {"message": message}) == []
