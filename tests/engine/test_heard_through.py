"""What was surely heard is decided: beside what is denied, among insults and reasons, in lists and corrections."""

import pytest
from test_onward import told

from sayso import Engine

SINGLE = [
    # what is asked for beside something that is denied
    ("en", "gym low priority, I don't go any more", ["renew the gym membership", "low"]),
    ("it", "non mi serve più il dentista, cancellalo pure", ["chiamare il dentista"]),
    ("en", "push the flour order to monday, I can't do thursday", ["order flour and yeast", "2026-11-23"]),
    ("en", "new task, not urgent: oil the hinges", ["oil the hinges", "low"]),
    # a listed record where a pattern heard a subject or something new
    ("en", "kill the flights entry, we are driving", ["book flights to Lisbon"]),
    ("it", "annota sulla relazione che mancano due grafici", ["relazione trimestrale", "mancano due grafici"]),
    # a day by its number
    ("en", "the report's new date is the 26th", ["quarterly report", "2026-11-26"]),
    ("en", "move the report to tuesday the 24th", ["quarterly report", "2026-11-24"]),
    # words that only colour, and what a record is called beside its name
    ("en", "shove the sodding report to friday", ["quarterly report", "2026-11-20"]),
    ("it", "togli quella rottura della palestra", ["rinnovare l'abbonamento in palestra"]),
    ("it", "spegni 'sto rottame di forno", ["Forno", "turn_off"]),
    ("en", "bin the gym stuff", ["renew the gym membership"]),
    ("it", "quella lì del dentista portala a media", ["chiamare il dentista", "medium"]),
    # both of two that bear a word, those of a state, all machines that have a light
    ("en", "make both calls urgent", ["call the dentist", "call Mark about the invoice", "high"]),
    ("it", "le scadute spostale a domani", ["pulire i filtri della cappa", "2026-11-17"]),
    ("it", "i due inviti, dentista e Marco, spostali a sabato", ["chiamare il dentista", "chiamare Marco"]),
    ("it", "segna fatti sia il latte che il dentista", ["call comprare il latte + call chiamare il dentista"]),
    ("it", "elimina sia i voli che la farina", ["prenotare i voli per Lisbona", "ordinare farina e lievito"]),
    ("it", "accendi le luci di tutte le macchine", ["Frigo Cucina", "Frigo Sala", "Forno", "Cella"]),
    ("it", "abbassa di un grado tutti e due i frigo", ["Frigo Cucina", "Frigo Sala", "-1"]),
    # two orders in one breath
    ("en", "oven to 170 and start the blast chiller", ["Forno", "170", "Abbattitore", "start_cycle"]),
    # whole titles, each with its own priority, one for each item
    ("en", "every monday nudge me to fill in my timesheet", ["fill in my timesheet"]),
    ("it", "segna lavare i vetri, priorità bassa, e chiamare Gino, priorità alta", ["lavare i vetri", "low", "high"]),
    ("en", "new tasks 1) print menus 2) order napkins by wednesday 3) train the new waiter", ["train the new waiter"]),
    ("en", "add:\n- oil the gate\n- bleed the radiators", ["oil the gate +", "bleed the radiators"]),
    # lists
    ("en", "what does my week look like", ["this_week"]),
    ("en", "next week's chores", ["next_week"]),
    # stretches of time
    ("en", "cold room temperature between 2pm and 4pm yesterday", ["Cella", "2026-11-15T14:00", "2026-11-15T16:00"]),
    ("it", "temperature della cella dal 10 al 12 novembre", ["Cella", "2026-11-10T00:00", "2026-11-13T00:00"]),
    ("it", "temperatura media della cella da venerdì 13", ["Cella", "2026-11-13T00:00"]),
    # why something is wanted
    ("en", "oven light on so I can see the bread", ["Forno", "turn_on_light"]),
    # numbers of several words
    ("en", "set the oven to one hundred and ninety degrees", ["Forno", "190"]),
    ("en", "lower the cold room by one and a half degrees", ["Cella", "-1.5"]),
    # corrections
    ("en", "move the milk to thursday, er, friday", ["buy milk", "2026-11-20"]),
    ("en", "delete the flour, sorry, not the flour, the gym one", ["renew the gym membership"]),
    ("it", "cancella il latte... no, la farina", ["ordinare farina e lievito"]),
    # slips
    ("en", "kithcen frigde lihgt on", ["Frigo Cucina", "turn_on_light"]),
    ("it", "ricordami di stirare le camicie gioevdì", ["stirare le camicie", "2026-11-19"]),
]


@pytest.mark.parametrize(("language", "message", "parts"), SINGLE)
def test_what_was_surely_heard_is_decided(language: str, message: str, parts: list[str], engine: Engine) -> None:
    found = told(engine, language, [message])[0]
    assert all(part in found for part in parts), found


@pytest.mark.parametrize(
    ("language", "message", "other"),
    [
        ("en", "delete the flour, sorry, not the flour, the gym one", "order flour"),
        ("it", "cancella il latte... no, la farina", "comprare il latte"),
        ("en", "set the oven to one hundred and ninety degrees", "90,"),
        ("it", "l'elenco di tutto, fatte e da fare", "completed"),
        ("en", "keep the milk, delete the flights", "buy milk"),
        ("en", "delete the flights but leave the milk", "buy milk"),
        ("en", "delete neither the milk nor the flights", "confirm"),
        ("it", "tieni il latte, elimina i voli", "comprare il latte"),
        ("it", "tieni il latte e butta via il resto", "comprare il latte"),
    ],
)
def test_nothing_else_is_meant(language: str, message: str, other: str, engine: Engine) -> None:
    assert other not in told(engine, language, [message])[0]


@pytest.mark.parametrize(
    "message",
    [
        "the milk, do not delete it",
        "delete the milk, no wait don't",
        "what a day, so the oven broke and I cried",
        "I hate mondays because of you",
    ],
)
def test_what_asks_for_nothing_stays_so(message: str, engine: Engine) -> None:
    assert told(engine, "en", [message])[0] == "nothing"


@pytest.mark.parametrize(
    ("language", "messages", "parts"),
    [
        ("it", ["sposta il latte a mercoledì", "non il latte, la farina volevo dire"], ["ordinare farina e lievito"]),
        ("it", ["temperatura della cella?", "nel frigo bibite invece?"], ["Frigo Sala", "temperature"]),
        ("en", ["add buy tape and write the cards", "both for sunday"], ["2026-11-22", "2026-11-22"]),
        ("en", ["add a task", "defrost grandma's freezer"], ["call", "defrost grandma's freezer"]),
        ("it", ["completa il dentista", "scadute ce n'è?"], ["overdue"]),
        ("en", ["move the report to monday", "show me that task"], ["quarterly report"]),
    ],
)
def test_a_conversation_goes_on(language: str, messages: list[str], parts: list[str], engine: Engine) -> None:
    found = told(engine, language, messages)[-1]
    assert all(part in found for part in parts), found


def test_one_change_says_all_of_it_and_nothing_is_done_before_the_answer(engine: Engine) -> None:
    messages = ["aggiungi preparare la borsa per il 27", "rinominala preparare le borse e spostala al 28"]
    assert told(engine, "it", messages)[-1] == "confirm preparare la borsa preparare le borse 2026-11-28"


def test_the_second_of_those_is_of_the_list_that_was_shown(engine: Engine) -> None:
    messages = ["move the hood filters to today", "show me the urgent ones", "push the second of those to monday"]
    assert "quarterly report 2026-11-23" in told(engine, "en", messages)[-1]


def test_a_state_is_no_value_of_the_last_change(engine: Engine) -> None:
    found = told(engine, "it", ["segna fatta la bolletta", "e il latte rimettilo da fare"])[-1]
    assert not found.startswith("call comprare il latte")
