"""A message heard as one: what its clauses would leave open or lose, and what it may never take from them."""

import pytest
from records import ENGLISH, ITALIAN, Record, deeds, talk

from sayso import Engine


@pytest.mark.parametrize(
    ("context", "message", "told"),
    [
        (
            ENGLISH,
            "remind me to sweep the cellar today and, separately, to oil the hinges on thursday",
            [
                {"title": "sweep the cellar", "due": "2026-11-16"},
                {"title": "oil the hinges", "due": "2026-11-19"},
            ],
        ),
        (
            ENGLISH,
            "everything that's high priority goes to medium",
            [{"task_identifier": "milk", "new_priority": "medium"}],
        ),
    ],
)
def test_what_the_whole_says_is_asked_about_with_every_value(
    context: Record, message: str, told: list[dict[str, object]], engine: Engine
) -> None:
    steps = deeds(talk(engine, context, message))
    assert [status for status, _, _ in steps] == ["confirm"] * len(told)
    assert [values for _, _, values in steps] == told


def test_two_changes_that_are_plainly_said_are_one_and_need_no_question(engine: Engine) -> None:
    steps = deeds(talk(engine, ENGLISH, "rename the flights to book the ferry and put it on friday"))
    assert steps == [
        ("call", "update_task", {"task_identifier": "flights", "new_title": "book the ferry", "new_due": "2026-11-20"})
    ]


@pytest.mark.parametrize(
    ("context", "message"),
    [
        (ENGLISH, "the boss was yelling all night: turn on the oven, turn on the oven!"),
        (ENGLISH, "can I delete a task and get it back later, in theory?"),
        (ITALIAN, "il cuoco ieri gridava: accendi il forno, accendi il forno!"),
        (ENGLISH, "the oven is off"),
        (ITALIAN, "ho spento il forno stamattina"),
    ],
)
def test_what_is_only_told_asks_for_nothing(context: Record, message: str, engine: Engine) -> None:
    assert deeds(talk(engine, context, message)) == []


@pytest.mark.parametrize(
    ("context", "message", "status"),
    [
        (ENGLISH, "switch the microwave on, I need it for the soup", "failed"),
        (ENGLISH, "complete buy milk and complete task 99", "call"),
        (ENGLISH, "change that", "ask"),
    ],
)
def test_it_takes_nothing_from_what_the_clauses_say(context: Record, message: str, status: str, engine: Engine) -> None:
    assert deeds(talk(engine, context, message))[0][0] == status


@pytest.mark.parametrize(
    ("context", "message", "told"),
    [
        (
            ENGLISH,
            "add renew the passport with high priority and clear out the garage with low priority",
            [("renew the passport", "high"), ("clear out the garage", "low")],
        ),
        (
            ITALIAN,
            "aggiungi pagare il bollo con priorità alta e svuotare il garage con priorità bassa",
            [("pagare il bollo", "high"), ("svuotare il garage", "low")],
        ),
    ],
)
def test_each_of_several_keeps_its_own_weight(
    context: Record, message: str, told: list[tuple[str, str]], engine: Engine
) -> None:
    steps = deeds(talk(engine, context, message))
    assert [(given.get("title"), given.get("priority")) for _, _, given in steps] == told
    assert [status for status, _, _ in steps] == ["call", "call"]
