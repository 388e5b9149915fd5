"""All languages at once, as names are read: a record named in one is meant in another."""

from collections.abc import Mapping, Sequence
from dataclasses import field

from sayso.dataclass import dataclass
from sayso.engine.capabilities.lexicon import Lexicon
from sayso.engine.pack import Pack
from sayso.engine.records.words import Endings, stem


@dataclass(frozen=True, slots=True)
class Languages:
    """The packs, and what they have in common once they are put together."""

    packs: tuple[Pack, ...]
    lexicon: Lexicon  # their words for subjects, places and kinds
    light: frozenset[str]  # articles and the like, which neither help nor harm a match
    numbers: Mapping[str, int]  # words that count
    deeds: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # a word for a deed, and others for the same
    things: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # the stem of a word for a thing, and others

    @property
    def endings(self) -> Endings:
        """The inflections of all the languages."""
        return self.lexicon.endings

    def knows(self, word: str) -> bool:
        """Whether this is a word of one of the languages: then it is a slip of none."""
        return any(_knows(pack, word) for pack in self.packs)


def _knows(pack: Pack, word: str) -> bool:
    times = pack.times
    return pack.knows(word) or word in times.weekdays or word in times.months or word in times.units


def together(packs: Sequence[Pack], lexicon: Lexicon) -> Languages:
    """These languages as one."""
    numbers = {w: n for p in packs for counted in (p.numbers.ordinals, p.numbers.cardinals) for w, n in counted.items()}
    light = frozenset(w for p in packs for w in p.references.light)
    deeds = {word: others for p in packs for known in p.lists.values() for word, others in known.deeds.items()}
    things: dict[str, dict[str, None]] = {}
    for word, others in ((w, o) for p in packs for known in p.lists.values() for w, o in known.things.items()):
        bare = stem(word, lexicon.endings)
        stems = (stem(o, lexicon.endings) for o in others)
        things.setdefault(bare, {}).update(dict.fromkeys(s for s in stems if s != bare))
    same = {bare: tuple(others) for bare, others in things.items()}
    return Languages(tuple(packs), lexicon, light, numbers, deeds, same)
