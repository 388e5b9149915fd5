"""The tagger without NumPy says what the one with it says."""

from functools import cache

import numpy as np
import pytest

from sayso.engine.read.plain_tagger import PlainTagger
from sayso.engine.read.tagger import Tagger
from sayso.languages.shipped import FOLDER
from sayso.languages.weights import read_weights

WEIGHTS = FOLDER / "tagger.npz"
NETS = ("tagger.npz", "in_context.npz")  # the second one has the words of the first


@cache
def both(name: str) -> tuple[Tagger, PlainTagger]:
    words = read_weights(WEIGHTS)
    with np.load(WEIGHTS) as shared, np.load(FOLDER / name) as weights:
        known = {key: shared[key] for key in ("pieces.weight", "pieces.scale")}
        plain = {**{key: words[key] for key in known}, **read_weights(FOLDER / name)}
        return Tagger({**known, **weights}), PlainTagger(plain)


@pytest.mark.parametrize("name", NETS)
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
def test_both_hear_the_same(words: str, name: str) -> None:
    said = words.split()
    marks = [["title"] if word in ("milk", "forno") else [] for word in said]
    quick, plain = (tagger.hear(said, marks) for tagger in both(name))
    assert (plain.intent, plain.act, plain.spans) == (quick.intent, quick.act, quick.spans)
    assert plain.probability == pytest.approx(quick.probability, abs=1e-4)
    assert plain.act_probability == pytest.approx(quick.act_probability, abs=1e-4)
    assert plain.shares == pytest.approx(quick.shares, abs=1e-4)


@pytest.mark.parametrize("name", NETS)
def test_every_array_of_the_file_is_read_as_it_is(name: str) -> None:
    plain = read_weights(FOLDER / name)
    with np.load(FOLDER / name) as weights:
        assert set(plain) == set(weights.files)
        for key in weights.files:
            told = [list(row) for row in plain[key]] if weights[key].ndim == 2 else list(plain[key])
            assert np.array_equal(np.array(told, weights[key].dtype), weights[key]), key
