"""No value that was said is dropped unasked, and what a message says of time is all of it."""

import pytest
from test_onward import told

from sayso import Engine

# a second value that is not understood beside the first one: nothing is done before a yes
LEFT = [
    ("en", "reopen water the plants, due tomorrow"),
    ("en", "reopen water the plants for friday"),
    ("it", "riapri innaffiare le piante, per domani"),
    ("en", "and half an hour after that remind me to put the bread in"),
    ("en", "the day before it remind me to print the slides"),
]
WHOLE = [
    ("en", "move the milk to thursday and make it low priority", "call buy milk 2026-11-19 low"),
    ("en", "add buy eggs tomorrow, high priority", "call buy eggs"),
    ("en", "change the electricity bill to medium and tomorrow", "call pay the electricity bill medium 2026-11-17"),
    ("it", "sposta il latte a giovedì e mettilo a bassa priorità", "call comprare il latte 2026-11-19 low"),
    ("en", "the report is not that important, make it low priority", "call quarterly report low"),
]
HALVES = [
    ("en", "move the dentist an hour and a half later", "2026-11-16T16:30"),
    ("en", "push the dentist back by two hours and a half", "2026-11-16T17:30"),
    ("it", "posticipa il dentista di un'ora e mezza", "2026-11-16T16:30"),
    ("it", "anticipa il dentista di due ore e mezza", "2026-11-16T12:30"),
]
# words that tell machines apart name none by themselves
IDIOMS = ["get off my back", "turn off the back", "get off my back, will you"]


@pytest.mark.parametrize(("language", "message"), LEFT)
def test_a_change_that_lacks_a_value_of_its_message_is_asked_about(engine: Engine, language: str, message: str) -> None:
    (outcome,) = told(engine, language, [message])
    assert not outcome.startswith("call"), outcome


@pytest.mark.parametrize(("language", "message", "expected"), WHOLE)
def test_a_change_with_all_its_values_is_made(engine: Engine, language: str, message: str, expected: str) -> None:
    (outcome,) = told(engine, language, [message])
    assert sorted(expected.split()) == sorted(set(expected.split()) & set(outcome.split())), outcome


@pytest.mark.parametrize(("language", "message", "due"), HALVES)
def test_half_of_one_more_is_counted(engine: Engine, language: str, message: str, due: str) -> None:
    (outcome,) = told(engine, language, [message])
    assert due in outcome, outcome


@pytest.mark.parametrize("message", IDIOMS)
def test_a_word_that_tells_machines_apart_turns_none_off_unasked(engine: Engine, message: str) -> None:
    (outcome,) = told(engine, "en", [message])
    assert not outcome.startswith("call"), outcome


GOES_ON = [
    ("it", ["com'è andata la temperatura della cella ieri?", "e sabato?"], ["call Cella", "2026-11-14"]),
    ("en", ["how warm was the cold room yesterday?", "and on friday?"], ["call Cella", "2026-11-13"]),
    ("it", ["dimmi i gradi di tutti e due i frighi", "e l'umidità?"], ["call Frigo Cucina", "call Frigo Sala"]),
    ("en", ["what's the temperature of both fridges", "and yesterday?"], ["call Frigo Cucina", "call Frigo Sala"]),
    ("en", ["move the gym to friday", "its priority?"], ["call renew the gym membership"]),
    ("en", ["when's the electricity bill due?", "and its note?"], ["call pay the electricity bill"]),
    ("it", ["com'è andata la temperatura della cella ieri?", "e domani?"], ["tomorrow"]),  # what is not yet is due
]


@pytest.mark.parametrize(("language", "messages", "expected"), GOES_ON)
def test_a_question_goes_on_from_what_was_last_looked_at(
    engine: Engine, language: str, messages: list[str], expected: list[str]
) -> None:
    *_, outcome = told(engine, language, messages)
    assert all(part in outcome for part in expected), outcome
