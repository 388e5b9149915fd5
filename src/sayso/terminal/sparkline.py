"""A row of numbers as a small picture in a line of text."""

from collections.abc import Sequence
from itertools import pairwise
from math import isfinite

_BARS = "▁▂▃▄▅▆▇█"
WIDEST = 60


def sparkline(values: Sequence[float | None], widest: int = WIDEST) -> str:
    """One bar a value, then the least and the greatest; a gap where there is none. More values than fit are drawn
    together, by their mean.

    >>> sparkline([2, 3.5, None, 9])
    '▁▂ █  2 … 9'
    """
    known = [v if v is not None and isfinite(v) else None for v in values]
    there = [v for v in known if v is not None]
    if not there:
        return ""
    least, most = min(there), max(there)
    drawn = "".join(_bar(v, least, most) for v in _together(known, max(1, widest)))
    told = f"{least:.6g}" if least == most else f"{least:.6g} … {most:.6g}"
    return f"{drawn}  {told}"


def _bar(value: float | None, least: float, most: float) -> str:
    if value is None:
        return " "
    if least == most:
        return _BARS[3]
    share = value / 2 - least / 2  # halves: the difference of two huge numbers is no number
    return _BARS[min(len(_BARS) - 1, int(share / (most / 2 - least / 2) * len(_BARS)))]


def _together(values: list[float | None], widest: int) -> list[float | None]:
    if len(values) <= widest:
        return values
    ends = [len(values) * i // widest for i in range(widest + 1)]
    return [_mean([v for v in values[start:end] if v is not None]) for start, end in pairwise(ends)]


def _mean(values: list[float]) -> float | None:
    return sum(value / len(values) for value in values) if values else None
