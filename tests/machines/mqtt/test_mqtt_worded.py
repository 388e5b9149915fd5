"""What people say to homes whose devices have names of their own: each way of saying it does just that, or asks."""

from typing import Any

import pytest

from sayso import Engine
from sayso_evals.home import HOME, House

Orders = set[tuple[str, str, object]]
ATTIC: Orders = {
    ("air_conditioner", "turn_off", None),
    ("extractor", "turn_off", None),
    ("desk_lamp", "turn_off", None),
}
ATTIC |= {("television", "turn_off", None), ("fan_heater", "turn_off", None)}
SAID: dict[str, list[tuple[str, str, str, Orders]]] = {
    "whoever is to be left alone is": [
        (
            "fourth",
            "en",
            "Switch off all the sitting room lights but leave the bookcase glow as it is",
            {("floor_lamp", "turn_off", None), ("living_light", "turn_off", None)},
        ),
        (
            "fourth",
            "it",
            "in sala spegni le luci ma lascia la luce della libreria",
            {("floor_lamp", "turn_off", None), ("living_light", "turn_off", None)},
        ),
        (
            "third",
            "en",
            "switch off the living room lights and leave the floor lamp",
            {("living_light", "turn_off", None), ("tv_backlight", "turn_off", None)},
        ),
    ],
    "an order said again and again is one": [
        ("fourth", "it", "ferma ferma ferma le persiane!!", {("living_shutters", "stop", None)}),
        ("fourth", "en", "stop stop stop the french window shutters!", {("living_shutters", "stop", None)}),
    ],
    "orders without a pause are each carried out": [
        (
            "fourth",
            "en",
            "chandelier off arc lamp on",
            {("living_light", "turn_off", None), ("floor_lamp", "turn_on", None)},
        ),
        (
            "fourth",
            "it",
            "spegni la pompa della fontana chiudi la valvola dell'orto",
            {("well_pump", "turn_off", None), ("garden_valve", "close", None)},
        ),
    ],
    "both of a pair": [
        (
            "fourth",
            "it",
            "manda alla base sia il robottino che il tagliaprato",
            {("vacuum", "return_to_base", None), ("mower", "return_to_base", None)},
        ),
        ("fifth", "en", "lock both doors", {("front_door", "lock", None), ("back_door", "lock", None)}),
        (
            "fifth",
            "it",
            "chiudi a chiave tutte e due le porte",
            {("front_door", "lock", None), ("back_door", "lock", None)},
        ),
    ],
    "all that is there": [
        ("fourth", "en", "turn off everything that's on in the attic", ATTIC),
        ("fourth", "it", "spegni tutto quello che c'è acceso in mansarda", ATTIC),
    ],
    "a name to the letter before one that only has its stem": [
        ("fifth", "it", "accendi il lume del nonno", {("right_bedside", "turn_on", None)}),
        ("fifth", "it", "spegni il lume della nonna", {("left_bedside", "turn_off", None)}),
        ("fifth", "it", "accendi la luce in soffitta", set()),
    ],
    "what only one kind of thing is called is asked about": [
        ("fifth", "en", "start the robot", set()),
        ("fifth", "en", "unlock the door", set()),
        ("fifth", "it", "apri la porta", set()),
    ],
    "a value that is denied is not set": [
        (
            "fifth",
            "en",
            "make the AC just blow air, fan only, no cooling",
            {("air_conditioner", "set_mode", "fan_only")},
        ),
    ],
    "as much as it can, half, and a half more": [
        ("fifth", "en", "set the ceiling spots as bright as they go", {("living_light", "set_brightness", 100.0)}),
        ("fifth", "en", "grandmas lamp as dim as itll go", {("left_bedside", "set_brightness", 1.0)}),
        (
            "fifth",
            "it",
            "metti le luci della taverna a metà",
            {(lamp, "set_brightness", 50.0) for lamp in ("living_light", "floor_lamp", "tv_backlight")},
        ),
        (
            "fifth",
            "it",
            "abbassa il radiatore di leo di un grado e mezzo",
            {("kids_radiator", "lower_temperature", 1.5)},
        ),
        ("fifth", "it", "fai la lampada alta di un bel bianco caldo", set()),
    ],
    "the two ends of a thermostat": [
        ("fourth", "en", "ground floor thermostat to 21", set()),
        ("fourth", "it", "sul termostato la minima mettila a 18", {("hall_thermostat", "set_low_temperature", 18.0)}),
    ],
    "an alarm is armed as it was said": [
        ("fourth", "it", "metti l'allarme in modalità notte", {("alarm", "arm_night", None)}),
        ("fourth", "en", "arm the alarm for the night", {("alarm", "arm_night", None)}),
        ("fourth", "en", "arm the alarm", set()),
    ],
    "the beeper is not what beeps": [
        (
            "fourth",
            "it",
            "togli sto bip bip dal climatizzatore, il cicalino, disattivalo",
            {("air_conditioner", "turn_off_beeper", None)},
        ),
    ],
    "what is only named is told nothing": [
        (
            "fifth",
            "en",
            "switch off the shower light and the shower room fan too",
            {("mirror_light", "turn_off", None)},
        ),
    ],
}


@pytest.mark.parametrize("way", SAID)
def test_each_way_of_saying_it_does_just_that(way: str, engine: Engine) -> None:
    for folder, language, message, orders in SAID[way]:
        home = HOME if folder == "third" else HOME / folder
        line: dict[str, Any] = {"message": message, "language": language, "expect": {"do": "nothing", "calls": []}}
        said = House(language, engine, home).hear(line)
        assert set(said.orders) == orders, (message, said.orders)
