"""Whether a text says a value, by the value's kind: wholly or not at all. Near is not said."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from sayso.engine.catalogue import stem
from sayso.engine.guarding.heard import Heard, Piece, Tongue, pieces_of
from sayso.engine.guarding.schema import Schema, choices
from sayso.engine.kinds import choice, moment, truth
from sayso.engine.kinds.moment import Moment
from sayso.engine.kinds.spoken import Found, speak
from sayso.engine.machines.lexicon import pieces

Place = tuple[tuple[int, int], ...]  # the ranges of letters that together say a value
_CODE = re.compile(
    r"[;{}=<>|`]|\w\(|\*\*|\b(?:select|insert|update|delete|drop|alter|create|truncate)\b.+\b(?:from|into|set|table|database)\b",
    re.IGNORECASE | re.DOTALL,
)
_DIGITS = re.compile(r"[-−+]?[$€£¥#]?\d+(?:[.,]\d+)*%?")
_CALENDAR = re.compile(r"(\d{1,2})([/.-])(\d{1,2})\2(\d{4})")
_DAYLIKE = re.compile(r"\d")
_CASED = re.compile(r"[/\\=]")  # paths and code are told apart by their capitals
_STOPS = "\"'`“”«»‘’\n"
_AFTER = re.compile(r"[.,:;!?)\]}'\"`’”»]*(?:\s|$)")
_CASES = 24  # ways of saying a value in other listed words that are tried
_LONGEST = 2000  # letters of a value that is looked for word by word
_LARGEST = 1e15


@dataclass(frozen=True, slots=True)
class Leaf:
    """One plain value of a call: where it stands in it, and what its schema says."""

    name: str  # of the parameter, and of the keys that lead to the value
    value: object
    schema: Schema
    tool: frozenset[str]  # the stems of the tool's own name: they say nothing of its switches


def places(leaf: Leaf, heard: Heard, tongue: Tongue) -> list[Place]:
    """Everywhere that a text says a value, the surest first."""
    value = leaf.value
    if isinstance(value, bool):
        return _truths(leaf, heard, tongue)
    if isinstance(value, int | float):
        return [((f.start, f.end),) for f in _numbers(value, heard)]
    if not isinstance(value, str) or not value.strip():
        return []
    options = choices(leaf.schema)
    if value in options and len(options) > 1:
        return _options(value, options, heard)
    return list(dict.fromkeys(_texts(value.strip(), heard, tongue)))


def _truths(leaf: Leaf, heard: Heard, tongue: Tongue) -> list[Place]:
    """A switch that the text speaks of by its name."""
    name = {stem(p, tongue.endings) for p in pieces(leaf.name) if len(p) > 2}
    own = name - leaf.tool or name
    light = {w for p in tongue.packs for w, mark in p.tools.marks.items()} | {
        w for p in tongue.packs for w in (*p.tools.truths, *p.references.articles)
    }
    wanted = {w for w in own if w not in {stem(x, tongue.endings) for x in light}} or own
    found = truth.find(heard.spoken, wanted)
    return [((f.start, f.end),) for f in found if f.value is leaf.value and f.form != "part"] or [
        ((f.start, f.end),) for f in found if f.value is leaf.value and len(wanted) <= 2
    ]


def _numbers(value: float, heard: Heard) -> Iterator[Found]:
    if not abs(value) < _LARGEST:
        return
    for found in heard.numbers:
        said = found.value
        if not isinstance(said, int | float):
            continue
        if said == value or (found.form == "percent" and abs(said / 100 - value) < 1e-12):
            yield found


def _options(value: str, options: Sequence[object], heard: Heard) -> list[Place]:
    found = choice.find(heard.spoken, options)
    return [((f.start, f.end),) for f in found if f.value == value and f.form in ("exact", "stem", "part")]


def _texts(value: str, heard: Heard, tongue: Tongue) -> Iterator[Place]:
    wanted = unicodedata.normalize("NFC", value)
    if _CODE.search(wanted):
        yield from (((a, b),) for a, b in _verbatim(wanted, heard.raw) if _is_delimited(heard.raw, a, b))
        return
    parts = pieces_of(wanted[:_LONGEST], tongue)
    if len(parts) == 1 and parts[0].kind == "number":
        yield from _amount(parts[0].text, heard)
        return
    if _DAYLIKE.search(wanted):
        yield from _moments(wanted, heard, tongue)
    for case in _cases(parts, tongue):
        yield from (((a, b),) for a, b in _in_order(case, heard, tongue))


def _amount(text: str, heard: Heard) -> Iterator[Place]:
    """A number as text: its digits as they are, or the same number in other words where no zero leads it."""
    bare = text.lstrip("$€£¥#")
    for piece in heard.pieces:
        if piece.kind == "number" and piece.text.lstrip("$€£¥#") == bare:
            yield ((piece.start, piece.end),)
    digits = bare.rstrip("%").replace("−", "-")
    if not re.fullmatch(r"-?(?:0|[1-9]\d*)(?:\.\d+)?", digits):
        return
    for found in heard.numbers:
        is_same = found.value == float(digits) and (not bare.endswith("%") or found.form == "percent")
        if is_same and found.form != "ordinal":
            yield ((found.start, found.end),)


def _verbatim(wanted: str, raw: str) -> Iterator[tuple[int, int]]:
    shape = r"\s+".join(re.escape(part) for part in wanted.split())
    yield from (m.span() for m in re.finditer(shape, raw))


def _is_delimited(raw: str, start: int, end: int) -> bool:
    """Whether a statement begins and ends where the text's own does: the first half of one is another statement."""
    before, after = raw[:start].rstrip(" \t"), raw[end:].lstrip(" \t")
    opened = not before or before[-1] in _STOPS or before[-1] in ":,(" or raw[start - 1].isspace()
    return opened and (not after or after[0] in _STOPS or bool(re.match(r"[.,!?)]+(?:\s|$)", after)))


def _moments(value: str, heard: Heard, tongue: Tongue) -> Iterator[Place]:
    """A day or a time of day that the text gives in its own words."""
    for wanted in _read_moments(value, tongue, heard):
        days = [f for f in heard.moments if isinstance(f.value, Moment) and f.value.day == wanted.day and wanted.day]
        clocks = [
            f for f in heard.moments if isinstance(f.value, Moment) and _clock(f.value.clock) == _clock(wanted.clock)
        ]
        if wanted.clock is None or (wanted.day is not None and _clock(wanted.clock) == "00:00:00"):
            yield from (((f.start, f.end),) for f in days)
        elif wanted.day is None:
            yield from (((f.start, f.end),) for f in clocks if f.value.clock)  # type: ignore[attr-defined]
        else:
            for day in days:
                for clock in clocks:
                    both = {(day.start, day.end), (clock.start, clock.end)}
                    if clock is day or _day(clock.value) is None:
                        yield tuple(sorted(both))


def _day(value: object) -> object:
    return value.day if isinstance(value, Moment) else None


def _clock(clock: str | None) -> str:
    return "" if clock is None else clock if clock.count(":") == 2 else f"{clock}:00"


def _read_moments(value: str, tongue: Tongue, heard: Heard) -> Iterator[Moment]:
    """What a value means that is nothing but a day or a time of day, however it is written."""
    spoken = speak(value, tongue.packs, tongue.endings, heard.spoken.now)
    found = moment.find(spoken)
    if len(found) == 1 and (found[0].start, found[0].end) == (0, len(value)) and isinstance(found[0].value, Moment):
        yield found[0].value
    numeric = _CALENDAR.fullmatch(value)
    if numeric is not None:  # the third of April or the fourth of March
        first, _, second, year = numeric.groups()
        for month, day in ((first, second), (second, first)):
            again = moment.find(replace(spoken, raw=f"{year}-{int(month):02}-{int(day):02}T00:00"))
            yield from (f.value for f in again if isinstance(f.value, Moment))


def _cases(parts: Sequence[Piece], tongue: Tongue) -> Iterator[tuple[Piece, ...]]:
    """The words of a value, and the same in other listed words."""
    yield tuple(parts)


def _in_order(wanted: Sequence[Piece], heard: Heard, tongue: Tongue) -> Iterator[tuple[int, int]]:
    """Where all the words of a value stand in their order, with nothing between them but small words and moments."""
    heavy = [p for p in wanted if not p.is_light]
    if not heavy:
        if len(wanted) == 1 and wanted[0].kind == "word":
            return
        heavy = list(wanted)
    for at, piece in enumerate(heard.pieces):
        if _is_same(heavy[0], piece, tongue):
            end = _follow(heavy, at, heard, tongue)
            if end is not None and not (len(wanted) == 1 and _is_letter(wanted[0], piece, heard)):
                yield piece.start, end


def _is_letter(wanted: Piece, piece: Piece, heard: Heard) -> bool:
    """Whether a single letter is said as another one's small word."""
    return wanted.end - wanted.start == 1 and wanted.kind == "word" and not heard.raw[piece.start].isupper()


def _follow(heavy: Sequence[Piece], at: int, heard: Heard, tongue: Tongue) -> int | None:
    end = heard.pieces[at].end
    at += 1
    for piece in heavy[1:]:
        while at < len(heard.pieces) and not _is_same(piece, heard.pieces[at], tongue):
            if not heard.pieces[at].is_light and not _is_moment(heard.pieces[at], heard):
                return None
            at += 1
        if at == len(heard.pieces):
            return None
        end = heard.pieces[at].end
        at += 1
    return end


def _is_moment(piece: Piece, heard: Heard) -> bool:
    return any(f.start <= piece.start and piece.end <= f.end for f in heard.moments)


def _is_same(one: Piece, other: Piece, tongue: Tongue) -> bool:
    if one.kind == "number" or other.kind == "number":
        return _amount_of(one, tongue) is not None and _amount_of(one, tongue) == _amount_of(other, tongue)
    if one.kind == "word" and other.kind == "word":
        return one.text == other.text or (one.stem == other.stem and min(len(one.text), len(other.text)) > 3)
    if one.kind != other.kind:
        return False
    if _CASED.search(one.text):
        return one.text == other.text
    return one.text.casefold() == other.text.casefold()


def _amount_of(piece: Piece, tongue: Tongue) -> float | str | None:
    if piece.kind == "number":
        bare = piece.text.lstrip("$€£¥#").replace("−", "-")
        plain = bare.replace(",", "")
        is_plain = re.fullmatch(r"-?(?:0|[1-9]\d*)(?:\.\d+)?", plain)
        return float(plain) if is_plain else bare
    if piece.kind == "word":
        for pack in tongue.packs[:1]:
            if piece.text in pack.numbers.cardinals:
                return float(pack.numbers.cardinals[piece.text])
    return None
