"""The tagger: a small trained net that hears wording which nobody foresaw; one intent for a clause, one tag for a word.

Pure NumPy: a word is the sum of its pieces, then a few layers of attention. What it says is a proposal with a
probability; every value is a span of words, and what follows decides what becomes of it.
"""

from collections.abc import Collection, Mapping, Sequence
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np

from sayso.engine.read.heard import IntentPrediction, spans_of_tags
from sayso.engine.read.pieces import pieces

Array = np.ndarray[Any, np.dtype[np.float32]]
LONGEST = 48  # words of a clause that are heard
_ONE_THREAD = 1 << 18  # multiplications of one product that OpenBLAS leaves to one thread
_HEADS = 4
_NEVER = np.float32(-1e4)
_WORTH_NAMING = 0.01


class _Layer(NamedTuple):
    """The weights of one layer of attention, as they are used."""

    attend: tuple[Array, Array]
    out: tuple[Array, Array]
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
        self._layers = [_layer(weights, f"layers.{i}.") for i in range(count)]
        self._last = tuple(weights[f"last.{part}"].astype(np.float32) for part in ("weight", "bias"))
        heads = [_linear(weights, name) for name in ("intent", "act")]
        self._says = tuple(np.concatenate(parts, -1) for parts in zip(*heads, strict=True))
        self._tag = _linear(weights, "tag")
        self._follows = _follows(self.tags)
        beside = weights.get("labels.beside")  # which tags were seen with which intent: no other one is said
        everywhere = np.ones((len(self.intents), len(self.tags)), bool)
        self._strange = np.where(everywhere if beside is None else beside, 0, _NEVER).astype(np.float32)

    def hear(
        self, words: Sequence[str], marks: Sequence[Sequence[str]], without: Collection[str] = ()
    ) -> IntentPrediction:
        """What a clause of these folded words asks for, as far as the wording tells; nothing of what it cannot be."""
        x = self._words(words[:LONGEST], marks)
        for layer in self._layers:
            x = _through(layer, x)
        x = (x - x.mean(-1, keepdims=True)) * _inverse(x) * self._last[0] + self._last[1]
        whole = np.concatenate([x[0], x[1:].mean(0)])
        said = whole @ self._says[0] + self._says[1]
        scores = said[: len(self.intents)]
        for i, name in enumerate(self.intents) if without else ():
            if name in without:
                scores[i] = _NEVER
        shares, acts = _shares(scores), _shares(said[len(self.intents) :])
        best, act = int(shares.argmax()), int(acts.argmax())
        found = {self.intents[i]: float(shares[i]) for i in np.flatnonzero(shares > _WORTH_NAMING)}
        path = _path(_product(x[1:], self._tag[0]) + (self._tag[1] + self._strange[best]), self._follows)
        spans = tuple(spans_of_tags([self.tags[i] for i in path]))
        return IntentPrediction(self.intents[best], float(shares[best]), self.acts[act], float(acts[act]), found, spans)

    def _words(self, words: Sequence[str], marks: Sequence[Sequence[str]]) -> Array:
        """The whole and every word: a word is the sum of its pieces, all of them looked up at once."""
        parts = [pieces(word, tuple(known)) for word, known in zip(words, marks, strict=False)]
        ids = [i for part in parts for i in part]
        counts = [len(part) for part in parts]
        starts = [0, *accumulate(counts)][:-1]
        rows = self._pieces[ids] * self._scale[ids][:, None]
        x = np.empty((len(parts) + 1, rows.shape[1]), np.float32)
        x[0] = self._whole
        x[1:] = np.add.reduceat(rows, starts, 0) / np.sqrt(np.array(counts, np.float32))[:, None]
        x += self._places[: len(x)]
        return x


def _linear(weights: Mapping[str, Any], name: str) -> tuple[Array, Array]:
    weight, bias = weights[f"{name}.weight"].astype(np.float32), weights[f"{name}.bias"].astype(np.float32)
    return np.ascontiguousarray(weight.T), bias


def _layer(weights: Mapping[str, Any], name: str) -> _Layer:
    attend = _normed(_linear(weights, f"{name}attend"), weights, f"{name}first")
    width = len(attend[0])
    share = np.ones(3 * width, np.float32)
    share[:width] = (width // _HEADS) ** -0.5  # what is asked is divided once and for all
    widen = _normed(_linear(weights, f"{name}widen"), weights, f"{name}second")
    out, narrow = _linear(weights, f"{name}out"), _linear(weights, f"{name}narrow")
    return _Layer((attend[0] * share, attend[1] * share), out, widen, narrow)


def _normed(pair: tuple[Array, Array], weights: Mapping[str, Any], name: str) -> tuple[Array, Array]:
    """The product with rows that are made even first: all of it that does not depend on a row is done beforehand."""
    weight, bias = pair
    scale, shift = (weights[f"{name}.{part}"].astype(np.float32) for part in ("weight", "bias"))
    scaled = scale[:, None] * weight
    return np.ascontiguousarray(scaled - scaled.mean(0)), bias + shift @ weight


def _inverse(x: Array) -> Array:
    """One over how far each row spreads."""
    width = np.float32(x.shape[1])
    mean = x.sum(-1) / width
    spread = np.einsum("ij,ij->i", x, x) / width - mean * mean
    out: Array = np.reciprocal(np.sqrt(spread + np.float32(1e-5)))[:, None]
    return out


def _product(x: Array, weight: Array) -> Array:
    """A few rows at a time: of a larger product the numeric library makes work for several threads, which wait for each
    other many times longer than one takes, and hold everybody up where the processors are busy."""
    few, count = max(1, _ONE_THREAD // weight.size), len(x)
    if count <= few:
        out: Array = x @ weight
        return out
    parts = -(-count // few)
    few = -(-count // parts)
    even = np.zeros((parts * few, x.shape[1]), np.float32)
    even[:count] = x
    return (even.reshape(parts, few, -1) @ weight).reshape(parts * few, -1)[:count]


def _through(layer: _Layer, x: Array) -> Array:
    length, width = x.shape
    both = _product(x, layer.attend[0])
    both *= _inverse(x)
    both += layer.attend[1]
    query, key, value = both.reshape(length, 3, _HEADS, width // _HEADS).transpose(1, 2, 0, 3)
    seen = _shares(query @ key.transpose(0, 2, 1)) @ value
    x = x + _product(seen.transpose(1, 0, 2).reshape(length, width), layer.out[0])
    x += layer.out[1]
    wide = _product(x, layer.widen[0])
    wide *= _inverse(x)
    wide += layer.widen[1]
    np.maximum(wide, 0, out=wide)
    x = x + _product(wide, layer.narrow[0])
    x += layer.narrow[1]
    return x


def _shares(x: Array) -> Array:
    raised: Array = np.exp(x - x.max(-1, keepdims=True))
    raised /= raised.sum(-1, keepdims=True)
    return raised


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
    """The likeliest tags that may stand side by side; where those that are likeliest one by one may, they are."""
    alone: list[int] = scores.argmax(1).tolist()
    if all(follows[before, tag] == 0 for before, tag in zip([-1, *alone], alone, strict=False)):
        return alone
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
