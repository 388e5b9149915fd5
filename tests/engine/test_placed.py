"""The first and the second of two that were spoken of together, of machines and of tasks; and both in one question."""

from typing import Any

import pytest

from sayso import Engine

NOW = "2036-07-10T08:40:00+02:00"
ABLE = ("turn_on", "turn_off", "set_temperature")
MACHINES: list[dict[str, Any]] = [
    {"id": m, "name": m, "description": told, "commands": [{"id": f"{m}:{c}", "name": c} for c in ABLE]}
    for m, told in (
        ("Oven", "forno"),
        ("Ice Cream Freezer", "freezer dei gelati"),
        ("Drinks Fridge", "frigo delle bibite"),
    )
]
TASKS: list[dict[str, Any]] = [
    {"id": "t1", "number": 1, "title": "order lemons (ordinare i limoni)", "due": "2036-07-11"},
    {"id": "t2", "number": 2, "title": "meet the lifeguards (incontro con i bagnini)", "due": "2036-07-11"},
    {"id": "t3", "number": 3, "title": "pay the water bill (pagare la bolletta)", "due": "2036-07-18"},
]
SAID = {
    "en": {
        "set the first to 4": ("Drinks Fridge", "set_temperature"),
        "the second to -18": ("Ice Cream Freezer", "set_temperature"),
        "turn the second one off": ("Ice Cream Freezer", "turn_off"),
        "the first one off again": ("Drinks Fridge", "turn_off"),
    },
    "it": {
        "il primo mettilo a 4": ("Drinks Fridge", "set_temperature"),
        "il secondo a -18": ("Ice Cream Freezer", "set_temperature"),
        "spegni il secondo": ("Ice Cream Freezer", "turn_off"),
        "il primo spegnilo": ("Drinks Fridge", "turn_off"),
    },
}
BOTH = {
    "en": (
        "when are the lifeguards and the water bill due?",
        "what priority do the lifeguards and the water bill have",
    ),
    "it": ("a quando sono i bagnini e la bolletta?", "quando sono i bagnini e la bolletta?"),
}


def decided(engine: Engine, language: str, message: str, *, is_spoken_of: bool = True) -> Any:
    ids = ("Drinks Fridge", "Ice Cream Freezer")
    steps = [{"tool_name": "metrics_read", "parameters": {"device_id": i}, "outcome": "done"} for i in ids]
    history = [{"role": "user", "content": "…"}, {"role": "assistant", "content": "OK.", "steps": steps}]
    request = {"message": message, "language": language, "now": NOW, "history": history if is_spoken_of else []}
    return engine.decide({**request, "context": {"machines": MACHINES, "tasks": TASKS}}).to_dict()


@pytest.mark.parametrize(("language", "message"), [(lang, m) for lang in SAID for m in SAID[lang]])
def test_a_place_means_one_of_the_two(language: str, message: str, engine: Engine) -> None:
    (step,) = decided(engine, language, message)["steps"]
    name, command = SAID[language][message]
    assert step["parameters"]["machine_command_id"] == f"{name}:{command}"


@pytest.mark.parametrize(("language", "message"), [(lang, m) for lang in SAID for m in SAID[lang]])
def test_where_none_were_spoken_of_it_means_no_machine(language: str, message: str, engine: Engine) -> None:
    steps = decided(engine, language, message, is_spoken_of=False)["steps"]
    assert not [s for s in steps if "device_id" in s["parameters"] and s["status"] in ("call", "confirm")]


@pytest.mark.parametrize(("language", "message"), [(lang, m) for lang in BOTH for m in BOTH[lang]])
def test_a_question_about_two_is_answered_for_both(language: str, message: str, engine: Engine) -> None:
    steps = decided(engine, language, message, is_spoken_of=False)["steps"]
    assert [s["parameters"].get("search") for s in steps] == [TASKS[1]["title"], TASKS[2]["title"]]
