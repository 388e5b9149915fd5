"""Scores a clause by how its wording resembles the pack's own examples, for what no pattern foresaw."""

import math
from collections.abc import Iterable, Sequence
from zlib import crc32

from sayso.engine.pack import Likeness
from sayso.engine.packed_rows import LANE, LANE_ZERO

NONE = "none"
_LANE_MASK = (1 << LANE) - 1
_READ_AT_MOST = 120  # words


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
    rows, count = model.rows, model.rows.count
    if not count:
        return {}
    seen = set(features(words[:_READ_AT_MOST]))
    packed = sum([rows[crc32(f.encode()) % count] for f in seen])
    scale = model.scale / math.sqrt(len(seen))
    offset = LANE_ZERO * len(seen)
    totals = [b + scale * ((packed >> (LANE * i) & _LANE_MASK) - offset) for i, b in enumerate(model.bias)]
    top = max(totals)
    shares = [math.exp(t - top) for t in totals]
    whole = sum(shares)
    return {intent: math.log((s + 1e-6) / (whole - s + 1e-6)) for intent, s in zip(model.intents, shares, strict=True)}
