"""What the tagger says of a clause, as plain values: everybody may hold them, only the tagger itself needs NumPy."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple


class Tagged(NamedTuple):
    """A range of words that fills a slot."""

    slot: str
    start: int
    end: int


class Heard(NamedTuple):
    """What a clause asks for by its wording, how likely, and which words fill which slot."""

    intent: str
    probability: float
    act: str
    act_probability: float
    shares: Mapping[str, float]  # of every intent that is worth naming
    spans: tuple[Tagged, ...]

    def share(self, intents: Sequence[str]) -> float:
        """How likely it is one of these."""
        return sum(self.shares.get(name, 0.0) for name in intents)

    def first(self, slot: str) -> tuple[int, int] | None:
        """The words that fill a slot."""
        return next(((t.start, t.end) for t in self.spans if t.slot == slot), None)


Hear = Callable[[Sequence[str], Sequence[Sequence[str]]], Heard]
