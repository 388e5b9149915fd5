"""Records prepared once serve many requests, and say the same as records handed over each time."""

import pytest

from sayso import Catalogue, Engine

NOW = "2026-11-16T10:00:00+01:00"
TASKS = [
    {"id": "a", "title": "buy groceries", "number": 4},
    {"id": "b", "title": "Chiamare l'idraulico", "number": 7},
    {"id": "c", "title": "renew the passport", "number": 9, "completed": True},
    {"id": "d", "title": "pagare le bollette", "number": 10},
]


@pytest.mark.parametrize(
    ("message", "record"),
    [
        ("complete the grocery one", "a"),
        ("complete buy grocceries", "a"),
        ("segna fatto l'idraulico", "b"),
        ("segna come fatta chiamare idraulico", "b"),
        ("reopen the passport one", "c"),
        ("segna fatta la bolletta", "d"),
        ("complete #7", "b"),
        ("complete number nine", "c"),
        ("complete the second to last one", "c"),
        ("completa la penultima", "c"),
        ("completa la terzultima", "b"),
        ("complete B", "b"),
    ],
)
def test_a_prepared_record_is_found(message: str, record: str, engine: Engine) -> None:
    known = Catalogue(TASKS)
    prepared = engine.decide({"message": message, "now": NOW}, known)
    assert prepared.steps[0].action.value("task_identifier") == record
    assert prepared == engine.decide({"message": message, "now": NOW, "context": {"tasks": TASKS}})


def test_two_tasks_of_one_name_are_asked_about_and_told_apart(engine: Engine) -> None:
    twins = [
        {"id": "x", "title": "report", "number": 1, "due": "2026-11-20"},
        {"id": "y", "title": "report", "number": 2},
    ]
    step = engine.decide({"message": "delete report", "now": NOW, "context": {"tasks": twins}}).to_dict()["steps"][0]  # type: ignore[index]
    assert step["status"] == "ask"
    told = [o["description"] for o in step["suggestions"]]
    assert len(set(told)) == 2
    assert "20 November" in told[0]
    assert not any("y" in words.split(" · ") for words in told)  # an id tells nobody anything


def test_more_fitting_records_than_can_be_shown_are_counted(engine: Engine) -> None:
    many = [{"id": str(i), "title": f"call client {i}"} for i in range(30)]
    step = engine.decide({"message": "delete call client", "now": NOW, "context": {"tasks": many}}).to_dict()["steps"][
        0
    ]  # type: ignore[index]
    assert "30" in step["question"]
    assert len(step["suggestions"]) == 5
