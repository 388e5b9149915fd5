"""Choices and switches: the option itself, a form of its word, a listed word for it, or what its description says."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sayso.engine.capabilities.lexicon import pieces
from sayso.engine.fuzzy import OSA
from sayso.engine.guarding.heard import AnalysedText, Piece, Tongue, pieces_of
from sayso.engine.guarding.wording import is_form, is_same, pieces_said
from sayso.engine.kinds import choice, truth
from sayso.engine.kinds.spoken import SpokenValue
from sayso.engine.records.words import stem
from sayso.engine.text import fold
from sayso.regex import regex

Range = tuple[int, int]
EXACT, STEM, _LISTED, _TOLD, _PART = range(5)  # how an option is said, the surest first
_FORMS = {"exact": EXACT, "stem": STEM, "act": _LISTED, "part": _PART}
_LONG = 8  # letters of a word in which one may be wrong
_OPTIONS = 60  # that are looked for
_READ = 1000  # letters of a description that are read
_CLOSE = 40  # letters over which the words of a phrase may stand
_GLOSS = 4  # words of what a description says of an option
_ASIDE = regex(r"(?<![\w.-])(\d+(?:\.\d+)?) \(([^()\d]{3,40})\)")  # "0 (mute)"
_END = regex(r"[.;:()\n]|,\s")


class Saying(NamedTuple):
    """An option that is said, and how."""

    option: object
    how: int
    span: Range


def options_said(options: Sequence[object], description: str, heard: AnalysedText, tongue: Tongue) -> list[Saying]:
    """Every option that a text says, and how."""
    out = [
        Saying(f.value, _FORMS[f.form], (f.start, f.end))
        for f in choice.find(heard.spoken, options)
        if f.form in _FORMS
    ]
    known = {s.option for s in out}
    glosses = _glosses(description, tongue)
    for option in options[:_OPTIONS]:
        if isinstance(option, str) and option not in known:
            out.extend(Saying(option, _LISTED, span) for span in _listed(option, heard, tongue))
        for gloss in glosses.get(str(option), ()) if isinstance(option, str | int) and option not in known else ():
            out.extend(Saying(option, _TOLD, span) for span in _all_said(gloss, heard, tongue))
    return out


def _listed(option: str, heard: AnalysedText, tongue: Tongue) -> Iterator[Range]:
    words = pieces_of(option.replace("_", " "), tongue)
    yield from pieces_said(words, option, heard, tongue)
    if "_" in option:  # a code as it is written: "America/New_York"
        yield from pieces_said(pieces_of(option, tongue), option, heard, tongue)
    phrase = tuple(p.text for p in words if p.kind == "word") or (option,)
    for other in (o for pack in tongue.packs for o in pack.values.options.get(phrase, ())):
        yield from pieces_said(pieces_of(" ".join(other), tongue), " ".join(other), heard, tongue)
    if len(words) == 1 and words[0].kind == "word":
        yield from (
            (p.start, p.end)
            for p in heard.pieces
            if p.kind == "word" and (is_form(words[0].text, p.text, tongue) or _is_slip(p.text, words[0].text))
        )


def _is_slip(said_: str, option: str) -> bool:
    """Whether a word is an option's with one letter wrong, missing, too many, or two changed about."""
    return min(len(said_), len(option)) >= _LONG and said_[0] == option[0] and OSA.distance(said_, option) == 1


def told(value: str, description: str, heard: AnalysedText, tongue: Tongue) -> list[Range]:
    """Where a text says what a description says of a value: "'1' for cleaning, '2' for ironing"."""
    if value not in description:
        return []
    glosses = _glosses(description, tongue).get(value, ())
    return [span for gloss in glosses for span in _all_said(gloss, heard, tongue)]


def _glosses(description: str, tongue: Tongue) -> dict[str, list[list[Piece]]]:
    """What a description says of each value that it names."""
    words = {w for pack in tongue.packs for w in pack.values.glosses}
    parts = pieces_of(description[:_READ], tongue)
    out: dict[str, list[list[Piece]]] = {}
    for m in _ASIDE.finditer(description, 0, _READ):
        aside = [p for p in pieces_of(m.group(2), tongue) if not p.is_light]
        if 0 < len(aside) <= _GLOSS:
            out.setdefault(m.group(1), []).append(aside)
    for at, piece in enumerate(parts[:-2]):
        if parts[at + 1].text not in words:
            continue
        stop = _END.search(description, parts[at + 1].end)
        end = stop.start() if stop else len(description)
        gloss = [p for p in parts[at + 2 :] if p.start < end and not p.is_light][:_GLOSS]
        gloss = gloss[: next((i for i, p in enumerate(gloss) if _is_quoted(description, p)), len(gloss))]
        if gloss:
            out.setdefault(description[piece.start : piece.end], []).append(gloss)
    return out


def _all_said(gloss: Sequence[Piece], heard: AnalysedText, tongue: Tongue) -> list[Range]:
    spans = [_first(p, heard, tongue) for p in gloss]
    found = [s for s in spans if s is not None]
    return [(min(s[0] for s in found), max(s[1] for s in found))] if len(found) == len(gloss) else []


def _is_quoted(description: str, piece: Piece) -> bool:
    return description[piece.start - 1 : piece.start] in ("'", '"', "‘", "“")


def _first(piece: Piece, heard: AnalysedText, tongue: Tongue) -> Range | None:
    same = [o[0] for pack in tongue.packs for o in pack.values.same.get((piece.text,), ()) if len(o) == 1]
    forms = [piece, *(p for o in same if len(o) > 2 for p in pieces_of(o, tongue))]
    return next(((p.start, p.end) for p in heard.pieces if any(is_same(f, p, heard, tongue) for f in forms)), None)


def switch(name: str, value: bool, own: frozenset[str], heard: AnalysedText, tongue: Tongue) -> list[Range]:
    """Where a text speaks of a switch by its name, so that it is on or off; `own` are the stems of its tool's name."""
    wanted = name_of(name, own, tongue)
    for words in _variants(wanted, name, tongue):
        found = [f for f in truth.find(heard.spoken, words) if f.value is value]
        # "no entry fee" speaks of entry and does not switch off free entry
        sure = [(f.start, f.end) for f in found if f.form != "part" or (len(words) <= 2 and value)]
        if sure:
            return sure
    if not value:
        return []
    for words in _phrases(wanted, name, tongue):
        whole = [f for f in truth.find(heard.spoken, words) if f.value is value and f.form == "whole"]
        if whole and whole[0].end - whole[0].start <= _CLOSE and not _is_broken(whole[0], heard):
            return [(f.start, f.end) for f in whole]
    return [
        (p.start, p.end) for p in heard.pieces if any(is_form(w, p.text, tongue) for w in pieces(name) if len(w) > 4)
    ]


def _is_broken(found: SpokenValue, heard: AnalysedText) -> bool:
    """Whether a word inside a phrase takes back what follows: "men, but no women"."""
    return any(p.is_no and found.start <= p.start < found.end for p in heard.pieces)


def _variants(wanted: set[str], name: str, tongue: Tongue) -> Iterator[set[str]]:
    """The words of a name, and the same with one of them in another listed word."""
    yield wanted
    for word in pieces(name):
        bare = stem(word, tongue.endings)
        for other in (o for pack in tongue.packs for o in pack.values.same.get((word,), ())):
            if bare in wanted and len(other) == 1 and len(other[0]) > 2:
                yield (wanted - {bare}) | {stem(other[0], tongue.endings)}


def _phrases(wanted: set[str], name: str, tongue: Tongue) -> Iterator[set[str]]:
    """The words of phrases that are listed for a name, or for one word of it."""
    parts = tuple(pieces(name))
    for phrase in (parts, *((word,) for word in parts if stem(word, tongue.endings) in wanted)):
        rest = set() if phrase == parts else wanted - {stem(phrase[0], tongue.endings)}
        for other in (o for pack in tongue.packs for o in pack.values.same.get(phrase, ())):
            heavy = {stem(p.text, tongue.endings) for p in pieces_of(" ".join(other), tongue) if not p.is_light}
            if len(heavy) > 1:
                yield rest | heavy


def name_of(name: str, own: frozenset[str], tongue: Tongue) -> set[str]:
    """The telling words of a parameter's name, by their stems."""
    light = {
        fold(w)
        for pack in tongue.packs
        for words in (pack.tools.marks, pack.tools.truths, pack.references.articles)
        for w in words
    }
    heavy = [p for p in pieces(name) if len(p) > 1 and p not in light]
    stems = {stem(p, tongue.endings) for p in heavy}
    return stems - own or stems
