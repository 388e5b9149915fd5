"""Machines in a kitchen where people talk of other things: orders for later, orders that repeat, numbers in between."""

from itertools import product
from typing import Any

import pytest

from sayso import Engine

NOW = "2026-11-18T04:29:00+01:00"
MACHINES = [
    {
        "id": "oven",
        "name": "Forno",
        "serial": "1",
        "commands": [
            {"id": "on", "name": "turn_on"},
            {"id": "off", "name": "turn_off"},
            {"id": "set", "name": "set_temperature"},
            {"id": "start", "name": "start_cycle"},
            {"id": "stop", "name": "stop_cycle"},
        ],
        "metrics": ["temperature"],
    },
    {
        "id": "cold",
        "name": "Cella",
        "serial": "2",
        "commands": [{"id": "set", "name": "set_temperature"}],
        "metrics": ["temperature"],
    },
]
PLAN = {"id": "plan", "title": "Forno: Spegni", "number": 1, "due": "2026-11-18T04:52:00+01:00"}
OTHER = {"id": "bread", "title": "comprare il pane", "number": 2}
ORDERED = {
    "tool_name": "machine_command_execute",
    "parameters": {"device_id": "oven", "machine_command_id": "off"},
    "outcome": "done",
}
BEFORE = [
    {"role": "user", "content": "fra 5 minuti spegni il forno"},
    {"role": "assistant", "content": "Lo farò.", "steps": [ORDERED]},
]
CALLED_OFF = [
    "non spegnerlo più",
    "non spegnere più il forno",
    "annulla lo spegnimento del forno",
    "don't turn it off after all",
    "don't turn off the forno after all",
    "cancel the switching off of the forno",
]


def decided(engine: Engine, message: str, **more: Any) -> Any:
    context = {"machines": MACHINES, "tasks": more.pop("tasks", [PLAN, OTHER])}
    return engine.decide({"message": message, "now": NOW, "context": context, **more}).to_dict()


@pytest.mark.parametrize("message", CALLED_OFF)
def test_an_order_for_later_is_called_off_by_a_yes(engine: Engine, message: str) -> None:
    decision = decided(engine, message, history=BEFORE)
    (step,) = decision["steps"]
    assert (step["status"], step["tool_name"], step["parameters"]) == (
        "confirm",
        "delete_task",
        {"task_identifier": "plan"},
    )


@pytest.mark.parametrize("message", CALLED_OFF)
def test_what_is_called_off_is_never_done(engine: Engine, message: str) -> None:
    decision = decided(engine, message, tasks=[OTHER], history=BEFORE)
    assert not [s for s in decision["steps"] if s["tool_name"] == "machine_command_execute"]
    assert decision["status"] in ("decline", "failed")


@pytest.mark.parametrize(
    "message",
    [
        "non comprare il pane",
        "non spegnere la cella",
        "annulla il ciclo del forno",
        "il forno non è ancora caldo",
        "the forno is not hot yet",
    ],
)
def test_something_else_takes_no_order_off_the_list(engine: Engine, message: str) -> None:
    decision = decided(engine, message, history=BEFORE)
    assert not [s for s in decision["steps"] if s["parameters"].get("task_identifier") == "plan"]


def test_an_order_that_is_said_to_repeat_is_offered_once_and_that_is_said(engine: Engine) -> None:
    often = {
        "it": ("ogni sera alle 23", "ogni giorno alle 23", "ogni lunedì alle 23"),
        "en": ("every evening at 11pm", "every day at 23:00", "every monday at 23:00"),
    }
    orders = {"it": ("spegni il forno", "accendi il forno"), "en": ("turn off the forno", "turn on the forno")}
    told = {"it": "una volta", "en": "only do it once"}
    wrong = {}
    for language in ("it", "en"):
        for when, order in product(often[language], orders[language]):
            for message in (f"{when} {order}", f"{order} {when}"):
                decision = decided(engine, message)
                is_told = told[language] in str(decision["reply"])
                if decision["status"] != "confirm" or not is_told:
                    wrong[message] = (decision["status"], decision["reply"])
    assert not wrong


def test_six_in_every_morning_at_six_is_no_evening(engine: Engine) -> None:
    (step,) = decided(engine, "ogni mattina alle 6 accendi il forno")["steps"]
    assert step["parameters"]["at"] == "2026-11-18T06:00:00+01:00"


@pytest.mark.parametrize(
    ("message", "due"),
    [
        ("ricordami alle 5 di chiamare il lattaio", "2026-11-18T05:00:00+01:00"),
        ("aggiungi ritiro pane alle 6", "2026-11-18T06:00:00+01:00"),
        ("remind me at 5 to call the milkman", "2026-11-18T05:00:00+01:00"),
        ("ricordami alle 4 di chiamare il lattaio", "2026-11-18T16:00:00+01:00"),
    ],
)
def test_an_hour_that_comes_before_it_is_light_is_this_mornings(engine: Engine, message: str, due: str) -> None:
    (step,) = decided(engine, message)["steps"]
    assert step["parameters"]["due"] == due


ASKED = {"it": ("imposta la temperatura della cella", "imposta il forno"), "en": ("set the temperature of the forno",)}
TALK = {
    "it": (
        "ordina {} kg di patate",
        "fra {} minuti ricordami il sugo",
        "prenotazione da {} persone sabato",
        "servono {} uova per la torta",
        "metti in lista {} casse d'acqua",
        "tra {} minuti",
    ),
    "en": (
        "order {} eggs for saturday",
        "we need {} chairs for the party",
        "a table for {} people tonight",
        "remind me in {} minutes to call",
        "in {} minutes",
    ),
}
ANSWERS = {
    "it": ("{}", "a {}", "{} gradi", "facciamo {}", "mettilo a {} per favore", "direi {}"),
    "en": ("{}", "to {}", "{} degrees", "make it {}", "{} please"),
}


@pytest.mark.parametrize("language", ["en", "it"])
def test_a_number_in_other_words_sets_no_machine(engine: Engine, language: str) -> None:
    wrong = {}
    for asked, form, number in product(ASKED[language], TALK[language], ("3", "60", "180")):
        question = decided(engine, asked, tasks=[])
        assert question["status"] == "ask", asked
        message = form.format(number)
        decision = decided(engine, message, tasks=[], pending=question)
        sent = [s for s in decision["steps"] if s["tool_name"] == "machine_command_execute"]
        if sent:
            wrong[asked, message] = [(s["status"], s["parameters"]) for s in sent]
    assert not wrong


@pytest.mark.parametrize("language", ["en", "it"])
def test_a_mere_number_answers_what_it_is_to_be_set_to(engine: Engine, language: str) -> None:
    asked = ASKED[language][-1]
    for form in ANSWERS[language]:
        question = decided(engine, asked, tasks=[])
        decision = decided(engine, form.format(180), tasks=[], pending=question)
        assert decision["status"] in ("call", "confirm"), form
        assert decision["steps"][0]["parameters"]["overrides"] == {"temperature": 180}, form


@pytest.mark.parametrize("message", ["imposta il forno", "imposta la cella", "set the forno", "now set the cella"])
def test_what_is_set_gets_no_value_of_another_order(engine: Engine, message: str) -> None:
    parameters = {"device_id": "oven", "machine_command_id": "set", "overrides": {"temperature": 60}}
    step = {"tool_name": "machine_command_execute", "parameters": parameters, "outcome": "done"}
    history = [
        {"role": "user", "content": "imposta il forno a 60"},
        {"role": "assistant", "content": "Fatto.", "steps": [step]},
    ]
    decision = decided(engine, message, tasks=[], history=history)
    assert decision["status"] == "ask"
    assert "overrides" not in decision["steps"][0]["parameters"]


NOTED = {"id": "m", "title": "book the movers", "description": "206-555-0142", "number": 1}
TRASH = {"id": "t", "title": "take the trash out", "number": 2}


@pytest.mark.parametrize(
    ("message", "written"),
    [
        ("add a note to book the movers: bring cash", "206-555-0142\nbring cash"),
        ("add a note to the movers task: Bob, quote was 1450", "206-555-0142\nBob, quote was 1450"),
        ("change the description of book the movers to bring cash", "bring cash"),
        ("delete the note of the movers", ""),
    ],
)
def test_a_note_is_written_under_the_one_before_it(engine: Engine, message: str, written: str) -> None:
    moved = {"tool_name": "update_task", "parameters": {"task_identifier": "t"}, "outcome": "done"}
    history = [
        {"role": "user", "content": "push the trash back a day"},
        {"role": "assistant", "content": "Changed 'take the trash out'.", "steps": [moved]},
    ]
    for before in ([], history):
        context = {"tasks": [NOTED, TRASH]}
        request = {"message": message, "now": NOW, "context": context, "history": before}
        step = engine.decide(request).to_dict()["steps"][0]  # type: ignore[index]
        assert step["parameters"] == {"task_identifier": "m", "new_description": written}


@pytest.mark.parametrize(
    "message", ["call Marta just once, stop repeating it", "chiamare Marta solo una volta, non ripeterla più"]
)
def test_the_record_that_is_named_stops_repeating_and_no_other(engine: Engine, message: str) -> None:
    weekly = {"repeat": "FREQ=WEEKLY;BYDAY=MO", "due": "2026-11-23"}
    title = "call Marta" if message.startswith("call") else "chiamare Marta"
    tasks = [{"id": "a", "title": title, "number": 1, **weekly}, {**TRASH, **weekly}]
    added = {"tool_name": "add_task", "parameters": {"title": "take the trash out"}, "outcome": "done"}
    history = [
        {"role": "user", "content": "take the trash out every monday"},
        {"role": "assistant", "content": "Added 'take the trash out'.", "steps": [added]},
    ]
    (step,) = decided(engine, message, tasks=tasks, history=history)["steps"]
    assert step["parameters"] == {"task_identifier": "a", "new_repeat": ""}
