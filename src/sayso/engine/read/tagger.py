"""The tagger: a small trained net that hears wording which nobody foresaw; one intent for a clause, one tag for a word.

Pure NumPy: a word is the sum of its pieces, then a few layers of attention. What it says is a proposal with a
probability; every value is a span of words, and what follows decides what becomes of it.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from sayso.engine.read.heard import IntentPrediction, spans_of_tags
from sayso.engine.read.pieces import pieces

Array = np.ndarray[Any, np.dtype[np.float32]]
LONGEST = 48  # words of a clause that are heard
_ONE_THREAD = 1 << 18  # multiplications of one product that OpenBLAS leaves to one thread
_HEADS = 4
_NEVER = np.float32(-1e4)


@dataclass(frozen=True, slots=True)
class _Layer:
    """The weights of one layer of attention."""

    first: tuple[Array, Array]
    attend: tuple[Array, Array]
    out: tuple[Array, Array]
    second: tuple[Array, Array]
    widen: tuple[Array, Array]
    narrow: tuple[Array, Array]


class Tagger:
    """The trained net; made from its weights once, used for many clauses."""

    def __init__(self, weights: Mapping[str, Any]) -> None:
        self._pieces = weights["pieces.weight"]
        self._scale = weights["pieces.scale"].astype(np.float32)
        self._places = weights["places.weight"].astype(np.float32)
        self._whole = weights["whole"].astype(np.float32)
        self.intents: list[str] = [str(name) for name in weights["labels.intents"]]
        self.acts: list[str] = [str(name) for name in weights["labels.acts"]]
        self.tags: list[str] = [str(name) for name in weights["labels.tags"]]
        count = sum(1 for name in weights if name.endswith(".attend.weight"))
        self._layers = [self._layer(weights, f"layers.{i}.") for i in range(count)]
        self._last = _pair(weights, "last", turned=False)
        self._heads = {name: _pair(weights, name) for name in ("intent", "act", "tag")}
        self._follows = _follows(self.tags)
        beside = weights.get("labels.beside")  # which tags were seen with which intent: no other one is said
        everywhere = np.ones((len(self.intents), len(self.tags)), bool)
        self._strange = np.where(everywhere if beside is None else beside, 0, _NEVER).astype(np.float32)

    def _layer(self, weights: Mapping[str, Any], name: str) -> _Layer:
        norms = (_pair(weights, name + part, turned=False) for part in ("first", "second"))
        first, second = norms
        attend, out, widen, narrow = (_pair(weights, name + part) for part in ("attend", "out", "widen", "narrow"))
        return _Layer(first, attend, out, second, widen, narrow)

    def hear(
        self, words: Sequence[str], marks: Sequence[Sequence[str]], without: Collection[str] = ()
    ) -> IntentPrediction:
        """What a clause of these folded words asks for, as far as the wording tells; nothing of what it cannot be."""
        rows = [self._word(word, known) for word, known in zip(words[:LONGEST], marks, strict=False)]
        x = np.stack([self._whole, *rows]) + self._places[: len(rows) + 1]
        for layer in self._layers:
            x = _through(layer, x)
        x = _normal(x, self._last)
        whole = np.concatenate([x[0], x[1:].mean(0)])
        can_be = np.array([name not in without for name in self.intents])
        shares = _shares(np.where(can_be, _linear(whole, self._heads["intent"]), _NEVER))
        acts = _shares(_linear(whole, self._heads["act"]))
        best, act = int(shares.argmax()), int(acts.argmax())
        found = {name: float(share) for name, share in zip(self.intents, shares, strict=True) if share > 0.01}
        path = _path(_linear(x[1:], self._heads["tag"]) + self._strange[best], self._follows)
        spans = tuple(spans_of_tags([self.tags[i] for i in path]))
        return IntentPrediction(self.intents[best], float(shares[best]), self.acts[act], float(acts[act]), found, spans)

    def _word(self, word: str, known: Sequence[str]) -> Array:
        ids = pieces(word, known)
        rows: Array = (self._pieces[ids] * self._scale[ids][:, None]).sum(0) / np.float32(len(ids) ** 0.5)
        return rows


def _pair(weights: Mapping[str, Any], name: str, turned: bool = True) -> tuple[Array, Array]:
    weight, bias = weights[f"{name}.weight"].astype(np.float32), weights[f"{name}.bias"].astype(np.float32)
    return (np.ascontiguousarray(weight.T), bias) if turned else (weight, bias)


def _linear(x: Array, pair: tuple[Array, Array]) -> Array:
    """A few rows at a time: of a larger product the numeric library makes work for several threads, which wait for each
    other many times longer than one takes, and hold everybody up where the processors are busy."""
    weight, bias = pair
    few = max(1, _ONE_THREAD // weight.size)
    if x.ndim == 1 or len(x) <= few:
        out: Array = x @ weight + bias
        return out
    return np.concatenate([x[at : at + few] @ weight for at in range(0, len(x), few)]) + bias


def _normal(x: Array, pair: tuple[Array, Array]) -> Array:
    x = x - x.mean(-1, keepdims=True)
    out: Array = x / np.sqrt((x * x).mean(-1, keepdims=True) + 1e-5) * pair[0] + pair[1]
    return out


def _through(layer: _Layer, x: Array) -> Array:
    length, width = x.shape
    parts = _linear(_normal(x, layer.first), layer.attend).reshape(length, 3, _HEADS, width // _HEADS)
    query, key, value = parts.transpose(1, 2, 0, 3)
    seen = _shares(query @ key.transpose(0, 2, 1) / np.float32((width // _HEADS) ** 0.5)) @ value
    x = x + _linear(seen.transpose(1, 0, 2).reshape(length, width), layer.out)
    wide = np.maximum(_linear(_normal(x, layer.second), layer.widen), 0)
    return x + _linear(wide, layer.narrow)


def _shares(x: Array) -> Array:
    raised = np.exp(x - x.max(-1, keepdims=True))
    out: Array = raised / raised.sum(-1, keepdims=True)
    return out


def _follows(tags: Sequence[str]) -> Array:
    """What each tag costs after each other: a span goes on only where it began."""
    cost = np.zeros((len(tags) + 1, len(tags)), np.float32)  # the last row is the beginning
    for j, tag in enumerate(tags):
        if tag.startswith("I-"):
            for i in range(len(tags) + 1):
                before = tags[i] if i < len(tags) else ""
                if before[2:] != tag[2:]:
                    cost[i, j] = _NEVER
    return cost


def _path(scores: Array, follows: Array) -> list[int]:
    """The likeliest tags that may stand side by side."""
    best = scores[0] + follows[-1]
    back: list[Array] = []
    for row in scores[1:]:
        ways = best[:, None] + follows[:-1]
        back.append(ways.argmax(0))
        best = ways.max(0) + row
    path = [int(best.argmax())]
    for came in reversed(back):
        path.append(int(came[path[-1]]))
    return path[::-1]
