"""A follow-up is decided by what is surely heard in it, where nothing comes of it with the words around; an open
question is answered by what one of those that were offered is for."""

import pytest
from test_onward import told

from sayso import Engine

GOES_ON = [
    ("en", ["temperature of the cold room", "same question for the blast chiller"], "call Abbattitore ['temperature']"),
    (
        "en",
        ["temperature of the kitchen fridge", "same figure for the dining room fridge"],
        "call Frigo Sala ['temperature']",
    ),
    ("it", ["quanti gradi ha la cella?", "stessa domanda per l'abbattitore"], "call Abbattitore ['temperature']"),
    ("it", ["imposta il forno a 200", "no aspetta, 190"], "call Forno set_temperature {'temperature': 190}"),
    ("it", ["imposta il forno a 200", "no aspe, 190"], "call Forno set_temperature {'temperature': 190}"),
    ("en", ["set the oven to 180", "no, plus 3 I meant"], "confirm Forno raise_temperature {'temperature': {'by': 3}}"),
]
DENIED = [
    ("it", ["accendi la luce del forno", "ma non quella del frigo cucina"]),
    ("it", ["sposta la relazione a lunedì", "e urgentissima lo è già?"]),
    ("it", ["sposta la bolletta a venerdì", "per ora lascia stare la bolletta, non toccare niente"]),
    ("en", ["move the gym to friday", "for now leave the gym where it is"]),
    ("en", ["turn on the oven light", "not the kitchen fridge"]),
    ("en", ["turn on the oven light", "not at all the kitchen fridge"]),
    ("it", ["accendi la luce del forno", "non il frigo cucina"]),
    ("it", ["accendi la luce del forno", "non certo per il frigo cucina"]),
]
WHICH = [
    ("it", ["metti il frigo a 4 gradi", "quello delle bibite"], "call Frigo Sala set_temperature"),
    ("en", ["start defrosting the fridge", "the one with the drinks"], "call Frigo Sala start_defrost"),
]


@pytest.mark.parametrize(("language", "messages", "expected"), [*GOES_ON, *WHICH])
def test_a_conversation_goes_on(engine: Engine, language: str, messages: list[str], expected: str) -> None:
    assert told(engine, language, messages)[-1].startswith(expected)


@pytest.mark.parametrize(("language", "messages"), DENIED)
def test_what_is_denied_or_only_asked_changes_nothing(engine: Engine, language: str, messages: list[str]) -> None:
    outcome = told(engine, language, messages)[-1]
    assert not outcome.startswith(("call", "confirm")), outcome
