"""Counts work instead of watching clocks: how much more is done for a text that is longer."""

import sys
from collections.abc import Callable
from types import FrameType


def work(deed: Callable[[], object]) -> int:
    """How many functions were called, ours and built-in ones, to do something a second time: the first fills caches."""
    deed()
    count = 0

    def counting(_frame: FrameType, event: str, _given: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(counting)
    try:
        deed()
    finally:
        sys.setprofile(before)
    return count


def repeated(seed: str, letters: int) -> str:
    """A text of so many letters that says the same over and over."""
    return (seed * (letters // len(seed) + 1))[:letters]


def growth(deed: Callable[[str], object], seed: str, short: int, long: int) -> float:
    """How much more is done for a long text than for a short one, as the power of its length: 1 is linear."""
    few = work(lambda: deed(repeated(seed, short)))
    many = work(lambda: deed(repeated(seed, long)))
    power, length = 0.0, float(long / short)
    while length**power < many / (few + 5000):  # what every text costs, however short, is no growth
        power += 0.05
    return round(power, 2)
