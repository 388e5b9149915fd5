"""A day that another language says is read, whatever language the message is in; its words are its source."""

from itertools import product

import pytest
from machines_said import steps_of

from sayso import Engine

NOW = "2026-11-18T10:00:00+01:00"  # a wednesday
TASKS = [{"id": "t1", "title": "chiamare il bottaio"}, {"id": "t2", "title": "wash the van"}]
DAYS = {
    "it": [
        ("domani", "2026-11-19"),
        ("venerdì", "2026-11-20"),
        ("dopodomani", "2026-11-20"),
        ("lunedì prossimo", "2026-11-23"),
    ],
    "en": [("tomorrow", "2026-11-19"), ("friday", "2026-11-20"), ("next monday", "2026-11-23")],
}
FRAMES = {
    "it": ["remind me to feed the cat {}", "move wash the van to {}", "can you show me what is due {}"],
    "en": ["ricordami di comprare il pane {}", "sposta chiamare il bottaio a {}", "cosa c'è da fare {}"],
}
CASES = [(f.format(said), said, day) for of in DAYS for f, (said, day) in product(FRAMES[of], DAYS[of])]


@pytest.mark.parametrize(("message", "words", "day"), CASES)
def test_a_day_of_another_language_is_meant_and_stands_in_no_title(
    engine: Engine, message: str, words: str, day: str
) -> None:
    (step,) = steps_of(engine, {"message": message, "now": NOW, "context": {"tasks": TASKS}})
    given = step["parameters"]
    due = given.get("new_due") or given.get("due")
    assert due in (day, "tomorrow" if day == "2026-11-19" else day)
    assert words not in str(given.get("title", ""))
    key = "new_due" if "new_due" in given else "due"
    start, end = step["sources"][key]["span"]
    assert words in message[start:end] or message[start:end] in words


def test_a_week_of_another_language_is_that_week(engine: Engine) -> None:
    (step,) = steps_of(engine, {"message": "cosa c'è da fare next week", "now": NOW, "context": {"tasks": TASKS}})
    assert step["parameters"]["due"] == "next_week"


def test_a_name_that_is_a_day_elsewhere_stays_a_name_where_the_language_knows_it(engine: Engine) -> None:
    (step,) = steps_of(engine, {"message": "add call Domenico", "now": NOW, "context": {"tasks": TASKS}})
    assert step["parameters"]["title"] == "call Domenico"
    assert "due" not in step["parameters"]
