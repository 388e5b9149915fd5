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
_COUNTED = 3.0  # the same where their parameters are counted: "team_1", "team_2"
_TELLING = 1.3  # what using a telling value gains
_TELLING_FORMS = frozenset(("quoted", "number", "year", "email", "url", "id", "path"))
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
    if one.form != "chunk" or not scene.common:
        return False
    heavy = scene.found.heavy(*one.words, scene.stems)
    if not heavy or not scene.common.issuperset(heavy):
        return False
    return not any(t.is_capital for t in scene.spoken.tokens[slice(*one.words)])


def shared(scored: list[tuple[float, ValueCandidate]]) -> list[Option]:
    """The values with their odds among each other and none; the same value said twice counts together."""
    total = 1.0
    by_value: dict[str, float] = {}
    keys = [c.value if isinstance(c.value, str) else repr(c.value) for _, c in scored]
    for key, (w, _) in zip(keys, scored, strict=True):
        power = math.exp(w)
        total += power
        by_value[key] = by_value.get(key, 0.0) + power
    odds: dict[str, float] = {}
    for key, power in by_value.items():
        part = min(power / total, 0.9999)
        odds[key] = math.log(part / (1 - part))
    return [Option(w, odds[key], c, _is_telling(c)) for key, (w, c) in zip(keys, scored, strict=True)]


def _is_telling(one: ValueCandidate) -> bool:
    if one.form == "chunk":
        return one.words[0] > 0 and str(one.value)[:1].isupper()
    return one.form in _TELLING_FORMS or one.form.startswith(("day", "both"))


def assign(given: Options, taken: Sequence[tuple[int, int]] = (), missing: float = _MISSING) -> Assignment:
    """The best joint filling; values that overlap what is taken, or each other, are not used twice."""
    beam: list[tuple[float, tuple[Filled, ...]]] = [(0.0, ())]
    places = {id(s): i for i, (s, _) in enumerate(given)}
    order = sorted(given, key=lambda pair: (not _is_needed(pair[0]), -(pair[1][0].weight if pair[1] else -9.0)))
    for slot, scored in order:
        is_needed = _is_needed(slot)
        worth = [
            (option, gain)
            for option in _free(scored, taken)
            if (gain := option.weight + (_TELLING if option.is_telling else 0.0)) >= 0.0 or is_needed
        ]
        cost = missing if is_needed else 0.0
        if not worth:
            beam = [(score - cost, filled) for score, filled in beam] if cost else beam
            continue
        grown: list[tuple[float, tuple[Filled, ...]]] = []
        for score, filled in beam:
            grown.append((score - cost, filled))
            for option, gain in worth:
                order_gain = _order(slot, option.one, filled, places) if filled else 0.0
                if order_gain is not None:
                    grown.append((score + (gain + order_gain), (*filled, Filled(slot, option.one, option.odds))))
        grown.sort(key=_score, reverse=True)
        beam = grown[:_BEAM]
    score, filled = beam[0]
    have = {f.slot.wanted.path for f in filled}
    lacking = tuple(s for s, _ in given if _is_needed(s) and s.wanted.path not in have)
    return Assignment(filled, lacking, score)


def _score(one: tuple[float, tuple[Filled, ...]]) -> float:
    return one[0]


def _free(scored: list[Option], taken: Sequence[tuple[int, int]]) -> list[Option]:
    """The best options that overlap nothing that is taken."""
    if not taken:
        return scored[:_TRIED]
    free = [o for o in scored[: _TRIED * 4] if all(o.one.end <= s or o.one.start >= e for s, e in taken)]
    return free[:_TRIED]


def _order(
    slot: ToolParameter, one: ValueCandidate, filled: tuple[Filled, ...], places: Mapping[int, int]
) -> float | None:
    """What the order gains, as two values of one kind usually stand in that of their parameters; None where they
    overlap."""
    mine, kind, start, end = places[id(slot)], slot.wanted.kind, one.start, one.end
    gain = 0.0
    for its, other, _ in filled:
        if start < other.end and other.start < end:
            return None
        if its.wanted.kind == kind:
            worth = _COUNTED if its.series and its.series == slot.series else _ORDERLY
            gain += worth if (places[id(its)] < mine) == (other.start < start) else -worth
    return gain


def _is_needed(slot: ToolParameter) -> bool:
    """Whether there is no call without it: required, and no default stands for it."""
    return slot.wanted.is_required and not slot.wanted.default
