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
