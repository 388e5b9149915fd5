"""All records that bear a word, or all there are, moved at once; and of two that are named, neither is left out."""

from typing import Any

import pytest

from sayso import Engine

NOW = "2026-11-18T10:00:00+01:00"  # a Wednesday
TITLES = {
    "en": ("pack the kitchen", "pack the books", "sell the couch", "return the library books", "call the movers"),
    "it": (
        "imballare la cucina",
        "imballare i libri",
        "vendere il divano",
        "riportare i libri in biblioteca",
        "chiamare i traslocatori",
    ),
}
DUE = ("2026-11-20", "2026-11-23", "2026-11-25", None, "2026-11-24T10:00:00+01:00")
MOVED = [
    ("en", "push all the packing tasks back two days", {"t1": "2026-11-22", "t2": "2026-11-25"}),
    ("en", "push all the packing stuff back by 2 days", {"t1": "2026-11-22", "t2": "2026-11-25"}),
    ("en", "move all the packing to saturday", {"t1": "2026-11-21", "t2": "2026-11-21"}),
    (
        "en",
        "push everything next week back by 2 days",
        {"t2": "2026-11-25", "t3": "2026-11-27", "t5": "2026-11-26T10:00:00+01:00"},
    ),
    (
        "en",
        "delay everything by a day",
        {"t1": "2026-11-21", "t2": "2026-11-24", "t3": "2026-11-26", "t5": "2026-11-25T10:00:00+01:00"},
    ),
    ("it", "sposta tutte le cose da imballare a sabato", {"t1": "2026-11-21", "t2": "2026-11-21"}),
    (
        "it",
        "rimanda tutte le attività di un giorno",
        {"t1": "2026-11-21", "t2": "2026-11-24", "t3": "2026-11-26", "t5": "2026-11-25T10:00:00+01:00"},
    ),
]


def decided(engine: Engine, language: str, message: str) -> Any:
    rows = zip(TITLES[language], DUE, strict=True)
    tasks = [{"id": f"t{n}", "number": n, "title": t, "due": d} for n, (t, d) in enumerate(rows, start=1)]
    return engine.decide({"message": message, "language": language, "now": NOW, "context": {"tasks": tasks}}).to_dict()


@pytest.mark.parametrize(("language", "message", "expected"), MOVED, ids=[row[1] for row in MOVED])
def test_all_that_are_meant_are_moved_by_one_yes(
    language: str, message: str, expected: dict[str, str], engine: Engine
) -> None:
    steps = decided(engine, language, message)["steps"]
    assert {s["parameters"]["task_identifier"]: s["parameters"]["new_due"] for s in steps} == expected
    assert all(s["status"] == "confirm" for s in steps)
    assert len({s["question"] for s in steps}) == 1


@pytest.mark.parametrize(
    ("language", "message"),
    [("en", "delete all my tasks"), ("en", "complete everything"), ("it", "elimina tutte le attività")],
)
def test_the_whole_list_is_neither_finished_nor_removed(language: str, message: str, engine: Engine) -> None:
    decision = decided(engine, language, message)
    assert decision["status"] == "ask"


@pytest.mark.parametrize(
    ("language", "message"),
    [("en", "postpone all the dentist tasks by a day"), ("it", "rimanda tutte le cose del dentista di un giorno")],
)
def test_what_nothing_is_called_is_not_everything(language: str, message: str, engine: Engine) -> None:
    decision = decided(engine, language, message)
    assert decision["status"] == "failed"
    assert decision["steps"][0]["reason"] == "not_found"


@pytest.mark.parametrize(
    ("language", "message", "last"),
    [
        ("en", "delete the couch and the books", "ask"),
        ("en", "delete the couch and the piano", "failed"),
        ("it", "elimina il divano e i libri", "ask"),
        ("it", "elimina il divano e il pianoforte", "failed"),
    ],
)
def test_of_two_that_are_named_neither_is_left_out(language: str, message: str, last: str, engine: Engine) -> None:
    steps = decided(engine, language, message)["steps"]
    assert [s["status"] for s in steps] == ["confirm", last]
    assert steps[0]["parameters"] == {"task_identifier": "t3"}


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "delete all of them"),
        ("en", "move everything except the couch to friday"),
        ("en", "delay everything except the couch by a day"),
        ("it", "sposta tutto tranne il divano a venerdì"),
    ],
)
def test_what_only_points_or_spares_one_is_asked_about(language: str, message: str, engine: Engine) -> None:
    assert decided(engine, language, message)["status"] == "ask"
