"""A machine that was not named is never meant: kindred things, narrower commands, words one letter away."""

import itertools
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import pytest

from sayso import Catalogue, Engine

PAIRS = {  # what is said / what there is instead
    "en": """
    microwave/oven, stove/oven, toaster/oven, grill/oven, oven/microwave, hob/oven, broiler/boiler, kettle/hood,
    hood/kettle, kettle/coffee machine, coffee machine/kettle, coffee pot/coffee machine, humidifier/dehumidifier,
    dehumidifier/humidifier, heating/air conditioner, air conditioner/heating, radiator/air conditioner, boiler/air
    conditioner, heater/fan, thermostat/boiler, water heater/boiler, television/printer, printer/television,
    tv/monitor, projector/tv, laptop/computer, speaker/tv, stereo/speaker, tablet/phone, console/tv, vacuum/mower,
    mower/vacuum, pump/sprinkler, sprinkler/pump, pool/fountain, hot tub/pool, fridge/freezer, freezer/fridge,
    chiller/fridge, cold room/fridge, wine cooler/fridge, ice maker/freezer, dryer/washing machine, washing
    machine/dryer, dishwasher/washing machine, washing machine/dishwasher, fryer/grill, air fryer/microwave, rice
    cooker/toaster, griddle/grill, air purifier/humidifier, fan/air purifier, plug/power strip, charger/plug,
    sensor/meter, meter/detector, detector/sensor, furnace/oven, bratt pan/fryer, display case/fridge, prover/oven,
    vent/fan, cooler/freezer, soundbar/stereo, screen/projector, wall switch/plug""",
    "it": """
    microonde/forno, fornello/forno, tostapane/forno, griglia/forno, forno/microonde, piano cottura/forno,
    bollitore/cappa, cappa/bollitore, bollitore/macchina del caffè, umidificatore/deumidificatore,
    deumidificatore/umidificatore, riscaldamento/condizionatore, condizionatore/riscaldamento,
    termosifone/condizionatore, caldaia/condizionatore, stufa/ventilatore, termostato/caldaia, scaldabagno/caldaia,
    televisione/stampante, stampante/televisione, tv/monitor, proiettore/tv, portatile/computer, cassa/tv,
    stereo/cassa, console/tv, aspirapolvere/tosaerba, tosaerba/aspirapolvere, pompa/irrigatore, irrigatore/pompa,
    piscina/fontana, idromassaggio/piscina, frigo/congelatore, congelatore/frigo, abbattitore/frigo, cella/frigo,
    cantinetta/frigo, asciugatrice/lavatrice, lavatrice/asciugatrice, lavastoviglie/lavatrice,
    lavatrice/lavastoviglie, friggitrice/griglia, cuociriso/tostapane, piastra/griglia, purificatore/umidificatore,
    ventilatore/purificatore, presa/ciabatta, caricatore/presa, sensore/contatore, contatore/rilevatore,
    rilevatore/sensore, stufa/forno, brasiera/friggitrice, vetrina/frigo, lievitatore/forno,
    ventilazione/ventilatore, interruttore/presa, caldaia/forno, schermo/proiettore, banco/frigo, armadio/vetrina""",
}
COMMANDS = (
    ("turn_on", "turn_off"),
    ("power_on", "power_off", "turn_on_light"),
    ("start_cycle", "stop_cycle", "set_temperature"),
    ("TurnOn", "TurnOff", "turn_on_child_lock"),
)
SAID = {
    "en": (
        "turn on the {}",
        "switch the {} off",
        "start the {}",
        "please turn off the {}",
        "can you stop the {}?",
        "set the {} to 180 degrees",
        "{} on",
    ),
    "it": (
        "accendi {}",
        "spegni {}",
        "avvia {}",
        "per favore spegni {}",
        "puoi fermare {}?",
        "imposta {} a 180 gradi",
        "{} acceso",
    ),
}
PLACES = {"en": ("", " in the kitchen"), "it": ("", " in cucina")}


class Kin(NamedTuple):
    """A sentence about one thing, where there is only another."""

    language: str
    message: str
    machine: str
    commands: tuple[str, ...]


def pairs(language: str) -> list[tuple[str, str]]:
    """What is said, and what there is."""
    halves = [part.split("/") for part in " ".join(PAIRS[language].split()).split(", ")]
    return [(said, there) for said, there in halves]


def grid(language: str) -> Iterator[Kin]:
    for (said, there), commands, text, place in itertools.product(
        pairs(language), COMMANDS, SAID[language], PLACES[language]
    ):
        yield Kin(language, text.format(said) + place, there, commands)


def machine(name: str, commands: tuple[str, ...]) -> dict[str, object]:
    return {
        "id": "m1",
        "name": name.capitalize(),
        "serial": "S-1",
        "connected": True,
        "place": "kitchen",
        "commands": [{"id": f"m1:{c}", "name": c} for c in commands],
        "metrics": ["temperature"],
    }


@cache
def alone(name: str, commands: tuple[str, ...]) -> Catalogue:
    """All that there is: one machine, and no task."""
    return Catalogue(tasks=[], machines=[machine(name, commands)])


def carried_out(decision: dict[str, object]) -> list[object]:
    steps = decision["steps"]
    assert isinstance(steps, list)
    return [s for s in steps if s["tool_name"] == "machine_command_execute" and s["status"] in ("call", "confirm")]


def test_there_are_enough_pairs_and_they_are_told_apart() -> None:
    assert all(said != there for language in PAIRS for said, there in pairs(language))
    assert sum(len(pairs(language)) for language in PAIRS) >= 120
    assert ("kettle", "coffee machine") in pairs("en")
    assert ("washing machine", "dryer") in pairs("en")


@pytest.mark.untraced
@pytest.mark.parametrize("language", ["en", "it"])
def test_a_kindred_thing_is_never_meant(language: str, engine: Engine) -> None:
    wrong = []
    count = 0
    for case in grid(language):
        known = alone(case.machine, case.commands)
        decision = engine.decide({"message": case.message, "language": case.language}, known).to_dict()
        count += 1
        wrong.extend([(case.message, case.machine)] if carried_out(decision) else [])
    assert count >= 3000
    assert wrong == []


NARROWER = {
    "en": ("child lock", "timer", "notifications", "indicator", "eco mode", "night mode", "display", "fan", "buzzer"),
    "it": (
        "blocco bambini",
        "timer",
        "notifiche",
        "indicatore",
        "modalità eco",
        "notte",
        "display",
        "ventola",
        "sirena",
    ),
}


@pytest.mark.parametrize("language", ["en", "it"])
def test_a_plain_act_never_means_a_narrower_command(engine: Engine, language: str) -> None:
    for name, said in (("oven", "forno"), ("washing machine", "lavatrice"), ("fridge", "frigo"), ("heater", "stufa")):
        thing = name if language == "en" else said
        for more in NARROWER[language]:
            word = "_".join(more.split())
            pair = (
                (f"turn_on_{word}", f"turn_off_{word}") if language == "en" else (f"accendi_{word}", f"spegni_{word}")
            )
            for text in SAID[language][:4]:
                there = machine(thing, pair)
                decision = engine.decide(
                    {"message": text.format(thing), "language": language, "context": {"machines": [there]}}
                ).to_dict()
                assert carried_out(decision) == [], (text.format(thing), pair)
                assert decision["status"] in ("failed", "decline"), (text.format(thing), pair)


def test_where_its_light_is_all_that_can_be_switched_that_is_meant(engine: Engine) -> None:
    there = machine("Frigo", ("turn_on_light", "turn_off_light"))
    decision = engine.decide({"message": "accendi il frigo", "context": {"machines": [there]}}).to_dict()
    steps = decision["steps"]
    assert isinstance(steps, list)
    assert steps[0]["parameters"]["machine_command_id"] == "m1:turn_on_light"


def test_what_is_kindred_is_offered(engine: Engine) -> None:
    machines = [machine("Printer", ("turn_on",)), {**machine("Oven", ("turn_on",)), "id": "m2"}]
    decision = engine.decide({"message": "turn on the microwave", "context": {"machines": machines}}).to_dict()
    steps = decision["steps"]
    assert isinstance(steps, list)
    assert steps[0]["status"] == "failed"
    assert steps[0]["suggestions"][0]["label"] == "Oven"
