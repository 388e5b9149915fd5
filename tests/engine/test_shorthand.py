"""Typed in short: labels, priorities, days in three letters and rules side by side; no word of a new task is lost."""

import re

import pytest
from examples import examples
from hypothesis import given
from hypothesis import strategies as st
from records import ENGLISH, ITALIAN, Record, deeds, talk

from sayso import Engine

TUESDAY, THURSDAY, FRIDAY, SATURDAY = (f"2026-11-{day}" for day in (17, 19, 20, 21))
WORD = re.compile(r"\w+")


@pytest.mark.parametrize(
    ("context", "message", "wanted"),
    [
        (ENGLISH, "add oil the gate friday @garden", {"title": "oil the gate @garden", "due": FRIDAY}),
        (ENGLISH, "add oil the gate p1 #garden @tools", {"title": "oil the gate #garden @tools", "priority": "high"}),
        (ENGLISH, "add ring @ruth about the van tomorrow p1", {"title": "ring @ruth about the van", "due": TUESDAY}),
        (ENGLISH, "add write to ann@example.org friday", {"title": "write to ann@example.org", "due": FRIDAY}),
        (ENGLISH, "add close ticket #12 friday @dev", {"title": "close ticket #12 @dev", "due": FRIDAY}),
        (ITALIAN, "aggiungi oliare il cancello sabato @giardino", {"title": "oliare il cancello @giardino"}),
        (ITALIAN, "aggiungi comprare i chiodi domani p1 #casa", {"title": "comprare i chiodi #casa", "due": TUESDAY}),
    ],
)
def test_a_label_stays_in_the_title_and_hides_nothing(
    context: Record, message: str, wanted: dict[str, object], engine: Engine
) -> None:
    ((_, tool, found),) = deeds(talk(engine, context, message))
    assert tool == "add_task"
    assert found.items() >= wanted.items()


def test_each_of_several_has_its_own_label(engine: Engine) -> None:
    found = deeds(talk(engine, ENGLISH, "add sweep the yard @home, phone Ruth @calls tomorrow"))
    assert [told["title"] for _, _, told in found] == ["sweep the yard @home", "phone Ruth @calls"]


@pytest.mark.parametrize(
    ("context", "message", "rule"),
    [
        (ENGLISH, "add bleed the radiators p1 every 3rd", "FREQ=MONTHLY;BYMONTHDAY=3"),
        (ENGLISH, "remind me every 20th to send the invoices", "FREQ=MONTHLY;BYMONTHDAY=20"),
        (ENGLISH, "add bleed the radiators every 28", "FREQ=MONTHLY;BYMONTHDAY=28"),
        (ENGLISH, "add sweep the yard every 1st and 15th", "FREQ=MONTHLY;BYMONTHDAY=1,15"),
        (ENGLISH, "add swim every tue, thu, sat at 7:15", "FREQ=WEEKLY;BYDAY=TU,TH,SA"),
        (ENGLISH, "remind me every monday to weigh the dog, for 5 weeks", "FREQ=WEEKLY;BYDAY=MO;COUNT=5"),
        (ENGLISH, "remind me every day to take the drops for the next 2 weeks", "FREQ=DAILY;UNTIL=20261130"),
        (ITALIAN, "aggiungi pagare il garage ogni primo", "FREQ=MONTHLY;BYMONTHDAY=1"),
        (ITALIAN, "ricordami ogni 20 del mese di mandare le fatture", "FREQ=MONTHLY;BYMONTHDAY=20"),
        (ITALIAN, "aggiungi nuotare ogni mar, gio e sab alle 7:15", "FREQ=WEEKLY;BYDAY=TU,TH,SA"),
        (ITALIAN, "ricordami ogni lunedì di pesare il cane per cinque settimane", "FREQ=WEEKLY;BYDAY=MO;COUNT=5"),
    ],
)
def test_how_it_repeats_is_one_rule_of_one_task(context: Record, message: str, rule: str, engine: Engine) -> None:
    ((_, _, found),) = deeds(talk(engine, context, message))
    assert found["repeat"] == rule


@pytest.mark.parametrize(
    ("message", "title"),
    [
        ("add check the post every 2 hours", "check the post every 2 hours"),
        ("add phone every 3rd customer", "phone every 3rd customer"),
        ("add every sunday cook for 5 days", "cook for 5 days"),
    ],
)
def test_what_only_sounds_like_a_day_of_the_month_or_an_end_is_none(message: str, title: str, engine: Engine) -> None:
    ((_, _, found),) = deeds(talk(engine, ENGLISH, message))
    assert found["title"] == title
    assert "COUNT" not in str(found.get("repeat", ""))


@pytest.mark.parametrize(
    ("context", "message", "title", "due"),
    [
        (ENGLISH, "add phone Ruth tom 4pm", "phone Ruth", "2026-11-17T16:00:00+01:00"),
        (ENGLISH, "add buy nails tod", "buy nails", "2026-11-16"),
        (ENGLISH, "add phone Ruth tom p1", "phone Ruth", TUESDAY),
        (ENGLISH, "add phone tom", "phone tom", None),
        (ENGLISH, "add phone Tom", "phone Tom", None),
        (ENGLISH, "add buy a scarf for my uncle tom", "buy a scarf for my uncle tom", None),
        (ENGLISH, "add phone tom at 4pm", "phone tom", "2026-11-16T16:00:00+01:00"),
        (ITALIAN, "aggiungi riunione mar 10:30", "riunione", "2026-11-17T10:30:00+01:00"),
        (ITALIAN, "aggiungi lavare la moto sab", "lavare la moto", SATURDAY),
        (ITALIAN, "aggiungi cena dom alle 20", "cena", "2026-11-22T20:00:00+01:00"),
        (ITALIAN, "aggiungi chiamare Anna dopodom", "chiamare Anna", "2026-11-18"),
        (ITALIAN, "aggiungi pagare la mensa 3 mar", "pagare la mensa", "2027-03-03"),
    ],
)
def test_days_in_short_are_days_and_names_stay_names(
    context: Record, message: str, title: str, due: str | None, engine: Engine
) -> None:
    ((_, _, found),) = deeds(talk(engine, context, message))
    assert (found["title"], found.get("due")) == (title, due)


@pytest.mark.parametrize(
    ("context", "message", "due"),
    [
        (ENGLISH, "add swim tomorrow at 6:30", "2026-11-17T06:30:00+01:00"),
        (ENGLISH, "add swim tomorrow at 6", "2026-11-17T18:00:00+01:00"),
        (ENGLISH, "add swim tomorrow at 6:30 pm", "2026-11-17T18:30:00+01:00"),
        (ENGLISH, "add swim at 5:30", "2026-11-16T17:30:00+01:00"),  # said at ten: half past five is over
        (ENGLISH, "add buy a cake two days before december 5", "2026-12-03"),
        (ITALIAN, "aggiungi nuotare domani alle 6:30", "2026-11-17T06:30:00+01:00"),
        (ITALIAN, "aggiungi comprare la torta due giorni prima del 5 dicembre", "2026-12-03"),
        (ITALIAN, "aggiungi comprare la torta il giorno prima di natale", "2026-12-24"),
    ],
)
def test_times_as_they_are_written(context: Record, message: str, due: str, engine: Engine) -> None:
    ((_, _, found),) = deeds(talk(engine, context, message))
    assert found["due"] == due


@pytest.mark.parametrize(
    ("context", "message", "wanted"),
    [
        (ENGLISH, "add phone the vet !tomorrow 9am", {"title": "phone the vet", "due": "2026-11-17T09:00:00+01:00"}),
        (ENGLISH, "add sort the receipts in 3 days !!1", {"due": THURSDAY, "priority": "high"}),
        (ITALIAN, "aggiungi chiamare il veterinario !domani", {"title": "chiamare il veterinario", "due": TUESDAY}),
        (ITALIAN, "aggiungi riordinare le ricevute !!4", {"title": "riordinare le ricevute", "priority": "low"}),
    ],
)
def test_marks_before_values_are_no_end_of_a_sentence(
    context: Record, message: str, wanted: dict[str, object], engine: Engine
) -> None:
    ((_, _, found),) = deeds(talk(engine, context, message))
    assert found.items() >= wanted.items()


@pytest.mark.parametrize(
    ("context", "message"),
    [
        (ENGLISH, "every day at 22:00 lock the shed p2"),
        (ENGLISH, "Ferry tickets 27 Nov @trip"),
        (ITALIAN, "ogni giorno alle 22 chiudere il garage p2"),
    ],
)
def test_what_is_typed_as_a_task_is_offered_as_one(context: Record, message: str, engine: Engine) -> None:
    ((status, tool, found),) = deeds(talk(engine, context, message))
    assert (status, tool) == ("confirm", "add_task")
    assert "due" in found


@pytest.mark.parametrize(
    ("context", "message", "title", "note"),
    [
        (
            ENGLISH,
            "remind me to fetch the lamp on friday at 6pm, note: bring cash and the receipt",
            "fetch the lamp",
            "bring cash and the receipt",
        ),
        (
            ITALIAN,
            "aggiungi ritirare la lampada venerdì alle 18, nota: portare i contanti e lo scontrino",
            "ritirare la lampada",
            "portare i contanti e lo scontrino",
        ),
    ],
)
def test_a_note_is_told_of_its_task_which_keeps_its_date(
    context: Record, message: str, title: str, note: str, engine: Engine
) -> None:
    ((_, _, found),) = deeds(talk(engine, context, message))
    assert found == {"title": title, "description": note, "due": "2026-11-20T18:00:00+01:00"}


THINGS = ("sweep the yard", "phone the vet", "buy nails", "wash the van", "send the invoices", "pay the school")
CHORES = ("spazzare il cortile", "chiamare il veterinario", "comprare i chiodi", "lavare il furgone", "pagare la mensa")


@pytest.mark.parametrize(
    ("context", "start", "things", "day"),
    [(ENGLISH, "ok so i need to ", THINGS, "on december"), (ITALIAN, "allora devo ", CHORES, "il")],
)
@pytest.mark.parametrize("count", [5, 12, 20])
def test_many_things_in_one_breath_are_each_offered(
    context: Record, start: str, things: tuple[str, ...], day: str, count: int, *, engine: Engine
) -> None:
    month = "" if day == "on december" else " dicembre"
    said = [f"{things[i % len(things)]} {day} {i + 1}{month}" for i in range(count)]
    found = deeds(talk(engine, context, start + ", ".join(said)))
    assert [told["due"] for _, _, told in found] == [f"2026-12-{i + 1:02}" for i in range(count)]
    assert [told["title"] for _, _, told in found] == [things[i % len(things)] for i in range(count)]
    assert {status for status, _, _ in found} == {"confirm"}


def test_what_is_said_last_of_a_list_with_semicolons_is_said_of_the_last(engine: Engine) -> None:
    found = deeds(talk(engine, ENGLISH, "buy stamps; print the forms; post the parcel to Ruth friday"))
    assert [told.get("due") for _, _, told in found] == [None, None, FRIDAY]


@pytest.mark.parametrize(
    ("context", "message"),
    [
        (ENGLISH, "remind me 10 min before the dentist call"),
        (ENGLISH, "alert me two hours before the flights"),
        (ITALIAN, "ricordami 10 minuti prima della chiamata al dentista"),
        (ITALIAN, "avvisami due ore prima dei voli"),
    ],
)
def test_a_reminder_some_time_before_moves_nothing_and_says_so(context: Record, message: str, engine: Engine) -> None:
    decision = talk(engine, context, message)
    assert not decision.steps
    assert decision.reason == "not_mine"


@pytest.mark.parametrize(
    ("context", "message"),
    [
        (ENGLISH, "what has no due date?"),
        (ENGLISH, "which tasks have no date"),
        (ENGLISH, "tasks without a deadline"),
        (ITALIAN, "cosa non ha scadenza?"),
        (ITALIAN, "attività senza data"),
    ],
)
def test_tasks_without_a_date_are_not_answered_with_all_of_them(context: Record, message: str, engine: Engine) -> None:
    decision = talk(engine, context, message)
    assert not decision.steps
    assert decision.reason == "not_mine"


@pytest.mark.parametrize(
    ("context", "message", "label"),
    [
        (ENGLISH, "show @garden", "@garden"),
        (ENGLISH, "tasks labelled @garden", "@garden"),
        (ENGLISH, "show tasks with label @garden", "@garden"),
        (ENGLISH, "show tasks in #home", "#home"),
        (ITALIAN, "mostra @giardino", "@giardino"),
        (ITALIAN, "attività con etichetta #casa", "#casa"),
    ],
)
def test_a_label_is_searched_for(context: Record, message: str, label: str, engine: Engine) -> None:
    assert deeds(talk(engine, context, message)) == [("call", "list_tasks", {"search": label})]


@pytest.mark.parametrize(
    ("context", "message"),
    [(ENGLISH, "what's overdue or due today"), (ITALIAN, "cosa è scaduto o scade oggi")],
)
def test_overdue_or_today_is_both_lists(context: Record, message: str, engine: Engine) -> None:
    asked = [told for _, _, told in deeds(talk(engine, context, message))]
    assert asked == [{"filter": "overdue"}, {"due": "today"}]


@pytest.mark.parametrize(
    ("context", "message"),
    [
        (ENGLISH, "next 7 days"),
        (ENGLISH, "show my tasks for the next 7 days"),
        (ITALIAN, "mostra le attività dei prossimi 7 giorni"),
    ],
)
def test_the_next_days_are_a_range_and_no_limit(context: Record, message: str, engine: Engine) -> None:
    ((_, tool, found),) = deeds(talk(engine, context, message))
    assert tool == "list_tasks"
    assert found == {"due": {"from": "2026-11-16", "to": "2026-11-23"}}


WHEN = {"en": ("", "tomorrow", "friday at 9am", "!tomorrow"), "it": ("", "domani", "venerdì alle 9", "!domani")}
OFTEN = {"en": ("", "every 3rd", "every mon, thu"), "it": ("", "ogni primo", "ogni lun e gio")}
RANK = {"en": ("", "p1", "!!2", "high priority"), "it": ("", "p1", "!!2", "priorità alta")}
ODD = ("", "zorblax", "@garden", "#home", "quux blip", "v2", "café")
OPENINGS = {
    "en": ("add ", "remind me to ", "please add "),
    "it": ("aggiungi ", "ricordami di ", "per favore aggiungi "),
}
NAMED = {"en": ("oil the gate", "phone Ruth", "sort receipts"), "it": ("oliare il cancello", "chiamare Ruth")}


@pytest.mark.xfail(reason="an odd word after two values may still be heard as a second title", strict=False)
@examples(300)
@given(data=st.data())
@pytest.mark.parametrize("language", ["en", "it"])
def test_every_word_is_a_value_or_an_opening_or_stays_in_the_title(
    language: str, engine: Engine, data: st.DataObject
) -> None:
    opening, name = data.draw(st.sampled_from(OPENINGS[language])), data.draw(st.sampled_from(NAMED[language]))
    kind, keys = data.draw(st.sampled_from(("when", "often"))), {"when": "due", "often": "repeat"}
    times = (WHEN if kind == "when" else OFTEN)[language]
    values = [data.draw(st.sampled_from(of)) for of in (times, RANK[language])]
    parts = data.draw(st.permutations([*values, *data.draw(st.lists(st.sampled_from(ODD), max_size=2))]))
    message = opening + " ".join(part for part in (name, *parts) if part)
    context = ENGLISH if language == "en" else ITALIAN
    steps = talk(engine, context, message).to_dict()["steps"]
    assert isinstance(steps, list)
    assert steps
    told = " ".join(str(s["parameters"].get("title", "")) for s in steps).casefold()
    given = {name for s in steps for name, source in s["sources"].items() if source["kind"] != "default"}
    heard = [value for value, key in zip(values, (keys[kind], "priority"), strict=True) if key in given]
    for word in {w for part in (name, *parts) if part not in heard for w in WORD.findall(part)}:
        assert word.casefold() in told, (message, steps)
