"""Where nobody says that there are records or machines: what asks for nothing of ours changes nothing, looks nothing
up and is not asked about; what is surely meant still is."""

from itertools import product
from typing import Any

import pytest

from sayso import Engine

NOW = "2026-11-16T10:00:00+01:00"
PLACES = {
    "en": ["the nearest restaurant", "a good bar", "the closest kitchen shop", "a taxi for two", "a house for sale"],
    "it": ["il ristorante più vicino", "un buon bar", "il negozio di cucine", "un taxi per casa", "una sala prove"],
}
LOOKING = {
    "en": ["where is {}", "find {}", "can you find me {}", "please find {} for tonight"],
    "it": ["dov'è {}", "trova {}", "trovami {}", "mi trovi {} per stasera"],
}
MAKING = {
    "en": ["make a reservation at {}", "make a phone call to {}", "put {} on my blog"],
    "it": ["fai un reclamo a {}", "metti {} su facebook", "fai una prenotazione per {}"],
}
SKY = {
    "en": ["how hot is it outside", "how cold is it right now outside", "how warm is it out there"],
    "it": ["quanto è caldo adesso fuori", "quanto è freddo fuori", "quanto è forte il vento"],
}
LIST_HEARD = {"en": "what should i do this weekend", "it": "ho una scadenza per martedì"}


def decided(engine: Engine, message: str, **context: object) -> tuple[str, list[str]]:
    """How it is settled, and by which tools."""
    decision: dict[str, Any] = engine.decide({"message": message, "now": NOW, "context": context}).to_dict()
    return decision["status"], [s["tool_name"] for s in decision["steps"]]


@pytest.mark.parametrize("language", ["en", "it"])
def test_a_place_is_no_machine(engine: Engine, language: str) -> None:
    """Rooms and other places can be found, reserved and called, and none of it is an order to a machine."""
    said = [form.format(place) for form, place in product(LOOKING[language] + MAKING[language], PLACES[language])]
    asked = {m: found for m in [*said, *SKY[language]] if (found := decided(engine, m))[1]}
    assert not {m: found for m, found in asked.items() if set(found[1]) - {"add_task"}}, asked


@pytest.mark.parametrize(
    ("message", "command"),
    [
        ("where is the vacuum", "locate"),
        ("dov'è il robot aspirapolvere", "locate"),
        ("set the oven to 200 degrees", "set_temperature"),
        ("raise the temperature of the fridge", "raise_temperature"),
        ("alza il termostato", "raise_temperature"),
        ("kitchen lights out", "turn_off_light"),
        ("spegni la cucina", "turn_off"),
    ],
)
def test_a_machine_is_one(engine: Engine, message: str, command: str) -> None:
    """What names a kind of machine, a part of one or a value is still offered."""
    decision: dict[str, Any] = engine.decide({"message": message, "now": NOW}).to_dict()
    step = decision["steps"][0]
    assert (step["tool_name"], step["parameters"]["command_name"]) == ("machine_command_execute", command)


@pytest.mark.parametrize("language", ["en", "it"])
def test_a_list_that_is_only_heard(engine: Engine, language: str) -> None:
    """Where tasks are known it is shown; where nobody says that there are any, it is at most offered, unsurely."""
    assert decided(engine, LIST_HEARD[language], tasks=[]) == ("call", ["list_tasks"])
    decision: dict[str, Any] = engine.decide({"message": LIST_HEARD[language], "now": NOW}).to_dict()
    assert decision["status"] in ("confirm", "decline")
    assert all(s["confidence"] < 0.5 for s in decision["steps"])


@pytest.mark.parametrize(
    "message",
    [
        "i need to change my oil and have no idea how to do it",
        "change the way in which you speak with everybody here to something nicer",
    ],
)
def test_words_that_are_no_name(engine: Engine, message: str) -> None:
    """A whole sentence is no task's name: nothing is changed by it without a question."""
    assert decided(engine, message)[0] != "call"


@pytest.mark.parametrize(
    "message", ["boiler to 60?", "la stufa a 20 gradi?", "lights to 30?", "would you put the fridge to 4?"]
)
def test_a_value_with_a_question_mark(engine: Engine, message: str) -> None:
    """With a question mark and nothing listed there is at most a question back."""
    assert decided(engine, message)[0] != "call" or decided(engine, message)[1] == ["metrics_read"]


@pytest.mark.parametrize(
    ("message", "is_offered"),
    [
        ("I need to buy milk", True),
        ("devo chiamare la mamma", True),
        ("i need to book a train ticket to la", False),
        ("dovrei portare un ombrello oggi", False),
        ("devo mettere il cappotto per uscire", False),
    ],
)
def test_a_duty_is_offered_where_it_is_likely_ours(engine: Engine, message: str, is_offered: bool) -> None:
    """Of what one has to do, only what sounds like a task is offered as one, where no tasks are known."""
    assert decided(engine, message) == (("confirm", ["add_task"]) if is_offered else ("decline", []))
