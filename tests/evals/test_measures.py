"""Figures: shares with their interval, calibration, and how well confidence parts right from wrong."""

import math

import pytest

from sayso_evals.measures import Share, bins, calibration_error, parting


def test_a_share_carries_its_interval() -> None:
    low, high = Share(90, 100).interval
    assert (round(low, 3), round(high, 3)) == (0.826, 0.945)
    assert Share(0, 0).interval == (0.0, 1.0)
    assert str(Share(1, 2)).endswith("1 of 2")


def test_a_perfectly_calibrated_engine_has_no_error() -> None:
    said = [(0.75, i < 75) for i in range(100)]
    assert calibration_error(said) == pytest.approx(0.0)
    assert [b.count for b in bins(said)] == [100]


def test_overconfidence_is_an_error() -> None:
    assert calibration_error([(1.0, False), (1.0, True)]) == pytest.approx(0.5)
    assert calibration_error([]) == 0.0


def test_parting_counts_pairs_in_the_right_order() -> None:
    assert parting([(0.9, True), (0.1, False)]) == 1.0
    assert parting([(0.1, True), (0.9, False)]) == 0.0
    assert parting([(0.5, True), (0.5, False)]) == 0.5
    assert math.isnan(parting([(0.5, True)]))
