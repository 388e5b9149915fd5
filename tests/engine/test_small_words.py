"""Small words that were taken for more than they are: "prima" is no first one, "ancora" no part of a title."""

from typing import Any

import pytest

from sayso import Engine

NOW = "2036-07-10T08:40:00+02:00"
COMMANDS = [{"id": f"cooler:{c}", "name": c} for c in ("turn_on", "turn_off", "set_temperature")]
COOLER: dict[str, Any] = {"id": "cooler", "name": "Cooler", "description": "refrigeratore", "connected": True}
TASKS = [{"id": f"t{i}", "number": i, "title": title} for i, title in enumerate(("order malt", "pulire i tubi"), 1)]
TITLES = (
    ("it", "devo ancora prenotare il furgone per la fiera, mettilo in lista", "prenotare il furgone per la fiera"),
    ("it", "nuova attività apri virgolette telefonare alla zia chiudi virgolette", "telefonare alla zia"),
    ("en", "new task open quotes ring the vet close quotes", "ring the vet"),
)


def decided(message: str, language: str, engine: Engine, history: tuple[Any, ...] = ()) -> Any:
    context = {"tasks": TASKS, "machines": [{**COOLER, "commands": COMMANDS}]}
    request = {"message": message, "now": NOW, "language": language, "history": history, "context": context}
    return engine.decide(request).to_dict()


@pytest.mark.parametrize(("language", "message", "title"), TITLES)
def test_a_title_holds_what_is_to_be_done_alone(language: str, message: str, title: str, engine: Engine) -> None:
    (step,) = decided(message, language, engine)["steps"]
    assert step["parameters"]["title"] == title


@pytest.mark.parametrize("message", ["finito prima! riaccendi il refrigeratore", "finito prima", "ho finito prima"])
def test_what_is_done_earlier_is_not_the_first_one(message: str, engine: Engine) -> None:
    steps = decided(message, "it", engine)["steps"]
    assert not [s for s in steps if s["tool_name"] == "complete_task" and s["status"] in ("call", "confirm")]


def test_the_first_one_is_still_meant_with_an_article(engine: Engine) -> None:
    (step,) = decided("completa la prima", "it", engine)["steps"]
    assert step["parameters"] == {"task_identifier": "t1"}


@pytest.mark.parametrize("word", ["nought", "zero"])
def test_nought_is_a_number(word: str, engine: Engine) -> None:
    (step,) = decided(f"set the cooler to {word}", "en", engine)["steps"]
    assert step["parameters"]["overrides"] == {"temperature": 0}


def test_going_back_is_one_step_however_often_it_is_said(engine: Engine) -> None:
    done = {"tool_name": "add_task", "parameters": {"title": "order malt"}, "outcome": "done"}
    history = (
        {"role": "user", "content": "add order malt"},
        {"role": "assistant", "content": "OK.", "steps": [done], "shown": ["t1"]},
    )
    message = "non so cosa ho cambiato, torna indietro, annulla quello che ho appena fatto"
    assert [s["tool_name"] for s in decided(message, "it", engine, history)["steps"]] == ["undo"]
