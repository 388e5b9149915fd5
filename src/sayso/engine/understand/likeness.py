"""Scores a clause by how its wording resembles the pack's own examples, for what no pattern foresaw."""

import math
from collections.abc import Iterable, Sequence
from zlib import crc32

from sayso.engine.pack import Likeness

NONE = "none"
_LANE = 24  # bits of a column in a packed row
_LANE_MASK = (1 << _LANE) - 1
_FROM_ZERO = bytes((byte + 128) % 256 for byte in range(256))  # a signed byte, counted from the smallest
_LANE_ZERO = 128  # what a weight of nothing is stored as, so that no lane is ever below zero
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


def pack_rows(weights: bytes, width: int) -> tuple[int, ...]:
    """Rows of small weights (-127 to 127, a signed byte each) as one number a row."""
    step = _LANE // 8
    lanes = bytearray(step * len(weights))
    lanes[::step] = weights.translate(_FROM_ZERO)
    size = step * width
    return tuple(int.from_bytes(lanes[i : i + size], "little") for i in range(0, len(lanes), size))


def bucket(feature: str, count: int) -> int:
    """Which row of weights a feature uses."""
    return crc32(feature.encode()) % count


def log_odds(words: Sequence[str], model: Likeness) -> dict[str, float]:
    """For each intent, the log-odds of it against all others; empty where the pack has no scorer."""
    if not model.rows:
        return {}
    rows, count = model.rows, len(model.rows)
    seen = set(features(words[:_READ_AT_MOST]))
    packed = sum([rows[crc32(f.encode()) % count] for f in seen])
    scale = model.scale / math.sqrt(len(seen))
    offset = _LANE_ZERO * len(seen)
    totals = [b + scale * ((packed >> (_LANE * i) & _LANE_MASK) - offset) for i, b in enumerate(model.bias)]
    top = max(totals)
    shares = [math.exp(t - top) for t in totals]
    whole = sum(shares)
    return {intent: math.log((s + 1e-6) / (whole - s + 1e-6)) for intent, s in zip(model.intents, shares, strict=True)}
