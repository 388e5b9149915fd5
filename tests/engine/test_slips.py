"""Slips of the fingers: what nothing would come of is read as the nearest words that are known, and asked about."""

import random
from collections import Counter
from collections.abc import Callable, Iterator

import pytest
from test_onward import told

from sayso import Engine

SAID = [
    ("it", "ferma il ciclo dell'abatitore", "confirm Abbattitore stop_cycle"),  # letters once that are twice
    ("it", "sposta la boleta a venerdì", "confirm pagare la bolletta della luce 2026-11-20"),
    ("it", "segna come fatto il late", "confirm comprare il latte"),
    ("it", "completa comprare il altte", "confirm comprare il latte"),  # the first two changed places
    ("it", "metti il rfigo sala a 4 gradi", "confirm Frigo Sala set_temperature"),
    ("it", "accendi la luve della cella", "confirm Cella turn_on_light"),  # the key beside
    ("en", "turn off the ovn", "confirm Forno turn_off"),  # one that is missing
    ("en", "lock the cold rooom", "confirm Cella lock_door"),
    ("en", "what is the temperature of the bblast chiller", "call Abbattitore"),  # reads are not asked about
    ("en", "set the dining rooom fridge to 4 degrees", "confirm Frigo Sala set_temperature"),
]
# words that look like slips of others, and are none
NOTHING = [
    "fingers crossed it's cheaper",
    "good morning, how are you keeping?",
    "the dental floss is over there",
    "che bella giornata",
    "la fornaia è gentile",
]
PLAIN = {
    "en": [
        ("turn off the oven", "Forno turn_off"),
        ("turn on the light in the cold room", "Cella turn_on_light"),
        ("lock the cold room", "Cella lock_door"),
        ("start defrost on the kitchen fridge", "Frigo Cucina start_defrost"),
        ("mark the dentist as done", "call the dentist"),
        ("delete the gym membership", "renew the gym membership"),
        ("move the electricity bill to friday", "pay the electricity bill 2026-11-20"),
    ],
    "it": [
        ("spegni il forno", "Forno turn_off"),
        ("accendi la luce della cella", "Cella turn_on_light"),
        ("blocca la cella", "Cella lock_door"),
        ("avvia lo sbrinamento del frigo cucina", "Frigo Cucina start_defrost"),
        ("segna il dentista come fatto", "chiamare il dentista"),
        ("elimina la palestra", "rinnovare l'abbonamento in palestra"),
        ("sposta la bolletta a venerdì", "pagare la bolletta della luce 2026-11-20"),
    ],
}
ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
BESIDE = {row[i]: row[i - 1 : i] + row[i + 1 : i + 2] for row in ROWS for i in range(len(row))}
LEAST = 5  # letters of a word that gets a slip here: of fewer some are other words


def _lost(word: str, chance: random.Random) -> str:
    at = chance.randrange(1, len(word))
    return word[:at] + word[at + 1 :]


def _twice(word: str, chance: random.Random) -> str:
    at = chance.randrange(len(word))
    return word[:at] + word[at] + word[at:]


def _swapped(word: str, chance: random.Random) -> str:
    at = chance.randrange(len(word) - 1)
    return word[:at] + word[at + 1] + word[at] + word[at + 2 :]


def _beside(word: str, chance: random.Random) -> str:
    at = chance.randrange(1, len(word))
    return word[:at] + chance.choice(BESIDE.get(word[at], word[at])) + word[at + 1 :]


SLIPS: tuple[Callable[[str, random.Random], str], ...] = (_lost, _twice, _swapped, _beside)


def _slipped(sentence: str, chance: random.Random) -> Iterator[str]:
    """The sentence with every kind of slip in each of its longer words."""
    words = sentence.split()
    for i, word in enumerate(words):
        for slip in SLIPS:
            other = slip(word, chance) if len(word) >= LEAST and word.isalpha() else word
            if other != word:
                yield " ".join((*words[:i], other, *words[i + 1 :]))


@pytest.mark.parametrize(("language", "message", "expected"), SAID, ids=[s[1] for s in SAID])
def test_what_is_meant_by_a_slip_is_asked_about(engine: Engine, language: str, message: str, expected: str) -> None:
    assert told(engine, language, [message])[0].startswith(expected)


@pytest.mark.parametrize("message", NOTHING)
def test_another_word_is_no_slip(engine: Engine, message: str) -> None:
    language = "it" if message.startswith(("che", "la ")) else "en"
    assert told(engine, language, [message]) == ["nothing"]


@pytest.mark.parametrize("language", ["en", "it"])
def test_a_slip_seldom_hides_and_never_changes_what_is_meant(engine: Engine, language: str) -> None:
    chance, came = random.Random(20261116), Counter[str]()
    for sentence, meant in PLAIN[language]:
        for slipped in _slipped(sentence, chance):
            (outcome,) = told(engine, language, [slipped])
            if outcome.startswith(("call ", "confirm ")):
                assert meant in outcome, (slipped, outcome)
                came["meant"] += 1
            else:
                came["not"] += 1
    print(language, dict(came))
    assert came["meant"] > 0.9 * came.total()
