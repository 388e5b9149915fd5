"""Words that name a record with a place and a kind: which of them tell, how they count, what they may be slips of."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from sayso.engine.records.languages import Languages
from sayso.engine.records.names import Named
from sayso.engine.records.words import parts_of
from sayso.engine.text import QUOTE, Line, fold, line, tokens

_APOSTROPHES = ("'", "’")


@dataclass(slots=True)
class Naming:
    """The words in which a record is named, in their parts, and from which word of the text each comes."""

    texts: list[str] = field(default_factory=list)
    at: list[int] = field(default_factory=list)
    marks: dict[str, frozenset[int]] = field(default_factory=dict)  # as they were written: where they stand


def parted(written: Sequence[tuple[int, str]], light: Collection[str]) -> Naming:
    """Written words in their parts: at hyphens, underscores and capitals."""
    out = Naming()
    for at, raw in written:
        pieces = parts_of(raw)
        parts = [p for p in pieces if p not in light or len(pieces) == 1]
        out.marks[raw.casefold()] = frozenset(range(len(out.texts), len(out.texts) + len(parts)))
        out.texts.extend(parts)
        out.at.extend([at] * len(parts))
    return out


def named(naming: Naming, languages: Languages, spared: frozenset[int] = frozenset()) -> tuple[Named, tuple[str, ...]]:
    """The words as they are looked up, and their stems with slips mended; `spared` are those that need mean nothing."""
    lexicon, texts = languages.lexicon, naming.texts
    slips = {i: lexicon.mended(t) for i, t in enumerate(texts) if not languages.knows(t)}
    stems = lexicon.stems(texts)
    mended = lexicon.stems(slips.get(i, t) for i, t in enumerate(texts))
    chosen = languages.lexicon.by_role["value"]  # "a quarter" is a share, and not the fourth
    counted = (t if (s,) in chosen else str(languages.numbers.get(t, t)) for s, t in zip(stems, texts, strict=True))
    numbered = tuple(s if c == t else c for s, c, t in zip(stems, counted, texts, strict=True))
    musts = frozenset(range(len(texts))) - spared
    bare = {i for s in lexicon.spots("kind", stems) if s.name == lexicon.any_kind for i in range(s.start, s.end)}
    musts = musts - bare if musts - bare else musts  # what any of them may be called tells nothing
    meant: Mapping[int, str] = {i: mended[i] for i in slips if mended[i] != stems[i]}
    told = frozenset(i for i, t in enumerate(texts) if languages.knows(t))
    return Named(tuple(texts), numbered, musts, naming.marks, meant, told), mended


def tellers(
    said: Line, at: Sequence[int], light: Collection[str], telling: Collection[str] = ()
) -> tuple[list[int], set[int]]:
    """Which words of a line name something, and which of these may be articles after all: a letter by itself is a name
    where it is a capital or comes last ("freezer A")."""
    last = at[-1] if at else -1

    def is_name(i: int) -> bool:
        word = said.words[i]
        is_letter = len(word.text) == 1 and (i == last or (said.raw[word.start].isupper() and i > 0))
        return word.text not in light or (is_letter and len(at) > 1)

    def is_elided(i: int) -> bool:  # "sala d'attesa"
        return said.raw[: said.words[i].end].endswith(_APOSTROPHES)

    alone = [i for i in at if len(said.words[i].text) == 1 and not is_elided(i)]
    letters = {i for i in alone if not is_name(i) and i - 1 in at and is_name(i - 1)}
    letters |= {i for i in at if said.words[i].text in telling and not is_name(i)}  # "the right lamp", "right now"
    return [i for i in at if is_name(i) or i in letters], letters


def written(said: Line, at: int) -> str:
    """A word as it was written, but for slips that were mended."""
    word = said.words[at]
    raw = said.raw[word.start : word.end]
    return raw if word.text == QUOTE or fold(raw) == word.text else word.text


def name_said(text: str, languages: Languages) -> tuple[Named, tuple[int, ...]]:
    """A text that is a name and nothing else, as it is looked up, and which of its words each part comes from."""
    said = line(text, tokens(text))
    light = languages.lexicon.light
    at, letters = tellers(said, range(len(said.words)), light, languages.lexicon.telling)
    kept = at or list(range(len(said.words)))
    naming = parted([(i, written(said, i)) for i in kept], light)
    spared = frozenset(i for i, word in enumerate(naming.at) if word in letters)
    return named(naming, languages, spared)[0], tuple(naming.at)
