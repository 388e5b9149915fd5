"""A domain that no file of ours knows: a calendar, whose tools, records, words and replies are data alone."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from sayso import Engine
from sayso.engine.policy import Policy
from sayso.errors import RequestError
from sayso.languages.load import load_with

CALENDAR = Path(__file__).parent / "calendar"
NOW = "2026-11-16T10:00:00+01:00"
EVENTS = [
    {"id": "e1", "title": "lunch with Anna", "starts": "2026-11-17T13:00:00+01:00"},
    {"id": "e2", "title": "roof inspection", "starts": "2026-11-18T09:00:00+01:00"},
    {"id": "e3", "title": "cena con Marco", "starts": "2026-11-20T20:00:00+01:00"},
]
TASKS = [{"id": "t1", "title": "buy milk"}, {"id": "t2", "title": "pay the roof inspection"}]


@pytest.fixture(scope="module")
def engine() -> Engine:
    packs, tools = load_with([CALENDAR])
    return Engine(packs, Policy(tools=tools))


def decide(engine: Engine, message: str, **more: Any) -> dict[str, Any]:
    request = {"message": message, "now": NOW, "context": {"events": EVENTS, "tasks": TASKS}, **more}
    return engine.decide(request).to_dict()


def only(decision: dict[str, Any]) -> dict[str, Any]:
    assert len(decision["steps"]) == 1, decision
    step: dict[str, Any] = decision["steps"][0]
    return step


def at(day: int, hour: int) -> str:
    return f"2026-11-{day}T{hour:02}:00:00+01:00"


ASKED = [
    (
        "put dinner with Leo in my diary friday at 20:00",
        "call add_event",
        {"title": "dinner with Leo", "starts": at(20, 20)},
    ),
    ("metti dentista in calendario domani alle 9", "call add_event", {"title": "dentista", "starts": at(17, 9)}),
    ("what's on my calendar tomorrow?", "call list_events", {"days": "tomorrow"}),
    ("quali appuntamenti ho questa settimana?", "call list_events", {"days": "this_week"}),
    (
        "reschedule the meeting roof inspection to thursday",
        "call move_event",
        {"event": "e2", "new_starts": at(19, 9)},
    ),
    ("sposta la cena con Marco a sabato", "call move_event", {"event": "e3", "new_starts": at(21, 20)}),
    ("cancel lunch with Anna", "confirm cancel_event", {"event": "e1"}),
    ("disdici la cena con Marco", "confirm cancel_event", {"event": "e3"}),
]


@pytest.mark.untraced
@pytest.mark.parametrize(("message", "decided", "parameters"), ASKED, ids=[a[0] for a in ASKED])
def test_the_calendar_is_asked(message: str, decided: str, parameters: dict[str, object], engine: Engine) -> None:
    step = only(decide(engine, message))
    assert f"{step['status']} {step['tool_name']}" == decided
    assert parameters.items() <= step["parameters"].items()
    assert step["sources"].keys() == step["parameters"].keys()


@pytest.mark.parametrize("language", ["en", "it"])
def test_the_examples_beside_the_words_hold(language: str, engine: Engine) -> None:
    told = yaml.safe_load((CALENDAR / f"{language}.yaml").read_text(encoding="utf-8"))["examples"]
    assert told
    for example in told:
        request = {"message": example["say"], "now": NOW, "language": language}
        step = only(engine.decide(request).to_dict())
        assert step["tool_name"] == example["tool"]
        assert step["status"] == example.get("status", "call")
        assert example.get("parameters", {}).items() <= step["parameters"].items()


def test_a_time_that_nobody_said_is_asked_for_and_answered(engine: Engine) -> None:
    asked = decide(engine, "put a walk with the dog in my calendar")
    assert (asked["status"], asked["reply"]) == ("ask", "When does it begin?")
    step = only(decide(engine, "tomorrow at 7", pending=asked))
    assert (step["status"], step["parameters"]["starts"]) == ("call", "2026-11-17T07:00:00+01:00")


def test_what_is_in_neither_list_is_said_of_that_list(engine: Engine) -> None:
    nothing = decide(engine, "cancel the meeting about the budget", context={"events": [], "tasks": TASKS})
    assert (nothing["status"], nothing["reply"]) == (
        "failed",
        "I couldn't find 'about the budget': your calendar is empty.",
    )


def test_it_is_the_event_that_was_spoken_of(engine: Engine) -> None:
    history = [
        {"role": "user", "content": "what's on my calendar wednesday?"},
        {
            "role": "assistant",
            "content": "One event.",
            "steps": [{"tool_name": "list_events", "parameters": {"days": "2026-11-18"}, "outcome": "done"}],
            "shown": ["e2"],
        },
    ]
    step = only(decide(engine, "move it to friday", history=history))
    assert (step["tool_name"], step["parameters"].get("event")) == ("move_event", "e2")


def test_the_tasks_stay_what_they_were(engine: Engine) -> None:
    assert only(decide(engine, "add call the plumber"))["tool_name"] == "add_task"
    assert only(decide(engine, "mark buy milk as done"))["parameters"] == {"task_identifier": "t1"}
    assert only(decide(engine, "what is left on my list?"))["tool_name"] == "list_tasks"


@pytest.mark.untraced
def test_without_the_domain_its_records_are_an_error() -> None:
    with pytest.raises(RequestError, match="events"):
        Engine().decide({"message": "hello", "context": {"events": []}})
