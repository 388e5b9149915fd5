"""By how much something is moved: from where it stands, forth or back; a day stays a day."""

from datetime import timedelta

import pytest
from records import ENGLISH, ITALIAN, TASKS, Record, deeds, talk

from sayso import Engine
from sayso.engine.values.shift import Shift

DAY = timedelta(days=1)


@pytest.mark.parametrize(
    ("context", "message", "task", "due"),
    [
        (ENGLISH, "move the dentist an hour later", "dentist", "2026-11-16T16:00:00+01:00"),
        (ENGLISH, "push the dentist back half an hour", "dentist", "2026-11-16T15:30:00+01:00"),
        (ENGLISH, "move the dentist one year later", "dentist", "2027-11-16T15:00:00+01:00"),
        (ENGLISH, "move the report two days earlier", "report", "2026-11-11"),
        (ENGLISH, "move the milk by a month", "milk", "2026-12-17"),
        (ENGLISH, "push the milk two weeks later", "milk", "2026-12-01"),
        (ITALIAN, "sposta il dentista un'ora dopo", "dentist", "2026-11-16T16:00:00+01:00"),
        (ITALIAN, "sposta il dentista di mezz'ora più tardi", "dentist", "2026-11-16T15:30:00+01:00"),
        (ITALIAN, "sposta il latte una settimana dopo", "milk", "2026-11-24"),
        (ITALIAN, "anticipa la relazione di due giorni", "report", "2026-11-11"),
        (ITALIAN, "rimanda il latte di un mese", "milk", "2026-12-17"),
    ],
)
def test_a_task_is_moved_from_where_it_stands(
    context: Record, message: str, task: str, due: str, engine: Engine
) -> None:
    [(_, tool, said)] = deeds(talk(engine, context, message))
    assert (tool, said) == ("update_task", {"task_identifier": task, "new_due": due})


@pytest.mark.parametrize(
    ("context", "message"), [(ENGLISH, "push the flights a day later"), (ITALIAN, "sposta i voli di un giorno")]
)
def test_a_task_without_a_time_cannot_be_moved_by_a_stretch_and_is_asked_about(
    context: Record, message: str, engine: Engine
) -> None:
    decision = talk(engine, context, message)
    assert deeds(decision) == [("ask", "update_task", {"task_identifier": "flights"})]
    assert decision.reply is not None


def test_several_tasks_are_each_moved_from_where_they_stand(engine: Engine) -> None:
    found = deeds(talk(engine, {"tasks": TASKS}, "move the overdue ones one day later"))
    assert [said for _, _, said in found] == [
        {"task_identifier": "report", "new_due": "2026-11-14"},
        {"task_identifier": "rent", "new_due": "2026-11-11"},
    ]


@pytest.mark.parametrize(
    ("due", "length", "months", "moved"),
    [
        ("2026-11-16", DAY, 0, "2026-11-17"),
        ("2026-11-16", -2 * DAY, 0, "2026-11-14"),
        ("2026-11-16", timedelta(hours=1), 0, "2026-11-16T01:00:00"),
        ("2026-11-16T23:30:00+01:00", timedelta(hours=1), 0, "2026-11-17T00:30:00+01:00"),
        ("2026-01-31", timedelta(), 1, "2026-02-28"),
        ("2028-01-31", timedelta(), 1, "2028-02-29"),
        ("2026-03-31", timedelta(), 1, "2026-04-30"),
        ("2026-12-15", timedelta(), 1, "2027-01-15"),
        ("2026-01-15", timedelta(), -1, "2025-12-15"),
        ("2026-11-16T15:00:00+01:00", timedelta(), 12, "2027-11-16T15:00:00+01:00"),
    ],
)
def test_a_month_ends_where_it_ends_and_a_day_stays_a_day(due: str, length: timedelta, months: int, moved: str) -> None:
    assert Shift(length, months, 0, 1).moved(due) == moved
