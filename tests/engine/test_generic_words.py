"""A word that many machines are called by ("machine", "macchina") names none of them by itself: a kind that is not
there is never another machine with that word in its name."""

from typing import Any

import pytest

from sayso import Engine

NAMES = {
    "en": ("Fog Machine", "Ice Machine", "Popcorn Machine"),
    "it": ("Macchina del Fumo", "Macchina del Ghiaccio", "Macchina Popcorn"),
}
OTHERS = {
    "en": ("washing machine", "coffee machine", "drying machine", "sewing machine", "espresso machine", "dish machine"),
    "it": ("macchina del caffè", "macchina da cucire", "macchina del pane", "macchina lavapavimenti"),
}
ORDERS = {
    "en": ("turn on the {}", "turn off the {}", "start the {}", "stop the {}", "start a cycle on the {}"),
    "it": ("accendi la {}", "spegni la {}", "avvia la {}", "ferma la {}", "fai partire un ciclo della {}"),
}
COMMANDS = ("turn_on", "turn_off", "start_cycle", "stop_cycle")


@pytest.mark.parametrize("language", ["en", "it"])
def test_a_machine_that_is_not_there_is_never_another_one(language: str, engine: Engine) -> None:
    for name in NAMES[language]:
        machine = {"id": "m1", "name": name, "commands": [{"id": f"m1:{c}", "name": c} for c in COMMANDS]}
        for other in OTHERS[language]:
            for order in ORDERS[language]:
                message = order.format(other)
                request = {"message": message, "language": language, "context": {"machines": [machine]}}
                found: Any = engine.decide(request).to_dict()
                assert not [s for s in found["steps"] if s["status"] == "call"], (message, name)


@pytest.mark.parametrize("language", ["en", "it"])
def test_the_one_that_is_named_is_switched(language: str, engine: Engine) -> None:
    for name in NAMES[language]:
        machine = {"id": "m1", "name": name, "commands": [{"id": f"m1:{c}", "name": c} for c in COMMANDS]}
        message = ORDERS[language][0].format(name.lower())
        request = {"message": message, "language": language, "context": {"machines": [machine]}}
        found: Any = engine.decide(request).to_dict()
        assert [s["parameters"].get("machine_command_id") for s in found["steps"]] == ["m1:turn_on"], message
