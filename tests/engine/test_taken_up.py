"""What was once lost between hearing and deciding: several records, slips, names among other words, talk in between."""

import pytest
from test_onward import told

from sayso import Engine

SINGLE = [
    # several records in one order are each meant
    ("en", "tick off the flights, mark's invoice and the electricity", ["book flights to Lisbon", "invoice", "bill"]),
    ("en", "scrap the gym and the dentist ones", ["renew the gym membership", "call the dentist"]),
    ("it", "metti urgenti la farina e il dentista", ["ordinare farina e lievito", "chiamare il dentista"]),
    (
        "it",
        "sposta a domenica tutte quelle con priorità alta",
        ["pagare la bolletta della luce", "relazione trimestrale"],
    ),
    # a name in a question about the list is looked for
    ("en", "is there yeast on my list", ["yeast"]),
    ("it", "ho qualcosa in lista sulla palestra?", ["palestra"]),
    # slips
    ("en", "set the ovne to 190", ["Forno", "190"]),
    ("it", "metti la rellazione a priorità bassa", ["relazione trimestrale", "low"]),
    # two letters off may well be another name
    ("it", "segna fatto chiamare Marcello", ["failed"]),
    # how far something is moved, and what is no hour
    ("en", "could the report get another week", ["quarterly report", "2026-11-27"]),
    ("it", "il dentista tre quarti d'ora prima", ["chiamare il dentista", "14:15"]),
    ("en", "lower both fridges by one degree", ["Frigo Cucina", "Frigo Sala", "-1"]),
    # more words than a name
    ("it", "blocca la cella a doppia mandata", ["Cella", "lock_door"]),
    ("en", "how much power is the oven guzzling", ["Forno", "power"]),
    # what is not listed is said to be missing, and an adjective in a name is no repetition
    ("en", "move the meeting with Bianca to friday", ["failed"]),
    ("it", "sposta la relazione trimestrale a lunedì", ["relazione trimestrale", "2026-11-23"]),
]


@pytest.mark.parametrize(("language", "message", "parts"), SINGLE)
def test_what_was_heard_is_decided(language: str, message: str, parts: list[str], engine: Engine) -> None:
    found = told(engine, language, [message])[0]
    assert all(part in found for part in parts), found


def test_a_repetition_is_not_made_of_a_word_in_a_name(engine: Engine) -> None:
    assert "FREQ" not in told(engine, "it", ["sposta la relazione trimestrale a lunedì"])[0]
    assert "FREQ=WEEKLY" in told(engine, "it", ["rendi la palestra settimanale"])[0]


def test_one_name_of_several_is_never_done_alone(engine: Engine) -> None:
    found = told(engine, "en", ["tick off the dentist, the zorblax and the electricity"])[0]
    assert "call call the dentist" not in found.split(" + ")


@pytest.mark.parametrize(
    ("language", "messages", "parts"),
    [
        ("en", ["turn the oven on", "what a day", "put it to 210"], ["Forno", "set_temperature", "210"]),
        ("it", ["accendi il forno", "mamma mia che caldo", "spegnilo"], ["Forno", "turn_off"]),
        ("en", ["what are the temps of both fridges", "set them both to 5"], ["Frigo Cucina", "Frigo Sala", "5"]),
        ("it", ["segna fatta la relazione", "no, non l'ho finita, riaprila", "è urgente"], ["relazione", "high"]),
        ("en", ["what was the highest temperature in the cold room since saturday", "and the lowest?"], ["min"]),
    ],
)
def test_a_conversation_is_taken_up_again(language: str, messages: list[str], parts: list[str], engine: Engine) -> None:
    found = told(engine, language, messages)[-1]
    assert all(part in found for part in parts), found


def test_what_is_done_is_not_moved_by_a_day_alone(engine: Engine) -> None:
    found = told(engine, "en", ["what's due tomorrow", "that one's done", "and friday"])[-1]
    assert "2026-11-20" in found
    assert "milk" not in found


def test_naming_a_machine_never_repeats_the_last_command(engine: Engine) -> None:
    found = told(engine, "en", ["turn the oven on", "put it to 240", "turn the oven back on again"])[-1]
    assert "set_temperature" not in found


def test_what_was_spoken_of_before_something_unclear_is_asked_about(engine: Engine) -> None:
    messages = ["move the dentist to friday", "blorg the wibble frunk", "make it monday"]
    assert not told(engine, "en", messages)[-1].startswith("call")


def test_words_that_nobody_knows_are_no_command(engine: Engine) -> None:
    assert told(engine, "en", ["fridge blorg"]) == ["nothing"]


def test_a_question_whether_it_is_so_changes_nothing(engine: Engine) -> None:
    found = told(engine, "it", ["sposta la relazione a lunedì", "e urgentissima lo è già?"])[-1]
    assert "high" not in found


@pytest.mark.parametrize(
    ("language", "message", "expected"),
    [
        ("en", "complete the milk, the flour stays", "call buy milk"),
        ("it", "segna fatto il latte, la farina no", "call comprare il latte"),
        (
            "it",
            "spunta il latte, il dentista lo faccio domani",
            "call comprare il latte + confirm chiamare il dentista 2026-11-17T15:00:00+01:00",  # it is moved, not done
        ),
    ],
)
def test_what_is_said_of_another_record_after_a_comma_is_not_done_to_it(
    language: str, message: str, expected: str, engine: Engine
) -> None:
    assert told(engine, language, [message]) == [expected]
