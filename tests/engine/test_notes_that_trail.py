"""A note at the end of what is said of a record, in the words that people say it with; and what only looks like one."""

import pytest

from sayso import Engine

NOW = "2026-11-16T10:00:00+01:00"
TASKS = {
    "en": ["call the dentist", "hand in the lab notes", "bridal trial with Federica", "pay the gas bill"],
    "it": ["chiamare il dentista", "mandare le fatture di gennaio", "pagare la bolletta"],
}
NOTED = [
    ("en", "the dentist to monday, with the note bring the card", "bring the card"),
    ("en", "move the gas bill to friday and put a note that it's the last reminder", "it's the last reminder"),
    ("en", "Federica at 4pm tomorrow, note that she brings her mother", "she brings her mother"),
    ("en", 'move the gas bill to the 25th and put the note "by bank transfer" on it', "by bank transfer"),
    ("it", "sposta il dentista a lunedì con la nota portare la tessera", "portare la tessera"),
    (
        "it",
        "le fatture priorità alta e nelle note scrivi che vanno anche al commercialista",
        "vanno anche al commercialista",
    ),
]
NONE = [
    (
        "en",
        "new to-dos: 1) hand in the big lab notes 24 nov 2) pay back Yusuf 3) get a card 28 nov",
        [None, None, None],
    ),
    ("it", "le fatture a priorità media, la nota lasciala", [None]),
]


def noted(engine: Engine, language: str, message: str) -> list[object]:
    tasks = [{"id": f"t{i}", "number": i, "title": t} for i, t in enumerate(TASKS[language], 1)]
    decision = engine.decide({"message": message, "now": NOW, "context": {"tasks": tasks}}).to_dict()
    steps = decision["steps"]
    assert isinstance(steps, list)
    return [s["parameters"].get("new_description", s["parameters"].get("description")) for s in steps]


@pytest.mark.parametrize(("language", "message", "note"), NOTED)
def test_the_note_at_the_end_is_the_records(language: str, message: str, note: str, engine: Engine) -> None:
    assert noted(engine, language, message) == [note]


@pytest.mark.parametrize(("language", "message", "notes"), NONE)
def test_what_only_looks_like_one_is_none(language: str, message: str, notes: list[object], engine: Engine) -> None:
    assert noted(engine, language, message) == notes
