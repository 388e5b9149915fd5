"""Subjects that are too many to look at each: those that spell what they can do alike are judged by one of them, the
others are counted, and only those are built that are shown."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from heapq import merge
from itertools import islice

from sayso.engine.capabilities.capability import Able
from sayso.engine.capabilities.fleet import SubjectIndex
from sayso.engine.capabilities.room import Room
from sayso.engine.nouns import Subject
from sayso.engine.records.words import parts_of

FROM = 50  # subjects


@dataclass(frozen=True, slots=True)
class Crowd:
    """The subjects that can do what is asked, by what they can do: of each sort the places in their order."""

    sorts: tuple[Sequence[int], ...]

    def __len__(self) -> int:
        return sum(map(len, self.sorts))

    def places(self) -> Iterator[int]:
        """All of them, in their order."""
        return merge(*self.sorts)

    def first(self, count: int) -> list[int]:
        """The first few of them."""
        return list(islice(self.places(), count))

    def twins(self, subject: Subject, room: Room) -> list[Subject]:
        """Those that are called like one of them."""
        same = room.index.by_name.get(" ".join(parts_of(subject.name)), ())
        sorts = {room.index.sorts[sort[0]] for sort in self.sorts}
        return [room.subject(i) for i in same if room.index.sorts[i] in sorts]


Judge = Callable[[int], Sequence[Able] | None]  # what a subject has of what is asked; None where it has nothing


def gathered(index: SubjectIndex, judge: Judge, are_best: bool) -> Crowd | None:
    """The subjects that can, or of these the ones that can best, judged by one of each sort; None where those of a sort
    would have to be told apart."""
    able: list[tuple[int, Sequence[int]]] = []
    for subjects in index.by_sort.values():
        found = judge(subjects[0])
        if found is None:
            continue
        if any(index.ability(a.command.name, a.command.description).narrower for a in found):
            return None  # whether they can depends on what each is called
        able.append((found[0].way if found else 0, subjects))
    best = min((way for way, _ in able), default=0)
    return Crowd(tuple(subjects for way, subjects in able if way == best or not are_best))
