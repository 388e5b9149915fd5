"""Long messages without a pause, and what is said of several things at their end."""

from typing import Any

import pytest

from sayso import Engine

NOW = "2029-09-20T08:15:00+02:00"  # a Thursday
TASKS = {
    "en": ("pay the gas bill", "water the ferns", "check the wiring", "send the menu to the printer"),
    "it": ("pagare la bolletta del gas", "annaffiare le felci", "controllare l'impianto", "mandare il menu in stampa"),
}
MACHINES = {
    "en": {
        "Oven": ("turn_on", "turn_off", "set_temperature"),
        "Gate": ("open", "close"),
        "Pool Pump": ("start_cycle", "stop_cycle"),
    },
    "it": {
        "Forno": ("turn_on", "turn_off", "set_temperature"),
        "Cancello": ("open", "close"),
        "Pompa": ("start_cycle", "stop_cycle"),
    },
}


def decided(engine: Engine, language: str, message: str) -> Any:
    due = ("2029-09-28", None, "2029-09-21", "2029-09-22")
    rows = enumerate(zip(TASKS[language], due, strict=True), start=1)
    machines = [
        {"id": name, "name": name, "commands": [{"id": f"{name}:{c}", "name": c} for c in commands]}
        for name, commands in MACHINES[language].items()
    ]
    tasks = [{"id": f"t{n}", "number": n, "title": title, "due": day} for n, (title, day) in rows]
    request = {"message": message, "language": language, "context": {"tasks": tasks, "machines": machines}}
    return engine.decide({**request, "now": NOW}).to_dict()


DICTATED = [
    (
        "en",
        "the bank can't take it before tuesday so move the gas bill to tuesday and then open the gate for the van",
        [("update_task", "t1"), ("machine_command_execute", "Gate:open")],
    ),
    (
        "en",
        "people are at the door so open the gate for them and then set the oven to 220 degrees",
        [("machine_command_execute", "Gate:open"), ("machine_command_execute", "Oven:set_temperature")],
    ),
    (
        "it",
        "la gente è già qui davanti quindi apri il cancello e poi metti il forno a duecentoventi gradi per favore",
        [("machine_command_execute", "Cancello:open"), ("machine_command_execute", "Forno:set_temperature")],
    ),
]


@pytest.mark.parametrize(("language", "message", "expected"), DICTATED, ids=[row[1][:40] for row in DICTATED])
def test_every_request_of_a_dictation_is_heard_and_asked_about(
    language: str, message: str, expected: list[tuple[str, str]], engine: Engine
) -> None:
    steps = decided(engine, language, message)["steps"]
    given = [s["parameters"].get("task_identifier") or s["parameters"].get("machine_command_id") for s in steps]
    assert [(s["tool_name"], what) for s, what in zip(steps, given, strict=True)] == expected
    assert {s["status"] for s in steps} <= {"confirm", "call"}


@pytest.mark.parametrize(
    ("language", "message"),
    [
        (
            "en",
            "we talked all evening about painting the bar some winter and then could not agree and went to bed",
        ),
        (
            "en",
            "my brother told me that he opened his gate and then his dog ran off so they looked for it all night",
        ),
        (
            "it",
            "ieri abbiamo parlato tutta la sera di come sistemare il bar e poi non ci siamo messi d'accordo",
        ),
    ],
)
def test_a_long_story_asks_for_nothing(language: str, message: str, engine: Engine) -> None:
    assert decided(engine, language, message)["status"] != "call"


@pytest.mark.parametrize(
    ("language", "message", "titles"),
    [
        ("en", "add buy ice and add fix the stool, both for friday", ["buy ice", "fix the stool"]),
        ("en", "add buy ice and add fix the stool, both of them for friday", ["buy ice", "fix the stool"]),
        ("en", "add buy ice, call nora and fix the stool, all for friday", ["buy ice", "call nora", "fix the stool"]),
        (
            "it",
            "aggiungi prendere il ghiaccio, chiamare nora e pulire il bagno, tutto per venerdì",
            ["prendere il ghiaccio", "chiamare nora", "pulire il bagno"],
        ),
        (
            "it",
            "aggiungi prendere il ghiaccio e far pulire il bagno, tutte e due per venerdì",
            ["prendere il ghiaccio", "far pulire il bagno"],
        ),
    ],
)
def test_a_day_that_is_said_of_all_is_that_of_all(
    language: str, message: str, titles: list[str], engine: Engine
) -> None:
    steps = decided(engine, language, message)["steps"]
    assert [(s["parameters"]["title"], s["parameters"]["due"]) for s in steps] == [(t, "2029-09-21") for t in titles]


def test_what_is_given_a_new_time_is_not_finished_as_well(engine: Engine) -> None:
    (step,) = decided(engine, "en", "the wiring check, make it 2pm")["steps"]
    assert (step["tool_name"], step["parameters"]["new_due"]) == ("update_task", "2029-09-21T14:00:00+02:00")


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "the menu, if they answered their mails it would be done already"),
        ("en", "the gas bill would have been paid if you had reminded me"),
        ("it", "ah il menu, se quelli rispondessero alle mail sarebbe già fatto"),
        ("it", "se avessi tempo le felci sarebbero già a posto"),
    ],
)
def test_what_would_be_done_is_not_done(language: str, message: str, engine: Engine) -> None:
    assert decided(engine, language, message)["status"] != "call"


@pytest.mark.parametrize(
    ("language", "message", "machine"),
    [("en", "stop the pump cycle", "Pool Pump"), ("it", "ferma il ciclo della pompa", "Pompa")],
)
def test_a_part_that_nothing_has_names_the_one_that_is_called_so(
    language: str, message: str, machine: str, engine: Engine
) -> None:
    (step,) = decided(engine, language, message)["steps"]
    assert step["parameters"]["machine_command_id"] == f"{machine}:stop_cycle"


@pytest.mark.parametrize(
    ("language", "message", "note"),
    [
        ("en", "add to the gas bill the note ask for the meter number", "ask for the meter number"),
        ("it", "aggiungi alla bolletta l'appunto chiedere il numero del contatore", "chiedere il numero del contatore"),
    ],
)
def test_a_note_is_added_to_what_is_named_before_it(language: str, message: str, note: str, engine: Engine) -> None:
    (step,) = decided(engine, language, message)["steps"]
    assert step["parameters"] == {"task_identifier": "t1", "new_description": note}


@pytest.mark.parametrize(
    ("language", "message"), [("en", "I've finished one, tick it off"), ("it", "ne ho finita una, spuntala")]
)
def test_one_of_them_is_not_the_one_that_was_spoken_of(language: str, message: str, engine: Engine) -> None:
    tasks = [{"id": f"t{n}", "number": n, "title": title} for n, title in enumerate(TASKS[language], start=1)]
    moved = {"task_identifier": "t2", "new_due": "2029-09-22"}
    done = {"tool_name": "update_task", "parameters": moved, "outcome": "done"}
    history = [{"role": "user", "content": TASKS[language][1]}, {"role": "assistant", "content": "", "steps": [done]}]
    request = {"message": message, "language": language, "context": {"tasks": tasks}, "history": history, "now": NOW}
    assert engine.decide(request).to_dict()["status"] in ("ask", "confirm")
