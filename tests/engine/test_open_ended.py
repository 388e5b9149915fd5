"""Days without an end ("from monday on", "after the 12th"), a day that is denied beside the one that is meant, and
records that are told by what they are: all of it counts."""

from itertools import permutations
from typing import Any

import pytest

from sayso import Engine

NOW = "2030-10-08T09:15:00+02:00"  # a Tuesday
TASKS = (
    ("order rabies vaccines", "2030-10-09", "pending"),
    ("send the invoices", "2030-10-15", "pending"),
    ("book the winter tyres", "2030-10-25", "pending"),
    ("sharpen the blades", None, "pending"),
    ("clean the tank", None, "pending"),
    ("fix the table", None, "completed"),
)
ASKED = {
    "en": ("what's due {}", "show me everything {}", "list my tasks {}", "what do I have {}"),
    "it": ("cosa ho {}", "mostrami le attività {}", "fammi vedere le cose {}", "cosa scade {}"),
}
FROM = {
    "en": {
        "from monday on": "2030-10-14",
        "from monday onwards": "2030-10-14",
        "from the 15th on": "2030-10-15",
        "after the 12th": "2030-10-13",
        "after friday": "2030-10-12",
    },
    "it": {
        "da lunedì in poi": "2030-10-14",
        "dal 15 in poi": "2030-10-15",
        "dal 14 in avanti": "2030-10-14",
        "dopo il 12": "2030-10-13",
        "dopo venerdì": "2030-10-12",
    },
}
DAYS = {
    "en": {"wednesday": "2030-10-09", "friday": "2030-10-11", "saturday": "2030-10-12", "tomorrow": "2030-10-09"},
    "it": {"mercoledì": "2030-10-09", "venerdì": "2030-10-11", "sabato": "2030-10-12", "domani": "2030-10-09"},
}
DENIED = {
    "en": ("move the tyres to {0}, not {1}", "move the tyres to {0} not {1}", "move the tyres not to {1} but to {0}"),
    "it": ("sposta le gomme a {0}, non a {1}", "sposta le gomme a {0} non {1}", "sposta le gomme non a {1} ma a {0}"),
}
TOLD = {
    "en": (
        ("delete the open ones that have no date", {"t4", "t5"}),
        ("delete the ones without a date", {"t4", "t5"}),
        ("mark everything due after the 12th as done", {"t2", "t3"}),
        ("all the tasks from the 15th on, make them high priority", {"t2", "t3"}),
    ),
    "it": (
        ("cancella le cose da fare che non hanno una scadenza", {"t4", "t5"}),
        ("elimina quelle senza data", {"t4", "t5"}),
        ("tutto quello che scade dopo il 12 mettilo a priorità alta", {"t2", "t3"}),
        ("priorità bassa a tutto quello che scade dal 15 in poi", {"t2", "t3"}),
    ),
}


def decided(engine: Engine, language: str, message: str) -> Any:
    names = [t for t, _, _ in TASKS]
    if language == "it":
        names[2] = "prenotare le gomme"
    tasks = [
        {"id": f"t{i}", "number": i, "title": names[i - 1], "due": due, "completed": status == "completed"}
        for i, (_, due, status) in enumerate(TASKS, 1)
    ]
    return engine.decide({"message": message, "language": language, "now": NOW, "context": {"tasks": tasks}}).to_dict()


@pytest.mark.parametrize("language", ["en", "it"])
def test_a_list_begins_there_and_has_no_end(language: str, engine: Engine) -> None:
    for asked in ASKED[language]:
        for words, first in FROM[language].items():
            (step,) = decided(engine, language, asked.format(words))["steps"]
            assert step["tool_name"] == "list_tasks", asked.format(words)
            assert step["parameters"]["due"] == {"from": first}, asked.format(words)


@pytest.mark.parametrize("language", ["en", "it"])
def test_a_day_that_is_denied_is_never_taken(language: str, engine: Engine) -> None:
    for meant, denied in permutations(DAYS[language], 2):
        if DAYS[language][meant] == DAYS[language][denied]:
            continue
        for wording in DENIED[language]:
            message = wording.format(meant, denied)
            steps = decided(engine, language, message)["steps"]
            assert [s["parameters"].get("new_due") for s in steps] == [DAYS[language][meant]], message


@pytest.mark.parametrize("language", ["en", "it"])
def test_none_but_those_that_are_told_are_meant(language: str, engine: Engine) -> None:
    for message, expected in TOLD[language]:
        steps = decided(engine, language, message)["steps"]
        assert all(s["status"] == "confirm" for s in steps), message
        assert {s["parameters"]["task_identifier"] for s in steps} == expected, message
