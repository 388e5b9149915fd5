"""Which few of very many tools a request speaks of: by their own words, the rarer the more telling."""

import heapq
import math
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import pairwise

from sayso.engine.capabilities.lexicon import pieces
from sayso.engine.kinds.spoken import speak
from sayso.engine.read.offer import PreparedTool, ToolVocabulary, offer
from sayso.engine.request import read_tool
from sayso.engine.text import fold
from sayso.face import Engine

_WORD = re.compile(r"[^\W\d_]+")
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_FIELDS = (2.0, 1.5, 1.0, 0.8, 1.7)  # of a stem in name, description, parameters, their descriptions, their options
_SATURATION = 1.0
_LENGTH = 0.4  # how much a long definition takes from each of its words
_SMALL = 0.1  # what a small word of the request weighs
_OFTEN = 150  # tools that have a stem, from which it no longer brings new ones
_LOOKED_AT = 20  # tools that are compared closely
_READ = 2000  # letters of a request
_MOST_STEMS = 60
_NOW = datetime(2026, 1, 1, tzinfo=UTC)  # no moment is read here


@dataclass(frozen=True, slots=True)
class IndexedTool:
    """A tool with what is compared closely."""

    definition: Mapping[str, object]
    names: frozenset[str]
    told: frozenset[str]
    pairs: frozenset[tuple[str, str]]
    numbers: int  # how many it takes
    needed: int

    @property
    def name(self) -> str:
        """Of the tool."""
        return str(self.definition["name"])


class ToolIndex:
    """Tools, prepared to be found; made once for a list of them."""

    def __init__(self, engine: Engine, tools: Sequence[Mapping[str, object]]) -> None:
        self._packs, self._words = engine.packs, engine.matcher.words
        prepared = [offer(read_tool(tool, f"tools[{i}]"), self._words) for i, tool in enumerate(tools)]
        fields = [_fields(one, self._words) for one in prepared]
        self.tools = [_indexed(tool, one, self._words) for tool, one in zip(tools, prepared, strict=True)]
        self._rarity = _rarity(fields)
        self._postings = _postings(fields, self._rarity)

    def find(self, request: str, most: int = 5) -> list[IndexedTool]:
        """The tools that fit a request best, best first; none where no word of it is any tool's."""
        spoken = speak(request[:_READ], self._packs, self._words.endings, _NOW)
        stems = [self._words.stem(token.text.rstrip("'")) for token in spoken.tokens]
        weights: dict[str, float] = {}
        for stem, token in zip(stems, spoken.tokens, strict=True):
            weights.setdefault(stem, _SMALL if token.is_small or token.mark else 1.0)
        scores = self._scores(weights)
        nearest = heapq.nlargest(max(_LOOKED_AT, most), scores, key=lambda i: (scores[i], -i))
        if not nearest:
            return []
        best, said = scores[nearest[0]], frozenset(pairwise(stems))
        numbers = len(_NUMBER.findall(request[:_READ]))
        weighed = {i: self._weighed(i, scores[i], best, (weights, said, numbers)) for i in nearest}
        return [self.tools[i] for i in sorted(nearest, key=lambda i: (-weighed[i], i))[:most]]

    def _scores(self, weights: Mapping[str, float]) -> dict[int, float]:
        """What the words of a request say for each tool. Words that very many tools have bring none by themselves."""
        known = sorted((s for s in weights if s in self._postings), key=lambda s: len(self._postings[s]))[:_MOST_STEMS]
        scores: dict[int, float] = defaultdict(float)
        for stem in known:
            postings, weight = self._postings[stem], weights[stem]
            if len(postings) <= _OFTEN or not scores:
                for i, worth in postings.items():
                    scores[i] += worth * weight
            else:
                for i in scores:
                    scores[i] += postings.get(i, 0.0) * weight
        return scores

    def _weighed(
        self, i: int, score: float, best: float, said: tuple[Mapping[str, float], frozenset[tuple[str, str]], int]
    ) -> float:
        """All that speaks for a tool. The weights were fitted on a public benchmark of function calling."""
        weights, pairs, numbers = said
        tool = self.tools[i]
        return (
            0.11 * score
            + 5.7 * score / best
            + 0.6 * self._share(tool.names, weights)
            + 1.1 * self._share(tool.told, weights)
            + 0.64 * len(pairs & tool.pairs)
            - 0.62 * max(0, tool.numbers - numbers)
            - 0.54 * tool.needed
        )

    def _share(self, stems: frozenset[str], weights: Mapping[str, float]) -> float:
        """How much of what a tool says of itself was said."""
        whole = sum(self._rarity[s] for s in stems)
        return sum(self._rarity[s] for s in stems if s in weights) / whole if whole else 0.0


def _fields(one: PreparedTool, words: ToolVocabulary) -> tuple[frozenset[str], ...]:
    options = (str(option) for slot in one.slots for option in slot.wanted.options)
    chosen = frozenset(words.stem(fold(w)) for option in options for w in _WORD.findall(option))
    named = frozenset(s for slot in one.slots for s in slot.names)
    told = frozenset(s for slot in one.slots for s in slot.told)
    return one.names, one.told, named, told, chosen


def _indexed(tool: Mapping[str, object], one: PreparedTool, words: ToolVocabulary) -> IndexedTool:
    named = [words.stem(p) for p in pieces(one.tool.name)]
    told = [words.stem(fold(w)) for w in _WORD.findall(one.tool.description[:_READ])]
    numbers = sum(slot.wanted.kind == "number" for slot in one.slots)
    needed = sum(slot.wanted.is_required for slot in one.slots)
    pairs = frozenset((*pairwise(named), *pairwise(told)))
    return IndexedTool(tool, one.names, one.told, pairs, numbers, needed)


def _rarity(fields: Iterable[tuple[frozenset[str], ...]]) -> dict[str, float]:
    counts: dict[str, int] = defaultdict(int)
    total = 0
    for one in fields:
        total += 1
        for stem in frozenset().union(*one):
            counts[stem] += 1
    return {stem: math.log(1.0 + total / count) for stem, count in counts.items()}


def _postings(fields: Sequence[tuple[frozenset[str], ...]], rarity: Mapping[str, float]) -> dict[str, dict[int, float]]:
    lengths = [len(frozenset().union(*one[:4])) for one in fields]
    mean = sum(lengths) / len(lengths) if lengths else 1.0
    postings: dict[str, dict[int, float]] = defaultdict(dict)
    for i, one in enumerate(fields):
        norm = 1.0 - _LENGTH + _LENGTH * lengths[i] / (mean or 1.0)
        for stem in frozenset().union(*one):
            often = sum(weight for weight, inside in zip(_FIELDS, one, strict=True) if stem in inside)
            postings[stem][i] = rarity[stem] * often * (_SATURATION + 1.0) / (often + _SATURATION * norm)
    return dict(postings)
