"""A correction inside a message replaces what it corrects, and what is left of the message waits for a yes."""

import pytest
from records import ENGLISH, ITALIAN, Record, deeds, talk

from sayso import Engine


@pytest.mark.parametrize(
    ("context", "message", "tool", "said"),
    [
        (ENGLISH, "delete the milk, no, I mean the report", "delete_task", {"task_identifier": "report"}),
        (ENGLISH, "delete the milk, I mean the report", "delete_task", {"task_identifier": "report"}),
        (
            ENGLISH,
            "move the milk to thursday, I mean friday",
            "update_task",
            {"task_identifier": "milk", "new_due": "2026-11-20"},
        ),
        (
            ENGLISH,
            "move the dentist to 5pm, I mean 6pm",
            "update_task",
            {"task_identifier": "dentist", "new_due": "2026-11-16T18:00:00+01:00"},
        ),
        (ENGLISH, "add buy 3 I mean 4 eggs", "add_task", {"title": "buy 4 eggs"}),
        (ENGLISH, "add buy candles... scratch that, buy matches", "add_task", {"title": "buy matches"}),
        (
            ENGLISH,
            "move the milk to the 28th, or no, the 29th",
            "update_task",
            {"task_identifier": "milk", "new_due": "2026-11-29"},
        ),
        (
            ENGLISH,
            "set the milk to high, no wait, low priority",
            "update_task",
            {"task_identifier": "milk", "new_priority": "low"},
        ),
        (
            ENGLISH,
            "set the frigo cucina to 4, I mean 5 degrees",
            "machine_command_execute",
            {"device_id": "fridge", "machine_command_id": "cold", "overrides": {"temperature": 5}},
        ),
        (
            ENGLISH,
            "turn off the fridge, I mean the oven",
            "machine_command_execute",
            {"device_id": "oven", "machine_command_id": "off"},
        ),
        (
            ITALIAN,
            "sposta il latte a giovedì, anzi venerdì",
            "update_task",
            {"task_identifier": "milk", "new_due": "2026-11-20"},
        ),
        (ITALIAN, "elimina il latte, anzi la relazione", "delete_task", {"task_identifier": "report"}),
        (
            ITALIAN,
            "elimina la relazione trimestrale, volevo dire il latte",
            "delete_task",
            {"task_identifier": "milk"},
        ),
        (
            ITALIAN,
            "spegni il frigo, anzi il forno",
            "machine_command_execute",
            {"device_id": "oven", "machine_command_id": "off"},
        ),
    ],
)
def test_what_was_taken_back_is_not_meant_and_the_rest_waits_for_a_yes(
    context: Record, message: str, tool: str, said: dict[str, object], engine: Engine
) -> None:
    assert deeds(talk(engine, context, message)) == [("confirm", tool, said)]


@pytest.mark.parametrize("message", ["I mean", "anzi", "I mean friday", "delete the milk, I mean", "no, I mean it"])
def test_words_that_take_back_nothing_change_nothing(message: str, engine: Engine) -> None:
    assert all(status != "call" for status, _, _ in deeds(talk(engine, ENGLISH, message)))
