"""Tasks out of the house and in again, in every form, and nothing lost on the way."""

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest
from icalendar import Calendar

from sayso.tasks.portable.reading import ImportedTask, PassedOver, read_tasks
from sayso.tasks.portable.writing import WRITERS, to_events
from sayso.tasks.task import Due, NewTask, StoredTask

ROME = ZoneInfo("Europe/Rome")
NOW = datetime(2026, 11, 18, 12, 0, tzinfo=UTC)
FIVE = datetime(2026, 11, 20, 17, 0, tzinfo=ROME)


def task(title: str, due: Due | None = None, repeat: str | None = None, is_done: bool = False) -> StoredTask:
    done = NOW if is_done else None
    return StoredTask(
        "1b4e28ba-2fa1-41d2-883f-0016d3cca427", 1, title, "a; b, c\nd", "high", due, done, NOW, NOW, None, 1, repeat
    )


def nothing_heard(said: str, language: str) -> None:
    raise AssertionError((said, language))


TASKS = [
    task('milk, eggs; "bread"'),
    task("=HYPERLINK(1)", date(2026, 11, 20)),
    task("call Anna 🎉", FIVE, "FREQ=WEEKLY;BYDAY=FR"),
    task("done", is_done=True),
]


@pytest.mark.parametrize("form", sorted(WRITERS))
def test_what_was_exported_comes_in_again_as_it_was(form: str) -> None:
    found = read_tasks(WRITERS[form][0](TASKS), ROME, nothing_heard)
    assert [entry.is_completed for entry in found if isinstance(entry, ImportedTask)] == [False, False, False, True]
    for entry, was in zip(found, TASKS, strict=True):
        assert isinstance(entry, ImportedTask)
        assert (entry.new.title, entry.new.priority, entry.new.repeat) == (was.title, "high", was.repeat)
        assert (entry.new.description or "").splitlines() == was.description.splitlines()
        assert (entry.new.due and datetime.fromisoformat(entry.new.due)) == (
            was.due if isinstance(was.due, datetime) else was.due and datetime.fromisoformat(was.due.isoformat())
        )


def test_a_table_starts_no_formula() -> None:
    assert ",'=HYPERLINK(1)," in WRITERS["csv"][0](TASKS)


def test_todoists_table_is_read_with_its_dates_in_words_and_its_notes() -> None:
    table = """TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE
section,Home,,,,,,,,
task,Buy milk,two litres,1,1,,,tomorrow at 5pm,en,
note,the blue one,,,,,,,,
task,Water the plants,,4,1,,,every blue moon,en,
task,,,4,1,,,,,
,,,,,,,,,
"""
    heard = {"tomorrow at 5pm": ("2026-11-19T17:00:00+01:00", None)}
    found = read_tasks(table, ROME, lambda said, _: heard.get(said))
    assert found == [
        ImportedTask(NewTask("Buy milk", "two litres\nthe blue one", "high", "2026-11-19T17:00:00+01:00")),
        ImportedTask(NewTask("Water the plants", "every blue moon")),
        PassedOver(6, "no_title"),
    ]


@pytest.mark.parametrize("text", ["", "x", "{", "[1", '{"tasks": 3}', "BEGIN:VCALENDAR\nnonsense", "a,b\n1,2"])
def test_what_is_no_file_of_tasks_is_told(text: str) -> None:
    assert read_tasks(text, ROME, nothing_heard) == [PassedOver(1, "unreadable")]


def test_a_title_that_is_too_long_goes_on_in_the_description() -> None:
    [entry] = read_tasks(f'[{{"title": "{"x" * 300}"}}]', ROME, nothing_heard)
    assert isinstance(entry, ImportedTask)
    assert len(entry.new.title) == 200
    assert entry.new.description == "x" * 300


def test_the_calendar_shows_what_is_to_do_and_has_a_day() -> None:
    events = Calendar.from_ical(to_events(TASKS)).walk("VEVENT")
    assert [(str(event["summary"]), event.decoded("dtstart")) for event in events] == [
        ("=HYPERLINK(1)", date(2026, 11, 20)),
        ("call Anna 🎉", FIVE),
    ]
    assert "RRULE:FREQ=WEEKLY;BYDAY=FR" in to_events(TASKS)
