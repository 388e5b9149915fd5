"""Scores a clause by how its wording resembles the pack's own examples, for what no pattern foresaw."""

import math
from collections.abc import Iterable, Sequence
from zlib import crc32

from sayso.engine.pack import Likeness

NONE = "none"


def features(words: Sequence[str]) -> Iterable[str]:
    """What the scorer sees of a clause: its words, their beginnings, and neighbouring pairs."""
    last = "^"
    for word in words:
        yield word
        if len(word) > 5:
            yield word[:5] + "*"
        yield f"{last} {word}"
        last = word
    yield f"{last} $"
    for first, third in zip(words, words[2:], strict=False):
        yield f"{first} _ {third}"


def bucket(feature: str, count: int) -> int:
    """Which row of weights a feature uses."""
    return crc32(feature.encode()) % count


def log_odds(words: Sequence[str], model: Likeness) -> dict[str, float]:
    """For each intent, the log-odds of it against all others; empty where the pack has no scorer."""
    if not model.rows:
        return {}
    count = len(model.rows)
    totals = list(model.bias)
    rows = [model.rows[bucket(f, count)] for f in dict.fromkeys(features(words))]
    scale = model.scale / math.sqrt(len(rows)) if rows else 0.0
    totals = [b + scale * sum(column) for b, column in zip(model.bias, zip(*rows, strict=True), strict=True)]
    top = max(totals)
    shares = [math.exp(t - top) for t in totals]
    whole = sum(shares)
    return {intent: math.log((s + 1e-6) / (whole - s + 1e-6)) for intent, s in zip(model.intents, shares, strict=True)}
