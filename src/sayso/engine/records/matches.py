"""Which records words may mean, of very many: those that the words mean in the same way are kept together, and a match
is made only of one that is looked at."""

from collections.abc import Callable, Iterator, Sequence
from heapq import merge
from itertools import chain, groupby
from typing import NamedTuple, Self, overload

_NONE: frozenset[int] = frozenset()


class Match(NamedTuple):
    """A record that words may mean."""

    at: int  # its place in the list
    rank: int
    fit: float
    why: str
    covered: frozenset[int]  # which of the words it accounts for


class Alike(NamedTuple):
    """Records that words mean in the same way, in their order: but for its place, the first match is that of all."""

    first: Match
    places: Sequence[int]

    def match(self, at: int) -> Match:
        """The match of the record at a place."""
        return Match(at, *self.first[1:])


class Matches(Sequence[Match]):
    """The records that words may mean, the surest first; groups that are equally sure stand in one row, by place."""

    __slots__ = ("_layers", "_size")

    def __init__(self, layers: Sequence[Sequence[Alike]]) -> None:
        self._layers = layers  # the groups of one sureness
        self._size = sum(len(alike.places) for layer in layers for alike in layer)

    @classmethod
    def ranked(cls, groups: Sequence[Alike]) -> Self:
        """Groups whose places rise, by how surely each is meant."""
        ordered = sorted(groups, key=lambda g: (g.first.rank, -g.first.fit, g.first.at))
        return cls([tuple(layer) for _, layer in groupby(ordered, key=lambda g: (g.first.rank, g.first.fit))])

    @classmethod
    def of(cls, matches: Sequence[Match]) -> Self:
        """A few matches as they stand."""
        return cls([(Alike(m, (m.at,)),) for m in matches])

    @classmethod
    def alike(cls, places: Sequence[int], rank: int, fit: float, why: str) -> Self:
        """Records that no word names, and that are meant by something else."""
        return cls([(Alike(Match(places[0], rank, fit, why, _NONE), places),)] if places else [])

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[Match]:
        for layer in self._layers:
            yield from (
                merge(*(map(alike.match, alike.places) for alike in layer))
                if len(layer) > 1
                else map(layer[0].match, layer[0].places)
            )

    @overload
    def __getitem__(self, at: int) -> Match: ...
    @overload
    def __getitem__(self, at: slice) -> list[Match]: ...
    def __getitem__(self, at: int | slice) -> Match | list[Match]:
        if at == 0 and self._size:
            return self._layers[0][0].first
        return list(self)[at]

    @property
    def groups(self) -> Iterator[Alike]:
        """All groups, the surest first."""
        return chain.from_iterable(self._layers)

    def has_rank(self, rank: int) -> bool:
        """Whether there is any that is meant as surely."""
        return self._size > 0 and self[0].rank <= rank

    @property
    def best(self) -> Self:
        """Those of the rank of the first."""
        return self.where(lambda m: m.rank == self[0].rank)

    def where(self, is_kept: Callable[[Match], bool]) -> Self:
        """Those of which something is true, whatever their place."""
        kept = [tuple(alike for alike in layer if is_kept(alike.first)) for layer in self._layers]
        return type(self)([layer for layer in kept if layer])

    def places(self) -> Sequence[int]:
        """Where they stand, in the order of the matches."""
        rows = [
            layer[0].places if len(layer) == 1 else sorted(chain.from_iterable(alike.places for alike in layer))
            for layer in self._layers
        ]
        return rows[0] if len(rows) == 1 else tuple(chain.from_iterable(rows))
