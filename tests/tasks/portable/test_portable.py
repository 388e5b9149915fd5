"""Tasks out of the house and in again, in every form, and nothing lost on the way."""

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, timezone, tzinfo
from itertools import islice
from zoneinfo import ZoneInfo

import pytest
from dateutil.rrule import rrule, rrulestr
from icalendar import Calendar, Component, Timezone

from sayso.tasks.portable.imported import HeardDay, ImportedTask, KeptOtherwise, PassedOver
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
    found = read_tasks(WRITERS[form][0](TASKS, ROME), ROME, nothing_heard)
    assert [entry.is_completed for entry in found if isinstance(entry, ImportedTask)] == [False, False, False, True]
    for entry, was in zip(found, TASKS, strict=True):
        assert isinstance(entry, ImportedTask)
        assert (entry.new.title, entry.new.priority, entry.new.repeat) == (was.title, "high", was.repeat)
        assert (entry.new.description or "").splitlines() == was.description.splitlines()
        assert (entry.new.due and datetime.fromisoformat(entry.new.due)) == (
            was.due if isinstance(was.due, datetime) else was.due and datetime.fromisoformat(was.due.isoformat())
        )


def test_a_table_starts_no_formula() -> None:
    assert ",'=HYPERLINK(1)," in WRITERS["csv"][0](TASKS, ROME)


def test_todoists_table_is_read_with_its_dates_in_words_and_its_notes() -> None:
    table = """TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE
section,Home,,,,,,,,
task,Buy milk,two litres,1,1,,,tomorrow at 5pm,en,
note,the blue one,,,,,,,,
task,Water the plants,,4,1,,,every blue moon,en,
task,,,4,1,,,,,
,,,,,,,,,
"""
    heard = {"tomorrow at 5pm": HeardDay("2026-11-19T17:00:00+01:00")}
    found = read_tasks(table, ROME, lambda said, _: heard.get(said))
    assert found == [
        ImportedTask(
            NewTask("Buy milk", "two litres\nHome\nthe blue one", "high", "2026-11-19T17:00:00+01:00"),
            otherwise=(KeptOtherwise(3, "Buy milk", "section", "Home"),),
        ),
        ImportedTask(
            NewTask("Water the plants", "every blue moon\nHome", None),
            otherwise=(
                KeptOtherwise(5, "Water the plants", "section", "Home"),
                KeptOtherwise(5, "Water the plants", "date", "every blue moon"),
            ),
        ),
        PassedOver(6, "no_title"),
    ]


@pytest.mark.parametrize("form", ["csv", "json"])
def test_a_day_in_words_is_heard_in_a_plain_file_or_kept_in_the_description_and_told(form: str) -> None:
    rows = [("call", "tomorrow 9am"), ("gym", "every monday"), ("sleep", "one fine day")]
    table = "title,due\n" + "\n".join(f"{title},{due}" for title, due in rows)
    text = table if form == "csv" else json.dumps([{"title": title, "due": due} for title, due in rows])
    heard = {
        "tomorrow 9am": HeardDay("2026-11-19T09:00:00+01:00"),
        "every monday": HeardDay("2026-11-23", "FREQ=WEEKLY;BYDAY=MO"),
    }
    assert read_tasks(text, ROME, lambda said, _: heard.get(said)) == [
        ImportedTask(NewTask("call", due="2026-11-19T09:00:00+01:00")),
        ImportedTask(NewTask("gym", due="2026-11-23", repeat="FREQ=WEEKLY;BYDAY=MO")),
        ImportedTask(
            NewTask("sleep", "one fine day"),
            otherwise=(KeptOtherwise(4 if form == "csv" else 3, "sleep", "date", "one fine day"),),
        ),
    ]


@pytest.mark.parametrize(
    ("zone", "said", "due"),
    [
        ("", "2026-11-19T09:00:00+01:00", "2026-11-19T09:00:00+01:00"),
        ("Europe/London", "2026-11-19T09:00:00+01:00", "2026-11-19T10:00:00+01:00"),
        ("America/New_York", "2026-11-19T20:00:00+01:00", "2026-11-19T20:00:00-05:00"),  # another day here
        ("Europe/London", "2026-11-19", "2026-11-19"),
        ("Middle/Earth", "2026-11-19T09:00:00+01:00", "2026-11-19T09:00:00+01:00"),
    ],
)
def test_a_time_of_todoist_is_one_of_the_zone_that_it_names(zone: str, said: str, due: str) -> None:
    table = f"TYPE,CONTENT,DATE,DATE_LANG,TIMEZONE\ntask,call,then,en,{zone}"
    [entry] = read_tasks(table, ROME, lambda *_: HeardDay(said))
    assert isinstance(entry, ImportedTask)
    assert entry.new.due == due


def test_a_comment_of_a_project_that_belongs_to_no_task_is_told() -> None:
    table = "TYPE,CONTENT\nnote,about all of it\ntask,milk\nnote,the blue one"
    assert read_tasks(table, ROME, nothing_heard) == [
        PassedOver(2, "no_task"),
        ImportedTask(NewTask("milk", "the blue one")),
    ]


def test_what_todoist_has_and_a_task_has_not_stands_in_its_description_and_is_told() -> None:
    table = """TYPE,CONTENT,PRIORITY,INDENT,RESPONSIBLE,DATE,DURATION,DURATION_UNIT,DEADLINE
task,Clean,2,1,,every! day,60,minute,
task,Empty the fridge,4,2,Bo,,,None,2026-12-20
task,Stretch,4,1,,twice,,None,2026-12-20
note,"Photo: [[file {""file_name"":""a.jpg"",""file_url"":""https://x/a.jpg""}]]",,,,,,,
"""
    heard = {
        "every! day": HeardDay("2026-11-19", "FREQ=DAILY"),
        "twice": HeardDay("2026-11-19T08:00:00+01:00", "FREQ=DAILY", ("2026-11-19T13:00:00+01:00",)),
    }
    entries = read_tasks(table, ROME, lambda said, _: heard.get(said))
    tasks = [entry for entry in entries if isinstance(entry, ImportedTask)]
    assert [(entry.new.title, entry.new.due, entry.new.description) for entry in tasks] == [
        ("Clean", "2026-11-19", "duration: 60 minute"),
        ("Empty the fridge", "2026-12-20", "Clean\nresponsible: Bo"),
        ("Stretch", "2026-11-19T08:00:00+01:00", "deadline: 2026-12-20\nPhoto: a.jpg https://x/a.jpg"),
        ("Stretch", "2026-11-19T13:00:00+01:00", "deadline: 2026-12-20\nPhoto: a.jpg https://x/a.jpg"),
    ]
    assert [(one.place, one.what, one.said) for entry in tasks for one in entry.otherwise] == [
        (2, "from_done", "every! day"),
        (2, "priority", "p2"),
        (2, "duration", "60 minute"),
        (3, "parent", "Clean"),
        (3, "responsible", "Bo"),
        (4, "times", "twice"),
        (4, "deadline", "2026-12-20"),
    ]


def test_a_description_that_does_not_fit_is_told() -> None:
    table = f"TYPE,CONTENT,DESCRIPTION\ntask,milk,{'x' * 990}\nnote,{'y' * 20},"
    [entry] = read_tasks(table, ROME, nothing_heard)
    assert isinstance(entry, ImportedTask)
    assert [(one.what, one.said) for one in entry.otherwise] == [("too_long", "y" * 11)]


@pytest.mark.parametrize("text", ["", "x", "{", "[1", '{"tasks": 3}', "BEGIN:VCALENDAR\nnonsense", "a,b\n1,2"])
def test_what_is_no_file_of_tasks_is_told(text: str) -> None:
    assert read_tasks(text, ROME, nothing_heard) == [PassedOver(1, "unreadable")]


def test_a_title_that_is_too_long_goes_on_in_the_description() -> None:
    [entry] = read_tasks(f'[{{"title": "{"x" * 300}"}}]', ROME, nothing_heard)
    assert isinstance(entry, ImportedTask)
    assert len(entry.new.title) == 200
    assert entry.new.description == "x" * 300


def test_the_calendar_shows_what_is_to_do_and_has_a_day() -> None:
    events = Calendar.from_ical(to_events(TASKS, ROME)).walk("VEVENT")
    assert [(str(event["summary"]), event.decoded("dtstart")) for event in events] == [
        ("=HYPERLINK(1)", date(2026, 11, 20)),
        ("call Anna 🎉", FIVE),
    ]
    assert "RRULE:FREQ=WEEKLY;BYDAY=FR" in to_events(TASKS, ROME)


def test_a_moved_time_is_in_the_calendar_once_and_the_others_stay_where_they_are() -> None:
    moved = replace(task("talk", date(2026, 11, 18), "FREQ=WEEKLY;BYDAY=TH"), occurrence=date(2026, 11, 19))
    series, once = Calendar.from_ical(to_events([moved], ROME)).walk("VEVENT")
    assert (series.decoded("dtstart"), "rrule" in series) == (date(2026, 11, 19), True)
    assert (once.decoded("dtstart"), "rrule" in once) == (date(2026, 11, 18), False)
    assert (once.decoded("recurrence-id"), once["uid"]) == (date(2026, 11, 19), series["uid"])


def walked(part: Component) -> Iterator[datetime]:
    """The times of an entry, as python-dateutil walks them: it takes no rule that RFC 5545 does not allow."""
    [said] = (line for line in part.to_ical().decode().splitlines() if line.startswith("RRULE:"))
    rule = rrulestr(said, dtstart=part.decoded("dtstart"))
    assert isinstance(rule, rrule)
    return iter(rule)


NEW_YORK = ZoneInfo("America/New_York")
UNTIL = "FREQ=DAILY;UNTIL=20261204"


@pytest.mark.parametrize(
    ("due", "zone", "until"),
    [
        (date(2026, 12, 1), ROME, "20261204"),
        (datetime.fromisoformat("2026-12-01T20:00:00+00:00"), ZoneInfo("Etc/UTC"), "20261204T200000Z"),
        (datetime.fromisoformat("2026-12-01T23:30:00+01:00"), ROME, "20261204T223000Z"),
        (datetime.fromisoformat("2026-12-01T20:00:00-05:00"), NEW_YORK, "20261205T010000Z"),
        (datetime.fromisoformat("2026-12-01T20:00:00+09:00"), ROME, "20261204T110000Z"),  # said elsewhere
        (datetime.fromisoformat("2026-12-01T20:00:00+05:45"), ROME, "20261204T141500Z"),
    ],
)
@pytest.mark.parametrize("form", ["events", "to-dos"])
def test_what_repeats_until_a_day_is_a_rule_that_calendars_can_read(
    due: Due, zone: tzinfo, until: str, form: str
) -> None:
    text = (to_events if form == "events" else WRITERS["ics"][0])([task("pack", due, UNTIL)], zone)
    assert f"RRULE:FREQ=DAILY;UNTIL={until}\r\n" in text
    [part] = Calendar.from_ical(text).walk("VEVENT" if form == "events" else "VTODO")
    start = part.decoded("dtstart")
    assert start == due
    days = list(walked(part))
    assert [day.day for day in days] == [1, 2, 3, 4]
    assert "UTC+" not in text  # a zone that no calendar knows
    [entry] = read_tasks(text, zone, nothing_heard)
    assert isinstance(entry, ImportedTask)
    assert entry.new.repeat == UNTIL
    assert entry.new.due is not None
    assert (datetime if isinstance(due, datetime) else date).fromisoformat(entry.new.due) == due


def test_a_time_that_comes_again_keeps_to_the_clocks_of_the_person() -> None:
    late = datetime(2026, 10, 19, 0, 30, tzinfo=timezone(timedelta(hours=2)))  # still Sunday by UTC
    text = to_events([task("bins", late, "FREQ=WEEKLY;BYDAY=MO")], ROME)
    assert "DTSTART;TZID=Europe/Rome:20261019T003000" in text
    assert "BEGIN:VTIMEZONE" in text
    [event] = Calendar.from_ical(text).walk("VEVENT")
    assert [(day.day, day.hour, day.utcoffset()) for day in islice(walked(event), 2)] == [
        (19, 0, timedelta(hours=2)),
        (26, 0, timedelta(hours=1)),
    ]


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
