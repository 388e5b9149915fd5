"""A record is found by a word that shortens one of its own, or ends in another way; then nothing is done unasked."""

from itertools import product

import pytest
from machines_said import machine, steps_of

from sayso import Engine
from sayso.engine.nouns import Entry
from sayso.engine.records.index import IndexedEntries

NOW = "2026-11-18T10:00:00+01:00"
TASKS = [
    {"id": "t1", "title": "riunione con i professori", "due": "2026-11-24T18:30:00+01:00"},
    {"id": "t2", "title": "riportare i libri in biblioteca"},
    {"id": "t3", "title": "visita oculistica di Pietro", "due": "2026-11-26T10:00:00+01:00"},
    {"id": "t4", "title": "book the physiotherapy"},
    {"id": "t5", "title": "return the library books"},
    {"id": "t6", "title": "comprare il panettone"},
]
NAMES = {
    "it": [("la riunione coi prof", "t1"), ("i libri della biblio", "t2"), ("l'oculista", "t3")],
    "en": [("the physio", "t4")],
}
ORDERS = {
    "it": ["sposta {} a venerdì", "cancella {}", "metti {} in alta priorità", "{} spostala a domani"],
    "en": ["move {} to friday", "delete {}", "make {} high priority", "{} is done"],
}
SAID = [(o.format(name), record) for lang in NAMES for o, (name, record) in product(ORDERS[lang], NAMES[lang])]


@pytest.mark.parametrize(("message", "record"), SAID)
def test_a_shortened_word_finds_the_record_and_changes_nothing_unasked(
    engine: Engine, message: str, record: str
) -> None:
    steps = steps_of(engine, {"message": message, "now": NOW, "context": {"tasks": TASKS}})
    assert [(s["status"], s["parameters"]["task_identifier"]) for s in steps] == [("confirm", record)]


@pytest.mark.parametrize(
    "message", ["il pane è fatto", "cancella il pane", "segna fatto il pane", "delete the bio notes"]
)
def test_another_thing_that_begins_alike_is_never_changed_unasked(engine: Engine, message: str) -> None:
    steps = steps_of(engine, {"message": message, "now": NOW, "context": {"tasks": TASKS}})
    assert all(s["status"] != "call" for s in steps)


MACHINES = [
    machine("Dishwasher", "Kitchen", "lavastoviglie", "turn_on turn_off start_cycle"),
    machine("Hall Radiator", "Hall", "termosifone del corridoio", "turn_on turn_off"),
    machine("Boiler", "Bathroom", "caldaia", "turn_on turn_off"),
    machine("Front Door", "Entrance", "portone", "open close"),
]


@pytest.mark.parametrize(
    "message",
    [
        "turn off the dishw",
        "start the dishwash",
        "turn off the radia",
        "accendi la cald",
        "spegni il termosi",
        "apri il porto",
    ],
)
def test_a_shortened_word_switches_no_machine_unasked(engine: Engine, message: str) -> None:
    steps = steps_of(engine, {"message": message, "now": NOW, "context": {"machines": MACHINES}})
    assert all(s["status"] != "call" for s in steps)


def test_where_nobody_can_be_asked_a_shortened_word_means_none_and_offers_it(engine: Engine) -> None:
    entries = IndexedEntries(Entry(str(t["id"]), str(t["title"])) for t in TASKS)
    for text, at in (("biblio", 1), ("l'oculista", 2), ("the physio", 3)):
        found = engine.find(text, entries)
        assert (found.meant, found.nearest[:1]) == ((), (at,))
    assert engine.find("biblioteca", entries).meant == (1,)


LIGHTS = machine("Living Room Lights", "Living room", "luci del soggiorno", "turn_on turn_off")
OVEN = machine("Oven", "Kitchen", "forno", "turn_on turn_off turn_on_light turn_off_light")
SPRINKLER = machine("Garden Sprinkler", "Garden", "irrigazione del giardino", "turn_on turn_off")


@pytest.mark.parametrize("message", ["lights off", "turn off the lights", "spegni le luci"])
def test_the_only_machine_that_is_a_light_is_offered_before_the_lights_of_others(engine: Engine, message: str) -> None:
    context = {"machines": [OVEN, LIGHTS]}
    steps = steps_of(engine, {"message": message, "now": NOW, "context": context})
    assert [(s["status"], s["parameters"]["machine_command_id"]) for s in steps] == [
        ("confirm", "Living Room Lights:turn_off")
    ]


@pytest.mark.parametrize("message", ["all lights off", "spegni tutte le luci"])
def test_all_lights_are_all_of_them(engine: Engine, message: str) -> None:
    context = {"machines": [OVEN, LIGHTS]}
    steps = steps_of(engine, {"message": message, "now": NOW, "context": context})
    assert {s["parameters"]["machine_command_id"] for s in steps} == {
        "Oven:turn_off_light",
        "Living Room Lights:turn_off",
    }
    assert all(s["status"] == "confirm" for s in steps)


@pytest.mark.parametrize(
    ("message", "command"),
    [
        ("water the garden", "turn_on"),
        ("bagna il giardino", "turn_on"),
        ("chiudi l'irrigazione", "turn_off"),
        ("stop watering the garden", "turn_off"),
    ],
)
def test_a_sprinkler_that_can_only_be_switched_is_opened_and_closed_so(
    engine: Engine, message: str, command: str
) -> None:
    context = {"machines": [OVEN, SPRINKLER]}
    (step,) = steps_of(engine, {"message": message, "now": NOW, "context": context})
    assert step["parameters"]["machine_command_id"] == f"Garden Sprinkler:{command}"
