"""A priority goes up or down by one step, from what it is now."""

from typing import Any

import pytest

from sayso import Engine

NOW = "2036-07-10T08:40:00+02:00"
TASKS: list[dict[str, Any]] = [
    {"id": "t1", "number": 1, "title": "order lemons (ordinare i limoni)", "priority": "high"},
    {"id": "t2", "number": 2, "title": "meet the lifeguards (incontro con i bagnini)", "priority": "medium"},
    {"id": "t3", "number": 3, "title": "paint the pedal boat (verniciare il pedalò)", "priority": "low"},
]
SAID = {  # what is said, of which record, and what its priority becomes
    "en": (
        ("one notch up in priority", "t2", "high"),
        ("but one step up in priority", "t3", "medium"),
        ("raise its priority", "t3", "medium"),
        ("a step down in priority", "t1", "medium"),
        ("lower its priority a bit", "t2", "low"),
        ("the pedal boat one step up in priority", "t3", "medium"),
        ("the lemons, lower its priority", "t1", "medium"),
        ("raise the priority of the lifeguards", "t2", "high"),
    ),
    "it": (
        ("un gradino in più di priorità", "t2", "high"),
        ("alzale la priorità", "t3", "medium"),
        ("un livello in meno di priorità", "t1", "medium"),
        ("abbassale la priorità", "t2", "low"),
        ("poi il pedalò: un gradino in più di priorità", "t3", "medium"),
        ("alza la priorità dei bagnini", "t2", "high"),
    ),
}


def decided(engine: Engine, language: str, message: str, of: str) -> Any:
    given = {"task_identifier": of, "new_due": "2036-07-12"}
    steps = [{"tool_name": "update_task", "parameters": given, "outcome": "done"}]
    history = [{"role": "user", "content": "…"}, {"role": "assistant", "content": "OK.", "steps": steps, "shown": [of]}]
    request = {"message": message, "language": language, "now": NOW, "history": history, "context": {"tasks": TASKS}}
    return engine.decide(request).to_dict()


@pytest.mark.parametrize(
    ("language", "message", "of", "becomes"), [(lang, *said) for lang in SAID for said in SAID[lang]]
)
def test_a_priority_goes_by_one_step(language: str, message: str, of: str, becomes: str, engine: Engine) -> None:
    (step,) = decided(engine, language, message, of)["steps"]
    assert step["parameters"] == {"task_identifier": of, "new_priority": becomes}


@pytest.mark.parametrize(("language", "message"), [("en", "raise its priority"), ("it", "alzale la priorità")])
def test_what_is_highest_goes_no_higher(language: str, message: str, engine: Engine) -> None:
    steps = decided(engine, language, message, "t1")["steps"]
    assert not [s for s in steps if s["status"] in ("call", "confirm")]


@pytest.mark.parametrize(
    ("language", "message"),
    [("en", "the dishwasher one step up in priority"), ("it", "la cantina un gradino in più di priorità")],
)
def test_what_is_on_no_list_changes_nothing_else(language: str, message: str, engine: Engine) -> None:
    steps = decided(engine, language, message, "t2")["steps"]
    assert not [s for s in steps if s["tool_name"] == "update_task" and s["status"] == "call"]


@pytest.mark.parametrize(
    ("language", "message"), [("it", "uno in meno invece ai limoni"), ("en", "one less for the lemons instead")]
)
def test_one_less_for_another_is_not_the_same_again(language: str, message: str, engine: Engine) -> None:
    steps = [
        {"tool_name": "update_task", "parameters": {"task_identifier": "t3", "new_priority": "high"}, "outcome": "done"}
    ]
    history = [
        {"role": "user", "content": "…"},
        {"role": "assistant", "content": "OK.", "steps": steps, "shown": ["t3"]},
    ]
    request = {"message": message, "language": language, "now": NOW, "history": history, "context": {"tasks": TASKS}}
    decision: Any = engine.decide(request).to_dict()
    assert not [s for s in decision["steps"] if s["parameters"].get("new_priority") == "high"]
