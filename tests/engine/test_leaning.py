"""Times that lean on one that was spoken of, several that are meant by their number, and answers in number words."""

import pytest
from test_onward import told

from sayso import Engine

LEANING = [
    ("en", ["add balloons for thursday", "same day, pick up the cake"], "confirm pick up the cake 2026-11-19"),
    ("en", ["add exam on friday", "and another one for that day: call Leo"], "confirm call Leo 2026-11-20"),
    ("en", ["add exam on friday", "the day before it, remind me to print it"], "confirm print it 2026-11-19"),
    ("en", ["add exam on friday", "three days before that, book the train"], "confirm book the train 2026-11-17"),
    (
        "en",
        ["remind me to fold the dough at noon", "half an hour after that remind me to bake it"],
        "confirm bake it 2026-11-16T12:30:00+01:00",
    ),
    (
        "en",
        ["add book the van and call Leo", "both for thursday", "same day, pick up the cake"],
        "confirm pick up the cake 2026-11-19",
    ),
    ("it", ["aggiungi esame venerdì", "il giorno prima ricordami di studiare"], "confirm studiare 2026-11-19"),
    ("it", ["aggiungi esame venerdì", "e quel giorno anche chiamare mamma"], "confirm chiamare mamma 2026-11-20"),
    (
        "it",
        ["ricordami di infornare alle 12", "mezz'ora dopo ricordami di girare la teglia"],
        "confirm girare la teglia 2026-11-16T12:30:00+01:00",
    ),
]
OWN_TIME = [  # what is moved is moved from its own day
    ("en", ["add exam on friday", "push the bill back a day"], "call pay the electricity bill 2026-11-19"),
    (
        "it",
        ["aggiungi esame venerdì", "sposta la bolletta un giorno dopo"],
        "call pagare la bolletta della luce 2026-11-19",
    ),
]
CHANGED = [
    ("en", ["set the oven to 180", "more, 200"], "call Forno set_temperature {'temperature': 200}"),
    ("en", ["set the oven to 180", "20 more"], "call Forno raise_temperature {'temperature': {'by': 20}}"),
    ("it", ["metti il forno a 180", "di più, 200"], "call Forno set_temperature {'temperature': 200}"),
    ("en", ["add basil every day at 8", "mondays to fridays only"], "call basil FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
    (
        "it",
        ["aggiungi basilico ogni giorno", "solo dal lunedì al venerdì"],
        "call basilico FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR",
    ),
    ("en", ["add basil every day at 8", "fridays to mondays only"], "call basil FREQ=WEEKLY;BYDAY=MO,FR,SA,SU"),
    ("en", ["add basil every day at 8", "stop it repeating"], "call basil "),
]
THREE_EN = "confirm book the van 2026-11-18 + confirm print the menus 2026-11-18 + confirm call Leo 2026-11-18"
THREE_IT = "confirm pane 2026-11-17 + confirm uova 2026-11-17 + confirm ritirare il pacco 2026-11-17"
COUNTED = [
    ("en", ["add book the van, print the menus and call Leo", "all three for wednesday"], THREE_EN),
    ("en", ["add book the van, print the menus and call Leo", "move all three to wednesday"], THREE_EN),
    ("en", ["add book the van, print the menus and call Leo", "all of them for wednesday"], THREE_EN),
    ("it", ["aggiungi pane, uova e ritirare il pacco", "tutte e tre per domani"], THREE_IT),
]
ANSWERED = [
    (
        "it",
        ["abbassa la temperatura del frigo", "quello delle bibite", "di uno"],
        ["ask", "ask Frigo Sala lower_temperature", "call Frigo Sala lower_temperature {'temperature': {'by': -1}}"],
    ),
    (
        "en",
        ["raise the fridge temperature", "the kitchen one", "by one degree"],
        ["ask", "ask Frigo Cucina raise_temperature", "call Frigo Cucina raise_temperature {'temperature': {'by': 1}}"],
    ),
    (
        "it",
        ["imposta la temperatura del forno", "duecentoventi"],
        ["ask Forno set_temperature", "call Forno set_temperature {'temperature': 220}"],
    ),
    (
        "en",
        ["kitchen fridge to 3", "oh bother I meant the dining room one", "and put the kitchen one back at 4"],
        [
            "call Frigo Cucina set_temperature {'temperature': 3}",
            "confirm Frigo Sala set_temperature {'temperature': 3}",
            "confirm Frigo Cucina set_temperature {'temperature': 4}",
        ],
    ),
]


@pytest.mark.parametrize(("language", "messages", "expected"), [*LEANING, *OWN_TIME, *COUNTED, *CHANGED])
def test_what_is_said_goes_on_from_what_was_spoken_of(
    engine: Engine, language: str, messages: list[str], expected: str
) -> None:
    assert told(engine, language, messages)[-1] == expected


@pytest.mark.parametrize("number", ["two", "four"])
def test_another_number_than_theirs_means_none_of_them(engine: Engine, number: str) -> None:
    outcome = told(engine, "en", ["add book the van, print the menus and call Leo", f"all {number} for wednesday"])[-1]
    assert outcome in ("nothing", "confirm 2026-11-18"), outcome  # at most the list of that day is offered


@pytest.mark.parametrize(("language", "messages", "expected"), ANSWERED)
def test_a_question_is_answered_and_the_next_one_asked(
    engine: Engine, language: str, messages: list[str], expected: list[str]
) -> None:
    assert told(engine, language, messages) == expected


@pytest.mark.parametrize("answer", ["that one", "this one", "no one knows"])
def test_an_answer_that_points_is_no_number(engine: Engine, answer: str) -> None:
    outcomes = told(engine, "en", ["lower the fridge temperature", "the kitchen one", answer])
    assert not outcomes[-1].startswith(("call", "confirm")), outcomes


@pytest.mark.parametrize("due", ["soon", "2026-13-45", "0001-01-01", "9999-12-31", "9999-12-31T23:59:59+00:00"])
@pytest.mark.parametrize(
    "message", ["push it back a week", "move it a day earlier", "three weeks after that, call Bob", "an hour later"]
)
def test_a_time_from_which_there_is_no_way_is_no_error(engine: Engine, due: str, message: str) -> None:
    made = {"tool_name": "add_task", "parameters": {"title": "exam"}, "outcome": "done"}
    history = [
        {"role": "user", "content": "add exam"},
        {"role": "assistant", "content": "Added.", "steps": [made], "shown": []},
    ]
    tasks = [{"id": "t1", "number": 1, "title": "exam", "due": due}]
    decision = engine.decide({"message": message, "context": {"tasks": tasks}, "history": history})
    assert decision.status in ("call", "confirm", "ask", "decline")


PERIODS = [
    (
        "en",
        ["what's on this week", "and the week after?", "and the week after that?"],
        ("2026-11-30", "2026-12-06"),
    ),
    ("en", ["what's on this weekend", "how about the weekend after?"], ("2026-11-28", "2026-11-29")),
    ("en", ["what's on friday?", "and the weekend before?"], ("2026-11-14", "2026-11-15")),
    ("en", ["what's on this week", "and the day after?"], "2026-11-23"),
    ("en", ["what's on friday?", "and the next day?"], "2026-11-21"),
    ("en", ["what's on friday?", "and the following friday?"], "2026-11-27"),
    ("en", ["what's on next week", "and the previous week?"], "this_week"),
    ("en", ["what's on tomorrow", "and the month after?"], ("2026-12-01", "2026-12-31")),
    ("it", ["cosa c'è venerdì", "e quelli del venerdì dopo?"], "2026-11-27"),
    ("it", ["cosa c'è venerdì", "e la settimana dopo?"], "next_week"),
    ("it", ["cosa c'è domani", "e per il giorno successivo?"], "2026-11-18"),
    ("it", ["cosa c'è venerdì", "e il giorno prima?"], "2026-11-19"),
]


@pytest.mark.parametrize(("language", "messages", "when"), PERIODS)
def test_a_period_is_counted_from_the_one_that_was_shown(
    engine: Engine, language: str, messages: list[str], when: str | tuple[str, str]
) -> None:
    days = when if isinstance(when, str) else {"from": when[0], "to": when[1]}
    assert told(engine, language, messages)[-1] == f"call {days}"


@pytest.mark.parametrize("message", ["and the day after?", "and the weekend after?", "and the month after?"])
def test_there_is_nothing_after_the_last_day(engine: Engine, message: str) -> None:
    shown = {"tool_name": "list_tasks", "parameters": {"due": "9999-12-31", "filter": "all"}, "outcome": "done"}
    history = [
        {"role": "user", "content": "what is due on the last day"},
        {"role": "assistant", "content": "Nothing.", "steps": [shown]},
    ]
    request = {"message": message, "context": {"tasks": []}, "history": history, "now": "2026-11-16T10:00:00+01:00"}
    decided = engine.decide(request)
    assert {step.action.tool_name for step in decided.steps} <= {"list_tasks"}


@pytest.mark.parametrize("more", ["delete them", "high only"])
def test_what_is_said_besides_a_period_is_not_passed_over(engine: Engine, more: str) -> None:
    said = told(engine, "en", ["what's on this week", f"and the week after, {more}"])[-1]
    assert said != "call next_week"
