"""Fits weights by which the right one of several candidates comes first: a softmax over each list, Newton's method."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
_STEPS = 20
_ENOUGH = 0.02  # of the loss, below which a step is the last
_SHORTEST = 1e-3
RIDGE = 30.0  # how much large weights cost; chosen on halves that were not fitted on


@dataclass(frozen=True, slots=True)
class CandidateList:
    """What speaks for each candidate, and which one is right."""

    signs: Sequence[Mapping[str, float]]
    right: int


def fitted(lists: Sequence[CandidateList], ridge: float = RIDGE) -> dict[str, float]:
    """The weight of each sign."""
    names = list(lists[0].signs[0])
    most = max(len(one.signs) for one in lists)
    values = np.zeros((len(lists), most, len(names)))
    is_there = np.zeros((len(lists), most), dtype=bool)
    for i, one in enumerate(lists):
        values[i, : len(one.signs)] = [[row[name] for name in names] for row in one.signs]
        is_there[i, : len(one.signs)] = True
    spread = values[is_there].std(0) + 1e-9
    right = values[np.arange(len(lists)), [one.right for one in lists]] / spread
    weights = _newton(values / spread, is_there, right, ridge)
    return dict(zip(names, (weights / spread).round(3).tolist(), strict=True))


def _newton(values: Floats, is_there: NDArray[np.bool_], right: Floats, ridge: float) -> Floats:
    count = values.shape[2]
    weights = np.zeros(count)
    loss = _loss(values, is_there, right, weights, ridge)
    for _ in range(_STEPS):
        chances = _chances(values, is_there, weights)
        mean = np.einsum("lc,lcs->ls", chances, values)
        slope = (mean - right).sum(0) + ridge * weights
        flat = (values * chances[:, :, None]).reshape(-1, count)
        curve = flat.T @ values.reshape(-1, count) - mean.T @ mean + ridge * np.eye(count)
        step, length = np.linalg.solve(curve, slope), 1.0
        while length > _SHORTEST and _loss(values, is_there, right, weights - length * step, ridge) > loss:
            length /= 2
        weights = weights - length * step
        before, loss = loss, _loss(values, is_there, right, weights, ridge)
        if before - loss < _ENOUGH:
            break
    return weights


def _scores(values: Floats, is_there: NDArray[np.bool_], weights: Floats) -> Floats:
    scores: Floats = np.where(is_there, values @ weights, -np.inf)
    return scores


def _chances(values: Floats, is_there: NDArray[np.bool_], weights: Floats) -> Floats:
    scores = _scores(values, is_there, weights)
    powers: Floats = np.exp(scores - scores.max(1, keepdims=True))
    chances: Floats = powers / powers.sum(1, keepdims=True)
    return chances


def _loss(values: Floats, is_there: NDArray[np.bool_], right: Floats, weights: Floats, ridge: float) -> float:
    scores = _scores(values, is_there, weights)
    best = scores.max(1)
    whole = np.log(np.exp(scores - best[:, None]).sum(1)) + best
    return float((whole - right @ weights).sum() + 0.5 * ridge * weights @ weights)
