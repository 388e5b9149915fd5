"""Whether a text says a value, by the value's kind: wholly or not at all. Near is not said."""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import replace
from datetime import datetime
from itertools import pairwise

from sayso.dataclass import dataclass
from sayso.engine.guarding.heard import AnalysedText, Tongue, pieces_of
from sayso.engine.guarding.option import STEM, Saying, name_of, options_said, switch, told
from sayso.engine.guarding.schema import Schema, choices
from sayso.engine.guarding.wording import said
from sayso.engine.kinds import moment, repetition
from sayso.engine.kinds.literal import quotes
from sayso.engine.kinds.moment import Moment
from sayso.engine.kinds.spoken import SpokenValue, speak
from sayso.engine.text import fold
from sayso.regex import regex

Place = tuple[tuple[int, int], ...]  # the ranges of letters that together say a value
_CODE = regex(
    r"[;{}=<>|`]|\w\(|\*\*|\b(?:select|insert|update|delete|drop|alter|create|truncate)\b.+\b(?:from|into|set|table|database)\b",
    re.IGNORECASE | re.DOTALL,
)
_CALENDAR = regex(r"(\d{1,2})([/.-])(\d{1,2})\2(\d{4})(?:[ T](\d{2}:\d{2}))?")
_LABEL = regex(r"(?:^|(?<=\s))([^\W\d]\w*):")
_SNAKE = regex(r"[^\W\d_]+(?:_[^\W\d_]+)+")
_PLAIN = regex(r"-?(?:0|[1-9]\d*)(?:\.\d+)?")
_SIGNS = "$€£¥#"
_DASHES = "-–—"
_STOPS = "\"'`“”«»‘’\n"
_LARGEST = 1e15
_TRUTHS = {"true": True, "false": False}
_HOUR = ("time", 3600.0)
_NEAR = 4  # words between a parameter's name and its value


@dataclass(frozen=True, slots=True)
class Leaf:
    """One plain value of a call, or a list of numbers: where it stands in it, and what its schema says."""

    name: str  # of the parameter, and of the keys that lead to the value
    value: object
    schema: Schema
    tool: frozenset[str]  # the stems of the tool's own name: they say nothing of its switches
    is_listed: bool = False  # one of several in a list

    @property
    def description(self) -> str:
        """What its schema says of it."""
        told = self.schema.get("description")
        return told if isinstance(told, str) else ""


def places(leaf: Leaf, heard: AnalysedText, tongue: Tongue) -> list[Place]:
    """Everywhere that a text says a value, the surest first."""
    value, options = leaf.value, choices(leaf.schema)
    if isinstance(value, bool):
        return [(r,) for r in switch(leaf.name, value, leaf.tool, heard, tongue)]
    if isinstance(value, list):
        return _runs(value, heard)
    if isinstance(value, int | float):
        numbers: list[Place] = [((f.start, f.end),) for f in _numbers(value, leaf, heard, tongue)]
        return numbers or [(r,) for r in told(str(value), leaf.description, heard, tongue)]
    if not isinstance(value, str) or not value.strip():
        return []
    if value in options and len(options) > 1:
        return _options(leaf, heard, tongue)
    rule = repetition.said_in(value, heard.spoken)
    if rule:
        return [(r,) for r in rule]
    found = list(dict.fromkeys(_texts(value.strip(), heard, tongue)))
    if not found:
        found = list(_labelled(value.strip(), leaf.description, heard, tongue))
    return found or [(r,) for r in told(value, leaf.description, heard, tongue)]


def _labelled(value: str, description: str, heard: AnalysedText, tongue: Tongue) -> Iterator[Place]:
    """A value in the form that its description shows, "track:Name artist:Name": each part of it, side by side."""
    labels = list(_LABEL.finditer(value))
    if not labels or labels[0].start() or any(f"{label[1]}:" not in description for label in labels):
        return
    ends = [*(label.start() for label in labels[1:]), len(value)]
    taken: list[tuple[int, int]] = []
    for label, end in zip(labels, ends, strict=True):
        part = list(_texts(value[label.end() : end].strip(), heard, tongue)) if label.end() < end else []
        free = [p for p in part if all(b <= s or a >= e for a, b in p for s, e in taken)]
        if not free:
            return
        taken.extend(free[0])
    yield tuple(taken)


def _options(leaf: Leaf, heard: AnalysedText, tongue: Tongue) -> list[Place]:
    value = str(leaf.value)
    is_on = _TRUTHS.get(value.casefold())
    if is_on is not None:
        return [(r,) for r in switch(leaf.name, is_on, leaf.tool, heard, tongue)]
    if _PLAIN.fullmatch(value):
        return _beside(leaf, list(dict.fromkeys(_amount(value, heard))), heard, tongue)
    return [(s.span,) for s in chosen(leaf, heard, tongue)]


def _beside(leaf: Leaf, found: list[Place], heard: AnalysedText, tongue: Tongue) -> list[Place]:
    """Of the numbers that are options, those beside the parameter's name where any is: "one room, a three star hotel"
    has three stars."""
    wanted = name_of(leaf.name, leaf.tool, tongue)
    pieces = heard.pieces
    named = {
        (pieces[i + d].start, pieces[i + d].end)
        for i, p in enumerate(pieces)
        if p.kind == "word" and p.stem in wanted
        for d in (-1, 1)
        if 0 <= i + d < len(pieces)
    }
    others = (str(o) for o in choices(leaf.schema) if _PLAIN.fullmatch(str(o)))
    near = {place for o in others for place in _amount(o, heard) if place[0] in named}
    return [p for p in found if p in near] if near else found


def chosen(leaf: Leaf, heard: AnalysedText, tongue: Tongue) -> list[Saying]:
    """Where a text says an option, unless it says another one better."""
    sayings = options_said(choices(leaf.schema), leaf.description, heard, tongue)
    mine = [s for s in sayings if s.option == leaf.value]
    small = tongue.packs[0].tools.small
    others = [s for s in sayings if s.option != leaf.value and str(s.option).casefold() not in small]
    if others and not leaf.is_listed and str(leaf.value).casefold() in small:
        return []  # "all the open ones" are the open ones
    best = min((s.how for s in others), default=9)
    return mine if leaf.is_listed else [s for s in mine if s.how < best or s.how == best <= STEM]


def contradicted(leaf: Leaf, heard: AnalysedText, tongue: Tongue) -> bool:
    """Whether the text speaks of what a value is for and says something else: then no default stands."""
    value, options = leaf.value, choices(leaf.schema)
    wanted = name_of(leaf.name, leaf.tool, tongue)
    stems = {p.stem for p in heard.pieces if p.kind == "word"}
    if isinstance(value, bool) or any(str(o).casefold() in _TRUTHS for o in options):
        return not wanted.isdisjoint(stems) or bool(switch(leaf.name, True, leaf.tool, heard, tongue))
    if len(options) > 1 and any(s.option != value for s in options_said(options, leaf.description, heard, tongue)):
        return True
    return bool(wanted) and wanted <= stems


def _numbers(value: float, leaf: Leaf, heard: AnalysedText, tongue: Tongue) -> Iterator[SpokenValue]:
    if not abs(value) < _LARGEST:
        return
    aims, scales = aims_of(leaf.name, leaf.description, tongue), scales_of(tongue)
    wanted = {scales[w] for w in aims if w in scales}
    lasting = list(_lasting({much for kind, much in wanted if kind == _HOUR[0]}, heard, tongue))
    for found in heard.numbers:  # of a stretch from the 1st to the 8th no digit says how long it is
        if _is_number(value, found) and not any(a <= found.start < b for _, (a, b) in lasting):
            yield found
    yield from (found for found, _ in lasting if found.value == value)
    yield from _hours(value, aims, heard, tongue)
    yield from _often(value, aims, heard, tongue)
    for phrase, of in ((p, o) for pack in tongue.packs for p, o in pack.values.amounts.items()):
        if any(of.get(w) == value for w in aims):
            yield from (SpokenValue(a, b, value, "words") for a, b in _word_for_word(phrase, heard, tongue))
    joined = list(_together(heard, scales))
    alone = [(f, u) for f, u in heard.measures if not any(j.start <= f.start < j.end for j, _ in joined)]
    for found, unit in (*alone, *joined):
        kind, much = scales.get(unit, ("", 0.0))
        if isinstance(found.value, int | float) and any(
            k == kind and abs(found.value * much / m - value) < 1e-9 for k, m in wanted
        ):
            yield found


def _word_for_word(phrase: Sequence[str], heard: AnalysedText, tongue: Tongue) -> Iterator[tuple[int, int]]:
    """Where all the words of a phrase stand side by side, and nobody is added to them: "by myself and a friend"."""
    words = [p.text for p in pieces_of(" ".join(phrase), tongue)]
    pieces = heard.pieces
    for at in range(len(pieces) - len(words) + 1):
        end = at + len(words)
        follows = pieces[end].text if end < len(pieces) else ""
        if [p.text for p in pieces[at:end]] == words and not any(
            p.tools.marks.get(follows) == "and" for p in tongue.packs
        ):
            yield pieces[at].start, pieces[end - 1].end


def aims_of(name: str, description: str, tongue: Tongue) -> list[str]:
    """The words that say what a parameter counts."""
    return [p.text for p in pieces_of(f"{name.replace('_', ' ')} {description}", tongue)]


def scales_of(tongue: Tongue) -> dict[str, tuple[str, float]]:
    """What each unit measures, and how much it is."""
    return {w: s for pack in tongue.packs for w, s in pack.values.scales.items()}


def _often(value: float, aims: Sequence[str], heard: AnalysedText, tongue: Tongue) -> Iterator[SpokenValue]:
    """How many times a year, where times are counted: 4 for "quarterly"."""
    if not any(w in pack.values.counting for w in aims for pack in tongue.packs):
        return
    for piece in heard.pieces:
        if any(pack.values.times_a_year.get(piece.text) == value for pack in tongue.packs):
            yield SpokenValue(piece.start, piece.end, value, "words")


def _hours(value: float, aims: Sequence[str], heard: AnalysedText, tongue: Tongue) -> Iterator[SpokenValue]:
    """A full hour of the day by its number, where hours are what is wanted: 23 for "11 pm"."""
    if not any(pack.values.scales.get(w) == _HOUR for w in aims for pack in tongue.packs):
        return
    for found in heard.moments:
        if isinstance(found.value, Moment) and found.value.clock == f"{int(value):02}:00" and value == int(value):
            yield found


def _lasting(units: Set[float], heard: AnalysedText, tongue: Tongue) -> Iterator[tuple[SpokenValue, tuple[int, int]]]:
    """How long it is from one day or time to another, in these units, where the joint between them stands; with the
    letters of the whole stretch: 2 days from the 15th to the 17th."""
    known = [(f, f.value) for f in heard.moments if isinstance(f.value, Moment)] if units else []
    for (one, first), (other, last) in pairwise(known):
        stop = one.start + len(heard.raw[one.start : one.end].rstrip(_DASHES + " "))
        joint = heard.raw[stop : other.start]
        is_range = joint.strip() in tuple(_DASHES) or any(
            p.tools.marks.get(fold(joint.strip())) == "to" for p in tongue.packs
        )
        length = _length(first, last) if is_range else None
        if length is not None:
            begin = stop + len(joint) - len(joint.lstrip())
            for much in units:
                found = SpokenValue(begin, begin + len(joint.strip()), length / much, "lasting")
                yield found, (one.start, other.end)


def _length(first: Moment, last: Moment) -> float | None:
    """Seconds between two days, or two times of them; None where one is said more closely than the other."""
    if first.day is None or (last.day is None and last.clock is None) or (first.clock is None) != (last.clock is None):
        return None
    ends = [datetime.fromisoformat(f"{m.day or first.day}T{_clock(m.clock) or '00:00:00'}") for m in (first, last)]
    seconds = (ends[1] - ends[0]).total_seconds()
    return seconds if seconds > 0 else None


def _together(heard: AnalysedText, scales: Mapping[str, tuple[str, float]]) -> Iterator[tuple[SpokenValue, str]]:
    """Two measures of one kind side by side, as one: "5 ft 10 in"."""
    for (one, first), (other, second) in pairwise(heard.measures):
        kinds = {scales.get(u, ("", 0.0))[0] for u in (first, second)}
        if len(kinds) > 1 or not all(kinds) or heard.raw[one.end : other.start].strip().casefold() != first:
            continue
        if isinstance(one.value, int | float) and isinstance(other.value, int | float):
            total = one.value * scales[first][1] / scales[second][1] + other.value
            yield SpokenValue(one.start, other.end, total, one.form), second


def _is_number(value: object, found: SpokenValue) -> bool:
    number = found.value
    if not isinstance(number, int | float) or not isinstance(value, int | float) or isinstance(value, bool):
        return False
    return number == value or (found.form == "percent" and abs(number / 100 - value) < 1e-12)


def _runs(values: Sequence[object], heard: AnalysedText) -> list[Place]:
    """A list of numbers: all of them side by side and in order, with no other number between them."""
    out: list[Place] = []
    for start in range(len(heard.run) - len(values) + 1):
        run = heard.run[start : start + len(values)]
        if all(_is_number(v, f) for v, f in zip(values, run, strict=True)):
            out.append(tuple((f.start, f.end) for f in run))
    return out


def _texts(value: str, heard: AnalysedText, tongue: Tongue) -> Iterator[Place]:
    wanted = unicodedata.normalize("NFC", value)
    yield from (((q.start, q.end),) for q in quotes(heard.raw, len(heard.raw)) if q.value == wanted)
    if _CODE.search(wanted):
        for way in dict.fromkeys((wanted, wanted.replace("**", "^"))):
            yield from (((a, b),) for a, b in _verbatim(way, heard.raw) if _is_delimited(heard.raw, a, b))
        return
    parts = pieces_of(wanted, tongue)
    if len(parts) == 1 and parts[0].kind == "number":
        yield from _amount(parts[0].text, heard)
        return
    if any(c.isdigit() for c in wanted):
        yield from _moments(wanted, heard, tongue)
    yield from (((a, b),) for a, b in said(wanted, heard, tongue))
    if _SNAKE.fullmatch(wanted):  # words that a program writes as one
        yield from (((a, b),) for a, b in said(wanted.replace("_", " "), heard, tongue))
    for city in (c for c, zone in tongue.zones.items() if zone == wanted):
        yield from (((a, b),) for a, b in said(" ".join(city), heard, tongue))


def _amount(text: str, heard: AnalysedText) -> Iterator[Place]:
    """A number as text: its digits as they are, or the same number in other words where no zero leads it."""
    bare = text.lstrip(_SIGNS)
    for piece in heard.pieces:
        if piece.kind == "number" and piece.text.lstrip(_SIGNS) == bare:
            yield ((piece.start, piece.end),)
    digits = bare.rstrip("%").replace("−", "-")
    if not _PLAIN.fullmatch(digits):
        return
    for found in heard.numbers:
        is_padded = re.match(r"[+-]?0\d", heard.raw[found.start : found.end]) is not None
        if found.value == float(digits) and not is_padded and (not bare.endswith("%") or found.form == "percent"):
            yield ((found.start, found.end),)


def _verbatim(wanted: str, raw: str) -> Iterator[tuple[int, int]]:
    shape = r"\s+".join(re.escape(part) for part in wanted.split())
    yield from (m.span() for m in re.finditer(shape, raw))


def _is_delimited(raw: str, start: int, end: int) -> bool:
    """Whether a statement begins and ends where the text's own does: the first half of one is another statement."""
    before, after = raw[:start].rstrip(" \t"), raw[end:].lstrip(" \t")
    opened = not before or before[-1] in _STOPS or before[-1] in ":,(" or raw[start - 1].isspace()
    if not any(c.isspace() for c in raw[start:end]):  # one word, which the next one does not widen
        return opened and bool(re.match(r"[.,:;!?)'\"`]*(?:\s|$)", raw[end:]))
    return opened and (not after or after[0] in _STOPS or bool(re.match(r"[.,!?)]+(?:\s|$)", after)))


def _moments(value: str, heard: AnalysedText, tongue: Tongue) -> Iterator[Place]:
    """A day or a time of day that the text gives in its own words."""
    known = [(f, f.value) for f in heard.moments if isinstance(f.value, Moment)]
    for wanted in _read_moments(value, tongue, heard):
        days = [f for f, m in known if m.day is not None and m.day == wanted.day]
        clocks = [f for f, m in known if m.clock is not None and _clock(m.clock) == _clock(wanted.clock)]
        if wanted.day is not None and _clock(wanted.clock) in ("", "00:00:00"):
            yield from ((_part(f, "day", heard),) for f in days)
        elif wanted.day is None:
            yield from ((_part(f, "clock", heard),) for f in clocks)
        else:
            for day in days:
                for clock in (c for c in clocks if c is day or c.form == "clock"):
                    yield tuple(sorted({(day.start, day.end), (clock.start, clock.end)}))


def _part(found: SpokenValue, form: str, heard: AnalysedText) -> tuple[int, int]:
    """The half of "friday at five" that names the day, or the time of day."""
    return next(
        ((f.start, f.end) for f in heard.halves if f.form == form and f.start < found.end and found.start < f.end),
        (found.start, found.end),
    )


def _clock(clock: str | None) -> str:
    return "" if clock is None else clock if clock.count(":") == 2 else f"{clock}:00"


def _read_moments(value: str, tongue: Tongue, heard: AnalysedText) -> Iterator[Moment]:
    """What a value means that is nothing but a day or a time of day, however it is written."""
    spoken = speak(value, tongue.packs, tongue.endings, heard.spoken.now)
    found = moment.find(spoken)
    if len(found) == 1 and (found[0].start, found[0].end) == (0, len(value)) and isinstance(found[0].value, Moment):
        yield found[0].value
    numeric = _CALENDAR.fullmatch(value)
    if numeric is not None:  # the third of April or the fourth of March
        first, _, second, year, clock = numeric.groups()
        for month, day in ((first, second), (second, first)):
            written = f"{year}-{int(month):02}-{int(day):02}T{clock or '00:00'}"
            again = moment.find(replace(spoken, raw=written))
            yield from (f.value for f in again if isinstance(f.value, Moment))
