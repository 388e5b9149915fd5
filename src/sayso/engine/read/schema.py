"""The schema matcher: tools that nobody wrote sentences for, chosen and filled from words alone."""

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import NamedTuple

from sayso.dataclass import dataclass
from sayso.engine.kinds.spoken import Spoken
from sayso.engine.read.around import scene
from sayso.engine.read.assign import Assignment, Options, assign, options
from sayso.engine.read.candidates import finds
from sayso.engine.read.offer import PreparedTool, ToolVocabulary, offer
from sayso.engine.read.rank import (
    Glance,
    MessageWords,
    chance,
    common,
    glance,
    rarity,
    right_signs,
    talk,
    tool_signs,
    unfilled,
)
from sayso.engine.read.several import SURE, Split, again_signs, is_worth, other_signs, splits
from sayso.engine.read.slots import Facts, Signs, weight
from sayso.engine.tool import Tool

TOOLS = 128  # tools that are compared
TRIED = 3  # tools whose values are looked for
CALLS = 8  # calls of one message
_NAMED = 0.3  # the share of its name that must be said of another tool besides
_BESIDES = 1.0  # log odds from which another tool is called besides
ONE: Signs = [("one", 1.0)]  # what speaks for one call rather than several
_WORTH = 0.4  # the share of the best tool's score from which another one's values are looked for
Weights = Mapping[str, Mapping[str, float]]


class ToolReading(NamedTuple):
    """A tool with what its parameters got, how likely it is the tool that is meant, and all that was weighed."""

    offer: PreparedTool
    given: Assignment
    odds: float
    signs: Signs
    options: Options
    seen: Glance


class Made(NamedTuple):
    """The calls of a message, and the log odds that the best tool is called several times, or another one besides."""

    calls: tuple[ToolReading, ...]
    again: float
    other: float
    split: float = 0.0  # the log odds of the way in which it is called several times
    told: tuple[tuple[str, float], ...] = ()  # what speaks for that way


class Proposed(NamedTuple):
    """What might be one more call, and what speaks for it."""

    reading: ToolReading
    signs: Signs


@dataclass(frozen=True, slots=True)
class Matcher:
    """Tools handed in, against words; made once for its weights, keeps the tools it has prepared."""

    words: ToolVocabulary
    weights: Weights
    prepared: dict[str, PreparedTool] = field(default_factory=dict)
    memory: dict[Facts, float] = field(default_factory=dict)
    among: dict[tuple[int, ...], tuple[tuple[dict[str, float], frozenset[str]], frozenset[str]]] = field(
        default_factory=dict
    )

    def offers(self, tools: Sequence[Tool]) -> list[PreparedTool]:
        """The tools, prepared; those seen before are not prepared again."""
        out: list[PreparedTool] = []
        for tool in tools[:TOOLS]:
            key = f"{tool.name}\n{tool.description}\n{tool.schema!r}\n{tool.is_destructive}\n{tool.is_read_only}"
            known = self.prepared.get(key)
            if known is None:
                known = offer(tool, self.words)
                if len(self.prepared) > 2000:
                    self.prepared.clear()
                    self.among.clear()
                self.prepared[key] = known
            out.append(known)
        return out

    def look(self, spoken: Spoken) -> MessageWords:
        """The message, with everything that could be a value."""
        return talk(finds(spoken, self.weights["chunk"], self.words.written), self.words)

    def readings(
        self, offers: Sequence[PreparedTool], said: MessageWords, before: Sequence[ToolReading] = ()
    ) -> list[ToolReading]:
        """The likeliest tools with their values, best first, for what earlier readings leave of the message."""
        taken = [(f.one.start, f.one.end) for r in before for f in r.given.filled]
        masked = frozenset(i for r in before for i in _spoken_for(r, said))
        words, shared = self._among(offers)
        seen = sorted((glance(o, said, words, masked) for o in offers), key=lambda g: -g.score)[:TRIED]
        least = seen[0].score * _WORTH if seen else 0.0
        seen = [g for g in seen if g.score >= least and (g.name_share >= _NAMED or not before)]
        out: list[ToolReading] = []
        for one in seen:
            at_tool = scene(said.found, one.offer, said.stems, self.words, shared)
            found = options(at_tool, self.weights["slot"], self.memory)
            given = assign(found, taken)
            signs = tool_signs(one, given, said, masked)
            out.append(ToolReading(one.offer, given, weight(signs, self.weights["tool"]), signs, found, one))
        return sorted(out, key=lambda r: -r.odds)

    def _among(self, offers: Sequence[PreparedTool]) -> tuple[tuple[dict[str, float], frozenset[str]], frozenset[str]]:
        """What stems weigh among these tools, those of all their names, and those that most of them have."""
        key = tuple(id(o) for o in offers)
        known = self.among.get(key)
        if known is None:
            if len(self.among) > 500:
                self.among.clear()
            names = frozenset(s for o in offers for s in o.names)
            known = self.among[key] = ((rarity(offers), names), common(offers))
        return known

    def parts(self, best: ToolReading, said: MessageWords) -> tuple[Split, Signs] | None:
        """The best way to make several calls of one tool, and what speaks for it."""
        found = self.ways(best, said)
        return max(found, key=lambda way: weight(way[1], self.weights["again"]), default=None)

    def ways(self, best: ToolReading, said: MessageWords) -> list[tuple[Split, Signs]]:
        """All the ways to make several calls of one tool, each with what speaks for it."""
        found = splits(best.options, said, best.given) if is_worth(best.options, best.given) else []
        return [(one, again_signs(one, said)) for one in found]

    def other(
        self, offers: Sequence[PreparedTool], said: MessageWords, before: Sequence[ToolReading]
    ) -> Proposed | None:
        """Another tool for what is left of the message, and what speaks for it."""
        names = {r.offer.tool.name for r in before}
        left = [o for o in offers if o.tool.name not in names]
        for one in self.readings(left, said, before)[:1] if left else ():
            if not one.given.missing:
                return Proposed(one, other_signs(one.signs, one.odds, len(before)))
        return None

    def calls(self, offers: Sequence[PreparedTool], said: MessageWords, ranked: Sequence[ToolReading]) -> Made:
        """The best reading and all that are asked for besides."""
        out = list(ranked[:1])
        found = self.parts(out[0], said) if out else None
        again = -3.0
        if found is not None:  # the odds of this way against one call
            again = weight(found[1], self.weights["again"]) - weight(ONE, self.weights["again"])
        if found is not None and again > 0.0 and len(offers) > 1 and not out[0].given.missing:
            proposed = self.other(offers, said, out)
            if proposed is not None and weight(proposed.signs, self.weights["other"]) > max(again, _BESIDES):
                found, again = None, -3.0  # what one call leaves is another tool's
        if found is not None and again > 0.0:
            out = [out[0]._replace(given=c) for c in found[0].calls[:CALLS]]
        besides = -3.0
        while out and len(out) < CALLS and not out[0].given.missing:
            proposed = self.other(offers, said, out)
            besides = weight(proposed.signs, self.weights["other"]) if proposed is not None else -3.0
            if proposed is None or besides <= _BESIDES:
                break
            out.append(proposed.reading)
        if found is None or again <= 0.0:
            return Made(tuple(out), _clipped(again), _clipped(besides))
        split = _clipped(weight(found[1], self.weights["split"]))
        told = tuple((name, value) for name, value in found[1] if name in SURE)
        return Made(tuple(out), _clipped(again), _clipped(besides), split, told)

    def evidence(self, made: Made, ranked: Sequence[ToolReading], said: MessageWords) -> Signs:
        """What speaks for and against all of the calls being right."""
        best, count = made.calls[0], len(made.calls)
        rivals = [r.odds for r in ranked if all(r.offer is not m.offer for m in made.calls)]
        margin = best.odds - max(rivals) if rivals else 3.0
        every = {f.one.words + f.slot.wanted.path: f for r in made.calls for f in r.given.filled}
        whole = Assignment(tuple(every.values()), best.given.missing, 0.0)
        hits = frozenset(i for r in made.calls for i in r.seen.hits)
        signs = tool_signs(best.seen._replace(hits=hits), whole, said, frozenset())
        signs.append(("tool", _clipped(best.odds)))
        signs.extend(right_signs(whole, best.options, (len(ranked), margin)))
        if count == 1:
            spoken_of = unfilled(whole, best.seen, said)
            return [
                *signs,
                ("one: again", made.again),
                ("one: other", made.other),
                ("one: spoken of, and nothing for it", spoken_of),
            ]
        chances = [chance(f.odds) for f in every.values()]
        tools = len({r.offer.tool.name for r in made.calls})
        return [
            *signs,
            ("several: as one", _clipped(weight(signs, self.weights["right"]))),
            ("several: way", made.split if tools == 1 else 0.0),
            *(made.told if tools == 1 else ()),
            ("several", 1.0),
            ("several: mean chance", sum(chances) / max(len(chances), 1)),
            ("several: least chance", min(chances, default=1.0)),
            ("several: calls", min(count, 5) / 5),
            ("several: again", made.again if tools == 1 else 0.0),
            ("several: other", made.other if tools > 1 else 0.0),
            ("several: tools", float(tools > 1)),
        ]


def _clipped(odds: float) -> float:
    return max(-4.0, min(4.0, odds))


def _spoken_for(reading: ToolReading, said: MessageWords) -> set[int]:
    values = {i for f in reading.given.filled for i in range(*f.one.words)}
    return values | {i for i in reading.seen.hits if said.stems[i] in reading.offer.names}


def arguments(given: Assignment, one: PreparedTool) -> dict[str, object]:
    """The arguments of a call: nested ones in their objects, defaults only where something is required."""
    out: dict[str, object] = {}
    have = {f.slot.wanted.path: f.one.value for f in given.filled}
    for slot in one.slots:
        wanted = slot.wanted
        if wanted.path in have:
            _put(out, wanted.path, have[wanted.path])
        elif wanted.is_required and wanted.default:
            _put(out, wanted.path, wanted.default[0])
    return out


def _put(out: dict[str, object], path: tuple[str, ...], value: object) -> None:
    for part in path[:-1]:
        inside = out.setdefault(part, {})
        if not isinstance(inside, dict):
            return
        out = inside
    out[path[-1]] = value
