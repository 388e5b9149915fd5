"""Values that are told exactly, or turned round by a small word: quoted names, and how little something matters."""

import pytest
from test_onward import told

from sayso import Engine

QUOTED = [
    ("en", "retitle the report as 'annual report' and let it slide to 11 December", "annual report 2026-12-11"),
    ("en", 'retitle the report as "annual report" and let it slide to 11 December', "annual report 2026-12-11"),
    ("en", "add 'phone the engineer' for tomorrow, top priority", "phone the engineer high 2026-11-17"),
    ("it", "rinomina la relazione in 'relazione annuale' e spostala all'11 dicembre", "relazione annuale 2026-12-11"),
]
GOES_ON = [
    ("en", 'add "milk", bread and eggs'),
    ("en", "rename the report to 'Smith' and 'Jones'"),
    ("en", "rename the report to 'annual report', it is for the boss"),
    ("it", "aggiungi 'latte', pane e uova"),
]
LITTLE = [
    ("en", "make the report less important"),
    ("en", "mark the report as not that urgent"),
    ("it", "metti la relazione come poco importante"),
    ("it", "segna la relazione come non troppo urgente"),
    ("it", "metti la relazione tra le cose meno importanti"),
]
OF_OTHERS = [
    ("it", "mia sorella ha rinnovato la sua palestra, lei sì che è brava"),
    ("en", "how big is the stone in this ring"),
    ("it", "quanti sono i continenti"),
]


@pytest.mark.parametrize(("language", "message", "expected"), QUOTED)
def test_a_name_in_quotes_ends_with_them(engine: Engine, language: str, message: str, expected: str) -> None:
    (outcome,) = told(engine, language, [message])
    assert outcome.partition(" ")[0] in ("call", "confirm")
    assert all(value in outcome for value in expected.rsplit(" ", 1)), outcome
    assert "'" not in outcome
    assert '"' not in outcome


@pytest.mark.parametrize(("language", "message"), GOES_ON)
def test_what_follows_a_quoted_name_is_not_dropped_unasked(engine: Engine, language: str, message: str) -> None:
    (outcome,) = told(engine, language, [message])
    assert "call" not in outcome.split(), outcome


@pytest.mark.parametrize(("language", "message"), LITTLE)
def test_what_matters_little_is_low(engine: Engine, language: str, message: str) -> None:
    (outcome,) = told(engine, language, [message])
    assert outcome.endswith("low"), outcome


@pytest.mark.parametrize(("language", "message"), OF_OTHERS)
def test_no_word_is_a_slip_where_nothing_is_asked(engine: Engine, language: str, message: str) -> None:
    assert told(engine, language, [message]) == ["nothing"]
