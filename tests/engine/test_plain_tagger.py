"""The tagger without NumPy says what the one with it says."""

from functools import cache

import numpy as np
import pytest

from sayso.engine.read.plain_tagger import PlainTagger
from sayso.engine.read.tagger import Tagger
from sayso.languages.shipped import FOLDER
from sayso.languages.weights import read_weights

WEIGHTS = FOLDER / "tagger.npz"


@cache
def both() -> tuple[Tagger, PlainTagger]:
    with np.load(WEIGHTS) as weights:
        return Tagger(dict(weights)), PlainTagger(read_weights(WEIGHTS))


@pytest.mark.parametrize(
    "words",
    [
        "milk",
        "the milk thing can go",
        "would you mind jotting down that i owe ann a lunch next friday at noon",
        "il forno lo vorrei spento",
        "fammi il piacere di ricordarmi di chiamare la nonna domani",
        "what a nice day",
        " ".join(["again and"] * 40),
    ],
)
def test_both_hear_the_same(words: str) -> None:
    said = words.split()
    marks = [["title"] if word in ("milk", "forno") else [] for word in said]
    quick, plain = (tagger.hear(said, marks) for tagger in both())
    assert (plain.intent, plain.act, plain.spans) == (quick.intent, quick.act, quick.spans)
    assert plain.probability == pytest.approx(quick.probability, abs=1e-4)
    assert plain.act_probability == pytest.approx(quick.act_probability, abs=1e-4)
    assert plain.shares == pytest.approx(quick.shares, abs=1e-4)


def test_every_array_of_the_file_is_read_as_it_is() -> None:
    plain = read_weights(WEIGHTS)
    with np.load(WEIGHTS) as weights:
        assert set(plain) == set(weights.files)
        for name in weights.files:
            told = [list(row) for row in plain[name]] if weights[name].ndim == 2 else list(plain[name])
            assert np.array_equal(np.array(told, weights[name].dtype), weights[name]), name
