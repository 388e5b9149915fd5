"""The tagger's weights are read where they lie in their file, and are those that NumPy reads."""

from pathlib import Path

import numpy as np

from sayso.languages.mapped_weights import read_weights
from sayso.languages.shipped import FOLDER


def test_the_shipped_weights_are_what_numpy_reads_and_lie_in_the_file() -> None:
    found = read_weights(FOLDER / "tagger.npz")
    with np.load(FOLDER / "tagger.npz") as told:
        assert list(found) == list(told)
        for name, array in told.items():
            assert (found[name].dtype, found[name].shape) == (array.dtype, array.shape)
            assert np.array_equal(found[name], array)
    assert not found["pieces.weight"].flags.owndata


def test_weights_that_are_compressed_or_lie_column_by_column_are_read_all_the_same(tmp_path: Path) -> None:
    given = {"table": np.arange(6, dtype=np.float32).reshape(2, 3), "names": np.array(["a", "bc"])}
    np.savez_compressed(tmp_path / "compressed.npz", table=given["table"], names=given["names"])
    np.savez(tmp_path / "columns.npz", table=np.asfortranarray(given["table"]), names=given["names"])
    for file in ("compressed.npz", "columns.npz"):
        found = read_weights(tmp_path / file)
        assert all(np.array_equal(found[name], given[name]) for name in given)
