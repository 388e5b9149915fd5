"""A text that may hold values, prepared once: its words, numbers and moments, with their places."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import pairwise
from typing import Literal, NamedTuple

from sayso.dataclass import dataclass
from sayso.engine.kinds import moment, number
from sayso.engine.kinds.spoken import Spoken, SpokenValue, speak
from sayso.engine.pack import Pack
from sayso.engine.records.words import Endings, stem
from sayso.engine.text import fold
from sayso.regex import regex

_CHUNK = regex(r"\w+://[^\s\"“”«»`<>]+|[^\s,;!?()\[\]{}\"“”«»`]+(?:[,;](?=\d)[^\s,;!?()\[\]{}\"“”«»`]+)*")
_EDGE = "'’‘.:*…,;!?)"
_WORDLIKE = regex(r"[^\W\d_]+(?:[-–'’][^\W\d_]+)*\.?")
_PART = regex(r"[^\W\d_]+(?:['’](?!s\b)[^\W\d_]+)?")
_AMOUNT = regex(r"[-−+]?[$€£¥#]?\d+(?:[.,]\d+)*%?")
_ATTACHED = regex(r"([$€£¥]?\d+(?:[.,]\d+)*)-?([^\W\d_]{1,12})")
_ESCAPED = regex(r"\\[nrt]")
_YEAR = ("months", 12.0)
_RUN_ON = regex(r"([^\W\d_]*[^\W\d_A-Z])[.!?]([A-Z][^\W\d_]*)")  # "in Rome.I want"
_READ = 4000  # letters of a text in which values are looked for
_LIGHT = frozenset(("in", "at", "on", "for", "of", "with", "by", "from", "to", "and", "is", "as", "named"))  # marks


class Piece(NamedTuple):
    """A word, a number, or something that is said to the character or not at all."""

    kind: Literal["word", "number", "literal"]
    text: str  # folded where it is a word
    stem: str
    start: int
    end: int
    is_light: bool  # may be there or not
    is_no: bool  # takes back what is near it
    is_capital: bool = False
    is_code: bool = False  # stands for other words, and is written in capitals


@dataclass(frozen=True, slots=True)
class AnalysedText:
    """A text with what was found in it."""

    spoken: Spoken
    pieces: tuple[Piece, ...]
    numbers: tuple[SpokenValue, ...]
    run: tuple[SpokenValue, ...]  # the numbers that are written or said as such, in order
    measures: tuple[tuple[SpokenValue, str], ...]  # the numbers before a unit, and that unit
    moments: tuple[SpokenValue, ...]
    halves: tuple[SpokenValue, ...]  # of moments that name a day and a time of day

    @property
    def raw(self) -> str:
        """The text itself."""
        return self.spoken.raw


class Tongue(NamedTuple):
    """The languages in which a text is read, its own first, and the clock."""

    packs: tuple[Pack, ...]
    endings: Endings
    now: datetime
    zones: Mapping[tuple[str, ...], str] = {}  # a city: the time zone that is named after it


def hear(text: str, tongue: Tongue) -> AnalysedText:
    """A text prepared; where it says what day today is, its days are counted from there."""
    composed = unicodedata.normalize("NFC", text)
    raw = _unescaped(composed if len(composed) == len(text) else text)[:_READ]  # every letter keeps its place
    spoken = speak(raw, tongue.packs, tongue.endings, tongue.now)
    moments = moment.find(spoken)
    today = moment.today(spoken, moments)
    if today is not None:
        spoken = replace(spoken, now=datetime.combine(today, tongue.now.timetz()))
        moments = moment.find(spoken)
    run = tuple(number.find(spoken))
    west = {f.start: f for f in _below_zero(run, raw)}
    run = tuple(west.get(f.start, f) for f in run)
    measures = tuple(_measures(run, raw, tongue))
    years = (*_years(raw, spoken.now.year), *_years_away(measures, moments, tongue))
    numbers = (*number.find(spoken), *_pairs(raw), *years, *west.values(), *_joined(raw, tongue))
    pieces = tuple(pieces_of(raw, tongue))
    halves = tuple(h for m in moments if m.form == "both" for h in moment.halves(m, spoken))
    return AnalysedText(spoken, pieces, numbers, run, measures, tuple(moments), halves)


def _unescaped(text: str) -> str:
    """A text with its line breaks as such where they came escaped, as \\n; a path with backslashes stays as it is."""
    marks = list(_ESCAPED.finditer(text))
    if not marks or text.count("\\") > len(marks):
        return text
    lines = [text[one.end() : other.start()].strip() for one, other in pairwise(marks)]
    is_broken = any(not line for line in lines) or (len(lines) > 1 and all(" " in line for line in lines))
    return _ESCAPED.sub("  ", text) if is_broken else text


def _pairs(raw: str) -> list[SpokenValue]:
    """The numbers of a pair that is written without a blank: "A(3,4)"; "1,000" is none."""
    out: list[SpokenValue] = []
    for pair in re.finditer(r"(?<![\d.,])(\d+),(\d+)(?![\d.,]*\d)", raw):
        if len(pair.group(2)) != 3:
            out += [SpokenValue(*pair.span(g), number.as_number(float(pair.group(g))), "list") for g in (1, 2)]
    return out


def _years(raw: str, now: int) -> list[SpokenValue]:
    """Years of two digits: "from '19"."""
    out = []
    for year in re.finditer(r"(?<!\w)['’](\d\d)(?![\w'’])", raw):
        short = int(year.group(1))
        out.append(SpokenValue(*year.span(), now - now % 100 + short - (100 if short > now % 100 + 1 else 0), "year"))
    return out


def _years_away(
    measures: Sequence[tuple[SpokenValue, str]], moments: Sequence[SpokenValue], tongue: Tongue
) -> list[SpokenValue]:
    """The years of moments that are counted in years: "six years ago"."""
    units = {u for pack in tongue.packs for u, scale in pack.values.scales.items() if scale == _YEAR}
    return [
        SpokenValue(m.start, m.end, m.value.day.year, "year")
        for m in moments
        if isinstance(m.value, moment.Moment) and m.value.day is not None
        if any(unit in units and m.start <= f.start and f.end <= m.end for f, unit in measures)
    ]


def _joined(raw: str, tongue: Tongue) -> list[SpokenValue]:
    """Number words that are joined to their noun: "two-bedroom"."""
    cardinals = tongue.packs[0].numbers.cardinals
    words = re.finditer(r"(?<![\w-])([^\W\d_]+)-(?=[^\W\d_])", raw)
    return [
        SpokenValue(*m.span(1), cardinals[fold(m.group(1))], "words") for m in words if fold(m.group(1)) in cardinals
    ]


def _below_zero(run: Sequence[SpokenValue], raw: str) -> list[SpokenValue]:
    """Degrees west and south: "112.07 W"."""
    return [
        SpokenValue(f.start, f.end, -f.value, f.form)
        for f in run
        if isinstance(f.value, int | float)
        and "." in raw[f.start : f.end]
        and re.match(r"\s?°?\s?[SW](?!\w)", raw[f.end : f.end + 5])
    ]


def _measures(run: Sequence[SpokenValue], raw: str, tongue: Tongue) -> list[tuple[SpokenValue, str]]:
    """The numbers that a unit follows; "an hour" is one of it."""
    out = []
    for found in run:
        unit = re.match(r"(\s?-?)([^\W\d_]+)", raw[found.end : found.end + 24])
        if raw[found.start : found.start + 1] in tuple("$€£"):
            out.append((found, "euro" if raw[found.start] == "€" else "dollar"))
        elif unit is not None:
            out.append((found, _unit(fold(unit.group(2)), not unit.group(1), tongue)))
    ones = {w for pack in tongue.packs for w in pack.numbers.ones}
    for one in re.finditer(r"(?<![^\W\d_])([^\W\d_]+)['’ ](?=([^\W\d_]+))", raw):
        word, unit_ = fold(one.group(1)), fold(one.group(2))
        if word in ones or any(word in p.values.spans and unit_ in p.values.single for p in tongue.packs):
            out.append((SpokenValue(one.start(1), one.end(2), 1, "words"), unit_))
    return out


def _unit(word: str, is_attached: bool, tongue: Tongue) -> str:
    """A unit by the name that its scale knows: "10in" are inches, "10 in" need not be."""
    scales = {w for pack in tongue.packs for w in pack.values.scales}
    same = (o[0] for pack in tongue.packs for o in pack.values.same.get((word,), ()) if len(o) == 1)
    return next((o for o in same if o in scales), word) if is_attached and word not in scales else word


def pieces_of(raw: str, tongue: Tongue) -> list[Piece]:
    """The words, numbers and literals of a text, in order."""
    out: list[Piece] = []
    for chunk in _CHUNK.finditer(raw):
        start, end = chunk.span()
        while start < end and raw[start] in _EDGE:
            start += 1
        while end > start and raw[end - 1] in _EDGE:
            end -= 1
        if start < end:
            out.extend(_cut(raw, start, end, tongue))
    return out


def _cut(raw: str, start: int, end: int, tongue: Tongue) -> list[Piece]:
    text = raw[start:end]
    if _AMOUNT.fullmatch(text):
        return [Piece("number", text, "", start, end, False, False)]
    attached = _ATTACHED.fullmatch(text)
    if attached is not None and any(fold(attached.group(2)) in p.tools.units for p in tongue.packs):
        middle = start + len(attached.group(1))
        return [
            Piece("number", attached.group(1), "", start, middle, False, False),
            _word(attached.group(2), start + attached.start(2), tongue),
        ]
    stop = _RUN_ON.fullmatch(text)
    if stop is not None and any(fold(stop.group(2)) in p.tools.small for p in tongue.packs[:1]):
        return [*_cut(raw, start, start + stop.end(1), tongue), *_cut(raw, start + stop.start(2), end, tongue)]
    bare = text[:-2] if text.endswith(("'s", "’s")) else text
    if _WORDLIKE.fullmatch(bare):
        return [_word(p.group(), start + p.start(), tongue) for p in _PART.finditer(bare)]
    return [Piece("literal", text, "", start, end, False, False)]


def _word(text: str, start: int, tongue: Tongue) -> Piece:
    said = fold(text)
    parts = {w for p in tongue.packs for w in p.rewrite.get(said, ())} | {said}
    is_no = any(w in p.negations for p in tongue.packs[:1] for w in parts)
    light = any(said in p.references.articles or p.tools.marks.get(said) in _LIGHT for p in tongue.packs[:1])
    light = light and not any(p.tools.truths.get(said) is False for p in tongue.packs[:1])
    return Piece(
        "word",
        said,
        stem(said, tongue.packs[0].endings),
        start,
        start + len(text),
        light and not is_no,
        is_no,
        text[0].isupper(),
    )
