"""What people said who tried it for an hour: each is one of a family, and none of them may do something else."""

import pytest
from test_onward import told

from sayso import Engine

SAID = [
    # a record by another noun is offered
    ("en", ["the dentist appointment is done"], "confirm call the dentist"),
    ("en", ["delete the Lisbon holiday"], "confirm book flights to Lisbon"),
    ("it", ["cancella la tessera della palestra"], "confirm rinnovare l'abbonamento in palestra"),
    ("en", ["delete the gym and the Lisbon trip"], "confirm renew the gym membership + confirm book flights to Lisbon"),
    ("en", ["I paid the electric bill"], "confirm pay the electricity bill"),
    # what is not said of it is not it
    ("en", ["complete order napkins"], "failed"),
    ("it", ["elimina l'abbonamento della piscina"], "failed"),
    # values are taken away
    ("en", ["remove the deadline from the gym membership"], "call renew the gym membership "),
    ("it", ["togli la scadenza al latte"], "call comprare il latte "),
    ("en", ["the report doesn't need a date any more"], "call quarterly report "),
    # those without a date
    (
        "en",
        ["set all undated tasks to high"],
        "confirm book flights to Lisbon high + confirm call Mark about the invoice",
    ),
    (
        "it",
        ["quelle senza data mettile a lunedì"],
        "confirm prenotare i voli per Lisbona 2026-11-23 + confirm chiamare",
    ),
    # a value that another one takes the place of
    ("en", ["make the report low rather than high"], "confirm quarterly report low"),
    ("it", ["metti la relazione bassa invece che alta"], "confirm relazione trimestrale low"),
    # corrections keep what they do not correct
    ("en", ["remind me tomorrow at 5 to ring mum, no, at 6"], "confirm ring mum 2026-11-17T18:00"),
    ("it", ["segnami il parrucchiere domani alle 17, ehm no, alle 18"], "confirm il parrucchiere 2026-11-17T18:00"),
    ("en", ["move the milk to thursday at 5, no, friday"], "confirm buy milk 2026-11-20T17:00"),
    ("en", ["add ring Paul, sorry, Paula today"], "confirm ring Paula 2026-11-16"),
    ("en", ["open the cold room, no, I meant unlock it"], "confirm Cella unlock_door"),
    ("it", ["cancella il latte, anzi segnalo fatto"], "confirm comprare il latte"),
    # in the night
    ("it", ["ricordami di sbrinare la cella alle 3 di notte"], "call sbrinare la cella 2026-11-17T03:00"),
    ("en", ["remind me to lock up at 11 at night"], "call lock up 2026-11-16T23:00"),
    ("it", ["ricordami stanotte alle 2 di spegnere il forno"], "call spegnere il forno 2026-11-17T02:00"),
    # days from one to another
    ("en", ["kitchen fridge humidity from the 12th to the 14th"], "call Frigo Cucina ['humidity']"),
    ("en", ["what's due between the 18th and the 20th"], "call {'from': '2026-11-18', 'to': '2026-11-20'}"),
    # slips in the names of rooms
    ("en", ["turn on the light in the ktichen fridge"], "call Frigo Cucina turn_on_light"),
    ("it", ["sbrina il frigo slaa"], "call Frigo Sala start_defrost"),
    # of all machines
    ("it", ["ci sono allarmi?"], "call Frigo Cucina + call Frigo Sala + call Abbattitore + call Forno + call Cella"),
    ("en", ["give me the temperature of every single machine"], "call Frigo Cucina"),
    ("it", ["stato di tutte le macchine"], "call"),
    # an order after a remark is asked about
    ("en", ["someone's got their hands full of crates, shut the cold room door"], "call Cella close_door"),
    # minutes are no degrees, and a number that answers is what it should be
    ("it", ["metti il timer del forno a 60 minuti"], "failed"),
    ("it", ["alza il forno di 400 gradi", "a 220"], "call Forno set_temperature {'temperature': 220}"),
    (
        "it",
        ["alza il forno di 400 gradi", "no, rimetti il forno a 220"],
        "call Forno set_temperature {'temperature': 220}",
    ),
    ("en", ["raise the oven by 400 degrees", "by 20"], "call Forno raise_temperature {'temperature': {'by': 20}}"),
    # a clause about what is new belongs to it
    ("en", ["new task buy candles and that's due saturday"], "confirm buy candles 2026-11-21"),
    ("it", ["nuova attività comprare le candele ed è per sabato"], "call comprare le candele 2026-11-21"),
    # a note on a record that is named, whatever was spoken of before
    (
        "en",
        ["move the milk to friday", "put a note on the dentist task: ask about the crown"],
        "call call the dentist ask",
    ),
    # what was named before is what a pronoun means
    ("en", ["I don't need the dentist reminder any more, drop it"], "confirm call the dentist"),
]


@pytest.mark.parametrize(("language", "messages", "expected"), SAID)
def test_what_people_said(language: str, messages: list[str], expected: str, engine: Engine) -> None:
    found = told(engine, language, [*(m + "..." for m in messages[:-1]), messages[-1]])
    assert found[-1].startswith(expected), found


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("it", "avvisami se il forno supera i 250 gradi"),
        ("en", "let me know when the oven reaches 200"),
        ("en", "delete neither the milk nor the flights"),
        ("en", "she kept shouting: turn on the oven"),
        ("it", "lascia in pace il forno, non toccarlo"),
    ],
)
def test_what_asks_for_nothing_that_can_be_done(language: str, message: str, engine: Engine) -> None:
    assert told(engine, language, [message])[0] == "nothing"


def test_of_two_that_are_meant_alike_the_one_is_done_whose_deed_is_said(engine: Engine) -> None:
    titles = ("order 30 boxes", "pack a box", "moving day")
    tasks = [{"id": f"t{i}", "number": i, "title": title} for i, title in enumerate(titles, 1)]
    step = {"tool_name": "add_task", "parameters": {"title": "moving day"}, "outcome": "done"}
    history = [
        {"role": "user", "content": "add moving day"},
        {"role": "assistant", "content": "Added.", "steps": [step], "shown": []},
    ]
    for message, expected in (
        ("the boxes are ordered, tick that off", "t1"),
        ("the boxes are here, tick that off", None),
    ):
        found = engine.decide({"message": message, "context": {"tasks": tasks}, "history": history}).to_dict()
        steps = found["steps"]
        assert isinstance(steps, list)
        assert [s["parameters"].get("task_identifier") for s in steps] == [expected], found["reply"]


@pytest.mark.parametrize(
    ("language", "message", "spared"),
    [
        ("en", "move everything due this week to monday, except the report", "quarterly report"),
        ("it", "sposta tutto quello di questa settimana a lunedì, tranne la relazione", "relazione trimestrale"),
    ],
)
def test_all_but_the_one_that_is_excepted(language: str, message: str, spared: str, engine: Engine) -> None:
    found = told(engine, language, [message])[0]
    assert found.count("2026-11-23") == 4
    assert spared not in found


def test_two_changes_each_with_its_own_day(engine: Engine) -> None:
    found = told(engine, "en", ["move the milk to friday but the flour to monday"])[0]
    assert found == "confirm buy milk 2026-11-20 + confirm order flour and yeast 2026-11-23"
