"""What is asked of a subject's values and states: the most, the mean, whether above a bound, whether it is on."""

from collections.abc import Iterator

from sayso.engine.capabilities.region import Region, Words, amount
from sayso.engine.nouns import Argument, Reading, Source
from sayso.engine.pattern import spans_of
from sayso.engine.shelf import PatternIndex
from sayso.engine.text import Line

_PARTS = ("thing", "component")
# which value tells: whether it ever was beyond the bound, or stayed there all the time
_FURTHEST = {("above", "ever"): "max", ("below", "ever"): "min", ("above", "stayed"): "min", ("below", "stayed"): "max"}


def of_values(region: Region, reading: Reading, has_times: bool) -> Iterator[Argument]:
    """The bound and the aggregate that are said; their words leave the subject's name."""
    subjects, said = region.pack.commands, region.said
    past = next(said_in(region, reading, subjects.past), None)
    bound = next(_bounds(region, reading), None)
    if bound is not None:
        yield bound
    found = next(said_in(region, reading, subjects.aggregates), None)
    if found is not None and (found[0] != "duration" or bound is not None):
        region.drop(found[1])
        yield Argument("aggregate", found[0], Source("message", said.span(*found[1])))
    elif bound is not None and past is not None and (past[0] == "stayed" or not has_times):
        region.drop(past[1])
        extreme = _FURTHEST[bound.name, past[0]]
        yield Argument("aggregate", extreme, Source("message", said.span(*past[1])))


def of_state(region: Region, reading: Reading) -> Iterator[Argument]:
    """Which state is asked about, and of which part of the subject."""
    free = [m for m in said_in(region, reading, region.pack.commands.is_so) if not _is_inside(m[1], region.at)]
    if not free:
        return
    name = free[0][0]
    said = [words for state, words in free if state == name][-1]  # "is there a light on on the oven"
    yield Argument("state", name, Source("message", region.said.span(*said)))
    part = _part(region.said, reading, region)
    if part is not None:
        yield Argument("part", part[0], Source("message", region.said.span(*part[1])))


def is_comparing(region: Region, reading: Reading) -> bool:
    """Whether subjects are set against each other."""
    return next(said_in(region, reading, region.pack.commands.compares), None) is not None


def _bounds(region: Region, reading: Reading) -> Iterator[Argument]:
    said, pack = region.said, region.pack
    for pattern in pack.commands.beyond.of(said.texts):
        clause = (said.flat_at(reading.clause.start), said.flat_at(reading.clause.end))
        for m in pattern.search_all(said.flat, *clause):
            words = (said.index(m.start()), said.index(m.end() - 1) + 1)
            left, right = spans_of(m)["amount"]
            value = amount(said, (said.index(left), said.index(right - 1) + 1), pack)
            if value is not None and region.taken.isdisjoint(range(*words)):
                region.drop(words)
                yield value._replace(name=pattern.intent)


def said_in(region: Region, reading: Reading, patterns: PatternIndex) -> Iterator[tuple[str, Words]]:
    """Where such words stand in the clause, but for those that were understood otherwise."""
    said = region.said
    for pattern in patterns.of(said.texts):
        for m in pattern.search_all(said.flat, said.flat_at(reading.clause.start), said.flat_at(reading.clause.end)):
            words = (said.index(m.start()), said.index(m.end() - 1) + 1)
            if region.taken.isdisjoint(range(*words)):
                yield pattern.intent, words


def _part(said: Line, reading: Reading, region: Region) -> tuple[str, Words] | None:
    """The one part that is spoken of."""
    lexicon, clause = region.lexicon, reading.clause
    heavy = [i for i in range(clause.start, clause.end) if said.words[i].text not in lexicon.light]
    stems = lexicon.stems(said.words[i].text for i in heavy)
    for role in _PARTS:
        spots = lexicon.spots("thing" if role == "thing" else "component", stems)
        if len({s.name for s in spots}) == 1:
            return spots[0].name, (heavy[spots[0].start], heavy[spots[0].end - 1] + 1)
    return None


def _is_inside(words: Words, at: list[int]) -> bool:
    return any(words[0] <= i < words[1] for i in at)


def connected(region: Region, reading: Reading) -> list[Argument]:
    """Whether subjects are asked about that can be reached, or cannot."""
    clause = reading.clause
    said = region.said
    for pattern in region.pack.commands.states.of(said.texts):
        for m in pattern.search_all(said.flat, said.flat_at(clause.start), said.flat_at(clause.end)):
            at = (said.index(m.start()), said.index(m.end() - 1) + 1)
            region.drop(at)
            return [Argument("online", pattern.intent == "true", Source("message", said.span(*at)))]
    return []
