"""Titles that are passed over before the dear comparison are those that it would not have chosen."""

from examples import examples
from hypothesis import example, given
from hypothesis import strategies as st
from rapidfuzz import fuzz, process

from sayso.engine.records.resembling import ResemblingTitles

WORDS = ("pay", "the", "rent", "call", "mum", "milk", "plants", "report", "printer", "il", "la", "a", "x")
titles = st.lists(st.lists(st.sampled_from(WORDS), max_size=5).map(" ".join), max_size=12)
letters = st.text("abeilnorst ", max_size=18).map(lambda text: " ".join(text.split()))


@st.composite
def slips(draw: st.DrawFn) -> str:
    """Words of titles with letters lost and added, in any order."""
    text = " ".join(draw(st.lists(st.sampled_from(WORDS), min_size=1, max_size=4)))
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, len(text)))
        text = text[:at] + draw(st.sampled_from(["", "e", "t", " "])) + text[at + draw(st.integers(0, 1)) :]
    return " ".join(text.split())


@examples(300)
@given(known=titles, said=st.one_of(slips(), letters))
@example(known=["call mum", "report printer"], said="mum call")  # the words in another order
@example(known=["water the plants"], said="watertheplants")
@example(known=["milk milk milk rent"], said="milkrent")  # a word that stands there several times
@example(known=["", "x"], said="x")
def test_the_likest_titles_are_found_as_if_all_were_compared(known: list[str], said: str) -> None:
    every = process.extract(said, dict(enumerate(known)), scorer=fuzz.WRatio, limit=3, score_cutoff=75)
    assert ResemblingTitles(known).most_like(said, 3) == [(i, score) for _, score, i in every]
