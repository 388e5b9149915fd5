"""A decision yields to what the net hears that knows what went before, where it lost a value, took too many words for a
text, or counted one thing as two; never to another record or another value."""

from collections.abc import Mapping
from typing import Any

import pytest

from sayso import Engine

NOW = "2026-11-19T10:00:00+01:00"  # a thursday
TASKS = [
    {"id": "t1", "title": "paint the fence", "due": "2026-11-20"},
    {"id": "t2", "title": "choir practice", "due": "2026-11-24T18:00:00+01:00"},
    {"id": "t3", "title": "order the coal"},
]


def steps(engine: Engine, message: str) -> list[tuple[str, Mapping[str, Any]]]:
    decision = engine.decide({"message": message, "context": {"tasks": TASKS}, "now": NOW})
    return [
        (s.action.tool_name or "", {a.name: a.value for a in s.action.arguments if a.source.kind != "default"})
        for s in decision.steps
    ]


@pytest.mark.parametrize(
    ("message", "tool", "given"),
    [
        (
            "fence can be medium, and do it on sunday",
            "update_task",
            {"task_identifier": "t1", "new_priority": "medium", "new_due": "2026-11-22"},
        ),
        (
            "put the note 'bring the hymn book' on choir practice and move it to 7 pm",
            "update_task",
            {"task_identifier": "t2", "new_description": "bring the hymn book", "new_due": "2026-11-24T19:00:00+01:00"},
        ),
        (
            "sort the seed tins, sunday arvo at 4",
            "add_task",
            {"title": "sort the seed tins", "due": "2026-11-22T16:00:00+01:00"},
        ),
        ("toner for the printer. urgent.", "add_task", {"title": "toner for the printer", "priority": "high"}),
    ],
)
def test_all_that_is_said_of_one_thing_is_one_step(
    engine: Engine, message: str, tool: str, given: Mapping[str, Any]
) -> None:
    assert steps(engine, message) == [(tool, given)]


@pytest.mark.parametrize(
    ("message", "day"),
    [
        ("have I got something on the 30th", "2026-11-30"),
        ("do I have anything on 3 december", "2026-12-03"),
        ("is there anything on friday", "2026-11-20"),
    ],
)
def test_a_day_that_is_asked_for_is_no_word_to_look_for(engine: Engine, message: str, day: str) -> None:
    ((tool, given),) = steps(engine, message)
    assert (tool, given.get("due"), given.get("search")) == ("list_tasks", day, None)


@pytest.mark.parametrize("message", ["is there anything about the coal", "have I got something on choir practice"])
def test_what_is_no_day_is_looked_for(engine: Engine, message: str) -> None:
    ((tool, given),) = steps(engine, message)
    assert tool == "list_tasks"
    assert given["search"]
    assert "due" not in given
