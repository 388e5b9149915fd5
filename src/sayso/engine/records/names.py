"""Which records of a name, a place and a kind some words mean: by id, code, whole name, part of the name, kind or
place, description, in this order. Ties are kept: the first match is not the only one."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from heapq import nsmallest
from typing import NamedTuple

from sayso.dataclass import dataclass
from sayso.engine.capabilities.lexicon import Lexicon, Spot
from sayso.engine.nouns import Subject
from sayso.engine.records.described import called_too, led_kinds, names_in, own_stems, told_kinds
from sayso.engine.records.index import ABOUT, ALIAS, NAME, PLACE, RecordIndex
from sayso.engine.records.matches import Alike, Match, Matches
from sayso.engine.records.words import StemCache, parts_of, words_of
from sayso.engine.text import fold

# how surely words mean a record: by all of its name, by part of what it is, by a name that its description gives, by
# what this tells besides
WHOLE, PART, CALLED, TOLD = 0, 1, 2, 3
BY_A_SLIP, PART_OF_THE_NAME = "a slip of part of the name", "part of the name"
_BY_KIND, _BY_SLIP, _BY_ROOM, _BY_SLIP_OF_PLACE, _BY_SLIP_OF_ALIAS = 4, 5, 6, 7, 8
_SLIPS = frozenset((_BY_SLIP, _BY_SLIP_OF_PLACE, _BY_SLIP_OF_ALIAS))
_EVERY_WAY = frozenset((NAME, PLACE, ALIAS, ABOUT, _BY_KIND, _BY_ROOM)) | _SLIPS
_SLIP_WAYS = ((ALIAS, _BY_SLIP_OF_ALIAS), (PLACE, _BY_SLIP_OF_PLACE), (NAME, _BY_SLIP))
_NOT_WHOLE = frozenset((PLACE, ALIAS, ABOUT, _BY_ROOM, _BY_SLIP_OF_PLACE, _BY_SLIP_OF_ALIAS))
_UNSURE_WAYS = frozenset((ALIAS, ABOUT)) | _SLIPS
_NO_PLACES: set[int] = set()
_REMEMBERED = 32  # questions
_LOOKED_AT = 500  # records whose words are kept at hand


@dataclass(frozen=True, slots=True)
class Names(RecordIndex):
    """The index of records that have names, places and kinds, beside what these are called."""

    lexicon: Lexicon = field(kw_only=True)
    places: dict[int, tuple[str, ...]] = field(default_factory=dict)  # stems of where each stands, if that was told
    aliases: dict[int, tuple[str, ...]] = field(default_factory=dict)  # stems of what descriptions call them besides
    listed: dict[int, list[tuple[str, ...]]] = field(default_factory=dict)  # names of several words in descriptions
    lengths: list[int] = field(default_factory=list)  # how many different stems each name has
    found: dict[object, Matches] = field(default_factory=dict)  # what was asked lately
    called: dict[int, frozenset[str]] = field(default_factory=dict)  # the words of those that were just looked at
    nicknamed: set[int] = field(default_factory=set)  # whose names do not say what they are
    unlike_rooms: dict[str, set[int]] = field(default_factory=dict)  # whose names have a room's stem in another word

    def own_words(self, at: int) -> frozenset[str]:
        """The words of a record's name and place, of the names that its description gives, and all for its kinds."""
        found = self.called.get(at)
        if found is None:
            if len(self.called) >= _LOOKED_AT:
                self.called.clear()
            kinds = self.lexicon.words_for(self.kinds[at])
            listed = (*self.places.get(at, ()), *self.aliases.get(at, ()))
            found = self.called[at] = frozenset((*self.names[at], *listed, *kinds))
        return found

    def listed_within(self, at: int, stems: Sequence[str]) -> set[int]:
        """The places of words that make up a whole name which a record's description lists."""
        names = self.listed.get(at, ())
        runs = ((i, n) for n in names for i in range(len(stems) - len(n) + 1) if tuple(stems[i : i + len(n)]) == n)
        return {i + k for i, n in runs for k in range(len(n))}

    def is_unlike_a_room(self, at: int, word: str, bare: StemCache) -> bool:
        """Whether a word of a record has the stem of a room's word and is another word: a ceiling is no attic."""
        (short,) = bare.of((word,))
        if word in self.lexicon.room_words or (short,) not in self.lexicon.by_role["room"]:
            return False
        self.unlike_rooms.setdefault(short, set()).add(at)
        return True

    def all_words(self) -> set[str]:
        """All words by which any of them is called, and some more."""
        return {*self.by_stem, *self.by_place, *self.lexicon.words_for(self.by_kind)}


@dataclass(frozen=True, slots=True)
class Named:
    """The words that may name a subject: as said, their stems, and which of them only a subject can account for."""

    texts: tuple[str, ...]
    stems: tuple[str, ...]
    musts: frozenset[int]
    marks: Mapping[str, frozenset[int]] = field(default_factory=dict)  # words as they were written: where they stand
    mended: Mapping[int, str] = field(default_factory=dict)  # stems of the words that some of them are slips of
    known: frozenset[int] = frozenset()  # words of the language: they are slips of none

    def asked(self) -> object:
        """What makes two of them the same."""
        marks, mended = tuple(self.marks.items()), tuple(self.mended.items())
        return self.texts, self.stems, self.musts, marks, mended, self.known


class _Hits:
    """The records that bear a word, by where it stands in them; none stands in two."""

    __slots__ = ("ways",)

    def __init__(self, ways: dict[int, set[int]]) -> None:
        self.ways = ways

    def has(self, at: int) -> bool:
        """Whether a record bears the word."""
        return any(at in places for places in self.ways.values())

    def all(self) -> set[int]:
        """The records that bear the word in any way."""
        sets = list(self.ways.values())
        return sets[0] if len(sets) == 1 else set().union(*sets)

    def put(self, way: int, places: Iterable[int], over: frozenset[int]) -> None:
        """Let records bear the word in a way, instead of the ways that it is over."""
        kept = [at for other, at in self.ways.items() if other not in over]
        new = set(places).difference(*kept)
        if new:
            self.ways = {other: left for other, at in self.ways.items() if (left := at - new)}
            self.ways[way] = self.ways.get(way, _NO_PLACES) | new


def find(named: Named, index: Names) -> Matches:
    """The subjects that account for every word that must be accounted for, the surest first, ties in their order."""
    asked = named.asked()
    found = index.found.get(asked)
    if found is None:  # one request asks more than once
        if len(index.found) >= _REMEMBERED:
            index.found.clear()
        found = index.found[asked] = _find(named, index)
    return found


def _find(named: Named, index: Names) -> Matches:
    hits = [_hits(named, i, index) for i in range(len(named.texts))]
    _add_kinds(named, index, hits)
    by_mark = _by_mark(named, index)
    if by_mark:
        fitting = [m for m in by_mark if all(i in m.covered or hits[i].has(m.at) for i in named.musts)]
        return Matches.of(
            [m._replace(covered=m.covered | {i for i, hit in enumerate(hits) if hit.has(m.at)}) for m in fitting]
        )
    if named.musts:
        first, *rest = sorted((hits[i].all() for i in named.musts), key=len)
        pool = first.intersection(*rest)
    else:
        pool = set().union(*(hit.all() for hit in hits))
    parts = _where_it_is_called_so(_parted(pool, hits))
    is_borne = bool(named.musts) and any(all(p[i] == NAME for i in named.musts) for p, _ in parts)
    ways = ((_way(pattern, named, index), at) for pattern, at in parts)
    # "the fryer" is not the chip pan, whole as that name may be, where another one is called a fryer
    ways = ((w._replace(may_lack=-1) if is_borne and w.by_kind else w, at) for w, at in ways)
    found = Matches.ranked([alike for way, at in ways for alike in _alike(way, at, index)])
    if found and found[0].rank == WHOLE:  # "freezer a" is not the one that is merely called "freezer"
        whole = [g.first for g in found.groups if g.first.rank == WHOLE]
        most = max((m.covered for m in whole), key=len)
        best = max(m.fit for m in whole if m.covered == most)  # called just so, and not only in other words
        return found.where(lambda m: not m.covered < most and (m.rank != WHOLE or m.fit >= best))
    return found


_Pattern = tuple[int | None, ...]  # how each word hits
_OfKind = tuple[Spot, Sequence[int]]  # where a kind is said, and those that are of it


def _parted(pool: set[int], hits: Sequence[_Hits]) -> Iterator[tuple[_Pattern, set[int]]]:
    """The records by how each of the words hits them: most of very many are hit by the same words in the same way."""
    parts: list[tuple[_Pattern, set[int]]] = [((), pool)] if pool else []
    for hit in hits:
        parted: list[tuple[_Pattern, set[int]]] = []
        for pattern, inside in parts:
            left = inside
            for way, places in hit.ways.items():
                struck = left & places
                if struck:
                    parted.append(((*pattern, way), struck))
                    left = left - struck
            if left:
                parted.append(((*pattern, None), left))
        parts = parted
    return iter(parts)


def _where_it_is_called_so(found: Iterator[tuple[_Pattern, set[int]]]) -> list[tuple[_Pattern, set[int]]]:
    """Where some stand in a room that is called just so, no other room of that sort is meant."""
    parts = list(found)
    called = {i for pattern, _ in parts for i, way in enumerate(pattern) if way in (PLACE, NAME)}
    return [(p, at) for p, at in parts if not any(way == _BY_ROOM and i in called for i, way in enumerate(p))]


def _alike(way: "_Way", places: set[int], index: Names) -> Iterator[Alike]:
    """How words mean the records that they hit in a way: some by their whole name, the others all alike."""
    most = len(way.said) + way.may_lack  # stems that a name may have where it may be the whole one
    whole: dict[Match, list[int]] = {}
    for at in sorted(at for at in places if index.lengths[at] <= most) if way.may_lack >= 0 else ():
        match = _whole(at, way, index)
        if match is not None:
            whole.setdefault(match._replace(at=-1), []).append(at)
    for match, wholly in whole.items():
        yield Alike(match._replace(at=wholly[0]), wholly)
        places = places.difference(wholly)
    if places:
        row = sorted(places)
        yield Alike(Match(row[0], way.rank, way.fit, way.why, way.covered), row)


def nearest(named: Named, index: Names, most: int) -> list[int]:
    """Subjects that account for some of the words, the most first: to offer where none accounts for all."""
    hits = [_hits(named, i, index) for i in range(len(named.texts))]
    _add_kinds(named, index, hits)
    counts: dict[int, float] = {}
    for i in named.musts:
        for subject in hits[i].all():
            counts[subject] = counts.get(subject, 0) + 1
    for kind in index.lexicon.kinds(named.stems):
        for subject in (m for kin in sorted(index.lexicon.kin.get(kind, ())) for m in index.by_kind.get(kin, ())):
            counts[subject] = counts.get(subject, 0) + 0.5
    return nsmallest(most, counts, key=lambda m: (-counts[m], m))


def _by_mark(named: Named, index: Names) -> list[Match]:
    """Subjects named by their id or serial."""
    found: dict[int, frozenset[int]] = {}
    everything = frozenset(range(len(named.texts)))
    marks = {**named.marks, "".join(named.texts): everything, " ".join(named.texts): everything}
    for mark, at in marks.items():
        if mark in index.by_id and (len(mark) > 2 or at == everything):
            found.setdefault(index.by_id[mark], at)
        for subject in index.by_code.get(mark, ()):
            found.setdefault(subject, at)
    return [Match(m, WHOLE, 1.0, "id or serial", at) for m, at in found.items()]


def _hits(named: Named, at: int, index: Names) -> _Hits:
    """The subjects that bear a word, and where it stands; a slip counts where nobody bears the word itself."""
    found = _Hits(index.bearing(named.stems[at]))
    if named.texts[at] in index.lexicon.room_words:  # "in the loft" is not the one that is called by a like word
        unlike = index.unlike_rooms.get(named.stems[at], _NO_PLACES)
        unlike = unlike.difference(index.by_alias.get(named.stems[at], ())) if unlike else unlike
        found = _Hits({way: left for way, places in found.ways.items() if (left := places - unlike)})
    if found.ways or at in named.known or index.lexicon.is_listed(named.stems[at]):
        return found
    mended = [w for w in (named.mended.get(at),) if w and index.is_borne(w)]
    near = index.near(named.stems[at]) or mended or index.begun(named.texts[at], named.stems[at])
    for word in near:
        for where, way in _SLIP_WAYS if len(named.musts) == 1 else _SLIP_WAYS[1:]:
            found.put(way, index.bearing(word).get(where, _NO_PLACES), over=_EVERY_WAY)
    return found


def _add_kinds(named: Named, index: Names, hits: list[_Hits]) -> None:
    stems = [s if index.is_borne(s) else named.mended.get(i, s) for i, s in enumerate(named.stems)]
    kinds = [
        (s, index.by_kind.get(s.name, ()))
        for s in index.lexicon.spots("kind", stems)
        if s.name != index.lexicon.any_kind
    ]
    rooms = [(s, index.by_room.get(s.name, ())) for s in index.lexicon.spots("room", stems) if s.name != "other"]
    of_kinds = [_of_a_wide_kind(k, index, hits) if k[0].name in index.lexicon.covers else (_BY_KIND, k) for k in kinds]
    wide = index.lexicon.within
    for way, (spot, subjects) in (*of_kinds, *((PLACE if r[0].name in wide else _BY_ROOM, r) for r in rooms)):
        for i in range(spot.start, spot.end):
            hits[i].put(way, subjects, over=_UNSURE_WAYS)


def _of_a_wide_kind(found: _OfKind, index: Names, hits: Sequence[_Hits]) -> tuple[int, _OfKind]:
    """Those of a kind; where one is called by the word, those besides whose names do not say what they are."""
    spot, subjects = found
    is_called_so = NAME in hits[spot.start].ways
    return (NAME, (spot, [at for at in subjects if at in index.nicknamed])) if is_called_so else (_BY_KIND, found)


class _Way(NamedTuple):
    """How words hit a record: what they account for, which of its own words they say, and what that is worth."""

    covered: frozenset[int]
    said: frozenset[str]
    may_lack: int  # words of its name, where it is still the whole name
    by_kind: bool
    by_slip: bool
    rank: int
    fit: float
    why: str


def _way(pattern: tuple[int | None, ...], named: Named, index: Names) -> _Way:
    covered = frozenset(i for i, way in enumerate(pattern) if way is not None)
    ways = {way for way in pattern if way is not None}
    said = frozenset(part for i in covered for part in index.compounds.get(named.stems[i], (named.stems[i],)))
    slips = sum(1 for way in pattern if way == _BY_SLIP)
    may_lack = -1 if ways & _NOT_WHOLE else (1 if _BY_KIND in ways else 0) + slips
    slip = 0.06 if any(way in _SLIPS for way in pattern) else 0.0
    # what else is said of it makes it no less the one: a light's room may stand in its description, too
    ways = {way for i in named.musts if (way := pattern[i]) is not None} or ways
    if ways <= _SLIPS:
        worth = CALLED if _BY_SLIP_OF_ALIAS in ways else PART, (0.9 if ways == {_BY_SLIP} else 0.88) - slip, BY_A_SLIP
    elif ways <= {NAME, _BY_SLIP}:
        worth = PART, 0.9 - slip, PART_OF_THE_NAME
    elif ways.isdisjoint((ALIAS, ABOUT, _BY_SLIP_OF_ALIAS)):
        worth = PART, 0.88 - slip, "its kind or place"
    elif ABOUT not in ways:
        worth = CALLED, 0.88 - slip, "a name in its description"
    else:
        worth = TOLD, 0.7 - slip, "its description"
    return _Way(covered, said, may_lack, _BY_KIND in ways, slips > 0, *worth)


def _whole(at: int, way: _Way, index: Names) -> Match | None:
    """The match of a subject whose whole name was said."""
    bare = [s for s in index.names[at] if s not in way.said]
    is_whole = len(bare) <= way.may_lack
    if is_whole and bare and way.by_kind:  # a synonym stands for the name's own word for its kind, and for nothing else
        is_whole = way.by_slip or bool(index.lexicon.kinds(bare))
    if is_whole and not bare:
        return Match(at, WHOLE, 1.0, "the whole name", way.covered)
    return Match(at, WHOLE, 0.94, "the whole name, said otherwise", way.covered) if is_whole else None


def names_of(subjects: Sequence[Subject], lexicon: Lexicon) -> Names:
    """The index of subjects by what they are called, where they stand and what they are."""
    index = Names(lexicon.endings, lexicon=lexicon)
    bare = StemCache(lexicon.endings)
    alike: dict[frozenset[str], frozenset[str]] = {}  # very many are of few kinds
    for i, subject in enumerate(subjects):
        index.by_id.setdefault(_folded(subject.id), i)
        if subject.serial:
            index.by_code.setdefault(_folded(subject.serial), []).append(i)
        words = bare.shared(parts_of(subject.name))
        index.post_name(i, subject.name, words, bare.of(words))
        stems = bare.of(_telling(subject.name, words, lexicon))
        index.names.append(stems)
        index.lengths.append(len(set(stems)))
        place = words_of(subject.place)
        standing = bare.of(place)
        if standing:
            index.places[i] = standing
        kinds = lexicon.kinds(stems)
        if not kinds:
            index.nicknamed.add(i)
        kinds |= lexicon.kinds(bare.of(parts_of(subject.kind)))
        listed = names_in(subject.description, bare, lexicon)
        kinds |= told_kinds(listed, lexicon) | led_kinds(subject.description if listed else "", bare, lexicon)
        index.kinds.append(alike.setdefault(kinds, kinds))
        wider = {name for name, covered in lexicon.covers.items() if not kinds.isdisjoint(covered)} - kinds
        for kind in (*kinds, *wider):
            index.by_kind.setdefault(kind, []).append(i)
        for word in called_too(subject, kinds, bare, lexicon).difference(stems):
            index.by_alias.setdefault(word, []).append(i)
        heavy = [w for w in lexicon.heavy((*words, *place)) if not index.is_unlike_a_room(i, w, bare)]
        rooms = {s.name for s in lexicon.spots("room", bare.of(heavy))} - {"other"}
        rooms -= {r for r in rooms & lexicon.houses if not _is_all_there(r, (stems, standing), lexicon)}
        for room in rooms | {name for name, inside in lexicon.within.items() if not rooms.isdisjoint(inside)}:
            index.by_room.setdefault(room, []).append(i)
        for s in dict.fromkeys(standing):
            index.by_place.setdefault(s, []).append(i)
        if subject.description:
            _post_description(i, bare.of(words_of(subject.description)), listed, index)
    index.post_slips()
    return index


def _is_all_there(floor: str, told: tuple[tuple[str, ...], ...], lexicon: Lexicon) -> bool:
    """Whether a name or a place says a floor and at most what stands there: a wash house is no house."""
    for words in told:
        spots = [s for s in lexicon.spots("room", words) if s.name == floor]
        left = [w for i, w in enumerate(words) if not any(s.start <= i < s.end for s in spots)]
        if spots and (not left or bool(lexicon.kinds(left))) and len(left) <= 1:
            return True
    return False


def _post_description(at: int, told: Sequence[str], names: Sequence[tuple[str, ...]], index: Names) -> None:
    """Let a subject be found by what is told of it: what is listed there are further names of it. A lamp that is called
    "oven lamp" is no oven."""
    called = dict.fromkeys(s for stems in names for s in own_stems(stems, index.lexicon))
    if called:
        index.aliases[at] = tuple(called)
        index.listed[at] = [stems for stems in names if len(stems) > 1]
    for s in called:
        index.by_alias.setdefault(s, []).append(at)
    for s in dict.fromkeys((*told, *index.lexicon.said_otherwise(told))):
        if s not in called:
            index.by_about.setdefault(s, []).append(at)


def _folded(text: str) -> str:
    """The text without regard to case; the very same where that makes no difference."""
    folded = text.casefold()
    return text if folded == text else folded


def _telling(name: str, words: Sequence[str], lexicon: Lexicon) -> list[str]:
    """The words of a name that tell it from others: a capital letter by itself does, an article does not."""
    letters = {fold(w) for w in name.split() if len(w) == 1 and w.isupper()}
    told = lexicon.telling | letters
    return [w for w in words if w not in lexicon.light or w in told] or list(words)
