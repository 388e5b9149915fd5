"""After something that was not found, what follows changes no other record unasked; a day before a name is where it is
to go, a day after it is which one; a small word is no title."""

from itertools import product

import pytest
from machines_said import steps_of

from sayso import Engine

NOW = "2026-11-18T10:00:00+01:00"  # a wednesday
TASKS = {
    "en": [
        {"id": "t1", "title": "pay the power bill", "due": "2026-11-19"},
        {"id": "t2", "title": "swimming lesson", "due": "2026-11-21T16:00:00+01:00"},
        {"id": "t3", "title": "clean the brushes", "due": "2026-11-18"},
    ],
    "it": [
        {"id": "t1", "title": "pagare la bolletta", "due": "2026-11-19"},
        {"id": "t2", "title": "lezione di nuoto", "due": "2026-11-21T16:00:00+01:00"},
        {"id": "t3", "title": "pulire le spazzole", "due": "2026-11-18"},
    ],
}
MOVED = {"en": "move the power bill to friday", "it": "sposta la bolletta a venerdì"}
LOST = {"en": "move the zeppelin to monday", "it": "sposta lo zeppelin a lunedì"}
AFTER = {
    "en": ["an hour earlier", "make it sunday", "and high priority", "a day later"],
    "it": ["un'ora prima", "facciamo domenica", "e priorità alta", "un giorno dopo"],
}
CASES = [(language, m) for language in AFTER for m in AFTER[language]]


@pytest.mark.parametrize(("language", "message"), CASES, ids=str)
def test_what_follows_something_that_was_not_found_is_asked_about(engine: Engine, language: str, message: str) -> None:
    moved = {"task_identifier": "t1", "new_due": "2026-11-20"}
    done = {"tool_name": "update_task", "parameters": moved, "outcome": "done"}
    lost = {"tool_name": "update_task", "parameters": {"new_due": "2026-11-23"}, "outcome": "failed"}
    history = [
        {"role": "user", "content": MOVED[language]},
        {"role": "assistant", "content": "Done.", "steps": [done]},
        {"role": "user", "content": LOST[language]},
        {"role": "assistant", "content": "I couldn't find that.", "steps": [lost]},
    ]
    context = {"tasks": TASKS[language]}
    request = {"message": message, "language": language, "now": NOW, "history": history, "context": context}
    assert not any(s["status"] == "call" for s in steps_of(engine, request))


DAYS = {"oggi": "t3", "domani": "t1", "sabato": "t2"}
FRAMES = ["rimandami a domenica quella cosa di {}", "sposta a domenica l'attività di {}"]


@pytest.mark.parametrize(("frame", "day"), list(product(FRAMES, DAYS)))
def test_the_day_of_something_is_not_the_day_it_goes_to(engine: Engine, frame: str, day: str) -> None:
    context = {"tasks": TASKS["it"]}
    steps = steps_of(engine, {"message": frame.format(day), "language": "it", "now": NOW, "context": context})
    called = [s["parameters"] for s in steps if s["status"] == "call"]
    assert all(g["task_identifier"] == DAYS[day] and g["new_due"].startswith("2026-11-22") for g in called)


@pytest.mark.parametrize("message", ["I want to put a new task in", "add a task in"])
def test_a_small_word_is_no_title(engine: Engine, message: str) -> None:
    assert not any(s["parameters"].get("title") == "in" for s in steps_of(engine, {"message": message}))


@pytest.mark.parametrize("message", ["add one reminder for submitting the forms", "set one reminder to call the bank"])
def test_a_counted_reminder_is_no_part_of_the_title(engine: Engine, message: str) -> None:
    (step,) = steps_of(engine, {"message": message})
    assert step["parameters"]["title"] in ("submitting the forms", "call the bank")
