"""After a value that was given: another one that somebody said, which is asked about; what they say of anything else is
no order."""

import pytest
from test_onward import told

from sayso import Engine

VALUES = [
    ("en", ["set the oven to 180", "no i said 170"], "confirm Forno set_temperature {'temperature': 170}"),
    (
        "en",
        ["set the oven to 180", "hang on, he said 175, not 180"],
        "confirm Forno set_temperature {'temperature': 175}",
    ),
    (
        "en",
        ["move the report to friday at 3", "ah no sorry, half four she said"],
        "confirm quarterly report 2026-11-20T16:30:00+01:00",
    ),
    ("it", ["metti il forno a 180", "no, ha detto 175"], "confirm Forno set_temperature {'temperature': 175}"),
    (
        "it",
        ["sposta la palestra a venerdì", "no dice giovedì"],
        "confirm rinnovare l'abbonamento in palestra 2026-11-19",
    ),
]
NO_ORDERS = [
    ("en", ["set the oven to 180", "he said 170 is too low"]),
    ("en", ["move the report to friday at 3", "she said delete it"]),
    ("en", ["move the report to friday at 3", "did she say monday?"]),
    ("it", ["sposta la palestra a venerdì", "ha detto che la cancella"]),
]


@pytest.mark.parametrize(("language", "messages", "expected"), VALUES)
def test_a_value_that_somebody_said_is_asked_about(
    engine: Engine, language: str, messages: list[str], expected: str
) -> None:
    assert told(engine, language, messages)[-1] == expected


@pytest.mark.parametrize(("language", "messages"), NO_ORDERS)
def test_what_somebody_says_is_no_order(engine: Engine, language: str, messages: list[str]) -> None:
    assert told(engine, language, messages)[-1] == "nothing"
