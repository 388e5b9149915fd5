"""A list of a day that is said as a bare number, and of a priority that is said in the plural."""

from typing import Any

import pytest

from sayso import Engine

TASKS = [
    {"id": "t1", "number": 1, "title": "order lemons (ordinare i limoni)", "due": "2036-07-11", "priority": "high"}
]
SAID = {
    "en": {"let's see the 11th": {"due": "2036-07-11"}, "what about the 11th": {"due": "2036-07-11"}},
    "it": {
        "che c'è l'11?": {"due": "2036-07-11"},
        "mostrami quelle alte": {"priority": "high"},
        "solo quelle basse": {"priority": "low"},
    },
}


@pytest.mark.parametrize(("language", "message"), [(lang, m) for lang in SAID for m in SAID[lang]])
def test_it_is_what_is_listed(language: str, message: str, engine: Engine) -> None:
    request = {"message": message, "language": language, "now": "2036-07-10T08:40:00+02:00"}
    decision: Any = engine.decide({**request, "context": {"tasks": TASKS}}).to_dict()
    (step,) = decision["steps"]
    assert step["parameters"] == {**SAID[language][message], "filter": "all"}
