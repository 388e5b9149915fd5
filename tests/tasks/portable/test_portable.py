"""Tasks out of the house and in again, in every form, and nothing lost on the way."""

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest
from icalendar import Calendar, Timezone

from sayso.tasks.portable.imported import ImportedTask, PassedOver
from sayso.tasks.portable.reading import MOST, read_tasks
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


def test_a_table_of_very_many_columns_is_refused_before_its_rows_are_filled() -> None:
    wide = ",".join(["title", *(f"c{number}" for number in range(64))])
    assert read_tasks(f"{wide}\nmilk", ROME, nothing_heard) == [PassedOver(1, "too_many_columns")]
    assert len(read_tasks(f"{wide.removesuffix(',c63')}\nmilk", ROME, nothing_heard)) == 1


def test_words_for_a_day_are_heard_once_and_none_of_what_is_too_many() -> None:
    heard: list[tuple[str, str]] = []

    def hear(said: str, language: str) -> None:
        heard.append((said, language))

    rows = [f"task,t{row},{'today' if row % 2 else f'day {row}'},en" for row in range(MOST + 500)]
    found = read_tasks("\n".join(["TYPE,CONTENT,DATE,DATE_LANG", *rows]), ROME, hear)
    assert found[MOST:] == [PassedOver(MOST + 1, "too_many")]
    assert len(heard) == len(set(heard)) <= MOST // 2 + 3


def test_what_is_too_long_for_a_day_is_not_heard_and_not_lost() -> None:
    heard: list[str] = []
    rows = [f"task,milk,{'every day ' * 20},en", f"task,bread,today,{'e' * 50}"]
    found = read_tasks("\n".join(["TYPE,CONTENT,DATE,DATE_LANG", *rows]), ROME, lambda _, lang: heard.append(lang))
    assert heard == ["e" * 16]
    first = found[0]
    assert isinstance(first, ImportedTask)
    assert first.new.description == ("every day " * 20).strip()


def calendar(*lines: str) -> str:
    return "\r\n".join(["BEGIN:VCALENDAR", *lines, "END:VCALENDAR"])


def own_zone(offset: str, *more: str) -> list[str]:
    standard = ["BEGIN:STANDARD", "DTSTART:19700101T000000", f"TZOFFSETFROM:{offset}", f"TZOFFSETTO:{offset}"]
    return ["begin:vtime", " zone", "TZID:Somewhere", *standard, *more, "END:STANDARD", "END:VTIMEZONE"]


def todo(*lines: str) -> list[str]:
    return ["BEGIN:VTODO", "SUMMARY:milk", *lines, "END:VTODO"]


def dues(text: str) -> list[str | None]:
    return [entry.new.due for entry in read_tasks(text, ROME, nothing_heard) if isinstance(entry, ImportedTask)]


def test_a_zone_that_a_file_brings_changes_no_other_file() -> None:
    at = todo("DUE;TZID=Somewhere:20261120T170000")
    for offset in ("+0900", "-0500"):
        assert dues(calendar(*own_zone(offset), *at)) == ["2026-11-20T17:00:00+01:00"]  # the person's own
    assert dues(calendar(*at)) == ["2026-11-20T17:00:00+01:00"]


def test_zones_of_known_names_are_known() -> None:
    at = [todo(f"DUE;TZID={name}:20261120T170000") for name in ("America/New_York", "Eastern Standard Time")]
    assert dues(calendar(*at[0], *at[1])) == ["2026-11-20T17:00:00-05:00"] * 2


def test_the_changes_of_a_files_own_zone_are_not_worked_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def worked_out(*_: object, **__: object) -> None:
        raise AssertionError("a zone is worked out")

    monkeypatch.setattr(Timezone, "to_tz", worked_out)
    zone = own_zone("+0900", "RRULE:FREQ=SECONDLY")
    for lines in (zone, ["BEGIN;X=1:VTIMEZONE", *zone[2:-1], "END;X=1:VTIMEZONE"]):
        assert dues(calendar(*lines, *todo("DUE:20261120T160000Z"))) == ["2026-11-20T17:00:00+01:00"]


@pytest.mark.parametrize(
    "lines",
    [
        ["DUE;VALUE=DURATION:PT1H"],
        ["DUE:20261120T160000Z", "DUE:20261121T160000Z"],
        ["RRULE:FREQ=DAILY", "RRULE:FREQ=WEEKLY"],
        ["PRIORITY:1", "PRIORITY:9"],
        ["DUE:99991231T235959Z"],
        ["RRULE;VALUE=UTC-OFFSET:20261118T120000"],
        ["RRULE;VALUE=TEXT:FREQ=DAILY"],
        ["PRIORITY;VALUE=DATE:20261118"],
    ],
)
def test_an_entry_that_cannot_be_read_is_passed_over_and_the_others_are_not(lines: list[str]) -> None:
    found = read_tasks(calendar(*todo(*lines), *todo()), ROME, nothing_heard)
    assert found == [PassedOver(1, "unreadable"), ImportedTask(NewTask("milk"))]


@pytest.mark.parametrize(
    "lines", [["BEGIN:VEVENT", "TZID:x", "END:VTIMEZONE"], todo("DUE;TZID=Europe:20261120T170000")]
)
def test_a_calendar_that_is_none_is_told(lines: list[str]) -> None:
    assert all(isinstance(entry, PassedOver) for entry in read_tasks(calendar(*lines), ROME, nothing_heard))
