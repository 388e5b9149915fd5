"""One time of what repeats is skipped by words, and its repetition ended; no other day is taken for the one said."""

from typing import Any

import pytest

from sayso import Engine

NOW = "2026-11-16T10:00:00+01:00"  # a Monday
TASKS: list[dict[str, Any]] = [
    {"id": "t-yoga", "title": "yoga class", "number": 1, "due": "2026-11-18", "repeat": "FREQ=WEEKLY;BYDAY=WE"},
    {"id": "t-trash", "title": "take out the trash", "number": 2, "due": "2026-11-17", "repeat": "FREQ=WEEKLY"},
    {"id": "t-anna", "title": "call Anna", "number": 3},
    {"id": "t-palestra", "title": "palestra", "number": 4, "due": "2026-11-16", "repeat": "FREQ=DAILY"},
    {"id": "t-piante", "title": "annaffiare le piante", "number": 5, "due": "2026-11-16", "repeat": "FREQ=DAILY"},
]


def spoken_of(task: str) -> list[dict[str, Any]]:
    """A conversation in which a task was just changed."""
    name = next(t["title"] for t in TASKS if t["id"] == task)
    parameters = {"task_identifier": task, "new_priority": "high"}
    step = {"status": "call", "tool_name": "update_task", "intent": "update_task", "parameters": parameters}
    done = {**step, "outcome": "done", "records": [{"kind": "task", "id": task, "name": name}]}
    return [{"role": "user", "content": name}, {"role": "assistant", "content": name, "steps": [done]}]


def decided(engine: Engine, message: str, history: list[dict[str, Any]] | None = None) -> dict[str, Any]:
    request = {"message": message, "now": NOW, "context": {"tasks": TASKS}, "history": history or []}
    return engine.decide(request).to_dict()


def assert_called(decision: dict[str, Any], task: str, changes: dict[str, str]) -> None:
    assert decision["status"] == "call", decision
    (step,) = decision["steps"]
    assert step["tool_name"] == "update_task"
    assert step["parameters"] == {"task_identifier": task, **changes}
    assert step["sources"].keys() == step["parameters"].keys()


@pytest.mark.parametrize(
    ("message", "task"),
    [
        ("skip this week's yoga", "t-yoga"),
        ("skip yoga this week", "t-yoga"),
        ("Skip the yoga class this time, please", "t-yoga"),
        ("could you skip yoga just this once", "t-yoga"),
        ("skip the next yoga class", "t-yoga"),
        ("skip the next time of yoga", "t-yoga"),
        ("this week skip yoga", "t-yoga"),
        ("let's skip tomorrow's trash", "t-trash"),
        ("skip the trash one", "t-trash"),
        ("salta la palestra di oggi", "t-palestra"),
        ("salta la palestra per questa volta", "t-palestra"),
        ("stavolta salta la palestra", "t-palestra"),
        ("oggi salta la palestra", "t-palestra"),
        ("salta la prossima volta della palestra", "t-palestra"),
        ("salta le piante oggi", "t-piante"),
    ],
)
def test_a_time_is_skipped(engine: Engine, message: str, task: str) -> None:
    assert_called(decided(engine, message), task, {"new_status": "skipped"})


@pytest.mark.parametrize(
    "message",
    [
        "skip the next one",
        "skip it",
        "skip it this time",
        "skip next time",
        "skip the next time",
        "salta la prossima volta",
        "saltala",
        "per questa volta saltala",
    ],
)
def test_what_was_spoken_of_is_skipped_and_without_that_it_is_asked(engine: Engine, message: str) -> None:
    assert_called(decided(engine, message, spoken_of("t-yoga")), "t-yoga", {"new_status": "skipped"})
    asked = decided(engine, message)
    assert asked["status"] == "ask"
    assert asked["steps"][0]["parameters"] == {"new_status": "skipped"}


def test_what_repeats_is_offered_first_where_nothing_is_named(engine: Engine) -> None:
    offered = [
        one["value"]["task_identifier"] for one in decided(engine, "skip the next time")["steps"][0]["suggestions"]
    ]
    assert offered[:4] == ["t-yoga", "t-trash", "t-palestra", "t-piante"]


@pytest.mark.parametrize(
    ("message", "coming"),
    [
        ("skip yoga next week", "Wednesday 18 November"),
        ("skip the trash on friday", "Tuesday 17 November"),
        ("skip yoga tomorrow", "Wednesday 18 November"),
        ("salta la palestra domani", "lunedì 16 novembre"),
        ("salta le piante di venerdì", "lunedì 16 novembre"),
    ],
)
def test_another_day_than_the_coming_one_is_asked_about(engine: Engine, message: str, coming: str) -> None:
    decision = decided(engine, message)
    assert decision["status"] == "confirm", decision
    (step,) = decision["steps"]
    assert step["parameters"]["new_status"] == "skipped"
    assert coming in step["question"]


@pytest.mark.parametrize("message", ["i am skipping yoga this week", "salto la palestra oggi"])
def test_a_plan_that_is_told_is_offered(engine: Engine, message: str) -> None:
    assert decided(engine, message)["status"] == "confirm"


@pytest.mark.parametrize("message", ["skip call Anna", "salta call Anna"])
def test_what_does_not_repeat_has_no_time_to_skip(engine: Engine, message: str) -> None:
    decision = decided(engine, message)
    assert decision["status"] == "failed"
    (step,) = decision["steps"]
    assert step["reason"] == "no_capability"
    (offer,) = step["suggestions"]
    assert (offer["tool_name"], offer["value"]) == ("delete_task", {"task_identifier": "t-anna"})


@pytest.mark.parametrize(
    "message",
    [
        "don't skip yoga",
        "how do I skip yoga?",
        "skip this song",
        "skip ads",
        "non saltare la palestra",
        "salta la fila",
    ],
)
def test_nothing_is_skipped_that_nobody_asked_to(engine: Engine, message: str) -> None:
    decision = decided(engine, message)
    assert decision["status"] == "decline", decision


@pytest.mark.parametrize(
    ("message", "task"),
    [
        ("stop repeating the trash one", "t-trash"),
        ("stop the trash from repeating", "t-trash"),
        ("stop the yoga repetition", "t-yoga"),
        ("no longer repeat the trash", "t-trash"),
        ("yoga no longer repeats", "t-yoga"),
        ("smetti di ripetere la palestra", "t-palestra"),
        ("non ripetere più la palestra", "t-palestra"),
        ("la palestra non deve più ripetersi", "t-palestra"),
        ("basta ripetere la palestra", "t-palestra"),
        ("termina la ripetizione della palestra", "t-palestra"),
        ("non voglio più che la palestra si ripeta", "t-palestra"),
    ],
)
def test_a_repetition_is_ended(engine: Engine, message: str, task: str) -> None:
    assert_called(decided(engine, message), task, {"new_repeat": ""})


def test_a_yes_skips_the_time_that_was_named(engine: Engine) -> None:
    pending = decided(engine, "skip yoga next week")
    request = {"message": "yes", "now": NOW, "context": {"tasks": TASKS}, "pending": pending}
    assert_called(engine.decide(request).to_dict(), "t-yoga", {"new_status": "skipped"})
