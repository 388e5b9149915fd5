"""Kinds find themselves in what was said: spans whose letters say the value, and canonical values."""

from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.engine.kinds import choice, listing, literal, moment, number, text, truth
from sayso.engine.kinds.spoken import Spoken, speak
from sayso.engine.kinds.wanted import AT_MOST, wanted
from sayso.face import standard

NOW = datetime.fromisoformat("2026-11-16T10:00:00+01:00")
ENGINE = standard()


def said(raw: str, language: str = "en") -> Spoken:
    packs = sorted(ENGINE.packs, key=lambda p: p.language != language)
    endings = tuple(dict.fromkeys(e for p in ENGINE.packs for e in p.endings))
    return speak(raw, tuple(packs), endings, NOW)


@pytest.mark.parametrize(
    ("raw", "language", "values"),
    [
        ("send $1,500.50 now", "en", [1500.5]),
        ("3.5 million people", "en", [3500000]),
        ("5k users and -4", "en", [5000, -4]),
        ("twenty five or two hundred and five", "en", [25, 205]),
        ("1.000,5 euro", "it", [1000.5]),
        ("2,5 metri e 1.200 litri", "it", [2.5, 1200]),
        ("[1,2,3] and [200,300,400]", "en", [1, 2, 3, 200, 300, 400]),
        ("order A12-77 at /srv/7 from 10.0.0.1", "en", []),
        ("x=5, weighs 150lbs", "en", [5, 150]),
        ("1e5 volts", "en", [100000]),
    ],
)
def test_numbers_as_the_language_writes_them(raw: str, language: str, values: list[float]) -> None:
    assert [f.value for f in number.find(said(raw, language))] == values


def test_a_percentage_is_told_from_a_number() -> None:
    found = number.find(said("at 5% for 3 years, the 2nd floor"))
    assert [(f.value, f.form) for f in found] == [(5, "percent"), (3, "number"), (2, "ordinal")]


@pytest.mark.parametrize(
    ("raw", "description", "written"),
    [
        ("on May 3rd, 2024", "date, YYYY-MM-DD", "2024-05-03"),
        ("tomorrow", "such as 2023-04-15", "2026-11-17"),
        ("on 2024/05/06", "in MM/DD/YYYY", "05/06/2024"),
        ("at 3pm", "in 24-hour format", "15:00"),
        ("on April 3, 2024", "e.g. 'March 4, 2023'", "April 3, 2024"),
    ],
)
def test_moments_are_written_as_the_description_asks(raw: str, description: str, written: str) -> None:
    found = moment.find(said(raw))
    assert len(found) == 1
    assert isinstance(found[0].value, moment.Moment)
    assert moment.written(found[0].value, moment.layout("", description)) == written


def test_a_year_said_once_holds_for_both_days() -> None:
    found = moment.find(said("from April 3rd to April 5th 2023"))
    assert [f.value.day.isoformat() for f in found if isinstance(f.value, moment.Moment) and f.value.day] == [
        "2023-04-03",
        "2023-04-05",
    ]


def test_literals_are_found_to_the_character() -> None:
    raw = "mail 'Hi there' to ann.b@x.org about /home/ann/r.txt and https://a.b/c?d=1, id 7f-A9"
    found = {f.form: f.value for f in literal.find(said(raw))}
    assert found["quoted"] == "Hi there"
    assert found["email"] == "ann.b@x.org"
    assert found["path"] == "/home/ann/r.txt"
    assert found["url"] == "https://a.b/c?d=1"
    assert found["id"] == "7f-A9"


@pytest.mark.parametrize(
    ("raw", "value"),
    [
        ("a cheap one please", "cheap"),
        ("in METRIC units", "metric"),
        ("pop rock songs", "Pop rock"),
        ("all postgresql servers", "postgres"),
        ("something else", None),
    ],
)
def test_choices_by_option_case_and_inflection(raw: str, value: str | None) -> None:
    found = choice.find(said(raw), ["cheap", "metric", "pop", "Pop rock", "postgres"])
    assert [f.value for f in found] == ([value] if value else [])


@pytest.mark.parametrize(
    ("raw", "value"),
    [("with a garage", True), ("without a garage", False), ("it shouldn't have a garage", False)],
)
def test_a_switch_is_on_unless_it_is_taken_back(raw: str, value: bool) -> None:
    assert [f.value for f in truth.find(said(raw), {"garag"})] == [value]


def test_lists_end_where_brackets_do() -> None:
    spoken = said("(1, 2) and (3, 4)")
    assert [f.value for f in listing.find(spoken, number.find(spoken))] == [[1, 2], [3, 4]]


def test_a_schema_that_refers_to_itself_ends() -> None:
    node = {"type": "object", "properties": {"next": {"$ref": "#/$defs/node"}, "value": {"type": "integer"}}}
    schema = {"$defs": {"node": node, "loop": {"$ref": "#/$defs/loop"}}, "properties": {"a": {"$ref": "#/$defs/node"}}}
    found = wanted({**schema, "type": "object"})
    assert 0 < len(found) <= AT_MOST
    assert wanted({"$defs": schema["$defs"], "properties": {"x": {"$ref": "#/$defs/loop"}}})[0].kind == "text"


def test_alternatives_constants_and_thousands_of_parameters() -> None:
    schema = {
        "properties": {
            "a": {"anyOf": [{"type": "null"}, {"type": "integer", "minimum": 1}]},
            "b": {"oneOf": [{"const": "x"}, {"const": "y"}]},
            "c": {"enum": ["True", "False", "dontcare"], "type": "string"},
        },
        "required": ["a"],
    }
    one, two, three = wanted(schema)
    assert (one.kind, one.bounds[0], one.is_required) == ("number", 1, True)
    assert (two.kind, two.options) == ("choice", ("x", "y"))
    assert three.kind == "truth"
    assert len(wanted({"properties": {f"p{i}": {} for i in range(5000)}})) == AT_MOST


@given(st.text(max_size=200))
def test_whatever_is_said_spans_lie_in_it(raw: str) -> None:
    spoken = said(raw)
    chunks = [c.found for c in text.find(spoken)]
    for found in (*number.find(spoken), *moment.find(spoken), *literal.find(spoken), *chunks):
        assert 0 <= found.start < found.end <= len(raw)
    for found in (*literal.find(spoken), *chunks):
        assert raw[found.start : found.end] == found.value
