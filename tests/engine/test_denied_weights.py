"""A priority that is denied, and the one that is said after it."""

from typing import Any

import pytest

from sayso import Engine

NOW = "2026-11-16T10:00:00+01:00"
TASKS = {
    "en": ["order sea bass", "look for a second waiter", "write the summer menu"],
    "it": ["ordinare i branzini", "cercare un secondo cameriere", "scrivere il menù estivo"],
}
MEANT = [
    ("en", "the sea bass doesn't need to be high any more, medium will do", {"t1": "medium"}),
    ("en", "the waiter isnt low anymore, we're drowning here. high", {"t2": "high"}),
    ("en", "the sea bass is not that urgent, medium's fine", {"t1": "medium"}),
    ("en", "the sea bass isn't urgent, low", {"t1": "low"}),
    ("en", "the waiter isn't urgent, the menu is high", {"t2": "low", "t3": "high"}),
    ("en", "the waiter isn't urgent", {"t2": "low"}),
    ("it", "il branzino non è più urgente, media va bene", {"t1": "medium"}),
    ("it", "il menù non serve a priorità alta, media basta", {"t3": "medium"}),
    ("it", "il cameriere non è più a bassa priorità, alta", {"t2": "high"}),
]


@pytest.mark.parametrize(("language", "message", "weights"), MEANT)
def test_the_weight_that_is_said_last_is_meant(
    language: str, message: str, weights: dict[str, str], engine: Engine
) -> None:
    tasks = [{"id": f"t{i}", "number": i, "title": t} for i, t in enumerate(TASKS[language], 1)]
    decision: Any = engine.decide({"message": message, "now": NOW, "context": {"tasks": tasks}}).to_dict()
    given = {s["parameters"]["task_identifier"]: s["parameters"].get("new_priority") for s in decision["steps"]}
    assert given == weights
