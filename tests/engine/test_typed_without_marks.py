"""English as it is typed on a phone, without apostrophes: what is denied so is denied."""

from itertools import product
from typing import Any

import pytest

from sayso import Engine

NOW = "2026-11-16T10:00:00+01:00"
TASKS = ("return the chipped plates", "sharpen the knives", "order sea bass", "pay the gas bill")
DENIED = (
    "i {havent} returned the plates",
    "the plates {werent} returned",
    "we {havent} sharpened the knives",
    "i {didnt} sharpen the knives",
    "we {didnt} pay the gas bill yet",
    "sea bass {wasnt} ordered",
    "the sea bass {hasnt} been ordered",
    "the gas bill {isnt} paid",
    "the knives {arent} sharp and {werent} sharpened",
)


def decided(engine: Engine, message: str) -> Any:
    tasks = [{"id": f"t{i}", "number": i, "title": t} for i, t in enumerate(TASKS, 1)]
    return engine.decide({"message": message, "now": NOW, "context": {"tasks": tasks}}).to_dict()


def typed(message: str, mark: str) -> str:
    """The message with its denials written with the mark, or without."""
    return message.replace("nt}", f"n{mark}t}}").translate({ord("{"): None, ord("}"): None})


@pytest.mark.parametrize(("message", "mark"), list(product(DENIED, ("", "'"))))
def test_nothing_is_done_that_is_denied(message: str, mark: str, engine: Engine) -> None:
    assert [s for s in decided(engine, typed(message, mark))["steps"] if s["tool_name"] != "list_tasks"] == []
