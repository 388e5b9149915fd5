"""A status or a priority that was heard is kept: in slang, with a slip, and beside another change."""

from typing import Any

import pytest

from sayso import Engine

NOW = "2036-07-10T08:40:00+02:00"
LISTED = {
    "en": (
        ("wats overdeu", "filter", "overdue"),
        ("show ovredue taskss", "filter", "overdue"),
        ("hwo many are ovredue", "filter", "overdue"),
    ),
    "it": (
        ("le urgenze, quali sono", "priority", "high"),
        ("quante urgenze abbiamo?", "priority", "high"),
        ("quante ne ho lasciate scadere", "filter", "overdue"),
        ("Quante cose ad alta priorità non ho ancora fatto?", "filter", "pending"),
    ),
}
BESIDE = (
    ("en", "website photos: friday, and make em high", {"new_due": "2036-07-11", "new_priority": "high"}),
    ("en", "website photos should be done by monday, low priority.", {"new_due": "2036-07-14", "new_priority": "low"}),
)


def steps_of(message: str, language: str, engine: Engine) -> list[dict[str, Any]]:
    tasks = [{"id": "t1", "number": 1, "title": "update the website photos (aggiornare le foto del sito)"}]
    request = {"message": message, "now": NOW, "language": language, "context": {"tasks": tasks}}
    decision: Any = engine.decide(request).to_dict()
    found: list[dict[str, Any]] = decision["steps"]
    return found


@pytest.mark.parametrize(
    ("language", "message", "name", "value"), [(lang, *said) for lang in LISTED for said in LISTED[lang]]
)
def test_a_list_is_narrowed_by_what_was_heard(
    language: str, message: str, name: str, value: str, engine: Engine
) -> None:
    (step,) = steps_of(message, language, engine)
    assert (step["tool_name"], step["parameters"][name]) == ("list_tasks", value)


@pytest.mark.parametrize(("language", "message", "values"), BESIDE)
def test_a_priority_beside_another_change_is_kept(
    language: str, message: str, values: dict[str, str], engine: Engine
) -> None:
    (step,) = steps_of(message, language, engine)
    assert step["status"] == "confirm"
    assert step["parameters"] == {"task_identifier": "t1", **values}
