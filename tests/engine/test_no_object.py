"""Who says only what is to be done is asked to what: "spegni", "can you move one of my appointments"."""

from typing import Any

import pytest

from sayso import Engine

NOW = "2036-07-10T08:40:00+02:00"
MACHINES: list[dict[str, Any]] = [
    {"id": m, "name": m, "description": told, "commands": [{"id": f"{m}:{c}", "name": c} for c in able]}
    for m, told, able in (
        ("Fryer", "friggitrice", ("turn_on", "turn_off", "set_temperature")),
        ("Coffee Machine", "macchina del caffè", ("turn_on", "turn_off")),
        ("Awning", "tenda da sole", ("open", "close", "stop")),
        ("Storeroom Door", "porta del magazzino", ("open", "close")),
    )
]
TASKS: list[dict[str, Any]] = [
    {
        "id": "t1",
        "number": 1,
        "title": "meet the lifeguards (incontro con i bagnini)",
        "due": "2036-07-11T09:30:00+02:00",
    },
    {"id": "t2", "number": 2, "title": "paint the pedal boat (verniciare il pedalò)", "priority": "medium"},
]
ASKED = {
    "en": {
        "turn off": "machine_command_execute",
        "switch something on for me": "machine_command_execute",
        "open": "machine_command_execute",
        "can you close?": "machine_command_execute",
        "can you move one of my appointments": "update_task",
        "I'd like to change one of my tasks": "update_task",
        "postpone something": "update_task",
        "change a priority": "update_task",
        "there's a task I want gone": "delete_task",
        "I've got a new one for you": "add_task",
    },
    "it": {
        "spegni": "machine_command_execute",
        "puoi accendere?": "machine_command_execute",
        "apri": "machine_command_execute",
        "sposta un appuntamento": "update_task",
        "cambiagli la priorità": "update_task",
        "rimanda qualcosa": "update_task",
        "c'è una cosa da cancellare": "delete_task",
        "poi c'ho un promemoria nuovo da metterti": "add_task",
        "segna una cosa nuova in lista": "add_task",
    },
}
ABOUT = {  # where a record is spoken of, the word for closing it is for no door
    "en": (
        "the lifeguards meeting is over, kindly close",
        "the pedal boat is painted, so close",
        "close the pedal boat task",
    ),
    "it": (
        "l'incontro con i bagnini è andato, chiudi pure",
        "il pedalò l'ho verniciato, puoi chiudere",
        "chiudi pure il pedalò",
    ),
}


def decided(engine: Engine, language: str, message: str) -> Any:
    context = {"machines": MACHINES, "tasks": TASKS}
    return engine.decide({"message": message, "language": language, "now": NOW, "context": context}).to_dict()


@pytest.mark.parametrize(("language", "message"), [(lang, m) for lang in ASKED for m in ASKED[lang]])
def test_it_is_asked_to_what(language: str, message: str, engine: Engine) -> None:
    decision = decided(engine, language, message)
    assert [(s["status"], s["tool_name"]) for s in decision["steps"]] == [("ask", ASKED[language][message])]


@pytest.mark.parametrize(("language", "message"), [(lang, m) for lang in ABOUT for m in ABOUT[lang]])
def test_what_closes_a_record_moves_no_machine(language: str, message: str, engine: Engine) -> None:
    steps = decided(engine, language, message)["steps"]
    assert not [s for s in steps if s["tool_name"] == "machine_command_execute" and s["status"] in ("call", "confirm")]
