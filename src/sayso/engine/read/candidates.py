"""What in a message could be the value of a parameter: every kind looks once, each parameter takes what fits it."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from datetime import datetime
from typing import Any, NamedTuple

from sayso.dataclass import dataclass
from sayso.engine.kinds import choice, listing, literal, moment, number, text, truth, written
from sayso.engine.kinds.spoken import Spoken, SpokenValue
from sayso.engine.kinds.text import Chunk
from sayso.engine.kinds.written import Writing
from sayso.engine.read.offer import ToolParameter
from sayso.engine.text import fold
from sayso.regex import regex

KEPT = 18  # stretches of free text that are kept, the likeliest
_LONGEST_TEXT = 2000
_LITERALS = {
    "email": ("email",),
    "url": ("url", "host", "quoted"),
    "path": ("path", "slashed", "quoted"),
    "statement": ("quoted", "code"),
}
_NAMED = frozenset(("identity", "email", "url", "path", "host"))
_STOP = regex(r"[.!?\n]")


class ValueCandidate(NamedTuple):
    """A value that a parameter might have, where it stands (in letters and in words), and what speaks for it."""

    start: int
    end: int
    value: object
    form: str
    words: tuple[int, int]
    base: float = 0.0  # how much like a value of its own the stretch looks


@dataclass(frozen=True, slots=True)
class Finds:
    """All that the kinds found in a message."""

    spoken: Spoken
    numbers: tuple[ValueCandidate, ...]
    moments: tuple[ValueCandidate, ...]
    literals: tuple[ValueCandidate, ...]
    chunks: tuple[ValueCandidate, ...]
    starts: tuple[int, ...]
    ends: tuple[int, ...]
    breaks: tuple[int, ...]  # before each word: 2 for a stop, 1 for a comma
    light: tuple[int, ...]  # of each word: 1 for a small one, 2 for one that joins
    # what was looked up so far
    marks: dict[int, str] = field(default_factory=dict)
    kin: dict[int, frozenset[str]] = field(default_factory=dict)
    looks: dict[tuple[int, int, str], Any] = field(default_factory=dict)
    writing: Writing = field(default_factory=Writing)

    def place(self, one: ValueCandidate) -> str:
        """What kind of place a text is known for, by its name or by what stands before its comma."""
        key = (one.start, one.end, "place")
        if key not in self.looks:
            tokens = self.spoken.tokens[slice(*one.words)]
            first = next((i for i, t in enumerate(tokens) if i and "," in t.gap), len(tokens))
            self.looks[key] = written.place(tuple(t.text for t in tokens[:first]), self.writing)
        return str(self.looks[key])

    def heavy(self, first: int, last: int, stems: tuple[str, ...]) -> list[str]:
        """The stems of a range of words, without the small ones; they are the same for every tool."""
        key = (first, last, "heavy")
        if key not in self.looks:
            self.looks[key] = self._heavy(first, last, stems)
        found: list[str] = self.looks[key]
        return found

    def _heavy(self, first: int, last: int, stems: tuple[str, ...]) -> list[str]:
        tokens = self.spoken.tokens
        return [stems[i] for i in range(first, last) if not tokens[i].is_small]

    def words(self, start: int, end: int) -> tuple[int, int]:
        """The words that a range of letters touches."""
        first = bisect_left(self.ends, start + 1)
        return first, max(first + 1, bisect_left(self.starts, end))


def finds(spoken: Spoken, weights: Mapping[str, float], writing: Writing) -> Finds:
    """Everything that could be a value in a message; where it says what day today is, its days count from there."""
    times = moment.find(spoken)
    today = moment.today(spoken, times)
    if today is not None:
        spoken = replace(spoken, now=datetime.combine(today, spoken.now.timetz()))
        times = moment.find(spoken)
    times = [*times, *(h for m in times if m.form == "both" for h in moment.halves(m, spoken))]
    starts, ends = tuple(t.start for t in spoken.tokens), tuple(t.end for t in spoken.tokens)
    breaks = tuple(2 if _STOP.search(t.gap) else 1 if "," in t.gap or ";" in t.gap else 0 for t in spoken.tokens)
    light = tuple(2 if t.mark == "and" else 1 if t.is_small or t.mark else 0 for t in spoken.tokens)
    bare = Finds(spoken, (), (), (), (), starts, ends, breaks, light, writing=writing)

    def placed(found: SpokenValue) -> ValueCandidate:
        return ValueCandidate(found.start, found.end, found.value, found.form, bare.words(found.start, found.end))

    moments = tuple(placed(f) for f in times)
    literals = tuple(placed(f) for f in literal.find(spoken))
    names = [q for q in literals if q.form in ("url", "path", "ip", "hex", "email", "host", "slashed", "formula")]
    numbers = tuple(placed(f) for f in number.find(spoken) if not any(_is_part(f, q) for q in names))
    ordinals = [n for n in numbers if n.form == "ordinal" and spoken.raw[n.start].isalpha()]
    if len({n.value for n in ordinals}) > 1:  # "the first", "the second": they count what is told, and tell nothing
        numbers = tuple(n for n in numbers if n not in ordinals)
    whole = [*moments, *(q for q in literals if q.form in ("quoted", "formula"))]
    chunks = [(chunk_weight(c, weights), c) for c in text.find(spoken) if not _is_inside(c.found, whole)]
    chunks.sort(key=lambda pair: (-pair[0], pair[1].found.start))
    kept = (
        ValueCandidate(c.found.start, c.found.end, c.found.value, "chunk", (c.start, c.end), base)
        for base, c in chunks[:KEPT]
    )
    return replace(bare, numbers=numbers, moments=moments, literals=literals, chunks=tuple(kept))


def _is_part(one: SpokenValue | ValueCandidate, of: SpokenValue | ValueCandidate) -> bool:
    """Whether a stretch is a mere part of something that is one value: of a quote, of a moment."""
    return of.start <= one.start and one.end <= of.end and (one.start, one.end) != (of.start, of.end)


def _is_inside(one: SpokenValue, others: Sequence[ValueCandidate]) -> bool:
    start, end = one.start, one.end
    for other in others:
        if other.start <= start and end <= other.end and (start > other.start or end < other.end):
            return True
    return False


def chunk_weight(chunk: Chunk, weights: Mapping[str, float]) -> float:
    """How much a stretch of words looks like a value, as log odds."""
    total = weights.get("bias", 0.0)
    for sign in chunk.signs:
        total += weights.get(sign, 0.0)
    return total


def candidates(slot: ToolParameter, found: Finds, stems: Sequence[str] = ()) -> list[ValueCandidate]:
    """What could be the value of a parameter; `stems` are the words as tools' are compared."""
    wanted = slot.wanted
    match wanted.kind:
        case "number":
            return list(_numbers(slot, _amounts(slot, found), found))
        case "choice":
            return list(_choices(slot, found))
        case "truth":
            return list(_truths(slot, found, stems))
        case "list":
            return list(_lists(slot, found))
        case "text":
            return list(_texts(slot, found))
        case _:
            return []


def _truths(slot: ToolParameter, found: Finds, stems: Sequence[str]) -> Iterator[ValueCandidate]:
    options = slot.wanted.options
    for one in truth.find(found.spoken, slot.names, stems):
        value = next((o for o in options if str(o).lower() == str(one.value).lower()), one.value)
        yield _placed(one._replace(value=value), found)


def _placed(one: SpokenValue, found: Finds) -> ValueCandidate:
    return ValueCandidate(one.start, one.end, one.value, one.form, found.words(one.start, one.end))


def _amounts(slot: ToolParameter, found: Finds) -> tuple[ValueCandidate, ...]:
    """The numbers, without those that are a part of a day or a time, where the parameter holds nothing of the kind."""
    if {"moment", "year"} & slot.roles:
        return found.numbers
    return tuple(n for n in found.numbers if not _is_within(n, found.moments))


def _numbers(slot: ToolParameter, numbers: tuple[ValueCandidate, ...], found: Finds) -> Iterator[ValueCandidate]:
    wanted = slot.wanted
    for one in numbers:
        value = one.value
        assert isinstance(value, int | float)
        if slot.scales:
            other = written.converted(value, _unit(one, found.spoken), slot.scales, found.writing)
            if other is not None:
                yield one._replace(value=number.as_number(other), form="converted")
                continue
        if one.form == "percent" and not wanted.is_whole:
            part = round(value / 100, 10)
            if wanted.bounds[0] <= part <= wanted.bounds[1]:
                yield one._replace(value=part, form="fraction")
        if wanted.is_whole and isinstance(value, float):
            continue
        if wanted.bounds[0] <= value <= wanted.bounds[1]:
            yield one


def _unit(one: ValueCandidate, spoken: Spoken) -> str:
    """The word for a unit that follows an amount, or is written to it."""
    token = spoken.tokens[one.words[1] - 1]
    rest = fold(spoken.raw[one.end : token.end]).strip("-")
    after = spoken.tokens[one.words[1]] if one.words[1] < len(spoken.tokens) else None
    return rest or (after.text if after is not None and not after.gap.strip() else "")


def _choices(slot: ToolParameter, found: Finds) -> Iterator[ValueCandidate]:
    options = slot.wanted.options
    yield from (_placed(f, found) for f in choice.find(found.spoken, options))
    plain = [o for o in options if isinstance(o, int | float) and not isinstance(o, bool)]
    for one in _amounts(slot, found):
        yield from (one._replace(value=number_) for number_ in plain if one.value == number_)
    for one in found.moments:  # a year or a day among the options is said as such
        for named in options:
            if isinstance(named, str) and fold(named) == fold(found.spoken.raw[one.start : one.end]):
                yield one._replace(value=named, form="exact")


def _texts(slot: ToolParameter, found: Finds) -> Iterator[ValueCandidate]:
    wanted, raw = slot.wanted, found.spoken.raw
    least, most = wanted.lengths
    allowed = _LITERALS.get(slot.literal, ())
    named = [q for q in found.literals if q.form in ("id", "hex", "email")] if _NAMED & slot.roles else []
    allowed_said = any(q.form in allowed and q.form != "quoted" for q in found.literals)
    for one in found.moments:
        assert isinstance(one.value, moment.Moment)
        if wanted.layout:
            told = moment.written(one.value, wanted.layout)
            if told is not None:
                yield one._replace(value=told, form=f"{one.form} written")
        elif one.form == "day" and "moment" in slot.roles:
            yield one._replace(value=moment.written(one.value, "%Y-%m-%d"), form="day by default")
        yield one._replace(value=raw[one.start : one.end], form=f"{one.form} said")
    other = {(f.start, f.end) for f in _written(slot, found) if f.form == "country"}
    for one in (*found.literals, *found.chunks):
        if (one.start, one.end) in other:  # what is of Germany is not called "German"
            continue
        if least <= len(str(one.value)) <= min(most, _LONGEST_TEXT) and slot.joint in str(one.value):
            is_unlike = bool(slot.literal) and one.form not in allowed and (allowed_said or slot.literal != "path")
            is_wide = one.form == "chunk" and any(_is_part(q, one) for q in named)
            is_elsewhere = slot.place == "country" and found.place(one) == "city"
            if not is_unlike and not is_wide and not is_elsewhere:
                yield one
    yield from (_placed(f, found) for f in _written(slot, found))
    shown = tuple(e for e in slot.examples if len(e) > 1)
    if shown:
        for option in choice.find(found.spoken, shown):
            if option.form in ("exact", "stem"):
                yield _placed(option, found)._replace(form=f"shown {option.form}")


def _written(slot: ToolParameter, found: Finds) -> Iterator[SpokenValue]:
    """What was said, written as the parameter shows it; looked up once for all parameters that show the same."""
    is_country = slot.place == "country" and not slot.code
    if not (slot.city or slot.code or slot.is_zone or is_country):
        return
    key = (0, 0, f"{slot.city} {slot.code} {slot.is_zone} {is_country}")
    if key not in found.looks:
        spoken, known = found.spoken, found.writing
        cities = written.cities(spoken, slot.city, known) if slot.city else ()
        codes = written.codes(spoken, slot.code, known) if slot.code else ()
        zones = written.zones(spoken, known) if slot.is_zone else ()
        countries = written.countries(spoken, known) if is_country else ()
        found.looks[key] = (*cities, *codes, *zones, *countries)
    yield from found.looks[key]


def _lists(slot: ToolParameter, found: Finds) -> Iterator[ValueCandidate]:
    items = slot.wanted.items
    spoken = found.spoken
    if items is None:
        return
    inner = replace(slot, wanted=items, scales={})
    match items.kind:
        case "number":
            outside = [f for f in _numbers(inner, found.numbers, found) if not _is_within(f, found.moments)]
            yield from _runs(outside, found)
        case "choice":
            said = list(_choices(inner, found))
            yield from (c for c in _runs(said, found) if c.form == "run")
            yield from _gathered(said)
        case "text":
            quoted = [f for f in found.literals if f.form == "quoted"]
            yield from _runs(quoted, found)
            yield from _runs([f for f in found.literals if f.form not in ("quoted", "code")], found)
            best: list[ValueCandidate] = []
            for one in found.chunks:
                if "," not in spoken.raw[one.start : one.end] and all(
                    one.end <= b.start or one.start >= b.end for b in best
                ):
                    best.append(one)
            yield from _runs(best, found)
            if slot.examples:
                shown = [_placed(f, found) for f in choice.find(spoken, slot.examples)]
                yield from _gathered([s._replace(form="shown") for s in shown])
        case _:
            return


def _is_within(one: ValueCandidate, others: tuple[ValueCandidate, ...]) -> bool:
    return any(o.start <= one.start and one.end <= o.end for o in others)


def _runs(items: list[ValueCandidate], found: Finds) -> Iterator[ValueCandidate]:
    plain = [SpokenValue(i.start, i.end, i.value, i.form) for i in items]
    for one in listing.find(found.spoken, plain):
        least = min((i.base for i in items if one.start <= i.start < one.end), default=0.0)
        yield _placed(one, found)._replace(base=least)


def _gathered(said: list[ValueCandidate]) -> Iterator[ValueCandidate]:
    """All the options that were said, wherever; and each by itself."""
    sure = said
    values = list(dict.fromkeys(str(c.value) for c in sure))
    by_value = {str(c.value): c for c in sure}
    if len(values) > 1:
        start, end = min(c.start for c in by_value.values()), max(c.end for c in by_value.values())
        words = min(c.words[0] for c in by_value.values()), max(c.words[1] for c in by_value.values())
        yield ValueCandidate(start, end, [by_value[v].value for v in values], "gathered", words)
    for one in said:
        yield one._replace(value=[one.value], form=f"{one.form} single")
