"""The tagger without NumPy, for where only the core is installed: the same net, in plain Python and far slower."""

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from operator import add, mul
from typing import Any

from sayso.engine.read.heard import IntentPrediction, spans_of_tags
from sayso.engine.read.pieces import pieces

Row = Sequence[float]
_Pair = tuple[Sequence[Row], Row]
_HEADS = 4
_NEVER = -1e4
_dot: Callable[[Row, Row], float] = getattr(math, "sumprod", lambda one, other: sum(map(mul, one, other)))  # since 3.12
_PARTS = ("attend", "out", "widen", "narrow")


class PlainTagger:
    """The trained net; made from its weights once, used for many clauses."""

    def __init__(self, weights: Mapping[str, Any]) -> None:
        self._weights = weights
        self._pairs: dict[str, _Pair] = {}
        self.intents, self.acts, self.tags = (weights[f"labels.{name}"] for name in ("intents", "acts", "tags"))
        count = sum(1 for name in weights if name.endswith(".attend.weight"))
        self._layers = [f"layers.{i}." for i in range(count)]
        beside = weights.get("labels.beside")  # which tags were seen with which intent: no other one is said
        self._beside = beside if beside is not None else [[True] * len(self.tags)] * len(self.intents)
        self._after = [[_may_follow(before, tag) for before in (*self.tags, "")] for tag in self.tags]

    def hear(
        self, words: Sequence[str], marks: Sequence[Sequence[str]], without: Collection[str] = ()
    ) -> IntentPrediction:
        """What a clause of these folded words asks for, as far as the wording tells; nothing of what it cannot be."""
        places = self._weights["places.weight"]  # one for each word that is heard, and one for the whole
        rows = [self._word(word, known) for word, known in zip(words[: len(places) - 1], marks, strict=False)]
        x = [list(map(add, row, place)) for row, place in zip([self._weights["whole"], *rows], places, strict=False)]
        for layer in self._layers:
            x = self._through(layer, x)
        x = [_normal(row, self._norm("last")) for row in x]
        mean = [sum(column) / len(rows) for column in zip(*x[1:], strict=True)]
        told = _linear([*x[0], *mean], self._pair("intent"))
        shares = _shares([_NEVER if name in without else t for name, t in zip(self.intents, told, strict=True)])
        acts = _shares(_linear([*x[0], *mean], self._pair("act")))
        best, act = shares.index(max(shares)), acts.index(max(acts))
        found = {name: share for name, share in zip(self.intents, shares, strict=True) if share > 0.01}
        is_seen = self._beside[best]
        scores = [
            [score if seen else score + _NEVER for score, seen in zip(told, is_seen, strict=True)]
            for told in (_linear(row, self._pair("tag")) for row in x[1:])
        ]
        spans = tuple(spans_of_tags([self.tags[i] for i in self._path(scores)]))
        return IntentPrediction(self.intents[best], shares[best], self.acts[act], acts[act], found, spans)

    def _pair(self, name: str) -> _Pair:
        found = self._pairs.get(name)
        if found is None:
            weight, scale = self._weights[f"{name}.weight"], self._weights.get(f"{name}.scale")
            if scale is not None:  # kept in 8 bits
                weight = [[size * value for value in row] for row, size in zip(weight, scale, strict=True)]
            found = self._pairs[name] = (weight, self._weights[f"{name}.bias"])
        return found

    def _norm(self, name: str) -> tuple[Row, Row]:
        return self._weights[f"{name}.weight"], self._weights[f"{name}.bias"]

    def _word(self, word: str, known: Sequence[str]) -> list[float]:
        ids = pieces(word, known)
        table, scales = self._weights["pieces.weight"], self._weights["pieces.scale"]
        scaled = [[scales[i] * value for value in table[i]] for i in ids]
        size = len(ids) ** 0.5
        return [sum(column) / size for column in zip(*scaled, strict=True)]

    def _through(self, layer: str, x: Sequence[Row]) -> list[list[float]]:
        attend, out, widen, narrow = (self._pair(layer + part) for part in _PARTS)
        width = len(x[0])
        each = [_linear(_normal(row, self._norm(layer + "first")), attend) for row in x]
        seen = _attended(each, width, width // _HEADS)
        x = [list(map(add, row, _linear(told, out))) for row, told in zip(x, seen, strict=True)]
        wide = ([max(v, 0.0) for v in _linear(_normal(row, self._norm(layer + "second")), widen)] for row in x)
        return [list(map(add, row, _linear(told, narrow))) for row, told in zip(x, wide, strict=True)]

    def _path(self, scores: Sequence[Row]) -> list[int]:
        """The likeliest tags that may stand side by side."""
        best = [score + after[-1] for score, after in zip(scores[0], self._after, strict=True)]
        back: list[list[int]] = []
        for row in scores[1:]:
            ways = [list(map(add, best, after)) for after in self._after]
            came = [way.index(max(way)) for way in ways]
            back.append(came)
            best = [way[i] + score for way, i, score in zip(ways, came, row, strict=True)]
        path = [best.index(max(best))]
        for came in reversed(back):
            path.append(came[path[-1]])
        return path[::-1]


def _may_follow(before: str, tag: str) -> float:
    """What a tag costs after another: a span goes on only where it began."""
    return _NEVER if tag.startswith("I-") and before[2:] != tag[2:] else 0.0


def _linear(x: Row, pair: _Pair) -> list[float]:
    weight, bias = pair
    return [_dot(row, x) + start for row, start in zip(weight, bias, strict=True)]


def _normal(x: Row, pair: tuple[Row, Row]) -> list[float]:
    mean = sum(x) / len(x)
    moved = [v - mean for v in x]
    size = math.sqrt(sum(map(mul, moved, moved)) / len(x) + 1e-5)
    return [v / size * weight + bias for v, weight, bias in zip(moved, *pair, strict=True)]


def _attended(each: Sequence[Row], width: int, size: int) -> list[list[float]]:
    """What every place sees of the others, head by head; a row holds its query, key and value."""
    seen: list[list[float]] = [[] for _ in each]
    for at in range(0, width, size):
        keys = [row[width + at : width + at + size] for row in each]
        columns = list(zip(*(row[2 * width + at : 2 * width + at + size] for row in each), strict=True))
        for row, told in zip(each, seen, strict=True):
            query = row[at : at + size]
            looks = _shares([sum(map(mul, query, key)) / size**0.5 for key in keys])
            told.extend(sum(map(mul, looks, column)) for column in columns)
    return seen


def _shares(x: Row) -> list[float]:
    top = max(x)
    raised = [math.exp(v - top) for v in x]
    whole = sum(raised)
    return [v / whole for v in raised]
