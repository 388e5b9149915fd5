"""Two values of one record in one order: one is taken away while another is given, a new name stands beside a day."""

import pytest
from test_onward import told

from sayso import Engine

CLEARED = [
    ("en", "gym membership to low and no due date at all", "renew the gym membership"),
    ("en", "quarterly report, take the date off and set it to high", "quarterly report"),
    ("en", "make the electricity bill medium and remove its deadline", "pay the electricity bill"),
    ("it", "alla palestra togli la data e metti priorità bassa", "rinnovare l'abbonamento in palestra"),
    ("it", "la bolletta della luce: toglile la data e mettila bassa", "pagare la bolletta della luce"),
    ("it", "la bolletta mettila media e levale pure la scadenza", "pagare la bolletta della luce"),
]
BOTH = [
    (
        "it",
        ["aggiungi preparare la borsa", "rinominala preparare le borse e spostala al 28"],
        "preparare le borse 2026-11-28",
    ),
    ("it", ["quando scade la relazione?", "rinominala relazione Q3"], "relazione Q3"),
    ("it", ["quando scade la bolletta?", "passala al 20 e abbassala a media"], "medium 2026-11-20"),
    ("en", ["when is the electricity bill due?", "move it to the 20th and down to low"], "low 2026-11-20"),
    (
        "en",
        ["remind me to pick up the suit on thursday", "and low priority, I've got another suit"],
        "pick up the suit low",
    ),
]


@pytest.mark.parametrize(("language", "message", "task"), CLEARED)
def test_a_date_is_taken_away_beside_another_value(engine: Engine, language: str, message: str, task: str) -> None:
    context = {
        "tasks": [
            {"id": "t1", "title": task, "due": "2026-11-30"},
            {"id": "t2", "title": "buy milk" if language == "en" else "comprare il latte"},
        ]
    }
    now = "2026-11-16T10:00:00+01:00"
    (step,) = engine.decide({"message": message, "now": now, "language": language, "context": context}).steps
    values = {a.name: a.value for a in step.action.arguments}
    assert (step.action.tool_name, values["task_identifier"], values["new_due"]) == ("update_task", "t1", "")
    assert values["new_priority"] in ("low", "medium", "high")


@pytest.mark.parametrize(("language", "messages", "expected"), BOTH)
def test_all_that_is_said_of_one_record_is_one_change(
    engine: Engine, language: str, messages: list[str], expected: str
) -> None:
    assert told(engine, language, messages)[-1].endswith(expected)


@pytest.mark.parametrize("message", ["fine, leave it like that", "ok lasciala così", "sure, all right then"])
def test_an_answer_where_nothing_was_asked_asks_for_nothing(engine: Engine, message: str) -> None:
    language = "it" if "lasciala" in message else "en"
    before = "sposta la bolletta a venerdì" if language == "it" else "move the electricity bill to friday"
    assert told(engine, language, [before, message])[-1] == "nothing"


@pytest.mark.parametrize("message", ["the gym", "the quarterly report"])
def test_a_change_that_is_asked_about_names_the_record_and_not_its_id(engine: Engine, message: str) -> None:
    tasks = [
        {"id": "t1", "title": "quarterly report", "due": "2026-11-20"},
        {"id": "t2", "title": "renew the gym pass"},
    ]
    known = {"now": "2026-11-16T10:00:00+01:00", "language": "en", "context": {"tasks": tasks}}
    first = engine.decide({"message": message, **known})
    history = [{"role": "user", "content": message}, {"role": "assistant", "content": first.to_dict()["reply"] or ""}]
    asked = engine.decide({"message": "take the date off", "history": history, **known}).to_dict()
    assert all(t["id"] not in str(asked["reply"]) for t in tasks), asked["reply"]


ADDED = [
    (
        "it",
        "crea un'attività per pulire la friggitrice e una per cambiare l'olio",
        ["pulire la friggitrice", "cambiare l'olio"],
    ),
    ("en", "make one task to call the bank and one to buy stamps", ["call the bank", "buy stamps"]),
    ("en", "add get candles and wrap the present both for sunday", ["get candles", "wrap the present"]),
    (
        "it",
        "aggiungi comprare le candele e gonfiare i palloncini tutti e due per sabato",
        ["comprare le candele", "gonfiare i palloncini"],
    ),
    ("en", "add buy milk and wash everything for sunday", ["buy milk", "wash everything"]),
]


@pytest.mark.parametrize(("language", "message", "titles"), ADDED)
def test_each_of_several_new_things_has_its_own_name(
    engine: Engine, language: str, message: str, titles: list[str]
) -> None:
    steps = engine.decide({"message": message, "now": "2026-11-16T10:00:00+01:00", "language": language}).steps
    assert [s.action.value("title") for s in steps] == titles


@pytest.mark.parametrize("first", ["add get candles and wrap the present both for sunday"])
def test_a_day_that_is_said_of_both_is_of_both(engine: Engine, first: str) -> None:
    steps = engine.decide({"message": first, "now": "2026-11-16T10:00:00+01:00", "language": "en"}).steps
    assert [s.action.value("due") for s in steps] == ["2026-11-22", "2026-11-22"]


HOW_MUCH = [
    ("en", ["raise the oven temperature"], "ask Forno raise_temperature"),
    ("en", ["lower the cold room's temperature", "by 2"], "call Cella lower_temperature {'temperature': {'by': -2}}"),
    ("en", ["raise the oven temperature", "220"], "call Forno set_temperature {'temperature': 220}"),
    ("en", ["make the oven a bit hotter"], "call Forno raise_temperature"),
    ("it", ["alza la temperatura del forno"], "ask Forno raise_temperature"),
    ("it", ["alza il forno", "di 20 gradi"], "call Forno raise_temperature {'temperature': {'by': 20}}"),
    ("it", ["abbassa la cella di un grado e mezzo"], "confirm Cella lower_temperature {'temperature': {'by': -1.5}}"),
]


@pytest.mark.parametrize(("language", "messages", "expected"), HOW_MUCH)
def test_by_how_much_is_asked_where_it_was_not_said(
    engine: Engine, language: str, messages: list[str], expected: str
) -> None:
    assert told(engine, language, messages)[-1].startswith(expected)
