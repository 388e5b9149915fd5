"""Numbers drawn small."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.terminal.sparkline import sparkline


@pytest.mark.parametrize(
    ("values", "drawn"),
    [
        ([], ""),
        ([None, float("nan")], ""),
        ([3], "▄  3"),
        ([3, 3, None, 3], "▄▄ ▄  3"),
        ([0, 1, 2, 3, 4, 5, 6, 7], "▁▂▃▄▅▆▇█  0 … 7"),
        ([-4.25, None, 2], "▁ █  -4.25 … 2"),
        ([1, float("inf"), 2], "▁ █  1 … 2"),
        ([1e308, -1e308, 0], "█▁▅  -1e+308 … 1e+308"),
    ],
)
def test_a_bar_for_each_value_and_a_gap_where_there_is_none(values: list[float | None], drawn: str) -> None:
    assert sparkline(values) == drawn


def test_more_values_than_fit_are_drawn_together() -> None:
    assert sparkline([float(i // 10) for i in range(80)], widest=8) == "▁▂▃▄▅▆▇█  0 … 7"


@given(st.lists(st.none() | st.floats(), max_size=200), st.integers(1, 80))
def test_any_row_is_drawn_and_fits(values: list[float | None], widest: int) -> None:
    assert len(sparkline(values, widest).partition("  ")[0]) <= widest
