"""Machines that are too many to look at each: those that spell what they can do alike are judged by one of them, the
others are counted, and only those are built that are shown."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from heapq import merge
from itertools import islice

from sayso.engine.machines.capability import Able
from sayso.engine.machines.fleet import Index
from sayso.engine.machines.room import Room
from sayso.engine.nouns import Machine
from sayso.engine.records.words import parts_of

FROM = 50  # machines


@dataclass(frozen=True, slots=True)
class Crowd:
    """The machines that can do what is asked, by what they can do: of each sort the places in their order."""

    sorts: tuple[Sequence[int], ...]

    def __len__(self) -> int:
        return sum(map(len, self.sorts))

    def places(self) -> Iterator[int]:
        """All of them, in their order."""
        return merge(*self.sorts)

    def first(self, count: int) -> list[int]:
        """The first few of them."""
        return list(islice(self.places(), count))

    def twins(self, machine: Machine, room: Room) -> list[Machine]:
        """Those that are called like one of them."""
        same = room.index.by_name.get(" ".join(parts_of(machine.name)), ())
        sorts = {room.index.sorts[sort[0]] for sort in self.sorts}
        return [room.machine(i) for i in same if room.index.sorts[i] in sorts]


Judge = Callable[[int], Sequence[Able] | None]  # what a machine has of what is asked; None where it has nothing


def gathered(index: Index, judge: Judge, are_best: bool) -> Crowd | None:
    """The machines that can, or of these the ones that can best, judged by one of each sort; None where those of a sort
    would have to be told apart."""
    able: list[tuple[int, Sequence[int]]] = []
    for machines in index.by_sort.values():
        found = judge(machines[0])
        if found is None:
            continue
        if any(index.ability(a.command.name, a.command.description).narrower for a in found):
            return None  # whether they can depends on what each is called
        able.append((found[0].way if found else 0, machines))
    best = min((way for way, _ in able), default=0)
    return Crowd(tuple(machines for way, machines in able if way == best or not are_best))
