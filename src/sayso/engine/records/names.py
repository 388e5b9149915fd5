"""Which records of a name, a place and a kind some words mean: by id, code, whole name, part of the name, kind or
place, description, in this order. Ties are kept: the first match is not the only one."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import nsmallest
from typing import NamedTuple

from sayso.engine.capabilities.lexicon import Lexicon
from sayso.engine.nouns import Subject
from sayso.engine.records.index import ABOUT, NAME, PLACE, RecordIndex
from sayso.engine.records.words import parts_of, words_of
from sayso.engine.text import fold

# how surely words mean a record: by all of its name, by part of what it is, by its description
WHOLE, PART, TOLD = 0, 1, 2
_BY_KIND, _BY_SLIP = 3, 4
_REMEMBERED = 8  # questions


@dataclass(frozen=True, slots=True)
class Names(RecordIndex):
    """The index of records that have names, places and kinds, beside what these are called."""

    lexicon: Lexicon = field(kw_only=True)
    found: dict[int, tuple["Named", list["Match"]]] = field(default_factory=dict)  # what was just asked


@dataclass(frozen=True, slots=True)
class Named:
    """The words that may name a subject: as said, their stems, and which of them only a subject can account for."""

    texts: tuple[str, ...]
    stems: tuple[str, ...]
    musts: frozenset[int]
    marks: Mapping[str, frozenset[int]] = field(default_factory=dict)  # words as they were written: where they stand
    mended: Mapping[int, str] = field(default_factory=dict)  # stems of the words that some of them are slips of
    known: frozenset[int] = frozenset()  # words of the language: they are slips of none


class Match(NamedTuple):
    """A subject that words may mean."""

    at: int  # its place in the list
    rank: int
    fit: float
    why: str
    covered: frozenset[int]  # which of the words it accounts for


def find(named: Named, index: Names) -> Sequence[Match]:
    """The subjects that account for every word that must be accounted for, the surest first, ties in their order."""
    kept = index.found.get(id(named))
    if kept is not None and kept[0] is named:  # one request asks more than once
        return kept[1]
    if len(index.found) >= _REMEMBERED:
        index.found.clear()
    found = _find(named, index)
    index.found[id(named)] = named, found
    return found


def _find(named: Named, index: Names) -> list[Match]:
    hits = [_hits(named, i, index) for i in range(len(named.texts))]
    _add_kinds(named, index, hits)
    by_mark = _by_mark(named, index)
    if by_mark:
        fitting = [m for m in by_mark if all(i in m.covered or m.at in hits[i] for i in named.musts)]
        return [m._replace(covered=m.covered | {i for i, h in enumerate(hits) if m.at in h}) for m in fitting]
    musts = sorted(named.musts, key=lambda i: len(hits[i]))
    if musts:
        pool = [m for m in hits[musts[0]] if all(m in hits[i] for i in musts[1:])]
    else:
        pool = list(dict.fromkeys(m for hit in hits for m in hit))
    if not pool:
        return []
    found = sorted(_matched(sorted(pool), named, hits, index), key=lambda f: (f.rank, -f.fit))
    if found[0].rank == WHOLE:  # "freezer a" is not the one that is merely called "freezer"
        most = max((f.covered for f in found if f.rank == WHOLE), key=len)
        return [f for f in found if not f.covered < most]
    return found


def _matched(pool: Sequence[int], named: Named, hits: Sequence[dict[int, int]], index: Names) -> Iterator[Match]:
    """How the words mean each of these; most of very many are hit by the same words in the same way."""
    ways: dict[tuple[int | None, ...], _Way] = {}
    for subject in pool:
        pattern = tuple([hit.get(subject) for hit in hits])
        way = ways.get(pattern)
        if way is None:
            way = ways[pattern] = _way(pattern, named, index)
        yield _match(subject, way, index)


def nearest(named: Named, index: Names, most: int) -> list[int]:
    """Subjects that account for some of the words, the most first: to offer where none accounts for all."""
    hits = [_hits(named, i, index) for i in range(len(named.texts))]
    _add_kinds(named, index, hits)
    counts: dict[int, float] = {}
    for i in named.musts:
        for subject in hits[i]:
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


def _hits(named: Named, at: int, index: Names) -> dict[int, int]:
    """The subjects that bear a word, and where it stands; a slip counts where nobody bears the word itself."""
    found = index.bearing(named.stems[at])
    if found or at in named.known or index.lexicon.is_listed(named.stems[at]):
        return found
    near = index.near(named.stems[at]) or [w for w in (named.mended.get(at),) if w and index.is_borne(w)]
    for word in near:
        for subject, where in index.bearing(word).items():
            if where != ABOUT:
                found[subject] = _BY_SLIP if where == NAME else where
    return found


def _add_kinds(named: Named, index: Names, hits: list[dict[int, int]]) -> None:
    stems = [s if index.is_borne(s) else named.mended.get(i, s) for i, s in enumerate(named.stems)]
    kinds = [
        (s, index.by_kind.get(s.name, ()))
        for s in index.lexicon.spots("kind", stems)
        if s.name != index.lexicon.any_kind
    ]
    rooms = [(s, index.by_room.get(s.name, ())) for s in index.lexicon.spots("room", stems) if s.name != "other"]
    for way_in, (spot, subjects) in (*((_BY_KIND, k) for k in kinds), *((PLACE, r) for r in rooms)):
        for i in range(spot.start, spot.end):
            merged = dict.fromkeys(subjects, way_in)
            for subject, way in hits[i].items():
                if way not in (ABOUT, _BY_SLIP) or subject not in merged:
                    merged[subject] = way
            hits[i] = merged


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
    may_lack = -1 if ways & {PLACE, ABOUT} else (1 if _BY_KIND in ways else 0) + slips
    slip = 0.06 if slips else 0.0
    if ways <= {NAME, _BY_SLIP}:
        worth = PART, 0.9 - slip, "part of the name"
    elif ABOUT not in ways:
        worth = PART, 0.88 - slip, "its kind or place"
    else:
        worth = TOLD, 0.7 - slip, "its description"
    return _Way(covered, said, may_lack, _BY_KIND in ways, slips > 0, *worth)


def _match(subject: int, way: _Way, index: Names) -> Match:
    bare = [s for s in index.names[subject] if s not in way.said]
    is_whole = len(bare) <= way.may_lack
    if is_whole and bare and way.by_kind:  # a synonym stands for the name's own word for its kind, and for nothing else
        is_whole = way.by_slip or bool(index.lexicon.kinds(bare))
    if is_whole and not bare:
        return Match(subject, WHOLE, 1.0, "the whole name", way.covered)
    if is_whole:
        return Match(subject, WHOLE, 0.94, "the whole name, said otherwise", way.covered)
    return Match(subject, way.rank, way.fit, way.why, way.covered)


def names_of(subjects: Sequence[Subject], lexicon: Lexicon) -> Names:
    """The index of subjects by what they are called, where they stand and what they are."""
    index = Names(lexicon.endings, lexicon=lexicon)
    for i, subject in enumerate(subjects):
        index.by_id.setdefault(subject.id.casefold(), i)
        if subject.serial:
            index.by_code.setdefault(subject.serial.casefold(), []).append(i)
        words = parts_of(subject.name)
        index.post_name(i, subject.name, words)
        stems = lexicon.stems(_telling(subject.name, words, lexicon))
        index.names.append(stems)
        place = words_of(subject.place)
        kinds = lexicon.kinds(stems) | lexicon.kinds(lexicon.stems(parts_of(subject.kind)))
        index.kinds.append(kinds)
        for kind in kinds:
            index.by_kind.setdefault(kind, []).append(i)
        index.own_words.append(frozenset((*stems, *lexicon.stems(place), *lexicon.words_for(kinds))))
        standing = lexicon.stems(lexicon.heavy((*words, *place)))
        for room in {s.name for s in lexicon.spots("room", standing)} - {"other"}:
            index.by_room.setdefault(room, []).append(i)
        for s in dict.fromkeys(lexicon.stems(place)):
            index.by_place.setdefault(s, []).append(i)
        told = lexicon.stems(words_of(subject.description))
        for s in dict.fromkeys((*told, *lexicon.said_otherwise(told))):
            index.by_about.setdefault(s, []).append(i)
    index.post_slips()
    return index


def _telling(name: str, words: Sequence[str], lexicon: Lexicon) -> list[str]:
    """The words of a name that tell it from others: a capital letter by itself does, an article does not."""
    letters = {fold(w) for w in name.split() if len(w) == 1 and w.isupper()}
    told = lexicon.telling | letters
    return [w for w in words if w not in lexicon.light or w in told] or list(words)
