"""What is said about what the tools answered, in each language."""

from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from sayso import Engine
from sayso.accounts.person import LOCAL_ID
from sayso.assistant.deed import Acted, ExecutedStep
from sayso.assistant.telling import told
from sayso.assistant.wings.tasks import came
from sayso.assistant.wings.wing import Carried, Errand, Nowhere, Unclear, Waits
from sayso.domains.shipped import shipped_tools
from sayso.engine import tell
from sayso.engine.nouns import DEFAULT, Action, Argument, Call
from sayso.engine.pack import Pack
from sayso.session import Session
from sayso.tasks.outcome import (
    ChangedSince,
    Completed,
    InvalidTaskCall,
    Listed,
    NothingToUndo,
    Outcome,
    SeveralMatch,
    TaskKeyReused,
    TaskNotFound,
    Undone,
    Updated,
    UserInfo,
)
from sayso.tasks.task import StoredTask
from sayso.tools.told import NoAccount
from sayso.tools.wrong import Wrong

NOW = datetime(2026, 11, 16, 10, tzinfo=UTC)
MILK = StoredTask("t1", 1, "buy milk", "", "medium", None, None, NOW, NOW, None, 1)
BREAD = replace(MILK, id="t2", number=2, title="buy bread", priority="high", due=date(2026, 11, 17))

CASES: list[tuple[Outcome, dict[str, object], str, str]] = [
    (Completed(MILK, False), {}, "'buy milk' was already done.", "'buy milk' era già fatta."),
    (
        Updated(BREAD),
        {"new_due": "2026-11-17", "new_priority": "high"},
        "Changed 'buy bread': due → Tuesday 17 November, priority → high.",
        "Ho modificato 'buy bread': scadenza → martedì 17 novembre, priorità → alta.",
    ),
    (
        Updated(BREAD, former_title="buy rolls"),
        {"new_title": "buy bread"},
        "Changed 'buy rolls': name → 'buy bread'.",
        "Ho modificato 'buy rolls': nome → 'buy bread'.",
    ),
    (Updated(MILK, False), {}, "'buy milk' already is like that.", "'buy milk' è già così."),
    (
        Undone(replace(MILK, deleted_at=NOW), True, "add_task"),
        {},
        "Undone: 'buy milk' is off your list again.",
        "Annullato: 'buy milk' non è più nella tua lista.",
    ),
    (
        Undone(MILK, True, "update_task"),
        {},
        "Undone: 'buy milk' is as it was before.",
        "Annullato: 'buy milk' è di nuovo com'era prima.",
    ),
    (
        Undone(
            replace(MILK, deleted_at=NOW),
            True,
            "add_task",
            others=tuple(replace(MILK, id=f"m{i}", title=f"m{i}", deleted_at=NOW) for i in range(11)),
        ),
        {},
        "Undone: these 12 are off your list again: "
        "'buy milk', 'm0', 'm1', 'm2', 'm3', 'm4', 'm5', 'm6', 'm7', 'm8', ….",
        "Annullato: queste 12 non sono più nella tua lista: "
        "'buy milk', 'm0', 'm1', 'm2', 'm3', 'm4', 'm5', 'm6', 'm7', 'm8', ….",
    ),
    (Listed((), 0, 0), {"filter": "overdue"}, "No task fits that.", "Nessuna attività corrisponde."),
    (
        Listed((MILK, BREAD), 3, 0),
        {"filter": "all", "search": "buy"},
        "3 tasks fit:\n1. buy milk\n2. buy bread (due Tuesday 17 November, high priority)\n… and one more.",
        "Ci sono 3 attività che corrispondono:\n1. buy milk\n"
        "2. buy bread (scadenza martedì 17 novembre, priorità alta)\n… e un'altra.",
    ),
    (
        UserInfo("u", "Ann", "ann@example.org", "Europe/Rome"),
        {},
        "You are Ann (ann@example.org); your time zone is Europe/Rome.",
        "Sei Ann (ann@example.org); il tuo fuso orario è Europe/Rome.",
    ),
    (TaskNotFound("milkk"), {}, "I couldn't find 'milkk'.", "Non ho trovato 'milkk'."),
    (
        TaskNotFound("milkk", (MILK, BREAD)),
        {},
        "I couldn't find 'milkk'. Did you mean 'buy milk' or 'buy bread'?",
        "Non ho trovato 'milkk'. Intendevi 'buy milk' o 'buy bread'?",
    ),
    (
        SeveralMatch("buy", (MILK, BREAD)),
        {},
        "Which one do you mean: 'buy milk' or 'buy bread'?",
        "Quale intendi: 'buy milk' o 'buy bread'?",
    ),
    (NothingToUndo(), {}, "There is nothing to undo.", "Non c'è nulla da annullare."),
    (
        ChangedSince(MILK),
        {},
        "'buy milk' was changed since, so I undid nothing.",
        "'buy milk' è stata modificata nel frattempo: non ho annullato nulla.",
    ),
    (
        InvalidTaskCall(Wrong("new_due", "", "")),
        {},
        "That value can't be used (due). Nothing was changed.",
        "Quel valore non si può usare (scadenza). Non ho cambiato nulla.",
    ),
    (TaskKeyReused(), {}, "I did this already; nothing was changed.", "L'avevo già fatto: non ho cambiato nulla."),
    (
        NoAccount(),
        {},
        "This account does not exist any more. Please sign in again.",
        "Questo account non esiste più. Accedi di nuovo.",
    ),
]


def acted(pack: Pack, action: Action, outcome: Outcome) -> Acted:
    what = came(pack, action, outcome, NOW.date())
    assert not isinstance(what, Waits)
    return Acted((), what.ask) if isinstance(what, Unclear) else Acted((ExecutedStep(0, Call(action), what),))


@pytest.mark.parametrize(("outcome", "given", "english", "italian"), CASES, ids=lambda v: type(v).__name__)
def test_every_outcome_is_told_in_each_language(
    outcome: Outcome, given: dict[str, object], english: str, italian: str, engine: Engine
) -> None:
    arguments = tuple(Argument(name, value, DEFAULT) for name, value in given.items())
    action = Action("x", "x", arguments, 1.0, tool=shipped_tools()["update_task"])
    assert [told(pack, acted(pack, action, outcome), None) for pack in engine.packs] == [english, italian]
    for text in (english, italian):
        assert isinstance(outcome, Listed) or len(text.split()) < 100


def test_where_nothing_was_asked_for_it_says_what_it_can_do(engine: Engine) -> None:
    assert told(engine.packs[0], Acted(()), None).startswith("I look after your tasks")
    assert told(engine.packs[0], Acted(()), "Just say it.") == "Just say it."


@pytest.mark.parametrize(
    ("day", "english"),
    [
        ("2026-11-17", "Tuesday 17 November"),
        ("2027-02-01", "Monday 1 February"),
        ("2026-01-05", "Monday 5 January"),
        ("2027-12-01", "Wednesday 1 December 2027"),
        ("2025-11-17", "Monday 17 November 2025"),
    ],
)
def test_a_day_is_told_with_its_year_where_that_is_not_plain(day: str, english: str, engine: Engine) -> None:
    assert tell.day(engine.packs[0], day, NOW.date()) == english


async def test_a_tool_of_nobody_is_said_to_be_none(engine: Engine) -> None:
    errand = Errand(Action("fly", "fly", (), 1.0), Session(LOCAL_ID, "test"), engine.packs[1], "k", NOW)
    came = await Nowhere().carry_out(errand)
    assert isinstance(came, Carried)
    assert not came.is_done
    assert came.text == "Qui non posso farlo."
