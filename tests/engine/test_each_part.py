"""Several short orders in a row are each carried out on the record that it names; one deed is not given to all."""

from itertools import permutations

import pytest
from machines_said import machine, steps_of

from sayso import Engine

NOW = "2026-11-18T10:00:00+01:00"
TASKS = {
    "en": [
        {"id": "t1", "title": "Leo's swimming lesson", "due": "2026-11-21"},
        {"id": "t2", "title": "choose the colour for the back wall", "priority": "low"},
        {"id": "t3", "title": "order the blonde toner", "due": "2026-11-19"},
    ],
    "it": [
        {"id": "t1", "title": "lezione di nuoto di Leo", "due": "2026-11-21"},
        {"id": "t2", "title": "scegliere il colore per la parete in fondo", "priority": "low"},
        {"id": "t3", "title": "ordinare il tonalizzante biondo", "due": "2026-11-19"},
    ],
}
Order = tuple[str, tuple[str, str, str | None]]
ORDERS: dict[str, list[Order]] = {
    "en": [
        ("the swimming is done", ("complete_task", "t1", None)),
        ("wall colour to high", ("update_task", "t2", "high")),
        ("the toner to monday", ("update_task", "t3", "2026-11-23")),
    ],
    "it": [
        ("il nuoto è fatto", ("complete_task", "t1", None)),
        ("il colore della parete ad alta priorità", ("update_task", "t2", "high")),
        ("il tonalizzante a lunedì", ("update_task", "t3", "2026-11-23")),
    ],
}
CASES = [(language, pair) for language in ORDERS for pair in permutations(ORDERS[language], 2)]


def said(engine: Engine, language: str, message: str) -> list[tuple[object, object, object]]:
    context = {"tasks": TASKS[language], "machines": [machine("Heat Pump", "Salon", "", "turn_on turn_off")]}
    found = steps_of(engine, {"message": message, "now": NOW, "context": context})
    assert all(s["status"] == "confirm" for s in found)
    given = [(s["tool_name"], s["parameters"]) for s in found]
    return [(tool, g["task_identifier"], g.get("new_due") or g.get("new_priority")) for tool, g in given]


@pytest.mark.parametrize(("language", "pair"), CASES, ids=str)
def test_each_order_is_of_the_record_that_it_names(engine: Engine, language: str, pair: tuple[Order, Order]) -> None:
    (one, first), (other, second) = pair
    assert said(engine, language, f"{one}, {other}") == [first, second]


@pytest.mark.parametrize(
    ("message", "due"),
    [("the toner and the swimming to monday", "2026-11-23"), ("swimming, toner: both monday", "2026-11-23")],
)
def test_one_deed_that_is_said_of_several_is_of_all(engine: Engine, message: str, due: str) -> None:
    found = said(engine, "en", message)
    assert {(tool, record, value) for tool, record, value in found} == {
        ("update_task", "t1", due),
        ("update_task", "t3", due),
    }


@pytest.mark.parametrize(
    ("message", "value"),
    [
        ("move the toner to thursday no friday", "2026-11-20"),
        ("move the toner to 3pm no 4pm", "2026-11-19T16:00:00+01:00"),
        ("sposta il tonalizzante a giovedì no venerdì", "2026-11-20"),
    ],
)
def test_a_bare_no_between_two_days_takes_the_first_back(engine: Engine, message: str, value: str) -> None:
    language = "it" if message.startswith("sposta") else "en"
    assert [v for _, _, v in said(engine, language, message)] == [value]


TAKEN_UP: list[tuple[str, list[tuple[str, str, str | None]]]] = [
    (
        "il tonalizzante l'ho ordinato; il colore della parete passalo a priorità alta",
        [("complete_task", "t3", None), ("update_task", "t2", "high")],
    ),
    (
        "nuoto fatto, il tonalizzante invece spostalo a lunedì",
        [("complete_task", "t1", None), ("update_task", "t3", "2026-11-23")],
    ),
]


@pytest.mark.parametrize(("message", "expected"), TAKEN_UP)
def test_a_record_that_is_taken_up_by_a_small_word_is_that_one(
    engine: Engine, message: str, expected: list[tuple[str, str, str | None]]
) -> None:
    assert said(engine, "it", message) == expected
