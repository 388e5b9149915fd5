"""All parameters of a tool at once: the values that fit best together, one span for one parameter."""

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sayso.engine.read.around import ToolView
from sayso.engine.read.candidates import ValueCandidate, candidates
from sayso.engine.read.offer import ToolParameter
from sayso.engine.read.slots import Facts, facts, measures, none_signs, weight
from sayso.engine.read.slots import told as told_signs

_REMEMBERED = 100_000
_BEAM = 12
_TRIED = 6  # values a parameter, the best
_ORDERLY = 0.6  # what two values of one kind in the order of their parameters gain
_TELLING = 1.3  # what using a telling value gains
_MISSING = 1.0  # what a required value that is not said costs


class Filled(NamedTuple):
    """A parameter with the value it got, and the log odds that this is right."""

    slot: ToolParameter
    one: ValueCandidate
    odds: float


class Assignment(NamedTuple):
    """What a tool's parameters got, and what is missing."""

    filled: tuple[Filled, ...]
    missing: tuple[ToolParameter, ...]
    score: float


class Option(NamedTuple):
    """A value that a parameter might have: how much more it weighs than none at all, and its log odds among all."""

    weight: float
    odds: float
    one: ValueCandidate
    is_telling: bool = False  # a name, a quote, a number or a moment: nobody says such a thing for nothing


Options = Sequence[tuple[ToolParameter, list[Option]]]


def options(scene: ToolView, weights: Mapping[str, float], memory: dict[Facts, float]) -> Options:
    """For each parameter, its likeliest values, best first; what the same facts weighed before is remembered."""
    if len(memory) > _REMEMBERED:
        memory.clear()
    return [(slot, _ranked(slot, scene, weights, memory)) for slot in scene.offer.slots]


def _ranked(
    slot: ToolParameter, scene: ToolView, weights: Mapping[str, float], memory: dict[Facts, float]
) -> list[Option]:
    found = [c for c in candidates(slot, scene.found, scene.stems) if not _is_common(c, scene)]
    if not found:
        return []
    bias = weights.get("bias", 0.0)
    none = weight(none_signs(slot, scene), weights)
    scored = []
    for c in found:
        told = facts(slot, c, scene)
        plain = memory.get(told)
        if plain is None:
            plain = memory[told] = weight([(name, 1.0) for name in told_signs(told)], weights)
        scored.append((min(plain + weight(measures(slot, c, scene), weights) - bias - none, 20.0), c))
    scored.sort(key=lambda pair: (-pair[0], pair[1].start, pair[1].end))
    return shared(scored)


def _is_common(one: ValueCandidate, scene: ToolView) -> bool:
    """Whether a stretch but says what most of the tools are about: "the database" among a database's tools."""
    if one.form != "chunk" or not scene.common or any(t.is_capital for t in scene.spoken.tokens[slice(*one.words)]):
        return False
    heavy = scene.found.heavy(*one.words, scene.stems)
    return bool(heavy) and all(s in scene.common for s in heavy)


def shared(scored: list[tuple[float, ValueCandidate]]) -> list[Option]:
    """The values with their odds among each other and none; the same value said twice counts together."""
    total = 1.0
    by_value: dict[str, float] = {}
    for w, c in scored:
        power = math.exp(w)
        total += power
        key = c.value if isinstance(c.value, str) else repr(c.value)
        by_value[key] = by_value.get(key, 0.0) + power
    out: list[Option] = []
    for w, c in scored:
        part = min(by_value[c.value if isinstance(c.value, str) else repr(c.value)] / total, 0.9999)
        out.append(Option(w, math.log(part / (1 - part)), c, _is_telling(c)))
    return out


def _is_telling(one: ValueCandidate) -> bool:
    if one.form == "chunk":
        return one.words[0] > 0 and str(one.value)[:1].isupper()
    return one.form in ("quoted", "number", "year", "email", "url", "id", "path") or one.form.startswith(
        ("day", "both")
    )


def assign(given: Options, taken: Sequence[tuple[int, int]] = (), missing: float = _MISSING) -> Assignment:
    """The best joint filling; values that overlap what is taken, or each other, are not used twice."""
    beam: list[tuple[float, tuple[Filled, ...]]] = [(0.0, ())]
    places = {id(s): i for i, (s, _) in enumerate(given)}
    order = sorted(given, key=lambda pair: (not _is_needed(pair[0]), -(pair[1][0].weight if pair[1] else -9.0)))
    for slot, scored in order:
        free = [o for o in scored[: _TRIED * 4] if all(o.one.end <= s or o.one.start >= e for s, e in taken)]
        grown: list[tuple[float, tuple[Filled, ...]]] = []
        for score, filled in beam:
            grown.append((score - (missing if _is_needed(slot) else 0.0), filled))
            for option in free[:_TRIED]:
                c = option.one
                telling = _TELLING if option.is_telling else 0.0
                if option.weight + telling < 0.0 and not _is_needed(slot):
                    continue
                if any(c.start < f.one.end and f.one.start < c.end for f in filled):
                    continue
                gain = option.weight + telling + _order(slot, c, filled, places)
                grown.append((score + gain, (*filled, Filled(slot, c, option.odds))))
        grown.sort(key=lambda pair: -pair[0])
        beam = grown[:_BEAM]
    score, filled = beam[0]
    have = {f.slot.wanted.path for f in filled}
    lacking = tuple(s for s, _ in given if _is_needed(s) and s.wanted.path not in have)
    return Assignment(filled, lacking, score)


def _order(slot: ToolParameter, one: ValueCandidate, filled: tuple[Filled, ...], places: Mapping[int, int]) -> float:
    """Two values of one kind usually stand in the order of their parameters."""
    mine = places[id(slot)]
    gain = 0.0
    for other in filled:
        if other.slot.wanted.kind == slot.wanted.kind:
            gain += _ORDERLY if (places[id(other.slot)] < mine) == (other.one.start < one.start) else -_ORDERLY
    return gain


def _is_needed(slot: ToolParameter) -> bool:
    """Whether there is no call without it: required, and no default stands for it."""
    return slot.wanted.is_required and not slot.wanted.default
