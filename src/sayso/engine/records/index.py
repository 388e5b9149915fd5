"""What records are found by, prepared once so that words find their few candidates without reading them all."""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import field
from itertools import chain, islice, takewhile

from sayso.dataclass import dataclass
from sayso.engine.fuzzy import OSA
from sayso.engine.nouns import Entry, Mention
from sayso.engine.records.resembling import ResemblingTitles
from sayso.engine.records.words import WRITTEN, Endings, compounds_of, is_compound, parts_of, stem, words_of
from sayso.engine.text import cut_deletes

NAME, PLACE, ALIAS, ABOUT = 0, 1, 2, 3  # where a word of a record stands, the surest first
_DOUBLED = 3  # letters of the shortest word of which the last may be written twice
_SHORTEST = 4  # letters of a word that shortens another one
_SAME_BEGINNING, _OTHER_ENDING = 6, 4  # letters
_FEW = 2000  # words that are looked through for a slip as fast as a table of their slips is made


@dataclass(frozen=True, slots=True)
class RecordIndex:
    """What is looked up. Places, kinds and rooms are only there for records that have such."""

    endings: Endings
    by_id: dict[str, int] = field(default_factory=dict)
    by_code: dict[str, list[int]] = field(default_factory=dict)  # serials
    by_number: dict[int, int] = field(default_factory=dict)
    by_name: dict[str, list[int]] = field(default_factory=dict)  # all words of it, in their order
    words: list[tuple[str, ...]] = field(default_factory=list)  # of each record's name, as they are written
    joined: list[str] = field(default_factory=list)  # the same as one text
    stems: list[frozenset[str]] = field(default_factory=list)  # of each record's title, where it has one
    names: list[tuple[str, ...]] = field(default_factory=list)  # stems of what tells it from others, where it is a name
    by_stem: dict[str, list[int]] = field(default_factory=dict)  # words of names
    by_place: dict[str, list[int]] = field(default_factory=dict)
    by_alias: dict[str, list[int]] = field(default_factory=dict)  # words of the names that descriptions give
    by_about: dict[str, list[int]] = field(default_factory=dict)  # words of descriptions
    compounds: dict[str, tuple[str, ...]] = field(default_factory=dict)  # stems of a word that is made of several
    slips: dict[str, list[str]] = field(default_factory=dict)
    by_kind: dict[str, list[int]] = field(default_factory=dict)
    kinds: list[frozenset[str]] = field(default_factory=list)
    by_room: dict[str, list[int]] = field(default_factory=dict)
    in_order: list[str] = field(default_factory=list)  # words of names, from when a shortened one was first looked for
    asked: dict[object, tuple[object, object, Mention]] = field(default_factory=dict)  # what titles just meant
    likest: dict[int, ResemblingTitles] = field(default_factory=dict)  # the first titles, to be compared with others

    def bearing(self, bare: str) -> dict[int, set[int]]:
        """The records that bear a word, by where it stands at the surest."""
        out: dict[int, set[int]] = {}
        every = ((NAME, self.by_stem), (PLACE, self.by_place), (ALIAS, self.by_alias), (ABOUT, self.by_about))
        for where, posts in every:
            found = posts.get(bare)
            if found is not None and (new := set(found).difference(*out.values())):
                out[where] = new
        return out

    def resembling(self, count: int) -> ResemblingTitles:
        """The first so many titles, prepared when they are first compared."""
        found = self.likest.get(count)
        if found is None:
            found = self.likest[count] = ResemblingTitles(self.joined[:count])
        return found

    def is_borne(self, bare: str) -> bool:
        """Whether a word stands in a name or a place."""
        return bare in self.by_stem or bare in self.by_place

    def undoubled(self, word: str, bare: str) -> str:
        """The word of a name whose last letter an ending wrote twice ("mop" for "mopping"); empty where none is."""
        is_doubled = len(word) - len(bare) > 1 and len(bare) > _DOUBLED and bare[-1] == bare[-2]
        return bare[:-1] if is_doubled and bare not in self.by_stem and bare[:-1] in self.by_stem else ""

    def spoken(self, text: str) -> tuple[str, ...]:
        """The words of what was said: one that is made of several is taken whole where a record bears it so."""
        if not is_compound(text):
            return words_of(text)
        pieces = (p if stem(p, self.endings) in self.by_stem else None for p in words_of(text))
        parted = [parts_of(written) for written in WRITTEN.findall(text)]
        return tuple(w for p, parts in zip(pieces, parted, strict=False) for w in ((p,) if p else parts))

    def near(self, wanted: str) -> list[str]:
        """The words of names and places that this one is a slip of: one letter off, and beginning alike; of three
        letters only one that lost a letter, or whose letters changed places. A number is a slip of none."""
        if len(wanted) < 3 or not wanted.isalpha():
            return []
        if self.slips:
            close: Iterable[str] = {s for cut in (wanted, *cut_deletes(wanted)) for s in self.slips.get(cut, ())}
        else:
            close = chain(self.by_stem, self.by_place, self.by_alias)
        alike = {s for s in close if s[0] == wanted[0] and (len(s) >= 4 or sorted(s) == sorted(wanted))}
        return sorted(s for s in alike if OSA.distance(wanted, s, score_cutoff=1) <= 1)

    def begun(self, word: str, bare: str) -> list[str]:
        """The words of names that this one shortens, or that begin as it does and end in another way: "prof" for
        professors, "optician" for an optical check."""
        if len(word) < _SHORTEST or not word.isalpha():
            return []
        if len(self.in_order) != len(self.by_stem):
            self.in_order[:] = sorted(self.by_stem)
        first = bisect_left(self.in_order, word[:_SHORTEST])
        alike = takewhile(lambda s: s.startswith(word[:_SHORTEST]), islice(self.in_order, first, None))
        return [s for s in alike if s.isalpha() and (s.startswith(word) or _begin_alike(s, bare))]

    def post_name(self, i: int, name: str, words: tuple[str, ...], stems: Iterable[str]) -> frozenset[str]:
        """Let the words of a name lead to its record; the stems by which they do."""
        leading = set(stems)
        joined = " ".join(words)
        self.by_name.setdefault(joined, []).append(i)
        self.joined.append(joined)
        self.words.append(words)
        for whole, parts in compounds_of(name):
            bare = stem(whole, self.endings)
            self.compounds[bare] = tuple(stem(p, self.endings) for p in parts)
            leading.add(bare)
        for s in leading:
            self.by_stem.setdefault(s, []).append(i)
        return frozenset(leading)

    def post_slips(self) -> None:
        """Make the table of slips, where there are many words."""
        if len(self.by_stem) + len(self.by_place) <= _FEW:
            return
        for word in {*self.by_stem, *self.by_place, *self.by_alias}:
            if len(word) >= 4 and word.isalpha():
                for cut in {word, *cut_deletes(word)}:
                    self.slips.setdefault(cut, []).append(word)


def _begin_alike(one: str, other: str) -> bool:
    """Whether two words are one for nearly all of their letters."""
    same = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return same >= _SAME_BEGINNING and max(len(one), len(other)) - same <= _OTHER_ENDING


class IndexedEntries:
    """Entries in the order the person last saw them, prepared for many requests."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self.all: Sequence[Entry] = tuple(entries)
        self._index: RecordIndex | None = None

    def __len__(self) -> int:
        return len(self.all)

    def index(self, endings: Endings) -> RecordIndex:
        """The index for these inflections, made when it is first asked for."""
        known = self._index
        if known is None or (known.endings is not endings and known.endings != endings):
            known = self._index = _titles(self.all, endings)
        return known


def _titles(entries: Sequence[Entry], endings: Endings) -> RecordIndex:
    index = RecordIndex(endings)
    for i, entry in enumerate(entries):
        index.by_id.setdefault(entry.id.casefold(), i)
        if entry.number is not None:
            index.by_number.setdefault(entry.number, i)
        words = parts_of(entry.name)
        index.stems.append(index.post_name(i, entry.name, words, (stem(w, endings) for w in words)))
    index.post_slips()
    return index
