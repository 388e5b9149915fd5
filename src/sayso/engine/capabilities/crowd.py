"""Subjects that are too many to look at each: those that spell what they can do alike are judged by one of them, the
others are counted, and only those are built that are shown."""

from collections.abc import Callable, Mapping, Sequence
from itertools import islice

from sayso.dataclass import dataclass
from sayso.engine.capabilities.asked import Asked
from sayso.engine.capabilities.capability import Able
from sayso.engine.capabilities.fleet import SubjectIndex
from sayso.engine.capabilities.pairs import Pair, ablest, depends_on_name, pairs
from sayso.engine.capabilities.room import Room
from sayso.engine.nouns import Subject
from sayso.engine.records.matches import Match, Matches
from sayso.engine.records.names import PART
from sayso.engine.records.words import parts_of

FROM = 50  # subjects
_ONLY_ONE = 0.8  # how well "the only subject that can" fits, beside one that was named


@dataclass(frozen=True, slots=True)
class Crowd:
    """The subjects that can do what is asked, of those that may be meant."""

    meant: Matches  # those that may be
    able: frozenset[int]

    def __len__(self) -> int:
        return len(self.able)

    def places(self) -> Sequence[int]:
        """All that can, in their order."""
        every = self.meant.places()
        return every if len(self.able) == len(every) else tuple(i for i in every if i in self.able)

    def first(self, count: int) -> list[Match]:
        """The first few of them."""
        return list(islice((m for m in self.meant if m.at in self.able), count))

    def twins(self, subject: Subject, room: Room) -> list[Subject]:
        """Those that are called like one of them."""
        same = room.index.by_name.get(" ".join(parts_of(subject.name)), ())
        return [room.subject(i) for i in same if i in self.able]


def unnamed(places: Sequence[int]) -> Matches:
    """Subjects that no word names, and that can do what is asked."""
    return Matches.alike(places, PART, _ONLY_ONE, "the only one that can")


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
    chosen = [subjects for way, subjects in able if way == best or not are_best]
    return Crowd(unnamed(range(len(index.sorts))), frozenset().union(*chosen))


Sorts = list[tuple[Pair, Sequence[int]]]  # of each sort the pair of its first, and the places of all


def judged(asked: Asked, room: Room, matches: Matches) -> Sorts | None:
    """What the subjects that may be meant have of what is asked, judged by one of each sort; None where those of a sort
    would have to be told apart."""
    if asked.command:
        return None
    out: Sorts = []
    for match, places in _by_sort(matches, room.index):
        if asked.reading.does == "command" and len(places) > 1 and depends_on_name(room.subject(match.at), room):
            return None
        out.extend((pair, places) for pair in pairs(asked, room, [match]))
    return out


def _by_sort(matches: Matches, index: SubjectIndex) -> list[tuple[Match, Sequence[int]]]:
    """The subjects that may be meant, by their sort and by the words that they account for."""
    parts: dict[tuple[int, frozenset[int]], list[tuple[Match, Sequence[int]]]] = {}
    for alike in matches.groups:
        rows: Mapping[int, Sequence[int]] = {0: alike.places}
        if len(index.by_sort) > 1:
            rows = split = dict[int, list[int]]()
            for at in alike.places:
                split.setdefault(index.sorts[at], []).append(at)
        for sort, row in rows.items():
            parts.setdefault((sort, alike.first.covered), []).append((alike.match(row[0]), row))
    return [
        (rows[0][0], rows[0][1] if len(rows) == 1 else [i for _, row in rows for i in row]) for rows in parts.values()
    ]


def crowded(asked: Asked, room: Room, matches: Matches) -> Crowd | None:
    """Of very many subjects that may be meant, those that can do best what is asked; None where they are few, or would
    have to be told apart."""
    sorts = judged(asked, room, matches) if len(matches) >= FROM else None
    if sorts is None:
        return None
    best = {id(pair) for pair in ablest([pair for pair, _ in sorts])}
    return Crowd(matches, frozenset().union(*(places for pair, places in sorts if id(pair) in best)))


def can_any(asked: Asked, room: Room, matches: Matches) -> bool:
    """Whether any of these has what is asked."""
    sorts = judged(asked, room, matches)
    return bool(pairs(asked, room, matches) if sorts is None else sorts)
