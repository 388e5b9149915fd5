"""What is to be done to another record, too, takes nothing back from the first one: a grid in both languages."""

from itertools import product

import pytest

from sayso import Engine

NOW = "2026-11-19T10:00:00+01:00"
TASKS = {
    "en": [("t1", "call the dentist"), ("t2", "paint the swing"), ("t3", "order the firewood")],
    "it": [("t1", "chiamare il dentista"), ("t2", "verniciare l'altalena"), ("t3", "ordinare la legna")],
}
SAID = {
    "en": [
        f"{lead} {day}, and {other} {too}"
        for lead, day, other, too in product(
            ("actually", "no wait,", "no,"),
            ("monday", "tuesday"),
            ("the swing", "the firewood"),
            ("too", "as well", "also"),
        )
    ],
    "it": [
        f"{lead} {day}, e {too} {other}"
        for lead, day, too, other in product(
            ("anzi", "no aspetta,", "no,"), ("lunedì", "martedì"), ("anche", "pure"), ("l'altalena", "la legna")
        )
    ],
}


@pytest.mark.parametrize(("language", "message"), [(language, m) for language, some in SAID.items() for m in some])
def test_what_is_besides_takes_nothing_back(engine: Engine, language: str, message: str) -> None:
    step = {
        "tool_name": "update_task",
        "parameters": {"task_identifier": "t1", "new_due": "2026-11-20"},
        "outcome": "done",
    }
    history = [{"role": "user", "content": "friday"}, {"role": "assistant", "content": "Done.", "steps": [step]}]
    tasks = [{"id": key, "title": title, "due": "2026-11-20"} for key, title in TASKS[language]]
    decision = engine.decide({"message": message, "context": {"tasks": tasks}, "history": history, "now": NOW})
    assert "undo" not in [s.action.tool_name for s in decision.steps]
