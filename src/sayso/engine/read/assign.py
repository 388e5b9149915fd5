"""All parameters of a tool at once: the values that fit best together, one span for one parameter."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sayso.engine.read.candidates import Candidate, candidates
from sayso.engine.read.offer import Slot
from sayso.engine.read.slots import Scene, signs, weight

_BEAM = 12
_TRIED = 6  # values a parameter, the best
_ORDERLY = 0.3  # what two values of one kind in the order of their parameters gain
_MISSING = 4.0  # what a required value that is not said costs


class Filled(NamedTuple):
    """A parameter with the value it got, and the log odds that this is right."""

    slot: Slot
    one: Candidate
    odds: float


class Assignment(NamedTuple):
    """What a tool's parameters got, and what is missing."""

    filled: tuple[Filled, ...]
    missing: tuple[Slot, ...]
    score: float


Options = Sequence[tuple[Slot, list[tuple[float, Candidate]]]]


def options(scene: Scene, weights: Mapping[str, float]) -> Options:
    """For each parameter, its likeliest values with their log odds, best first."""
    out: list[tuple[Slot, list[tuple[float, Candidate]]]] = []
    for slot in scene.offer.slots:
        scored = [(weight(signs(slot, c, scene), weights), c) for c in candidates(slot, scene.found)]
        scored.sort(key=lambda pair: (-pair[0], pair[1].start, pair[1].end))
        out.append((slot, scored))
    return out


def assign(given: Options, taken: Sequence[tuple[int, int]] = ()) -> Assignment:
    """The best joint filling; values that overlap what is taken, or each other, are not used twice."""
    beam: list[tuple[float, tuple[Filled, ...]]] = [(0.0, ())]
    order = sorted(given, key=lambda pair: (not _is_needed(pair[0]), -(pair[1][0][0] if pair[1] else -9.0)))
    for slot, scored in order:
        free = [(odds, c) for odds, c in scored[: _TRIED * 3] if all(c.end <= s or c.start >= e for s, e in taken)][
            :_TRIED
        ]
        grown: list[tuple[float, tuple[Filled, ...]]] = []
        for score, filled in beam:
            grown.append((score - (_MISSING if _is_needed(slot) else 0.0), filled))
            for odds, c in free:
                if odds < (-3.0 if _is_needed(slot) else 0.0):
                    continue
                if any(c.start < f.one.end and f.one.start < c.end for f in filled):
                    continue
                grown.append((score + odds + _order(slot, c, filled, given), (*filled, Filled(slot, c, odds))))
        grown.sort(key=lambda pair: -pair[0])
        beam = grown[:_BEAM]
    score, filled = beam[0]
    have = {f.slot.wanted.path for f in filled}
    missing = tuple(s for s, _ in given if _is_needed(s) and s.wanted.path not in have)
    return Assignment(filled, missing, score)


def _order(slot: Slot, one: Candidate, filled: tuple[Filled, ...], given: Options) -> float:
    """Two values of one kind usually stand in the order of their parameters."""
    places = {id(s): i for i, (s, _) in enumerate(given)}
    mine = places[id(slot)]
    gain = 0.0
    for other in filled:
        if other.slot.wanted.kind == slot.wanted.kind:
            gain += _ORDERLY if (places[id(other.slot)] < mine) == (other.one.start < one.start) else -_ORDERLY
    return gain


def _is_needed(slot: Slot) -> bool:
    """Whether there is no call without it: required, and no default stands for it."""
    return slot.wanted.is_required and not slot.wanted.default
