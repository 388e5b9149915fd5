"""An order that is denied in the same message is not carried out: "open the gate. actually, don't open it yet"."""

from itertools import product
from typing import Any

import pytest

from sayso import Engine

NOW = "2026-11-16T10:00:00+01:00"
CONTEXT: dict[str, dict[str, Any]] = {
    language: {
        "tasks": [{"id": "t0", "title": title}, {"id": "t1", "title": other}],
        "machines": [
            {
                "id": name,
                "name": name,
                "commands": [{"id": f"{name}:{c}", "name": c} for c in commands],
            }
            for name, commands in machines.items()
        ],
    }
    for language, title, other, machines in (
        (
            "en",
            "paint the shed",
            "call the plumber",
            {
                "Gate": ["open", "close", "lock", "unlock"],
                "Fan": ["turn_on", "turn_off"],
                "Washer": ["start_cycle", "stop_cycle"],
            },
        ),
        (
            "it",
            "verniciare il capanno",
            "chiamare l'idraulico",
            {
                "Cancello": ["open", "close", "lock", "unlock"],
                "Ventola": ["turn_on", "turn_off"],
                "Lavatrice": ["start_cycle", "stop_cycle"],
            },
        ),
    )
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
