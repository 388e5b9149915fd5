"""A bare order at the end of several sentences is about what its own sentence names."""

from typing import Any

import pytest

from sayso import Engine

NOW = "2036-07-10T08:40:00+02:00"
TASKS: list[dict[str, Any]] = [
    {"id": "t1", "number": 1, "title": "buy rice (comprare il riso)"},
    {"id": "t2", "number": 2, "title": "buy oil (comprare l'olio)"},
    {"id": "t3", "number": 3, "title": "ring the plumber (chiamare l'idraulico)"},
]
SAID = (
    ("en", "Rice I bought. Oil is no more need, delete"),
    ("en", "The rice is here already. We don't need the oil any more, delete"),
    ("en", "The plumber came. The rice I bought. The oil is not needed, delete"),
    ("it", "Il riso l'ho preso. L'olio non serve più, elimina"),
    ("it", "L'idraulico è venuto. L'olio non ci serve più, cancella"),
)


@pytest.mark.parametrize(("language", "message"), SAID)
@pytest.mark.parametrize("shown", [[], ["t1", "t2"], ["t1"]])
def test_only_what_its_own_sentence_names_is_deleted(
    language: str, message: str, shown: list[str], engine: Engine
) -> None:
    steps = [{"tool_name": "update_task", "parameters": {"task_identifier": s, "new_priority": "high"}} for s in shown]
    history = [
        {"role": "user", "content": "…"},
        {"role": "assistant", "content": "OK.", "steps": [{**s, "outcome": "done"} for s in steps], "shown": shown},
    ]
    request = {"message": message, "now": NOW, "language": language, "history": history if shown else []}
    decision: Any = engine.decide({**request, "context": {"tasks": TASKS}}).to_dict()
    deleted = [s["parameters"].get("task_identifier") for s in decision["steps"] if s["tool_name"] == "delete_task"]
    assert set(deleted) <= {"t2", None}
    assert not [s for s in decision["steps"] if s["status"] == "call"]
