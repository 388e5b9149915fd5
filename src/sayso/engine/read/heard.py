"""What the tagger says of a clause, as plain values: everybody may hold them, only the tagger itself needs NumPy."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple, Protocol


class Tagged(NamedTuple):
    """A range of words that fills a slot."""

    slot: str
    start: int
    end: int


class IntentPrediction(NamedTuple):
    """What a clause asks for by its wording, how likely, and which words fill which slot."""

    intent: str
    probability: float
    act: str
    act_probability: float
    shares: Mapping[str, float]  # of every intent that is worth naming
    spans: tuple[Tagged, ...]

    def first(self, slot: str) -> tuple[int, int] | None:
        """The words that fill a slot."""
        return next(((t.start, t.end) for t in self.spans if t.slot == slot), None)

    def instead(self, names: Mapping[str, str]) -> "IntentPrediction":
        """The same where some intents stand for others."""
        if not names or names.keys().isdisjoint(self.shares):
            return self
        shares: dict[str, float] = {}
        for name, share in self.shares.items():
            shares[names.get(name, name)] = shares.get(names.get(name, name), 0.0) + share
        best = max(shares, key=shares.__getitem__)
        return self._replace(intent=best, probability=shares[best], shares=shares)

    def without(self, names: frozenset[str]) -> "IntentPrediction":
        """The same where these intents cannot be: the others share what is left."""
        if not names or names.isdisjoint(self.shares):
            return self
        kept = {name: share for name, share in self.shares.items() if name not in names}
        whole = sum(kept.values())
        if whole <= 0.0:
            return self._replace(intent="none", probability=0.0, shares={})
        shares = {name: share / whole for name, share in kept.items()}
        best = max(shares, key=shares.__getitem__)
        return self._replace(intent=best, probability=shares[best], shares=shares)


class Hear(Protocol):
    """The tagger."""

    def __call__(
        self, words: Sequence[str], marks: Sequence[Sequence[str]], without: Collection[str] = ()
    ) -> IntentPrediction:
        """What a clause of these folded words asks for; `without`: what it cannot be."""


def spans_of_tags(tags: Sequence[str]) -> list[Tagged]:
    """The stretches of words that were tagged, each from where it begins to where it ends."""
    out: list[Tagged] = []
    for i, tag in enumerate(tags):
        if tag.startswith("B-"):
            out.append(Tagged(tag[2:], i, i + 1))
        elif tag.startswith("I-"):
            out[-1] = out[-1]._replace(end=i + 1)
    return out
