"""The tagger: a small trained net that hears wording which nobody foresaw; one intent for a clause, one tag for a word.

Pure NumPy: a word is the sum of its pieces, then a few layers of attention. What it says is a proposal with a
probability; every value is a span of words, and what follows decides what becomes of it.

A clause is a few rows, so that calling NumPy costs as much as its arithmetic: few calls, and nothing twice.
"""

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from sayso.engine.read.heard import IntentPrediction, spans_of_tags
from sayso.engine.read.pieces import pieces

Array = np.ndarray[Any, np.dtype[np.float32]]
_ONE_THREAD = 1 << 18  # multiplications of one product that OpenBLAS leaves to one thread
_ROWS, _PARTS = 16, 4  # at most so many rows and a quarter of a large weight stay within that
_HEADS = 4
_KEPT = 4096  # words, 0.5 kB each
_CLAUSES = 12  # of one message, a few kB each
_NEVER = np.float32(-1e4)
_NOUGHT = np.array(0, np.float32)
_EVEN = np.array(1e-5, np.float32)
_WORTH_NAMING = 0.01


class _Layer(NamedTuple):
    """The weights of one layer of attention, as they are used."""

    attend: tuple[Array, Array]
    out: tuple[Array, Array]
    widen: tuple[Array, Array]
    narrow: tuple[Array, Array]


class _Net(NamedTuple):
    """What the net makes of a clause: the scores of intents and acts, and every word as it comes out."""

    said: Array
    words: Array


class Tagger:
    """The trained net; made from its weights once, used for many clauses."""

    def __init__(self, weights: Mapping[str, Any]) -> None:
        self._pieces = weights["pieces.weight"]
        self._scale = weights["pieces.scale"].astype(np.float32)
        self._places = weights["places.weight"].astype(np.float32)
        self._whole = weights["whole"].astype(np.float32)
        self._longest = len(self._places) - 1  # words that are heard at most
        self.intents: list[str] = [str(name) for name in weights["labels.intents"]]
        self.acts: list[str] = [str(name) for name in weights["labels.acts"]]
        self.tags: list[str] = [str(name) for name in weights["labels.tags"]]
        count = sum(1 for name in weights if name.endswith(".attend.weight"))
        self._layers = [_layer(weights, f"layers.{i}.") for i in range(count)]
        self._even = tuple(weights[f"last.{part}"].astype(np.float32) for part in ("weight", "bias"))
        heads = [_linear(weights, name) for name in ("intent", "act")]
        self._says = tuple(np.concatenate(parts, -1) for parts in zip(*heads, strict=True))
        tag = _linear(weights, "tag")
        self._tag = _parted(tag[0])
        self._follows = _follows(self.tags)
        self._may_follow: list[list[bool]] = (self._follows == 0).tolist()
        beside = weights.get("labels.beside")  # which tags were seen with which intent: no other one is said
        everywhere = np.ones((len(self.intents), len(self.tags)), bool)
        strange = np.where(everywhere if beside is None else beside, 0, _NEVER).astype(np.float32)
        self._tag_bias = tag[1] + strange
        self._row = lru_cache(maxsize=_KEPT)(self._row_of)  # people say the same words again and again
        self._nets: dict[tuple[tuple[str, tuple[str, ...]], ...], _Net] = {}

    def hear(
        self, words: Sequence[str], marks: Sequence[Sequence[str]], without: Collection[str] = ()
    ) -> IntentPrediction:
        """What a clause of these folded words asks for, as far as the wording tells; nothing of what it cannot be."""
        net = self._net(words[: self._longest], marks)
        scores = net.said[: len(self.intents)]
        if without:
            scores = scores.copy()
            scores[[i for i, name in enumerate(self.intents) if name in without]] = _NEVER
        shares: list[float] = _shares(scores).tolist()
        acts: list[float] = _shares(net.said[len(self.intents) :]).tolist()
        best, act = shares.index(max(shares)), acts.index(max(acts))
        found = {name: share for name, share in zip(self.intents, shares, strict=True) if share > _WORTH_NAMING}
        told = _product(net.words, self._tag) + self._tag_bias[best]
        spans = tuple(spans_of_tags([self.tags[i] for i in _path(told, self._follows, self._may_follow)]))
        return IntentPrediction(self.intents[best], shares[best], self.acts[act], acts[act], found, spans)

    def _net(self, words: Sequence[str], marks: Sequence[Sequence[str]]) -> _Net:
        """The net's work; a clause that is heard once more, as a part or without some intents, is kept."""
        clause = tuple((word, tuple(known)) for word, known in zip(words, marks, strict=False))
        before = self._nets.get(clause)
        if before is not None:
            return before
        x = self._words(clause)
        for layer in self._layers:
            x = _through(layer, x)
        x = (x - _mean(x)) * _inverse(x) * self._even[0] + self._even[1]
        whole = np.concatenate((x[0], np.add.reduce(x[1:], 0) / np.float32(len(clause))))
        net = _Net(whole @ self._says[0] + self._says[1], x[1:])
        if len(self._nets) >= _CLAUSES:
            self._nets.clear()
        self._nets[clause] = net
        return net

    def _words(self, clause: Sequence[tuple[str, tuple[str, ...]]]) -> Array:
        """The whole and every word, each in its place."""
        x = np.array([self._whole, *(self._row(word, known) for word, known in clause)])
        x += self._places[: len(x)]
        return x

    def _row_of(self, word: str, known: tuple[str, ...]) -> Array:
        """A word: the sum of its pieces."""
        ids = pieces(word, known)
        rows = self._pieces[ids] * self._scale[ids][:, None]
        out: Array = np.add.reduce(rows, 0) / np.sqrt(np.float32(len(ids)))
        return out


def _linear(weights: Mapping[str, Any], name: str) -> tuple[Array, Array]:
    weight, bias = weights[f"{name}.weight"].astype(np.float32), weights[f"{name}.bias"].astype(np.float32)
    scale = weights.get(f"{name}.scale")  # where it is kept in 8 bits
    if scale is not None:
        weight = weight * scale.astype(np.float32)[:, None]
    return np.ascontiguousarray(weight.T), bias


def _layer(weights: Mapping[str, Any], name: str) -> _Layer:
    attend = _normed(_linear(weights, f"{name}attend"), weights, f"{name}first")
    width = len(attend[0])
    share = np.ones(3 * width, np.float32)
    share[:width] = (width // _HEADS) ** -0.5  # what is asked is divided once and for all
    widen = _normed(_linear(weights, f"{name}widen"), weights, f"{name}second")
    out, narrow = _linear(weights, f"{name}out"), _linear(weights, f"{name}narrow")
    pairs = (attend[0] * share, attend[1] * share), out, widen, narrow
    return _Layer(*((_parted(weight), bias) for weight, bias in pairs))


def _normed(pair: tuple[Array, Array], weights: Mapping[str, Any], name: str) -> tuple[Array, Array]:
    """The product with rows that are made even first: all of it that does not depend on a row is done beforehand."""
    weight, bias = pair
    scale, shift = (weights[f"{name}.{part}"].astype(np.float32) for part in ("weight", "bias"))
    scaled = scale[:, None] * weight
    return np.ascontiguousarray(scaled - scaled.mean(0)), bias + shift @ weight


def _parted(weight: Array) -> Array:
    """A weight by columns, in as many parts as `_product` takes one by one."""
    parts = _PARTS if weight.size > _ONE_THREAD // _ROWS else 1
    return np.ascontiguousarray(weight.reshape(len(weight), parts, -1).transpose(1, 0, 2))


def _mean(x: Array) -> Array:
    out: Array = np.add.reduce(x, -1, keepdims=True)
    out /= np.float32(x.shape[1])
    return out


def _inverse(x: Array) -> Array:
    """One over how far each row spreads."""
    width = np.array(x.shape[1], np.float32)  # as an array: a plain number is made into one at every use
    mean = np.add.reduce(x, -1)
    mean /= width
    spread = np.einsum("ij,ij->i", x, x)
    spread /= width
    mean *= mean
    spread -= mean
    spread += _EVEN
    np.sqrt(spread, out=spread)
    out: Array = np.reciprocal(spread, out=spread)[:, None]
    return out


def _product(x: Array, weight: Array) -> Array:
    """A few rows and columns at a time: of a larger product the numeric library makes work for several threads, which
    wait for each other many times longer than one takes, and hold everybody up where the processors are busy."""
    count, (parts, _, columns) = len(x), weight.shape
    out = np.empty((count, parts * columns), np.float32)
    by_part = out.reshape(count, parts, columns).transpose(1, 0, 2)
    few = -(-count // -(-count // _ROWS))
    for start in range(0, count, few):
        np.matmul(x[start : start + few], weight, out=by_part[:, start : start + few])
    return out


def _through(layer: _Layer, x: Array) -> Array:
    length, width = x.shape
    both = _product(x, layer.attend[0])
    both *= _inverse(x)
    both += layer.attend[1]
    query, key, value = both.reshape(length, 3, _HEADS, width // _HEADS).transpose(1, 2, 0, 3)
    seen = np.empty((length, width), np.float32)
    by_head = seen.reshape(length, _HEADS, width // _HEADS).transpose(1, 0, 2)
    np.matmul(_shares(query @ key.transpose(0, 2, 1)), value, out=by_head)
    x = x + _product(seen, layer.out[0])
    x += layer.out[1]
    wide = _product(x, layer.widen[0])
    wide *= _inverse(x)
    wide += layer.widen[1]
    np.maximum(wide, _NOUGHT, out=wide)
    x += _product(wide, layer.narrow[0])
    x += layer.narrow[1]
    return x


def _shares(x: Array) -> Array:
    raised: Array = x - np.maximum.reduce(x, -1, keepdims=True)
    np.exp(raised, out=raised)
    raised /= np.add.reduce(raised, -1, keepdims=True)
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


def _path(scores: Array, follows: Array, may_follow: list[list[bool]]) -> list[int]:
    """The likeliest tags that may stand side by side; where those that are likeliest one by one may, they are."""
    alone: list[int] = scores.argmax(1).tolist()
    if all(may_follow[before][tag] for before, tag in zip([-1, *alone], alone, strict=False)):
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
