"""Days as people name them: every phrase is a day of its own and leaves no word in the title."""

from itertools import product
from typing import Any

import pytest

from sayso import Engine

MONDAY = "2026-11-16T10:00:00+01:00"
ENGLISH = {
    "on the 7th of next month": "2026-12-07",
    "by the 7th next month": "2026-12-07",
    "on the 20th of this month": "2026-11-20",
    "on the 7th of this march": "2027-03-07",
    "on march 7th next year": "2027-03-07",
    "by december 3rd this year": "2026-12-03",
    "on the first monday of december": "2026-12-07",
    "on the second tuesday of next month": "2026-12-08",
    "on the last friday of this month": "2026-11-27",
    "by the last friday in january": "2027-01-29",
    "two weeks on monday": "2026-12-07",
    "a week on friday": "2026-11-27",
    "three weeks from tuesday": "2026-12-08",
    "on friday in two weeks": "2026-12-04",
    "in a couple of days": "2026-11-18",
    "a couple of weeks from now": "2026-11-30",
    "in a fortnight": "2026-11-30",
    "a week today": "2026-11-23",
    "first thing tomorrow": "2026-11-17",
    "first thing on friday": "2026-11-20",
    "by close of business friday": "2026-11-20",
    "by eod tomorrow": "2026-11-17",
    "by eod": "2026-11-16",
    "early next week": "2026-11-23",
    "in the middle of next week": "2026-11-25",
    "mid next week": "2026-11-25",
    "by the end of next week": "2026-11-29",
    "the week after next": "2026-11-30",
    "the weekend after next": "2026-12-05",
    "sometime next month": "2026-12-01",
    "by the middle of next month": "2026-12-15",
    "in mid december": "2026-12-15",
    "by the end of december": "2026-12-31",
    "by the end of february": "2027-02-28",
    "in early february": "2027-02-01",
    "next year": "2027-01-01",
    "by christmas": "2026-12-25",
    "on new year's eve": "2026-12-31",
    "tomorrow 9ish": "2026-11-17T09:00:00+01:00",
    "tomorrow at about 9": "2026-11-17T09:00:00+01:00",
    "at 9 pm-ish tomorrow": "2026-11-17T21:00:00+01:00",
    "an hour and a half from now": "2026-11-16T11:30:00+01:00",
    "in a couple of hours": "2026-11-16T12:00:00+01:00",
    "in three quarters of an hour": "2026-11-16T10:45:00+01:00",
}
ITALIAN = {
    "il 7 del mese prossimo": "2026-12-07",
    "entro il primo del prossimo mese": "2026-12-01",
    "il 20 di questo mese": "2026-11-20",
    "il 7 marzo prossimo": "2027-03-07",
    "il prossimo 7 marzo": "2027-03-07",
    "il 7 marzo dell'anno prossimo": "2027-03-07",
    "il 3 dicembre di quest'anno": "2026-12-03",
    "il primo lunedì di dicembre": "2026-12-07",
    "il secondo martedì del mese prossimo": "2026-12-08",
    "l'ultimo venerdì di questo mese": "2026-11-27",
    "l'ultimo venerdì di gennaio": "2027-01-29",
    "lunedì tra due settimane": "2026-11-30",
    "fra un paio di giorni": "2026-11-18",
    "tra una decina di giorni": "2026-11-26",
    "tra una quindicina di giorni": "2026-12-01",
    "da oggi a due settimane": "2026-11-30",
    "di qui a tre giorni": "2026-11-19",
    "domattina presto": "2026-11-17",
    "stasera sul tardi": "2026-11-16",
    "entro fine giornata": "2026-11-16",
    "a inizio settimana prossima": "2026-11-23",
    "a metà settimana": "2026-11-18",
    "a metà della prossima settimana": "2026-11-25",
    "entro la fine della prossima settimana": "2026-11-29",
    "a fine mese prossimo": "2026-12-31",
    "a metà mese": "2026-12-15",
    "a metà dicembre": "2026-12-15",
    "entro fine dicembre": "2026-12-31",
    "agli inizi di febbraio": "2027-02-01",
    "l'anno prossimo": "2027-01-01",
    "entro natale": "2026-12-25",
    "a san silvestro": "2026-12-31",
    "tra un paio d'ore": "2026-11-16T12:00:00+01:00",
}


def only_step(engine: Engine, message: str, **context: object) -> Any:
    """The one step that a message leads to."""
    decision: Any = engine.decide({"message": message, "now": MONDAY, "context": context}).to_dict()
    (step,) = decision["steps"]
    return step


PHRASES = [
    *product(("add dentist {}", "add {} dentist"), ENGLISH.items(), ("dentist",)),
    *product(("aggiungi dentista {}",), ITALIAN.items(), ("dentista",)),
]


@pytest.mark.parametrize(("order", "phrase", "title"), PHRASES)
def test_a_day_is_the_one_that_was_said_and_no_word_of_it_stays(
    engine: Engine, order: str, phrase: tuple[str, str], title: str
) -> None:
    said, day = phrase
    step = only_step(engine, order.format(said))
    assert step["parameters"]["due"] == day
    assert step["parameters"]["title"] == title


@pytest.mark.parametrize(
    ("message", "due"),
    [
        ("what's due by friday", {"from": "2026-11-16", "to": "2026-11-20"}),
        ("what's due before friday", {"from": "2026-11-16", "to": "2026-11-19"}),
        ("what's due on friday", "2026-11-20"),
        ("show me what's due the week after next", {"from": "2026-11-30", "to": "2026-12-06"}),
        ("what's due between monday and wednesday", {"from": "2026-11-16", "to": "2026-11-18"}),
        ("what's due from the 18th to the 30th of november", {"from": "2026-11-18", "to": "2026-11-30"}),
        ("what do i have between november 18 and 30", {"from": "2026-11-18", "to": "2026-11-30"}),
        ("mostrami le attività dal 18 al 30 novembre", {"from": "2026-11-18", "to": "2026-11-30"}),
        ("mostrami le attività dal 3 al 7", {"from": "2026-12-03", "to": "2026-12-07"}),
        ("mostrami le attività da lunedì a mercoledì", {"from": "2026-11-16", "to": "2026-11-18"}),
        ("cosa scade entro venerdì", {"from": "2026-11-16", "to": "2026-11-20"}),
        ("cosa scade la prima domenica di dicembre", "2026-12-06"),
        ("cosa scade prima di venerdì", {"from": "2026-11-16", "to": "2026-11-19"}),
        ("cosa scade venerdì", "2026-11-20"),
    ],
)
def test_days_to_list_are_all_that_were_said(engine: Engine, message: str, due: object) -> None:
    known = [{"id": "1", "title": "call the plumber", "due": "2026-11-18", "status": "pending"}]
    assert only_step(engine, message, tasks=known)["parameters"]["due"] == due


@pytest.mark.parametrize(
    "message",
    [
        "add dentist on the 7th of this month",
        "add dentist on march 7th this year",
        "aggiungi dentista il 7 di questo mese",
        "aggiungi dentista il 7 marzo di quest'anno",
        "add dentist in mid november",
        "aggiungi dentista a metà novembre",
    ],
)
def test_a_day_that_is_over_is_no_due_date(engine: Engine, message: str) -> None:
    assert "due" not in only_step(engine, message)["parameters"]


@pytest.mark.parametrize(
    "title",
    [
        "buy christmas presents",
        "plan the new year's eve party",
        "read the end of the book",
        "prepare the year end report",
        "comprare i regali di natale",
        "cena di capodanno",
    ],
)
def test_words_that_only_sound_like_a_day_stay_in_the_title(engine: Engine, title: str) -> None:
    verb = "aggiungi" if title.startswith(("comprare", "cena")) else "add"
    step = only_step(engine, f"{verb} {title}")
    assert step["parameters"]["title"] == title
    assert "due" not in step["parameters"]


def test_a_day_of_one_month_repeats_nothing(engine: Engine) -> None:
    for message in ("aggiungi dentista il 7 del mese prossimo", "add dentist on the second tuesday of next month"):
        assert "repeat" not in only_step(engine, message)["parameters"]


def test_a_look_is_taken_where_a_change_would_be_asked_about(engine: Engine) -> None:
    step = only_step(engine, "what's due by friday")
    assert (step["status"], step["tool_name"]) == ("call", "list_tasks")


@pytest.mark.parametrize(
    "message",
    [
        "add gym monday and thursday",
        "add dentist tuesday or wednesday",
        "add shift on monday, tuesday and friday",
        "aggiungi palestra lunedì e giovedì",
        "aggiungi dentista martedì o mercoledì",
    ],
)
def test_of_two_days_in_one_breath_none_is_taken_without_asking(engine: Engine, message: str) -> None:
    step = only_step(engine, message)
    assert step["status"] == "confirm" or "due" not in step["parameters"]


def test_a_day_in_capitals_among_small_letters_is_a_name(engine: Engine) -> None:
    step = only_step(engine, "add study for SAT")
    assert step["parameters"] == {"title": "study for SAT", "priority": "medium"}
