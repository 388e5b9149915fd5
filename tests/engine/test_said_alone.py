"""What is surely heard in a message counts where the words around it hid it: remarks, denials, several orders."""

import pytest
from test_onward import told

from sayso import Engine

DAY = "2026-11-15T00:00:00+01:00 2026-11-16T00:00:00+01:00"
GOES_ON = {
    "a remark hides nothing": [
        (
            "it",
            ["la farina quando scade?", "mettila alta che se resto senza chiudo"],
            "confirm ordinare farina e lievito high",
        ),
        ("en", ["turn on the oven", "smells like burning, off off off"], "confirm Forno turn_off"),
        ("it", ["accendi il forno", "okay le pizze so' uscite, spegnilo"], "confirm Forno turn_off"),
        (
            "it",
            ["accendi il forno", "mi pare caldino, abbassalo di un grado"],
            "call Forno lower_temperature {'temperature': {'by': -1}}",
        ),
        ("en", ["unlock the cold room", "lock up again"], "confirm Cella lock_door"),
        (
            "en",
            ["when is the gym due?", "bump it up to the 25th, I'll be away at the end of the month"],
            "confirm renew the gym membership 2026-11-25",
        ),
        (
            "it",
            ["sposta la farina a sabato alle 10", "mercoledì no, c'è sciopero: giovedì"],
            "confirm ordinare farina e lievito 2026-11-19T10:00:00+01:00",
        ),
        (
            "en",
            ["push the report to friday", "scrap that, my boss wants it thursday"],
            "confirm quarterly report 2026-11-19",
        ),
    ],
    "what is denied is the other value": [
        ("en", ["move the report to friday", "no, not friday, saturday"], "call quarterly report 2026-11-21"),
        (
            "en",
            ["set the cold room to 3 degrees", "wait, no, 2 not 3"],
            "call Cella set_temperature {'temperature': 2}",
        ),
        ("it", ["segna il latte come fatto", "la farina, non il latte"], "call + call ordinare farina e lievito"),
        ("en", ["add buy candles", "and it's candlesticks, not candles"], "confirm buy candles buy candlesticks"),
        ("it", ["metti l'abbattitore a 2", "a meno cinque"], "call Abbattitore set_temperature {'temperature': -5}"),
    ],
    "the same question of another time or subject": [
        (
            "en",
            ["how warm was the cold room yesterday on average?", "what about on the 14th"],
            "call Cella ['temperature'] 2026-11-14T00:00:00+01:00 2026-11-15T00:00:00+01:00 average",
        ),
        (
            "en",
            ["how warm was the cold room yesterday on average?", "same figure for the kitchen fridge"],
            f"call Frigo Cucina ['temperature'] {DAY} average",
        ),
        ("en", ["which machines do I have?", "and how many of them are offline?"], "call False"),
        ("it", ["quali macchine risultano scollegate?", "e quelle collegate?"], "call True"),
    ],
    "another stretch, another repetition": [
        (
            "en",
            ["remind me in an hour to check the dough", "make that two hours"],
            "call check the dough 2026-11-16T12:00:00+01:00",
        ),
        (
            "en",
            ["move the dentist an hour earlier", "make it two hours"],
            "call call the dentist 2026-11-16T13:00:00+01:00",
        ),
        (
            "it",
            ["la bolletta della luce falla ripetere ogni mese", "macché, arriva ogni due mesi"],
            "confirm pagare la bolletta della luce FREQ=MONTHLY;INTERVAL=2",
        ),
    ],
    "the other one of two": [
        (
            "en",
            [
                "show me the high priority tasks",
                "the one about electricity is paid",
                "three more days for the other one",
            ],
            "confirm quarterly report 2026-11-23",
        ),
    ],
    "an answer with words around it": [
        ("en", ["turn off the fridge light", "the kitchen one, obviously"], "call Frigo Cucina turn_off_light"),
        ("en", ["list the low ones", "make the flights high", "high ones again pls"], "call high"),
    ],
}
ALONE = [
    (
        "en",
        "move the report to thursday and make the Lisbon flights high priority",
        "call quarterly report 2026-11-19 + call book flights to Lisbon high",
    ),
    (
        "it",
        "il latte l'ho preso e Marco mettilo urgente",
        "confirm comprare il latte + confirm chiamare Marco per la fattura high",
    ),
    ("en", "close and then lock the cold room", "confirm Cella close_door + confirm Cella lock_door"),
    (
        "en",
        "oven off, chiller stopped, cold room locked up again",
        "confirm Forno turn_off + confirm Abbattitore stop_cycle + confirm Cella lock_door",
    ),
    ("en", "get rid of the gym membership task, I'm quitting anyway", "confirm renew the gym membership"),
    ("it", "le piante riaprile, vanno bagnate di nuovo", "confirm innaffiare le piante pending"),
    ("en", "change the electricity bill to medium and tomorrow", "call pay the electricity bill medium 2026-11-17"),
    (
        "it",
        "cancella il latte, no fermo, non cancellarlo, spostalo solo a giovedì",
        "call comprare il latte 2026-11-19",
    ),
    ("it", "il latte rimandalo di ventiquattr'ore", "confirm comprare il latte 2026-11-18"),
]
# an order that is none, and talk
NOTHING = [
    ("en", ["leave the oven on for now"]),
    ("it", ["lascia acceso il forno"]),
    ("it", ["aggiungi chiamare il notaio", "lei è gentilissimo"]),
    ("it", ["cambia la relazione", "grazie cara, sei un angelo"]),
    ("en", ["set the oven to 180", "not 200"]),
    ("it", ["segna il latte come fatto", "la farina però"]),
    ("en", ["mark the milk as done", "the flour, no"]),
    ("en", ["mark the milk as done", "it is not pending"]),
    ("it", ["accendi il forno", "non ho finito, non spegnere"]),
    ("en", ["delete the milk...", "oh no"]),
    ("en", ["turn off the fridge light", "the kitchen one, no"]),
]
EXCEPTED = [
    ("it", ["segna il latte come fatto", "però la farina no"]),
    ("it", ["accendi la luce del forno", "ma quella della cella no"]),
    ("en", ["mark the milk as done", "but the flour no"]),
    ("it", ["spegni la luce del frigo", "tutti tranne quello in cucina"]),
    ("en", ["turn off the fridge light", "not the kitchen one obviously"]),
]
ASKED = [
    ("en", ["put the dining room fridge light on", "start defrosting a fridge too"]),
    ("en", ["turn off the oven light", "set the oven temperature"]),
    ("it", ["spegni la luce del frigo", "quello in cucina no"]),
]


@pytest.mark.parametrize(
    ("language", "messages", "expected"),
    [pytest.param(*c, id=f"{k}: {c[1][-1]}") for k, v in GOES_ON.items() for c in v],
)
def test_a_conversation_goes_on(engine: Engine, language: str, messages: list[str], expected: str) -> None:
    assert told(engine, language, messages)[-1] == expected


@pytest.mark.parametrize(("language", "message", "expected"), ALONE)
def test_all_that_is_said_is_done_and_nothing_else(engine: Engine, language: str, message: str, expected: str) -> None:
    assert told(engine, language, [message]) == [expected]


@pytest.mark.parametrize(("language", "messages"), NOTHING)
def test_what_asks_for_nothing_does_nothing(engine: Engine, language: str, messages: list[str]) -> None:
    assert told(engine, language, messages)[-1] == "nothing"


@pytest.mark.parametrize(("language", "messages"), EXCEPTED)
def test_what_a_no_excepts_is_left_alone(engine: Engine, language: str, messages: list[str]) -> None:
    assert not told(engine, language, messages)[-1].startswith(("call", "confirm"))


@pytest.mark.parametrize(("language", "messages"), ASKED)
def test_what_is_left_open_is_asked(engine: Engine, language: str, messages: list[str]) -> None:
    assert told(engine, language, messages)[-1].startswith("ask")
