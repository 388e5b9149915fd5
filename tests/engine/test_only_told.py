"""What is only told asks for nothing: somebody else's words, what is still to be done and listed, what might be."""

from typing import Any

import pytest

from sayso import Engine

NOW = "2036-07-10T08:40:00+02:00"
TITLES = {
    "en": ["clean the tack room", "pay the water bill", "tour for the club"],
    "it": ["pulire la selleria", "pagare la bolletta dell'acqua", "visita per il gruppo"],
}
TOLD = {
    "en": (
        "ugh I still have to clean the tack room",
        "I still need to pay that water bill, I know I know",
        "my sister goes: delete the water bill. as if I would",
        'and the boss shouted: "open the gate!"',
        "one of these days I might learn to cook",
        "might switch the lamp on later, might not",
        "had we moved the tour to saturday it would have been a mess",
        "Giovanni, open the gate! ...sorry, wasn't talking to you",
    ),
    "it": (
        "devo ancora pulire la selleria, che strazio",
        "mi tocca ancora pagare la bolletta dell'acqua",
        "la Franca mi fa: sposta la visita a domenica. Figurati",
        'entra uno e urla: "aprite il cancello!"',
        "magari un giorno la selleria la ridipingo",
    ),
}
MEANT = {
    "en": (
        ("I still have to oil the hinges, add it", "add_task"),
        ("we still have an hour, open the gate", "machine_command_execute"),
        ("add this: ring the club", "add_task"),
        ("You may open the gate now", "machine_command_execute"),
        ("add a note to the water bill that says: bring the receipt", "update_task"),
    ),
    "it": (
        ("mi fa vedere le attività?", "list_tasks"),
        ("aggiungi alla bolletta una nota che dice: portare lo scontrino", "update_task"),
        ("aggiungi questo: sentire il gruppo", "add_task"),
        ("apri il cancello, abbiamo ancora un'ora", "machine_command_execute"),
    ),
}
COMMANDS = [{"id": f"gate:{c}", "name": c} for c in ("open", "close")]
GATE = {"id": "gate", "name": "Gate", "description": "cancello", "connected": True, "commands": COMMANDS}
LAMP_COMMANDS = [{"id": f"lamp:{c}", "name": c} for c in ("turn_on", "turn_off")]
LAMP = {"id": "lamp", "name": "Lamp", "description": "lampada", "connected": True, "commands": LAMP_COMMANDS}


def decided(message: str, language: str, engine: Engine) -> Any:
    tasks = [{"id": f"t{i}", "number": i, "title": title} for i, title in enumerate(TITLES[language], 1)]
    context = {"tasks": tasks, "machines": [GATE, LAMP]}
    return engine.decide({"message": message, "now": NOW, "language": language, "context": context}).to_dict()


@pytest.mark.parametrize(("language", "message"), [(lang, said) for lang in TOLD for said in TOLD[lang]])
def test_what_is_only_told_asks_for_nothing(language: str, message: str, engine: Engine) -> None:
    assert decided(message, language, engine)["status"] == "decline"


@pytest.mark.parametrize(("language", "message", "tool"), [(lang, *said) for lang in MEANT for said in MEANT[lang]])
def test_what_is_meant_beside_such_words_is_heard(language: str, message: str, tool: str, engine: Engine) -> None:
    steps = decided(message, language, engine)["steps"]
    assert [s["tool_name"] for s in steps if s["status"] in ("call", "confirm")] == [tool]
