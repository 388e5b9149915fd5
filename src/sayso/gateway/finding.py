"""Which few of very many tools a request speaks of: by their own words, the rarer the more telling, then closely."""

import heapq
import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime

from sayso.engine.kinds.spoken import speak
from sayso.engine.read.offer import PreparedTool, ToolVocabulary, offer
from sayso.engine.request import read_tool
from sayso.face import Engine
from sayso.gateway.ranking import (
    WEIGHTS,
    IndexedTool,
    SaidWords,
    chosen,
    indexed,
    root,
    roots,
    said_words,
    signs,
    told_units,
)

_FIELDS = (2.0, 1.5, 1.0, 0.8, 1.7)  # of a stem in name, description, parameters, their descriptions, their options
_SATURATION = 1.0
_LENGTH = 0.4  # how much a long definition takes from each of its words
_FAMILY = 0.15  # what a word of the same family weighs
_MEASURE = 0.5  # what a unit of the same measure weighs
_OFTEN = 150  # tools that have a stem, from which it no longer brings new ones
_KEPT = 300  # tools for which the words that very many have still count
_LOOKED_AT = 20  # tools that are compared closely
_READ = 2000  # letters of a request
_MOST_STEMS = 120
_NOW = datetime(2026, 1, 1, tzinfo=UTC)  # no moment is read here
Fields = tuple[frozenset[str], ...]


class ToolIndex:
    """Tools, prepared to be found; made once for a list of them."""

    def __init__(
        self, engine: Engine, tools: Sequence[Mapping[str, object]], weights: Mapping[str, float] = WEIGHTS
    ) -> None:
        self._packs, self._words, self._weights = engine.packs, engine.matcher.words, weights
        prepared = [offer(read_tool(tool, f"tools[{i}]"), self._words) for i, tool in enumerate(tools)]
        fields = [_fields(one, self._words) for one in prepared]
        measures = [_keys(told_units(one, self._words)) for one in prepared]
        self.tools = [indexed(tool, one, self._words) for tool, one in zip(tools, prepared, strict=True)]
        self._rarity = _rarity(fields, measures)
        self._postings = _postings(fields, measures, self._rarity)

    def find(self, request: str, most: int = 5) -> list[IndexedTool]:
        """The tools that fit a request best, best first; none where no word of it is any tool's."""
        seen = self.signs(request, max(_LOOKED_AT, most))
        weighed = {i: sum(self._weights[name] * value for name, value in found.items()) for i, found in seen.items()}
        return [self.tools[i] for i in sorted(weighed, key=lambda i: (-weighed[i], i))[:most]]

    def signs(self, request: str, most: int = _LOOKED_AT) -> dict[int, dict[str, float]]:
        """Of the tools that fit by their words, by number: what speaks for each and against it."""
        said = said_words(speak(request[:_READ], self._packs, self._words.endings, _NOW), self._words)
        scores = self._scores(said)
        nearest = heapq.nlargest(most, scores, key=lambda i: (scores[i], -i))
        return {i: signs(self.tools[i], said, self._rarity, (scores[i], scores[nearest[0]])) for i in nearest}

    def _scores(self, said: SaidWords) -> dict[int, float]:
        """What the words of a request say for each tool. Words that very many tools have bring none by themselves."""
        weights = dict(said.weights)
        for stem, weight in said.weights.items():
            if (family := root(stem)) is not None:
                weights[family] = weights.get(family, 0.0) + weight
        weights.update(dict.fromkeys(_keys(said.units), 1.0))
        known = sorted((s for s in weights if s in self._postings), key=lambda s: len(self._postings[s]))[:_MOST_STEMS]
        scores: dict[int, float] = {}
        for stem in known:
            postings, weight = self._postings[stem], weights[stem]
            if len(postings) <= _OFTEN or not scores:
                for i, worth in postings.items():
                    scores[i] = scores.get(i, 0.0) + worth * weight
            else:
                if len(scores) > _KEPT:
                    kept = heapq.nlargest(_KEPT, scores, key=lambda i: (scores[i], -i))
                    scores = {i: scores[i] for i in kept}
                for i in scores:
                    scores[i] += postings.get(i, 0.0) * weight
        return scores


def _keys(units: Iterable[str]) -> frozenset[str]:
    """Measures as keys beside the stems."""
    return frozenset(f"#{unit}" for unit in units)


def _fields(one: PreparedTool, words: ToolVocabulary) -> Fields:
    named = frozenset(s for slot in one.slots for s in slot.names)
    told = frozenset(s for slot in one.slots for s in slot.told)
    return one.names, one.told, named, told, chosen(one, words)


def _rarity(fields: Sequence[Fields], measures: Sequence[frozenset[str]]) -> dict[str, float]:
    counts: dict[str, int] = defaultdict(int)
    for one, units in zip(fields, measures, strict=True):
        stems = frozenset().union(*one)
        for key in (*stems, *roots(stems), *units):
            counts[key] += 1
    return {key: math.log(1.0 + len(fields) / count) for key, count in counts.items()}


def _postings(
    fields: Sequence[Fields], measures: Sequence[frozenset[str]], rarity: Mapping[str, float]
) -> dict[str, dict[int, float]]:
    lengths = [len(frozenset().union(*one[:4])) for one in fields]
    mean = sum(lengths) / len(lengths) if lengths else 1.0
    postings: dict[str, dict[int, float]] = defaultdict(dict)
    for i, one in enumerate(fields):
        norm = 1.0 - _LENGTH + _LENGTH * lengths[i] / (mean or 1.0)
        often: dict[str, float] = defaultdict(float)
        for weight, inside in zip(_FIELDS, one, strict=True):
            for key in (*inside, *roots(inside)):
                often[key] += weight
        for key, much in often.items():
            worth = rarity[key] * much * (_SATURATION + 1.0) / (much + _SATURATION * norm)
            postings[key][i] = worth * (_FAMILY if key.startswith("~") else 1.0)
        for key in measures[i]:
            postings[key][i] = _MEASURE * rarity[key]
    return dict(postings)
