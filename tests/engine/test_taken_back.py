"""An order that is denied in the same message is not carried out: "open the gate. actually, don't open it yet"."""

from itertools import product
from typing import Any

import pytest

from sayso import Engine

NOW = "2026-11-16T10:00:00+01:00"
COMMANDS = (["open", "close", "lock", "unlock"], ["turn_on", "turn_off"], ["start_cycle", "stop_cycle"])
NAMES = {"en": ["Gate", "Fan", "Washer"], "it": ["Cancello", "Ventola", "Lavatrice"]}
TASKS = {"en": ["paint the shed", "call the plumber"], "it": ["verniciare il capanno", "chiamare l'idraulico"]}
CONTEXT: dict[str, dict[str, Any]] = {
    language: {
        "tasks": [{"id": title, "title": title} for title in TASKS[language]],
        "machines": [
            {"id": name, "name": name, "commands": [{"id": f"{name}:{c}", "name": c} for c in commands]}
            for name, commands in zip(NAMES[language], COMMANDS, strict=True)
        ],
    }
    for language in ("en", "it")
}
ORDERS = {
    "en": {
        "open the gate": "open it",
        "close the gate": "close it",
        "lock the gate": "lock it",
        "unlock the gate": "unlock it",
        "turn on the fan": "turn it on",
        "turn off the fan": "turn it off",
        "switch the fan on": "switch it on",
        "start the washer": "start it",
        "stop the washer": "stop it",
        "delete the shed": "delete it",
        "tick off the shed": "tick it off",
        "mark the shed as done": "mark it as done",
        "move the shed to friday": "move it",
        "postpone the shed by a week": "postpone it",
        "add wash the van": "add it",
        "undo": "undo it",
    },
    "it": {
        "apri il cancello": "aprirlo",
        "chiudi il cancello": "chiuderlo",
        "blocca il cancello": "bloccarlo",
        "sblocca il cancello": "sbloccarlo",
        "accendi la ventola": "accenderla",
        "spegni la ventola": "spegnerla",
        "avvia la lavatrice": "avviarla",
        "ferma la lavatrice": "fermarla",
        "cancella il capanno": "cancellarlo",
        "spunta il capanno": "spuntarlo",
        "sposta il capanno a venerdì": "spostarlo",
        "rimanda il capanno di una settimana": "rimandarlo",
        "aggiungi lavare il furgone": "aggiungerlo",
    },
}
DENIALS = {
    "en": [
        "{}. don't {}",
        "{}, no, don't {}",
        "{}. actually don't {}",
        "{} - wait, do not {} yet",
        "{}. no no, don't {}!",
    ],
    "it": ["{}. non {}", "{}, no, non {}", "{}. anzi non {}", "{}, aspetta, non {} ancora", "{}. no no, non {}!"],
}


@pytest.mark.parametrize("language", ["en", "it"])
def test_what_is_denied_in_the_same_message_is_not_done(engine: Engine, language: str) -> None:
    done = {}
    for (order, denied), form in product(ORDERS[language].items(), DENIALS[language]):
        message = form.format(order, denied)
        found = engine.decide({"message": message, "now": NOW, "context": CONTEXT[language]}).to_dict()
        steps: Any = found["steps"]
        if any(s["status"] in ("call", "confirm") for s in steps):
            done[message] = [(s["status"], s["tool_name"], s["parameters"]) for s in steps]
    assert not done


@pytest.mark.parametrize("language", ["en", "it"])
def test_what_is_denied_of_another_one_takes_nothing_back(engine: Engine, language: str) -> None:
    said = {
        "en": [
            "set the shed to high. don't set it to low",
            "move the shed to friday, don't move it to monday",
            "open the gate. don't turn on the fan",
            "turn on the fan. don't turn it off",
            "lock the gate and don't open it",
        ],
        "it": [
            "apri il cancello. non accendere la ventola",
            "accendi la ventola. non spegnerla",
            "blocca il cancello e non aprirlo",
        ],
    }
    for message in said[language]:
        steps: Any = engine.decide({"message": message, "now": NOW, "context": CONTEXT[language]}).to_dict()["steps"]
        assert [s["status"] in ("call", "confirm") for s in steps] == [True], message
