"""Rules of repetition: which are taken, and which days they give."""

from datetime import date, datetime, time, timedelta
from itertools import pairwise

import pytest
from dateutil.rrule import rrulestr
from hypothesis import given
from hypothesis import strategies as some

from sayso.engine.values.rules import DAYS, MOST, read_rule

TAKEN = [
    ("FREQ=WEEKLY;BYDAY=MO", "FREQ=WEEKLY;BYDAY=MO"),
    ("rrule:freq=weekly;byday=mo,th;", "FREQ=WEEKLY;BYDAY=MO,TH"),
    ("BYDAY=-1FR;FREQ=MONTHLY", "FREQ=MONTHLY;BYDAY=-1FR"),
    ("FREQ=DAILY;INTERVAL=1", "FREQ=DAILY"),
    ("FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=3;UNTIL=20280101T000000Z", "FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=3;UNTIL=20280101"),
    ("FREQ=WEEKLY;INTERVAL=2;WKST=SU;COUNT=5", "FREQ=WEEKLY;INTERVAL=2;WKST=SU;COUNT=5"),
]
NOT_TAKEN = [
    "",
    "every monday",
    "FREQ=SECONDLY",
    "FREQ=MINUTELY;INTERVAL=5",
    "FREQ=HOURLY",
    "FREQ=DAILY;BYHOUR=8",
    "FREQ=DAILY;INTERVAL=0",
    f"FREQ=DAILY;INTERVAL={MOST + 1}",
    "FREQ=DAILY;COUNT=0",
    "FREQ=DAILY;COUNT=3;UNTIL=20270101",
    "FREQ=DAILY;UNTIL=tomorrow",
    "FREQ=DAILY;UNTIL=20270231",
    "FREQ=WEEKLY;BYDAY=1MO",
    "FREQ=WEEKLY;BYMONTHDAY=1",
    "FREQ=MONTHLY;BYMONTHDAY=32",
    "FREQ=MONTHLY;BYMONTH=-1",
    "FREQ=MONTHLY;BYSETPOS=1",
    "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30",
    "FREQ=WEEKLY;BYDAY=MO;BYDAY=TU",
    "FREQ=WEEKLY;" + "BYDAY=" + ",".join(["MO"] * 80),
]


@pytest.mark.parametrize(("given", "written"), TAKEN)
def test_a_rule_is_written_in_one_way(given: str, written: str) -> None:
    rule = read_rule(given)
    assert rule is not None
    assert rule.text() == written


@pytest.mark.parametrize("text", NOT_TAKEN)
def test_what_is_no_rule_of_days_is_not_taken(text: str) -> None:
    assert read_rule(text) is None


def _texts() -> some.SearchStrategy[str]:
    day = some.sampled_from(DAYS)
    placed = some.builds(lambda n, d: f"{n}{d}", some.sampled_from([1, 2, 4, -1, -2]), day)
    days = some.lists(day, min_size=1, max_size=3, unique=True).map(lambda d: "BYDAY=" + ",".join(d))
    several = some.lists(placed, min_size=1, max_size=2, unique=True).map(lambda d: "BYDAY=" + ",".join(d))
    month_days = some.sampled_from(["BYMONTHDAY=1", "BYMONTHDAY=-1", "BYMONTHDAY=13,31", "BYMONTHDAY=29"])
    months = some.sampled_from(["BYMONTH=3", "BYMONTH=2,11"])
    ends = some.sampled_from(["", "COUNT=4", "UNTIL=20290310"])
    step = some.integers(1, 4).map(lambda n: f"INTERVAL={n}")
    positions = some.sampled_from(["BYSETPOS=-1", "BYSETPOS=1,2"])
    shapes = some.one_of(
        some.tuples(some.just("FREQ=DAILY"), step, some.just(""), ends),
        some.tuples(some.just("FREQ=WEEKLY"), step, some.one_of(some.just(""), days), ends),
        some.tuples(some.just("FREQ=WEEKLY"), step, days, some.just("WKST=SU"), ends),
        some.tuples(some.just("FREQ=MONTHLY"), step, some.one_of(some.just(""), days, several, month_days), ends),
        some.tuples(some.just("FREQ=MONTHLY"), days, positions, ends),
        some.tuples(some.just("FREQ=YEARLY"), some.one_of(some.just(""), several, month_days), ends),
        some.tuples(some.just("FREQ=YEARLY"), months, some.one_of(some.just(""), days, several, month_days), ends),
    )
    return shapes.map(lambda parts: ";".join(part for part in parts if part))


@given(_texts(), some.dates(date(2026, 1, 1), date(2028, 12, 31)))
def test_the_days_are_those_of_another_implementation(text: str, start: date) -> None:
    rule = read_rule(text)
    assert rule is not None
    known = rrulestr(rule.text(), dtstart=datetime.combine(start, time()))
    horizon = start + timedelta(days=2000)
    expected = [
        at.date() for at in known.between(datetime.combine(start, time()), datetime.combine(horizon, time()), inc=True)
    ]
    if expected:
        assert rule.first(start) == expected[0]
    for day, following in pairwise(expected[:6]):
        found = rule.after(start, day)
        assert found is not None
        assert found[0] == following


def test_times_that_are_left_are_counted() -> None:
    rule = read_rule("FREQ=WEEKLY;COUNT=3")
    assert rule is not None
    second = rule.after(date(2026, 11, 2), date(2026, 11, 2))
    assert second is not None
    assert (second[0], second[1].count) == (date(2026, 11, 9), 2)
    third = second[1].after(second[0], date(2026, 11, 20))
    assert third is not None
    assert (third[0], third[1].count) == (date(2026, 11, 23), 1)
    assert third[1].after(third[0], date(2026, 11, 23)) is None


def test_nothing_comes_after_the_end() -> None:
    rule = read_rule("FREQ=DAILY;UNTIL=20261116")
    assert rule is not None
    assert rule.after(date(2026, 11, 15), date(2026, 11, 15)) == (date(2026, 11, 16), rule)
    assert rule.after(date(2026, 11, 15), date(2026, 11, 16)) is None
    assert rule.first(date(9999, 12, 31)) is None
