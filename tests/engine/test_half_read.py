"""A day of which only a part is understood is no day: nothing is given a wrong one, and nothing of it is lost."""

from itertools import product
from typing import Any

import pytest

from sayso import Engine

NOW = "2026-11-16T10:00:00+01:00"  # a Monday
TASKS = {"en": ("order flour", "the flour"), "it": ("ordinare la farina", "la farina")}
ORDERS = {
    "en": ["move {} to {}", "put {} off until {}", "add buy a mop {1}", "remind me to buy a mop {1}"],
    "it": ["sposta {} a {}", "rimanda {} a {}", "aggiungi comprare le scope {1}", "ricordami di comprare le scope {1}"],
}
DAYS = {
    "en": [
        *(f"{n} {day} from now" for n, day in product(("two", "3", "four"), ("fridays", "mondays"))),
        *(f"{n} weeks today" for n in ("five", "6", "ten")),
        "the week of the 18th",
        *(
            f"the {nth} day of {of}"
            for nth, of in product(("penultimate", "last but one"), ("this month", "next week"))
        ),
        *(f"{day} of the {which} week of july" for day, which in product(("monday", "friday"), ("last", "second"))),
        *(f"the {unit} before {day}" for unit, day in product(("week", "month"), ("christmas", "december 5"))),
    ],
    "it": [
        *(f"{n} {day} da adesso" for n, day in product(("due", "3", "quattro"), ("venerdì", "lunedì"))),
        *(f"penultimo giorno {of}" for of in ("di questo mese", "della settimana prossima")),
        *(f"{day} dell'{which} settimana" for day, which in product(("lunedì", "venerdì"), ("altra", "ultima"))),
        *(f"settimana prima di {day}" for day in ("natale", "ferragosto")),
        *(f"{lead} {n} {day}" for lead, n, day in product(("tra", "fra"), ("due", "3"), ("venerdì", "lunedì"))),
    ],
}
WHOLE = {
    "en": {
        "the last day of this month": "2026-11-30",
        "the last day of next month": "2026-12-31",
        "the last day of june": "2027-06-30",
        "the last of february": "2027-02-28",
        "the last day of the year": "2026-12-31",
        "tomorrow week": "2026-11-24",
        "two weeks today": "2026-11-30",
        "three weeks today": "2026-12-07",
        "two days before december 5": "2026-12-03",
        "next month on the 3rd": "2026-12-03",
        "the following friday": "2026-11-20",
        "early tomorrow": "2026-11-17",
        "end of day tomorrow": "2026-11-17",
    },
    "it": {
        "l'ultimo giorno di questo mese": "2026-11-30",
        "l'ultimo giorno del mese prossimo": "2026-12-31",
        "l'ultimo giorno di giugno": "2027-06-30",
        "l'ultimo di febbraio": "2027-02-28",
        "il primo di luglio": "2027-07-01",
        "il 3 di luglio": "2027-07-03",
    },
}


def decided(engine: Engine, language: str, message: str) -> list[dict[str, Any]]:
    context = {"tasks": [{"id": "t0", "title": TASKS[language][0], "due": "2026-11-18"}]}
    found: Any = engine.decide({"message": message, "now": NOW, "context": context}).to_dict()["steps"]
    return list(found)


@pytest.mark.parametrize("language", ["en", "it"])
def test_no_day_is_made_of_a_part_of_what_was_said(engine: Engine, language: str) -> None:
    wrong = {}
    for order, day in product(ORDERS[language], DAYS[language]):
        message = order.format(TASKS[language][1], day)
        given = [s["parameters"] for s in decided(engine, language, message) if s["status"] in ("call", "confirm")]
        if any(p.get("due") or p.get("new_due") for p in given):
            wrong[message] = given
    assert not wrong


@pytest.mark.parametrize("language", ["en", "it"])
def test_such_a_day_stays_in_the_name_of_what_is_added(engine: Engine, language: str) -> None:
    lost = {}
    for order, day in product(ORDERS[language][2:], DAYS[language]):
        message = order.format("", day)
        for step in decided(engine, language, message):
            if not step["parameters"].get("title", "").endswith(day):
                lost[message] = step["parameters"]
    assert not lost


@pytest.mark.parametrize("language", ["en", "it"])
def test_days_that_are_said_whole_are_those(engine: Engine, language: str) -> None:
    wrong = {}
    for order, (day, due) in product(ORDERS[language], WHOLE[language].items()):
        message = order.format(TASKS[language][1], day)
        given = [s["parameters"] for s in decided(engine, language, message)]
        if [p.get("due") or p.get("new_due") for p in given] != [due]:
            wrong[message] = given
    assert not wrong


@pytest.mark.parametrize(
    "message", ["move the flour to the last day of the month", "the flour on the first of the month"]
)
def test_what_may_be_one_day_or_a_rule_is_asked_about(engine: Engine, message: str) -> None:
    assert [s["status"] for s in decided(engine, "en", message)] == ["confirm"]


@pytest.mark.parametrize(
    ("language", "message", "title", "due"),
    [
        ("en", "add plan the week on friday", "plan the week", "2026-11-20"),
        ("en", "add study chapter 7 thursday 4pm", "study chapter 7", "2026-11-19T16:00:00+01:00"),
        ("en", "add menu of the week friday", "menu of the week", "2026-11-20"),
        ("it", "aggiungi il menù della settimana per venerdì", "il menù della settimana", "2026-11-20"),
        ("it", "aggiungi lavare la macchina, tutte e due sabato", "lavare la macchina", "2026-11-21"),
    ],
)
def test_other_words_beside_a_day_are_none_of_it(
    engine: Engine, language: str, message: str, title: str, due: str
) -> None:
    steps = decided(engine, language, message)
    assert [(s["parameters"]["title"], s["parameters"]["due"]) for s in steps] == [(title, due)]


@pytest.mark.parametrize(
    ("message", "due"),
    [
        ("move the visit to this evening", "2026-11-16"),
        ("move the visit to saturday morning", "2026-11-21"),
        ("move the visit to saturday", "2026-11-21T15:00:00+01:00"),
        ("move the dinner to friday evening", "2026-11-20T20:30:00+01:00"),
        ("move the dinner to tomorrow morning", "2026-11-17"),
        ("sposta la riunione a stasera", "2026-11-16"),
        ("sposta la riunione a venerdì mattina", "2026-11-20T09:00:00+01:00"),
        ("sposta la riunione a venerdì sera", "2026-11-20"),
    ],
)
def test_a_part_of_a_day_is_kept_to(engine: Engine, message: str, due: str) -> None:
    """What is at three is not at three this evening; what is at half past eight in the evening may stay so."""
    tasks = [
        {"id": "t0", "title": "visit the stables", "due": "2026-11-18T15:00:00+01:00"},
        {"id": "t1", "title": "dinner with Ann", "due": "2026-11-18T20:30:00+01:00"},
        {"id": "t2", "title": "riunione", "due": "2026-11-18T09:00:00+01:00"},
    ]
    steps: Any = engine.decide({"message": message, "now": NOW, "context": {"tasks": tasks}}).to_dict()["steps"]
    assert [s["parameters"].get("new_due") for s in steps] == [due]


@pytest.mark.parametrize("day", ["a Natale", "per Natale", "a Ferragosto", "per Ferragosto"])
def test_a_holiday_with_its_capital_is_a_day(engine: Engine, day: str) -> None:
    given = [s["parameters"] for s in decided(engine, "it", f"aggiungi comprare le scope {day}")]
    assert [(p["title"], p["due"][5:]) for p in given] == [
        ("comprare le scope", "12-25" if "Natale" in day else "08-15")
    ]


@pytest.mark.parametrize(("language", "day"), [(k, d) for k, days in DAYS.items() for d in days])
def test_nor_in_a_conversation(engine: Engine, language: str, day: str) -> None:
    title = TASKS[language][0]
    done = {"tool_name": "add_task", "parameters": {"title": title, "due": "2026-11-18"}, "outcome": "done"}
    history = [
        {"role": "user", "content": f"add {title}" if language == "en" else f"aggiungi {title}"},
        {"role": "assistant", "content": "ok", "steps": [done]},
    ]
    context = {"tasks": [{"id": "t0", "title": title, "due": "2026-11-18"}, {"id": "t1", "title": "buy milk"}]}
    message = f"make it {day}" if language == "en" else f"facciamo {day}"
    request = {"message": message, "now": NOW, "context": context, "history": history}
    steps: Any = engine.decide(request).to_dict()["steps"]
    assert not [s for s in steps if s["status"] in ("call", "confirm") and s["parameters"].get("new_due")]
