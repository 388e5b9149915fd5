"""A line of the audit takes as long as its texts warrant, whatever stands in them."""

import pytest
from examples import examples
from growth import growth
from hypothesis import given
from hypothesis import strategies as st

from sayso.audit.entry import as_json
from sayso.terminal.screen.clean import visible

SEEDS = [
    *("a", "eyJ", "eyJabcdefgh.", "Bearer ", "bearer x", "-----BEGIN PRIVATE KEY-----", "a://", ":", "@", "x:y@"),
    *("sk-", "sk_live_", "$argon2", "-", ".", " ", "\n", "\x1b[31m", "\u202e", "password=", '"', "\\\\", "😀"),
]
MIXTURES = st.lists(st.sampled_from(SEEDS), min_size=1, max_size=4).map("".join)
STEEPEST = 1.1


def written(text: str) -> None:
    as_json({"text": text, "words": text.split(), text[:50]: [text[at : at + 40] for at in range(0, len(text), 40)]})
    visible(text)


def nested(text: str) -> None:
    value: object = text[:5]
    for letter in text:
        value = [value] if letter.isalpha() else {letter: value}
    as_json({"deep": value, "wide": [{letter: letter} for letter in text]})


@pytest.mark.parametrize("seed", SEEDS, ids=ascii)
def test_a_line_is_scrubbed_in_one_pass(seed: str) -> None:
    assert growth(written, seed, 500, 4000) <= STEEPEST


@examples(20)
@given(MIXTURES)
def test_nor_does_a_mixture_of_these_grow_faster_than_its_length(seed: str) -> None:
    assert growth(written, seed, 500, 4000) <= STEEPEST


@examples(10)
@given(MIXTURES)
def test_nor_what_stands_one_in_another(seed: str) -> None:
    assert growth(nested, seed, 100, 800) <= STEEPEST
