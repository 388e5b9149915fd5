"""Records that are found by their titles: by all of the words, else by most of them. Ties are kept."""

import math
from collections.abc import Iterator, Sequence
from datetime import date, datetime
from itertools import islice
from typing import NamedTuple

from sayso.dataclass import dataclass
from sayso.engine.fuzzy import fuzz, process
from sayso.engine.nouns import Candidate, Entry, Mention
from sayso.engine.pack import Pack
from sayso.engine.records.index import IndexedEntries, RecordIndex
from sayso.engine.records.languages import Languages
from sayso.engine.records.words import stem, words_of
from sayso.engine.text import fold
from sayso.engine.tool import NO_DOMAIN, DomainTools

_ENOUGH = 0.5  # how well a title must fit to be meant at all
_MOST = 0.6  # the share of a mention's words that it must bear
_PARTLY = "most of the words"
SHORTENED = "a word that is shortened, or ends in another way"  # asked about before anything changes
_LOOK_AT_MOST = 400  # candidates scored for one mention
_REMEMBERED = 8  # titles that were just asked for
_NEAREST = 3  # offered where none fits
_ALIKE, _VERY_ALIKE = 45, 75  # of 100: how much two titles must have in common that share a word, and that share none


@dataclass(frozen=True, slots=True)
class Records:
    """The records that are known, or not, with what every language in use has to say about their words."""

    catalogue: IndexedEntries | None
    languages: Languages
    is_partial: bool = False
    now: datetime | None = None  # for what is overdue, or due then; None where that is not asked
    domain: DomainTools = NO_DOMAIN  # whose they are

    @property
    def today(self) -> date | None:
        """The day on which it is asked, where that is known."""
        return self.now.date() if self.now is not None else None

    @property
    def all(self) -> Sequence[Entry]:
        """The entries, none where they are not known."""
        return self.catalogue.all if self.catalogue else ()

    @property
    def are_known(self) -> bool:
        """Whether the records were handed over at all."""
        return self.catalogue is not None

    def index(self) -> RecordIndex:
        """The prepared index."""
        assert self.catalogue is not None
        return self.catalogue.index(self.languages.endings)


class Titled(NamedTuple):
    """Words that may be a title: as they are written and where, all of them, and those within "the entry called …"."""

    text: str
    span: tuple[int, int]
    whole: tuple[str, ...]
    inner: tuple[str, ...]


class _Wanted(NamedTuple):
    """A word that is looked for, and the words that it may be a slip of."""

    bare: str
    near: tuple[str, ...]
    is_shortened: bool = False


def by_title(titled: Titled, pack: Pack, records: Records) -> Mention:
    """The records of that title; else those whose titles hold the words; else none, with the nearest."""
    index = records.index()
    kept = index.asked.get(titled)
    if kept is not None and kept[0] is pack and kept[1] is records.languages:  # one message asks more than once
        return kept[2]
    if len(index.asked) >= _REMEMBERED:
        index.asked.clear()
    found = _by_title(titled, pack, records, index)
    index.asked[titled] = pack, records.languages, found
    return found


def _by_title(titled: Titled, pack: Pack, records: Records, index: RecordIndex) -> Mention:
    text, span = titled.text, titled.span
    for words in (titled.whole, titled.inner):
        exact = same_title(text, index.by_name.get(" ".join(words), ()), records)
        if exact:
            return Mention(text, span, "title", exact)
    heavy = _heavy(titled, pack, records)
    wanted = [_wanted(word, index, records.languages) for word in heavy[:24]]
    alike = sorted(_scored(heavy, wanted, records), key=lambda c: -c.fit)
    scored = [c for c in alike if c.why != _PARTLY]
    if not scored and (less := _called_otherwise(heavy, pack, records)) != heavy:
        again = [_wanted(word, index, records.languages) for word in less[:24]]
        scored = sorted((c for c in _scored(less, again, records) if c.why != _PARTLY), key=lambda c: -c.fit)
    if not scored:
        return Mention(text, span, "title", lost=tuple(_nearest(titled, wanted, records)))
    scored = _without_verbs_alike(scored, heavy, pack, records)
    best = scored[0].fit
    kept = [c for c in scored if c.fit >= best - 0.05]
    lost = [c for c in alike if c not in kept]
    return Mention(text, span, "title", tuple(kept), lost=tuple(lost[:5]))


def _without_verbs_alike(found: list[Candidate], heavy: list[str], pack: Pack, records: Records) -> list[Candidate]:
    """The candidates, but for those that bear a thing's word only as what to do: books are not to "book the car"."""
    if len(heavy) != 1 or len(found) < 2 or records.domain.name not in pack.lists:
        return found
    (word,), is_verb = heavy, pack.lists[records.domain.name].is_verb
    titles = [words_of(c.entry.name) for c in found]
    if not any(word in words for words in titles):
        return found
    bare = stem(word, records.languages.endings)

    def is_meant(words: tuple[str, ...]) -> bool:
        others = {stem(w, records.languages.endings) for w in words[1:]}
        return word in words or not words or not is_verb(words[0]) or bare in others

    return [c for c, words in zip(found, titles, strict=True) if is_meant(words)]


def bearing(words: Sequence[str], records: Records) -> list[Candidate]:
    """The records whose titles bear most of these words, those that fit best first."""
    heavy = [w for w in words if w not in records.languages.light] or list(words)
    wanted = [_wanted(word, records.index(), records.languages) for word in heavy[:24]]
    return sorted(_scored(heavy, wanted, records), key=lambda c: -c.fit)


def same_title(text: str, places: Sequence[int], records: Records) -> tuple[Candidate, ...]:
    """The records of these words; of several, those that are written so to the letter."""
    same = [Candidate(records.all[i], 1.0, "same title") for i in places]
    written = " ".join(fold(text).split())
    return tuple([c for c in same if " ".join(fold(c.entry.name).split()) == written] or same)


def _heavy(titled: Titled, pack: Pack, records: Records) -> list[str]:
    """The words that tell one title from another. A capital among small letters sets a name apart from an article or a
    preposition of some other language ("for Di")."""
    names = _capitals(titled.text) - pack.references.articles
    light = records.languages.light - names
    return [w for w in titled.inner if w not in light] or list(titled.inner)


def _called_otherwise(heavy: list[str], pack: Pack, records: Records) -> list[str]:
    """The words without what a deed takes that may be called by another word: "picking up Leo", "collect Leo"."""
    deeds, particles = records.languages.deeds, pack.shifts.particles
    return [w for i, w in enumerate(heavy) if not (i and w in particles and heavy[i - 1] in deeds)]


def _capitals(text: str) -> frozenset[str]:
    words = text.split()
    if not any(w[0].islower() for w in words):  # Every Word Has One
        return frozenset()
    return frozenset(fold(w.strip(".,;:!?()'\"")) for w in words[1:] if w[0].isupper())


def _scored(heavy: list[str], wanted: list[_Wanted], records: Records) -> Iterator[Candidate]:
    index = records.index()
    if not wanted:
        return
    # a title that bears six in ten of the words bears at least one of the rarest few: only those are looked at
    postings = sorted(([i for s in w.near for i in index.by_stem[s]] for w in wanted), key=len)
    few = len(wanted) - math.ceil(_MOST * len(wanted)) + 1
    pool = dict.fromkeys(i for rows in postings[:few] for i in rows[:_LOOK_AT_MOST])
    for i in pool:
        fit, why = _fit(wanted, _telling_stems(i, heavy, records), index.words[i], heavy)
        if fit >= _ENOUGH:
            yield Candidate(records.all[i], fit, why)


def _telling_stems(i: int, heavy: list[str], records: Records) -> frozenset[str]:
    """The stems of a title without those that only a small word gives it: cones ("coni") are not in "dinner with"
    ("con")."""
    index, light = records.index(), records.languages.light
    wanted = {stem(word, index.endings) for word in heavy if word not in light}
    small = wanted & {stem(t, index.endings) for t in index.words[i] if t in light}
    return index.stems[i] - (small - {stem(t, index.endings) for t in index.words[i] if t not in light})


def _wanted(word: str, index: RecordIndex, languages: Languages) -> _Wanted:
    bare = stem(word, index.endings)
    bare = index.undoubled(word, bare) or bare
    alike = dict.fromkeys(stem(other, index.endings) for other in languages.deeds.get(word, ()))
    same = tuple(s for s in alike if s in index.by_stem and s != bare)
    if bare in index.by_stem:
        return _Wanted(bare, (bare, *same))
    if len(same) == 1:  # "the payment of the bill" is to pay it
        return _Wanted(same[0], same)
    things = tuple(s for s in languages.things.get(bare, ()) if s in index.by_stem)
    if things and not same:  # another word for the thing may mean another thing: it is asked about
        return _Wanted(bare, things, is_shortened=True)
    is_slip = len(bare) > 3 or not languages.knows(word)
    near = index.near(bare) if is_slip else []
    if same or near or word in languages.light:
        return _Wanted(bare, same or tuple(near))
    return _Wanted(bare, tuple(index.begun(word, bare)), is_shortened=True)


def _fit(wanted: list[_Wanted], stems: frozenset[str], words: tuple[str, ...], heavy: list[str]) -> tuple[float, str]:
    exact = sum(1 for w in wanted if w.bare in stems)
    close = [w for w in wanted if w.bare not in stems and any(other in stems for other in w.near)]
    near = len(close)
    covered = (exact + 0.8 * near) / len(wanted)
    if covered < _MOST:
        return 0.0, "few of the words"
    # a title that holds little else fits better than a long one that also holds the words
    share = (exact + near) / max(len(words), 1)
    as_said = sum(1 for w in heavy if w in words) / len(heavy)
    fit = 0.72 * covered + 0.06 * min(share, 1.0) + 0.04 * as_said + 0.13 * (covered == 1.0)
    why = "all of the words" if near == 0 else "words one slip away"
    if any(w.is_shortened for w in close):
        why = SHORTENED
    if exact + near < len(wanted):  # a word that it does not bear: it is like what was said, and not that
        why = _PARTLY
    return min(fit, 0.97), why


def _nearest(titled: Titled, wanted: list[_Wanted], records: Records) -> Iterator[Candidate]:
    """Titles to offer where none is meant: those that bear one of the words, the likest first; else the likest."""
    index = records.index()
    bearing = (i for word in wanted for s in word.near for i in index.by_stem[s])
    sharing = dict.fromkeys(islice(bearing, _LOOK_AT_MOST))
    said = " ".join(titled.inner)
    if sharing:
        titles = {i: index.joined[i] for i in sharing}
        found = process.extract(said, titles, scorer=fuzz.WRatio, limit=_NEAREST, score_cutoff=_ALIKE)
        alike = [(i, score) for _, score, i in found]
    else:
        alike = index.resembling(_LOOK_AT_MOST).most_like(said, _NEAREST, _VERY_ALIKE)
    for i, score in alike:
        yield Candidate(records.all[i], score / 1000, "alike")
