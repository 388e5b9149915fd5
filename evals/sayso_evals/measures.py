"""Figures with their uncertainty: shares, calibration, and how well confidence parts right from wrong."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

BINS = 10


@dataclass(frozen=True, slots=True)
class Share:
    """A part of a whole, with its 95 % interval (Wilson)."""

    part: int
    whole: int

    @property
    def value(self) -> float:
        """The share itself; nothing of nothing is nothing."""
        return self.part / self.whole if self.whole else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Between which bounds the true share lies, 19 times in 20."""
        if not self.whole:
            return 0.0, 1.0
        z, n, p = 1.96, self.whole, self.value
        middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z / (1 + z * z / n) * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        return max(0.0, middle - half), min(1.0, middle + half)

    def __str__(self) -> str:
        low, high = self.interval
        return f"{self.value:.4f}  [{low:.4f}, {high:.4f}]  {self.part} of {self.whole}"


@dataclass(frozen=True, slots=True)
class Bin:
    """The steps said with about one confidence."""

    confidence: float
    right: float
    count: int


def bins(said: Sequence[tuple[float, bool]]) -> list[Bin]:
    """Steps gathered by confidence, in tenths."""
    out: list[Bin] = []
    for k in range(BINS):
        inside = [(c, r) for c, r in said if min(int(c * BINS), BINS - 1) == k]
        if inside:
            out.append(
                Bin(sum(c for c, _ in inside) / len(inside), sum(r for _, r in inside) / len(inside), len(inside))
            )
    return out


def calibration_error(said: Sequence[tuple[float, bool]]) -> float:
    """The expected calibration error: how far confidence and truth lie apart, on average."""
    return sum(b.count * abs(b.confidence - b.right) for b in bins(said)) / len(said) if said else 0.0


def parting(said: Sequence[tuple[float, bool]]) -> float:
    """AUROC: how often a right step is said with more confidence than a wrong one."""
    order = sorted(said)
    ranks = 0.0
    i = 0
    while i < len(order):
        j = i
        while j < len(order) and order[j][0] == order[i][0]:
            j += 1
        ranks += sum(1 for _, r in order[i:j] if r) * (i + j + 1) / 2
        i = j
    right = sum(1 for _, r in order if r)
    wrong = len(order) - right
    return (ranks - right * (right + 1) / 2) / (right * wrong) if right and wrong else float("nan")
