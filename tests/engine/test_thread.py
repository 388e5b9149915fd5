"""Conversations that go on, by family: what a follow-up changes, takes back, adds, or asks for besides."""

import pytest
from test_onward import told

from sayso import Engine

CASES = [
    # an act of its own takes nothing back
    ("it", ["segna fatto il latte", "la palestra invece rimandala..."], None),
    # the date, the note and the repetition are taken off
    ("en", ["add pay the rent for december 5", "clear the due date"], "call pay the rent "),
    ("it", ["aggiungi saldo affitto per il 5 dicembre", "togli la data"], "call saldo affitto "),
    ("en", ["add mop the floor every tuesday", "it needn't repeat any more"], "call mop the floor "),
    ("it", ["aggiungi stirare ogni martedì", "non deve più ripetersi"], "call stirare "),
    # how often, put otherwise
    ("en", ["add mop the floor every tuesday", "monthly would be better"], "call mop the floor FREQ=MONTHLY"),
    (
        "en",
        ["add mop the floor every tuesday", "not on tuesdays, on thursdays"],
        "call mop the floor FREQ=WEEKLY;BYDAY=TH",
    ),
    ("it", ["aggiungi stirare ogni martedì", "il venerdì invece del martedì"], "call stirare FREQ=WEEKLY;BYDAY=FR"),
    # two fields of one record, two requests of different kinds
    (
        "en",
        ["add pay the rent for december 5", "call it house rent and clear the due date"],
        "confirm pay the rent house rent ",
    ),
    ("en", ["tick the milk and delete the gym"], "confirm buy milk + confirm renew the gym membership"),
    ("en", ["add buy basil and tell me what's on tomorrow"], "confirm buy basil + call tomorrow"),
    # corrections
    ("en", ["move the gym to tuesday", "i said the gym but i meant the flour"], "order flour and yeast 2026-11-17"),
    ("it", ["aggiungi chiamare l'idraulico giovedì alle 15", "ho detto 15 ma volevo dire 16"], "2026-11-19T16"),
    ("it", ["aggiungi chiamare l'idraulico domani", "non è l'idraulico, è il fabbro"], "chiamare il fabbro"),
    # lists, and what was undone
    ("en", ["what's on this week?", "and the week after?"], "next_week"),
    ("en", ["what's low priority?", "make them all medium"], "confirm book flights to Lisbon"),
    ("it", ["sposta il latte a venerdì", "annulla", "no, la modifica andava bene"], "confirm"),
]


@pytest.mark.parametrize(("language", "messages", "last"), CASES, ids=lambda v: v[-1] if isinstance(v, list) else None)
def test_a_follow_up_is_about_what_was_spoken_of(
    engine: Engine, language: str, messages: list[str], last: str | None
) -> None:
    found = told(engine, language, messages)[-1]
    if last is None:
        assert "call" not in found
    else:
        assert last in found or last.strip() == found.strip(), found


MACHINES = [
    ("en", ["turn on the oven light", "same again for the cold room", "turn them both off"], ["Forno", "Cella"]),
    ("it", ["metti il frigo cucina a 4", "idem con il frigo sala", "portali a 5"], ["Frigo Cucina", "Frigo Sala"]),
    ("en", ["how warm is the cold room?", "take it down two degrees"], ["Cella", "-2"]),
    ("it", ["a quanto sta la cella?", "scendi di un grado"], ["Cella", "-1"]),
    ("en", ["turn on the oven", "turn it off, it's baked"], ["Forno"]),
]


@pytest.mark.parametrize(
    ("language", "messages", "parts"), MACHINES, ids=lambda v: v[-1] if isinstance(v, list) else None
)
def test_a_command_goes_to_those_that_were_spoken_of(
    engine: Engine, language: str, messages: list[str], parts: list[str]
) -> None:
    found = told(engine, language, messages)[-1]
    assert all(part in found for part in parts), found
