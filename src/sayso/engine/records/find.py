"""One way from words to a record, whatever it is: a tool's identifier, a proposed call and a search mean through it
what a message means. One, several, or none with the nearest: nothing is guessed."""

from collections.abc import Sequence

from sayso.dataclass import dataclass
from sayso.engine.capabilities.fleet import IndexedSubjects
from sayso.engine.fuzzy import fuzz, process
from sayso.engine.nouns import Mention
from sayso.engine.pack import Pack
from sayso.engine.records.index import IndexedEntries
from sayso.engine.records.languages import Languages
from sayso.engine.records.matches import Match
from sayso.engine.records.mention import mention
from sayso.engine.records.names import Named, Names, find, nearest
from sayso.engine.records.naming import name_said
from sayso.engine.records.titles import SHORTENED, Records, bearing, same_title
from sayso.engine.records.words import stem, words_of
from sayso.engine.text import tokens
from sayso.regex import regex

_NUMBER = regex(r"[#\s\d]*")
_OFFERED = 5
_ALIKE = 75  # of 100
_LOOK_AT_MOST = 400
_AS_GOOD = ("id", "number", "position")


@dataclass(frozen=True, slots=True)
class Found:
    """The places of records in their list: those that are meant, those that fit less well, and where none is meant
    those to offer."""

    meant: tuple[int, ...] = ()
    others: tuple[int, ...] = ()
    nearest: tuple[int, ...] = ()


def find_record(
    text: str, records: IndexedEntries | IndexedSubjects, languages: Languages, is_partial: bool = False
) -> Found:
    """Which of the records a text means, all of which is a reference to one."""
    match records:
        case IndexedEntries():
            return _among_titles(text, Records(records, languages, is_partial))
        case IndexedSubjects():
            return _among_names(text, records.names(languages.lexicon), languages)


def alike(text: str, records: IndexedEntries | IndexedSubjects, languages: Languages) -> tuple[tuple[int, float], ...]:
    """The places of all records that a text could mean, those that it means among them, and how well each fits."""
    match records:
        case IndexedEntries():
            titled = Records(records, languages)
            by_id = titled.index().by_id
            found = bearing(titled.index().spoken(text), titled)
            return tuple((by_id[c.entry.id.casefold()], c.fit) for c in found)
        case IndexedSubjects():
            index = records.names(languages.lexicon)
            return tuple((m.at, m.fit) for m in matches(name_said(text, languages)[0], text, index))


def title_said(text: str, records: Records) -> Mention:
    """The records that a text means by its title, number, place or id, in whichever language it is said."""
    index = records.index()
    exact = () if _NUMBER.fullmatch(text) else index.by_name.get(" ".join(index.spoken(text)), ())
    if exact:
        return Mention(text, (0, len(text)), "title", same_title(text, exact, records))
    tried = [_in_language(text, pack, records) for pack in records.languages.packs]
    return max(tried, key=_sureness)


def _in_language(text: str, pack: Pack, records: Records) -> Mention:
    spoken = pack.line(text, tokens(text))
    if not spoken.words:
        return Mention(text, None, "title")
    return mention(spoken, (0, len(spoken.words)), pack, records)


def _sureness(found: Mention) -> tuple[bool, float, int, int]:
    best = found.candidates[0].fit if found.candidates else 0.0
    return found.kind in _AS_GOOD and bool(found.candidates), best, -len(found.candidates), len(found.lost)


def _among_titles(text: str, records: Records) -> Found:
    found = title_said(text, records)
    by_id = records.index().by_id
    meant, rest = (
        tuple(by_id[c.entry.id.casefold()] for c in candidates) for candidates in (found.candidates, found.lost)
    )
    if meant and found.candidates[0].why == SHORTENED:
        return Found(nearest=(*meant, *rest))  # nobody can be asked here: it is offered
    return Found(meant, rest) if meant else Found(nearest=rest)


def is_shortened(named: Named, index: Names) -> bool:
    """Whether a word of a name only shortens the one that is meant, or ends in another way: "the dishw"."""
    return any(_shortens(i, named, index) for i in named.musts)


def _shortens(at: int, named: Named, index: Names) -> bool:
    word, bare = named.texts[at], named.stems[at]
    is_known = at in named.mended or at in named.known or index.lexicon.is_listed(bare)
    return not is_known and not index.bearing(bare) and not index.near(bare) and bool(index.begun(word, bare))


def _among_names(text: str, index: Names, languages: Languages) -> Found:
    name, _ = name_said(text, languages)
    found = matches(name, text, index)
    if not found:
        return Found(nearest=tuple(nearest(name, index, _OFFERED)) or _alike(name, index))
    if is_shortened(name, index) and not marked(text, index):
        return Found(nearest=tuple(m.at for m in found))
    meant = tuple(m.at for m in found if m.rank == found[0].rank)
    return Found(meant, tuple(m.at for m in found if m.rank != found[0].rank))


def _alike(name: Named, index: Names) -> tuple[int, ...]:
    """Names that are written nearly so, to be offered."""
    names = dict(enumerate(index.joined[:_LOOK_AT_MOST]))
    said = " ".join(name.texts)
    ranked = process.extract(said, names, scorer=fuzz.WRatio, limit=_OFFERED, score_cutoff=_ALIKE)
    return tuple(i for _, _, i in ranked)


def matches(name: Named, text: str, index: Names) -> Sequence[Match]:
    """The records that a name may mean, the surest first."""
    coded = marked(text, index)
    if coded:
        return [Match(i, 0, 1.0, "id or serial", frozenset()) for i in coded]
    return find(name, index) if name.texts else []


def marked(text: str, index: Names) -> list[int]:
    """The records whose id or code a text is."""
    whole = text.strip().casefold()
    return [index.by_id[whole]] if whole in index.by_id else index.by_code.get(whole, [])


def telling(text: str, languages: Languages) -> tuple[str, ...]:
    """The words of a text that tell one record from another, less their inflection."""
    words = words_of(text)
    return tuple(stem(w, languages.endings) for w in words if w not in languages.light) or words
