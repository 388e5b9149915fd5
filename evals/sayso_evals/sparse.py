"""Logistic regression on named signs, as few as each example has: deterministic, NumPy alone."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

DECAY = 1.0
Signs = Sequence[tuple[str, float]]
Numbers = NDArray[np.float64]


@dataclass
class Examples:
    """Examples being gathered: signs, whether it is right, and what it weighs."""

    names: dict[str, int] = field(default_factory=lambda: {"bias": 0})
    rows: list[int] = field(default_factory=list)
    columns: list[int] = field(default_factory=list)
    values: list[float] = field(default_factory=list)
    right: list[float] = field(default_factory=list)
    weights: list[float] = field(default_factory=list)
    groups: list[int] = field(default_factory=list)

    def add(self, signs: Signs, right: bool, group: int = 0, weight: float = 1.0) -> None:
        """One more example; the group says in which part it is held out."""
        row = len(self.right)
        for name, value in (("bias", 1.0), *signs):
            if value:
                self.rows.append(row)
                self.columns.append(self.names.setdefault(name, len(self.names)))
                self.values.append(value)
        self.right.append(float(right))
        self.weights.append(weight)
        self.groups.append(group)


def fit(given: Examples, keeps: NDArray[np.bool_], decay: float = 1.0, steps: int = 250) -> dict[str, float]:
    """The weights, by full-batch Adam on the examples that are kept, with a ridge of `decay`."""
    rows, columns = np.array(given.rows), np.array(given.columns)
    values = np.array(given.values)
    used = keeps[rows]
    rows, columns, values = rows[used], columns[used], values[used]
    right, weights = np.array(given.right), np.array(given.weights) * keeps
    count, width = len(right), len(given.names)
    w, m, v = np.zeros(width), np.zeros(width), np.zeros(width)
    total = max(weights.sum(), 1.0)
    for step in range(1, steps + 1):
        score = np.bincount(rows, weights=values * w[columns], minlength=count)
        wrong = (1 / (1 + np.exp(-np.clip(score, -30, 30))) - right) * weights
        slope = np.bincount(columns, weights=values * wrong[rows], minlength=width) / total
        shrink = decay * w / total
        shrink[0] = 0.0
        slope += shrink
        m, v = 0.9 * m + 0.1 * slope, 0.99 * v + 0.01 * slope**2
        rate = 0.15 * (1 - step / (steps + 1)) + 0.005
        w -= rate * (m / (1 - 0.9**step)) / (np.sqrt(v / (1 - 0.99**step)) + 1e-8)
    return {name: float(w[i]) for name, i in given.names.items()}


def fit_choice(given: Examples, sizes: Sequence[int], keeps: NDArray[np.bool_], steps: int = 250) -> dict[str, float]:
    """The weights of a choice: examples stand in sets of these sizes, in each of which one or several are right.

    `keeps` says of every set whether it is learned from.
    """
    rows, columns, values = np.array(given.rows), np.array(given.columns), np.array(given.values)
    right = np.array(given.right)
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    member = np.repeat(np.arange(len(sizes)), sizes)
    live = keeps[member].astype(float)
    used = live[rows] > 0
    rows, columns, values = rows[used], columns[used], values[used]
    width, count = len(given.names), len(right)
    w, m, v = np.zeros(width), np.zeros(width), np.zeros(width)
    total = max(float(keeps.sum()), 1.0)
    for step in range(1, steps + 1):
        score = np.bincount(rows, weights=values * w[columns], minlength=count)
        score -= np.maximum.reduceat(score, starts)[member]
        power = np.exp(score)
        share = power / np.add.reduceat(power, starts)[member]
        good = np.add.reduceat(power * right, starts)[member]
        target = np.where(right > 0, power / np.maximum(good, 1e-300), 0.0)
        slope = np.bincount(columns, weights=values * ((share - target) * live)[rows], minlength=width) / total
        slope += DECAY * w / total
        m, v = 0.9 * m + 0.1 * slope, 0.99 * v + 0.01 * slope**2
        rate = 0.15 * (1 - step / (steps + 1)) + 0.005
        w -= rate * (m / (1 - 0.9**step)) / (np.sqrt(v / (1 - 0.99**step)) + 1e-8)
    return {name: float(w[i]) for name, i in given.names.items()}


def rounded(weights: Mapping[str, float]) -> dict[str, float]:
    """Weights as they are kept: three digits, none that hardly weighs."""
    return {k: round(v, 3) for k, v in sorted(weights.items()) if abs(v) >= 0.02}
