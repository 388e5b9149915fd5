"""The schema matcher: tools that nobody wrote sentences for, chosen and filled from words alone."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sayso.engine.kinds.spoken import Spoken
from sayso.engine.nouns import Tool
from sayso.engine.read.assign import Assignment, Filled, Options, assign, options
from sayso.engine.read.candidates import finds
from sayso.engine.read.offer import Offer, Wording, offer
from sayso.engine.read.rank import Glance, Talk, glance, rarity, talk, tool_signs
from sayso.engine.read.slots import Signs, scene, weight

TOOLS = 128  # tools that are compared
TRIED = 4  # tools whose values are looked for
CALLS = 8  # calls of one message
Weights = Mapping[str, Mapping[str, float]]


class Reading(NamedTuple):
    """A tool with what its parameters got, how likely it is the tool that is meant, and all that was weighed."""

    offer: Offer
    given: Assignment
    odds: float
    signs: Signs
    options: Options
    seen: Glance
    is_again: bool = False
    shared: tuple[Filled, ...] = ()


@dataclass(frozen=True, slots=True)
class Matcher:
    """Tools handed in, against words; made once for its weights, keeps the tools it has prepared."""

    words: Wording
    weights: Weights
    prepared: dict[str, Offer]

    def offers(self, tools: Sequence[Tool]) -> list[Offer]:
        """The tools, prepared; those seen before are not prepared again."""
        out: list[Offer] = []
        for tool in tools[:TOOLS]:
            key = f"{tool.name}\n{tool.description}\n{tool.schema!r}\n{tool.is_destructive}\n{tool.is_read_only}"
            known = self.prepared.get(key)
            if known is None:
                known = offer(tool, self.words)
                if len(self.prepared) > 2000:
                    self.prepared.clear()
                self.prepared[key] = known
            out.append(known)
        return out

    def look(self, spoken: Spoken) -> Talk:
        """The message, with everything that could be a value."""
        return talk(finds(spoken, self.weights["chunk"]), self.words)

    def readings(self, offers: Sequence[Offer], said: Talk, before: Sequence[Reading] = ()) -> list[Reading]:
        """The likeliest tools with their values, best first, for what earlier readings leave of the message."""
        taken = [(f.one.start, f.one.end) for r in before for f in r.given.filled]
        masked = frozenset(i for r in before for i in _spoken_for(r, said))
        rare = rarity(offers)
        seen = sorted((glance(o, said, rare, masked) for o in offers), key=lambda g: -g.score)[:TRIED]
        out: list[Reading] = []
        for one in seen:
            at_tool = scene(said.found, one.offer, said.stems, self.words)
            found = options(at_tool, self.weights["slot"])
            given = assign(found, taken)
            signs = tool_signs(one, given, said, masked)
            out.append(Reading(one.offer, given, weight(signs, self.weights["tool"]), signs, found, one))
        return sorted(out, key=lambda r: -r.odds)


def _spoken_for(reading: Reading, said: Talk) -> set[int]:
    values = {i for f in reading.given.filled for i in range(*f.one.words)}
    return values | {i for i in reading.seen.hits if said.stems[i] in reading.offer.names}


def arguments(given: Assignment, one: Offer) -> dict[str, object]:
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
