"""Deciding takes no longer than the length of a text warrants, whatever stands in it; what is too much is left."""

from functools import cache

import pytest
from examples import examples
from growth import growth, repeated, work
from hypothesis import example, given
from hypothesis import strategies as st

from sayso.engine.nouns import Call
from sayso.face import Engine, standard

pytestmark = pytest.mark.untraced  # the same few lines, very often
NOW = "2026-11-18T12:00:00+01:00"
CONTEXT: dict[str, object] = {
    "tasks": [{"id": "1", "title": "buy milk"}, {"id": "2", "title": "pay rent"}],
    "machines": [
        {
            "id": "m1",
            "name": "Fridge",
            "serial": "1",
            "place": "kitchen",
            "commands": [{"id": "c1", "name": "turn_on"}, {"id": "c2", "name": "set_temperature"}],
            "metrics": ["temperature"],
        }
    ],
}
TOOL = {
    "name": "send_note",
    "description": "Sends a note",
    "inputSchema": {"type": "object", "properties": {"text": {"type": "string"}, "count": {"type": "integer"}}},
}
FRAGMENTS = [  # what was pasted, typed or made up to keep it busy
    *("\ufdfa", "\u3300", "ﬃ", "1.", "½ 3/4 ", "via Roma 12, 00184 Roma; ", "and ", "5 ", "twenty ", "- x\n", "12:30 "),
    *(
        "turn on fridge and ",
        "delete it, ",
        "every monday at 8 ",
        "monday ",
        "add buy milk tomorrow and ",
        "if ",
        "no ",
    ),
    *(
        "'x ",
        '"',
        "((",
        "😀",
        "http://a.b/c?d ",
        "dell'",
        "remind me to ",
        "set the fridge to 4 degrees ",
        "#1 ",
        "e\u0301",
    ),
    *("a@b.c ", "-", ". ", "the ", "of the fridge in the kitchen ", "is it on? ", "don't ", "1,000 ", "x", ": ", "\t"),
]
MOST = 1_500_000  # calls for any two thousand letters; an ordinary message takes some ten thousand
LENGTHS = (250, 1000)  # letters
STEEPEST = 1.7  # the power of the length by which work may grow up to the bound: 2 is what stopped the server


@cache
def warmed() -> Engine:
    """Compiling the patterns is no part of the work of a text."""
    return standard().warm()


def decided(text: str) -> str:
    return warmed().decide({"message": text, "context": CONTEXT, "now": NOW}).status


def guarded(text: str) -> str:
    call = {"name": "send_note", "arguments": {"text": text, "count": 5}}
    return warmed().decide({"message": text, "tools": [TOOL], "call": call, "now": NOW}).status


@examples(8)
@given(st.sampled_from(FRAGMENTS))
@example("\ufdfa")  # these stopped a server
@example("1.")
@example("½ 3/4 ")
def test_work_does_not_grow_with_the_square_of_a_message(seed: str) -> None:
    assert growth(decided, seed, *LENGTHS) <= STEEPEST


@pytest.mark.parametrize("seed", ["every monday at 8 ", "- x\n"], ids=ascii)
def test_the_most_that_a_message_takes_is_bounded(seed: str) -> None:
    assert work(lambda: decided(repeated(seed, 2000))) < MOST


@examples(5)
@given(st.sampled_from(FRAGMENTS))
def test_nor_with_that_of_a_guarded_value(seed: str) -> None:
    assert growth(guarded, seed, *LENGTHS) <= STEEPEST


@pytest.mark.parametrize("seed", ["\ufdfa", "5 "], ids=ascii)
def test_what_is_far_too_long_takes_no_more_than_what_is_too_long(seed: str) -> None:
    assert growth(decided, seed, 5000, 50_000) <= 0.3


@examples(4)
@given(st.lists(st.sampled_from(FRAGMENTS), min_size=1, max_size=4).map("".join))
def test_no_mixture_of_these_grows_so_either(seed: str) -> None:
    assert growth(decided, seed, *LENGTHS) <= STEEPEST


def test_a_sign_that_stands_for_a_sentence_is_one_word() -> None:
    step = warmed().decide({"message": "add \ufdfa", "now": NOW}).steps[0]
    assert {a.name: a.value for a in step.action.arguments}["title"] == "\ufdfa"


def test_what_was_read_only_in_part_changes_nothing_before_a_yes() -> None:
    short = warmed().decide({"message": "turn on the fridge and " * 3, "context": CONTEXT, "now": NOW})
    long = warmed().decide({"message": "turn on the fridge and " * 300, "context": CONTEXT, "now": NOW})
    assert short.status == "call"
    assert long.status in ("confirm", "ask", "decline")
    assert not [step for step in long.steps if isinstance(step, Call)]
