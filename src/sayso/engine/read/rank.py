"""Which tool a message speaks of: by its name, its description, what it does, and how well its values were said."""

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from sayso.dataclass import dataclass
from sayso.engine.kinds.spoken import Token
from sayso.engine.read.assign import Assignment, Filled, Options
from sayso.engine.read.candidates import Finds
from sayso.engine.read.offer import PreparedTool, ToolVocabulary
from sayso.engine.read.slots import Signs

_SOME = 3  # tools from which what most of them say is what all of them are about
_FEW = 0.35  # what a word for an act weighs beside one for a thing


def chance(odds: float) -> float:
    """Log odds as a probability."""
    return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, odds))))


@dataclass(frozen=True, slots=True)
class MessageWords:
    """A message's words as tools are compared with them: the stems that carry content, and which are spoken for."""

    found: Finds
    stems: tuple[str, ...]
    heavy: tuple[int, ...]  # which words carry content
    acts: frozenset[str]
    words: ToolVocabulary

    @property
    def tokens(self) -> tuple[Token, ...]:
        """The words."""
        return self.found.spoken.tokens


def talk(found: Finds, words: ToolVocabulary) -> MessageWords:
    """A message, ready to be compared with tools."""
    tokens = found.spoken.tokens
    stems = tuple(words.stem(t.text) for t in tokens)
    heavy = tuple(
        i
        for i, t in enumerate(tokens)
        if not (t.is_small or t.mark) and any(c.isalpha() for c in t.text) and len(t.text) > 1
    )
    acts = [t.act for i, t in enumerate(tokens) if t.act and (i < 8 or not t.is_small)]
    return MessageWords(found, stems, heavy, frozenset(acts[:3]), words)


class Glance(NamedTuple):
    """How a tool compares with a message before its values are looked for."""

    offer: PreparedTool
    score: float
    name_share: float
    named: float
    told: float
    hits: frozenset[int]  # the words that the tool's own words account for
    foreign: frozenset[int] = frozenset()  # the words that only other tools' names account for


def rarity(offers: Sequence[PreparedTool]) -> dict[str, float]:
    """What a stem weighs: the fewer of the tools have it, the more."""
    counts: dict[str, int] = {}
    for one in offers:
        for s in one.names | one.told:
            counts[s] = counts.get(s, 0) + 1
    return {s: math.log(1.0 + len(offers) / n) for s, n in counts.items()}


def common(offers: Sequence[PreparedTool]) -> frozenset[str]:
    """The stems of what most of the tools are about; few tools have nothing in common to speak of."""
    if len(offers) < _SOME:
        return frozenset()
    counts = Counter(s for one in offers for s in one.names | one.told)
    return frozenset(s for s, n in counts.items() if 2 * n > len(offers))


def glance(
    one: PreparedTool, said: MessageWords, words: tuple[Mapping[str, float], frozenset[str]], masked: frozenset[int]
) -> Glance:
    """The first comparison; `words` are what stems weigh, and those of all the tools' names."""
    rare, names = words
    stems, acts, vocabulary = said.stems, said.words.act_stems, one.vocabulary
    free = [i for i in said.heavy if i not in masked]
    have = {stems[i] for i in free}
    total = named = told = 0.0
    for s in one.names:
        worth = rare.get(s, 0.7) * (_FEW if s in acts else 1.0)
        total += worth
        if s in have:
            named += worth
    for s in have & one.told:
        if s not in one.names:
            told += rare.get(s, 0.7) * (_FEW if s in acts else 1.0)
    hits = frozenset([i for i in free if stems[i] in vocabulary])
    share = named / total if total else 0.0
    foreign = frozenset([i for i in free if stems[i] in names and i not in hits])
    return Glance(one, 2.0 * named + told + share + 0.3 * len(hits), share, named, told, hits, foreign)


def tool_signs(seen: Glance, given: Assignment, said: MessageWords, masked: frozenset[int]) -> Signs:
    """What speaks for and against a tool as a whole."""
    one = seen.offer
    covered = {i for f in given.filled for i in range(*f.one.words)}
    heavy = [i for i in said.heavy if i not in masked]
    left = [i for i in heavy if i not in covered and i not in seen.hits and not said.tokens[i].act]
    capitals = [i for i in left if said.tokens[i].is_capital and i > 0]
    beside = [i for i in seen.hits if i not in covered]
    chances = [chance(f.odds) for f in given.filled]
    needed = sum(s.wanted.is_required for s in one.slots)
    out: Signs = [
        ("name share", seen.name_share),
        ("name", min(seen.named, 3.0)),
        ("nothing of its name", float(seen.named == 0)),
        ("description", min(seen.told, 4.0)),
        ("nothing of it", float(not beside)),
        ("own words", min(len(beside), 6) / 6),
        ("share of its words", len(beside) / max(len(heavy) - len(covered & set(heavy)), 1)),
        ("words left", min(len(left), 8) / 8),
        ("words of other names", min(len([i for i in seen.foreign if i not in covered]), 3) / 3),
        ("share of words left", len(left) / max(len(heavy), 1)),
        ("names left", min(len(capitals), 3) / 3),
        ("values missing", min(len(given.missing), 3)),
        ("all missing", float(bool(given.missing) and not given.filled)),
        ("chance of the values", math.log(max(math.prod(chances), 1e-6))),
        ("least chance of a value", min(chances, default=1.0)),
        ("takes nothing", float(not one.slots)),
        ("needs nothing", float(needed == 0)),
        ("values", min(len(given.filled), 5) / 5),
    ]
    out.extend((name, 1.0) for name in _acts(one, said))
    out.extend(_unused(said, covered, masked))
    return out


def _acts(one: PreparedTool, said: MessageWords) -> Iterator[str]:
    if not one.acts or not said.acts:
        yield "acts unknown"
    elif one.acts & said.acts:
        yield "acts agree"
    elif said.acts == {"read"}:
        yield "asked, not told"
    else:
        yield "acts differ"
        if "destroy" in one.acts | said.acts:
            yield "one destroys"


def _unused(said: MessageWords, covered: set[int], masked: frozenset[int]) -> Signs:
    """Values that nobody takes: numbers, moments and quotes that were said for something else."""
    gone = covered | masked
    numbers = [n for n in said.found.numbers if n.form not in ("ordinal", "words") and n.words[0] not in gone]
    moments = [m for m in said.found.moments if m.words[0] not in gone]
    literals = [q for q in said.found.literals if q.form == "quoted" and not set(range(*q.words)) & gone]
    return [
        ("numbers unused", min(len(numbers), 3)),
        ("moments unused", min(len(moments), 2)),
        ("quotes unused", min(len(literals), 2)),
    ]


def _is_unlike(one: Filled) -> bool:
    """Whether a value lacks what its parameter's example has: a town without its state."""
    shown = one.slot.examples[:1]
    return one.slot.wanted.kind == "text" and any("," in e for e in shown) and "," not in str(one.one.value)


def unfilled(given: Assignment, seen: Glance, said: MessageWords) -> float:
    """How many parameters are spoken of by a word of their own that no value holds, and have got nothing."""
    have = {f.slot.wanted.path for f in given.filled}
    covered = {i for f in given.filled for i in range(*f.one.words)}
    known = seen.offer.names.union(*(f.slot.names for f in given.filled))
    free = {said.stems[i] for i in said.heavy if i not in covered} - known
    count = sum(not free.isdisjoint(s.names) for s in seen.offer.slots if s.wanted.path not in have)
    return min(count, 2.0)


def right_signs(given: Assignment, options: Options, place: tuple[int, float]) -> Signs:
    """What besides speaks for every value being right: how sure each is, and what else could have been meant."""
    count, margin = place
    chances = sorted(chance(f.odds) for f in given.filled)
    have = {f.slot.wanted.path for f in given.filled}
    close = 0.0
    for f in given.filled:
        rivals = [
            o.odds for slot, scored in options if slot is f.slot for o in scored[:4] if o.one.value != f.one.value
        ]
        close = max(close, 1.0 - chance(f.odds - max(rivals))) if rivals else close
    doubtful = [scored[0].odds for s, scored in options if scored and s.wanted.path not in have]
    kinds = [f.slot.wanted.kind for f in given.filled]
    return [
        ("right: second least chance", chances[1] if len(chances) > 1 else 1.0),
        ("right: a close rival", close),
        ("right: an optional value may be missing", max((chance(d) for d in doubtful), default=0.0)),
        ("right: unlike an example", float(any(_is_unlike(f) for f in given.filled))),
        ("right: texts", min(kinds.count("text"), 3) / 3),
        ("right: lists", min(kinds.count("list"), 2)),
        ("right: truths", min(kinds.count("truth"), 2)),
        ("right: tools", math.log(count)),
        ("right: margin", max(-3.0, min(3.0, margin))),
    ]
