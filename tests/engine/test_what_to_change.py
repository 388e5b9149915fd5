"""A change of which only the record is said is asked about; an example that we gave is nothing that "it" means."""

from typing import Any

import pytest

from sayso import Engine

NOW = "2026-11-16T10:00:00+01:00"
TASKS = {
    "en": ["order hay for May", "dentist with Leo", "write the summer menu"],
    "it": ["ordinare il fieno", "dentista con Leo", "scrivere il menù estivo"],
}
ASKED = [
    ("en", "the dentist has to be moved"),
    ("en", "the dentist needs rescheduling"),
    ("en", "we have to reschedule the dentist"),
    ("en", "the dentist needs another date"),
    ("en", "the dentist should be postponed"),
    ("it", "il dentista va spostato"),
    ("it", "il dentista è da rimandare"),
    ("it", "vorrei cambiare la priorità del dentista"),
    ("it", "devo cambiare la data del dentista"),
    ("it", "bisogna posticipare il dentista"),
]
POINTING = {
    "en": ["put it on sunday", "make it high", "it's done", "delete it"],
    "it": ["mettila a domenica", "è fatta"],
}


def decided(engine: Engine, language: str, message: str, history: Any = ()) -> Any:
    tasks = [{"id": f"t{i}", "number": i, "title": t} for i, t in enumerate(TASKS[language], 1)]
    request = {"message": message, "now": NOW, "language": language, "history": list(history)}
    return engine.decide({**request, "context": {"tasks": tasks}}).to_dict()


@pytest.mark.parametrize(("language", "message"), ASKED)
def test_what_becomes_of_it_is_asked(language: str, message: str, engine: Engine) -> None:
    decision = decided(engine, language, message)
    assert decision["status"] == "ask"
    assert [s["parameters"] for s in decision["steps"]] == [{"task_identifier": "t2"}]


@pytest.mark.parametrize(("language", "message"), [(n, m) for n, some in POINTING.items() for m in some])
def test_an_example_of_what_can_be_said_is_not_spoken_of(language: str, message: str, engine: Engine) -> None:
    lost = {"en": "the weather is nice", "it": "che bella giornata"}[language]
    reply = {
        "en": "You can say, for example: mark 'order hay for May' as done.",
        "it": "Puoi dire, per esempio: segna 'ordinare il fieno' come fatta.",
    }[language]
    history = [{"role": "user", "content": lost}, {"role": "assistant", "content": f"… {reply}"}]
    assert not any(s["parameters"].get("task_identifier") for s in decided(engine, language, message, history)["steps"])


@pytest.mark.parametrize(
    ("language", "message", "reply"),
    [
        ("en", "just switch it off then", "Just say it, for example: turn on the light of the kitchen fridge."),
        ("en", "turn it off", "Just say it, for example: turn on the light of the kitchen fridge."),
        ("it", "spegnila", "Basta dirlo, per esempio: accendi la luce del frigo cucina."),
    ],
)
def test_nor_is_a_machine_that_the_example_names(language: str, message: str, reply: str, engine: Engine) -> None:
    machines = [
        {"id": m, "name": m, "commands": [{"id": f"{m}:{c}", "name": c} for c in ("turn_on", "turn_off")]}
        for m in ("Kitchen Fridge", "Frigo Cucina", "Oven")
    ]
    history = [{"role": "user", "content": "…"}, {"role": "assistant", "content": reply}]
    request = {"message": message, "now": NOW, "language": language, "history": history}
    decision: Any = engine.decide({**request, "context": {"machines": machines, "tasks": []}}).to_dict()
    assert not any("device_id" in s["parameters"] for s in decision["steps"])


@pytest.mark.parametrize("message", ["boiler check", "the boiler check"])
def test_a_name_that_ends_in_a_word_for_finishing_finishes_nothing(message: str, engine: Engine) -> None:
    tasks = [
        {"id": "t1", "number": 1, "title": "book the boiler check"},
        {"id": "t2", "number": 2, "title": "pay rent"},
    ]
    request = {"message": message, "now": NOW, "context": {"tasks": tasks}}
    alone: Any = engine.decide(request).to_dict()
    assert not any(s["status"] == "call" for s in alone["steps"])
    both: Any = engine.decide({**request, "message": "delete the rent and boiler check"}).to_dict()
    assert {s["tool_name"] for s in both["steps"]} == {"delete_task"}
