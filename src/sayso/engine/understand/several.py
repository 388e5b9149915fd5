"""What the tagger heard in a whole message, as one reading for each thing that is to be done: several titles are new
records, several names are several records."""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from sayso.engine.nouns import Clause, Reading
from sayso.engine.pack import Pack
from sayso.engine.read.heard import IntentPrediction, Tagged
from sayso.engine.text import Line, is_item
from sayso.engine.understand.wording import FOLLOWS, RECORD, Hearing, Meaning, reading_of
from sayso.engine.values.times import find_times

_VALUES = frozenset(("new_priority", "new_when", "new_status", "priority", "when", "status"))
_BREAKS = frozenset(",;:.!?")
_LEAD = 2  # words between a value and the mark after it
_DENIED = 4  # words before a value that may deny it
_TOLD = frozenset(("noted_more",))  # slots of what is told about one thing
_NAMING = frozenset(("entry", "what", "subject", "title"))
Spans = tuple[Tagged, ...]


def readings_of(
    heard: IntentPrediction, clause: Clause, line: tuple[Line, Pack], hearing: Hearing, is_following: bool = False
) -> list[Reading]:
    """The readings of all that was heard, in the order in which it was said."""
    meaning = hearing.meanings.get(heard.intent)
    said, pack = line
    if meaning is None:
        return []
    merged = _with_listed(_merged(heard.spans, clause, said), clause, line, meaning, hearing)
    spans = tuple(_described(list(_telling(merged, clause, line, meaning, hearing)), clause, line, meaning))
    words = pack.words(meaning.intent) if meaning.does == "make" else None

    def begins(name: Tagged) -> bool:
        return words is None or words.is_verb(said.words[clause.start + name.start].text)

    def opens(value: Tagged) -> bool:  # "high priority: fix the tap", "… and, high priority, fix the tap"
        at, end = clause.start + value.start, clause.start + value.end
        is_joined = at > clause.start and said.words[at - 1].text in pack.joiners.by_word and "," in said.gap(at)
        return is_joined or any(":" in said.gap(i) for i in range(end, min(end + _LEAD, clause.end)))

    def is_hour(value: Tagged) -> bool:
        at = (clause.start + value.start, clause.start + value.end)
        return any(t.clock is not None for t in find_times(said, pack, at))

    if meaning.does == "make" and sum(is_item(said, i, clause.end) for i in range(clause.start, clause.end)) > 1:
        listed = reading_of(heard, clause, hearing)
        return [listed] if listed is not None else []
    is_apart = any(not {";", "\n"}.isdisjoint(said.gap(i)) for i in range(clause.start + 1, clause.end))
    parts = list(_each(spans, meaning, _Place(begins, opens, is_hour, is_apart)))
    if len(parts) == 1:
        alone = reading_of(heard._replace(spans=parts[0][0]), clause, hearing, is_following)
        if alone is not None and alone.value == FOLLOWS and not meaning.follows:
            return [alone]
    found = (_read(heard, own, shared, clause, hearing) for own, shared in parts)
    readings = [r for r in found if r is not None]
    return readings if len(readings) == len(parts) else []


def _with_listed(
    spans: list[Tagged], clause: Clause, line: tuple[Line, Pack], meaning: Meaning, hearing: Hearing
) -> list[Tagged]:
    """The spans, with a listed record before the first of several that was not heard: "done [eggs], milk and flour"."""
    said, _ = line
    named = [t for t in spans if meaning.slots.get(t.slot) == RECORD]
    if len(named) < 2 or meaning.does == "make":
        return spans
    first = clause.start + named[0].start
    at = first - 1
    if at <= clause.start or "," not in said.gap(first) or any(t.start <= at - clause.start < t.end for t in spans):
        return spans
    is_listed = hearing.listed(hearing.lexicon.stem(said.words[at].text)) == "r"
    one = Tagged(named[0].slot, at - clause.start, at - clause.start + 1)
    return sorted((*spans, one), key=lambda t: t.start) if is_listed else spans


def _read(heard: IntentPrediction, own: Spans, shared: Spans, clause: Clause, hearing: Hearing) -> Reading | None:
    reading = reading_of(heard._replace(spans=(*own, *shared)), clause, hearing)
    if reading is None or reading.does != "make" or not own:
        return reading
    start, end = min(t.start for t in own), max(t.end for t in own)
    return reading._replace(clause=reading.clause._replace(start=clause.start + start, end=clause.start + end))


def _described(spans: list[Tagged], clause: Clause, line: tuple[Line, Pack], meaning: Meaning) -> list[Tagged]:
    """The spans, a value that says which records are meant as part of their name: "everything that is" "high"."""
    said, pack = line
    pointing = pack.references.light | pack.shifts.one | pack.shifts.many | pack.shifts.only
    for i, (one, other) in enumerate(pairwise(spans)):
        words = said.words[clause.start + one.start : clause.start + one.end]
        is_next = one.end == other.start and other.slot in _VALUES and meaning.slots.get(one.slot) == RECORD
        if is_next and len(spans) > 2 and all(w.text in pointing for w in words):
            return [*spans[:i], one._replace(end=other.end), *spans[i + 2 :]]
    return spans


def _telling(
    spans: Sequence[Tagged], clause: Clause, line: tuple[Line, Pack], meaning: Meaning, hearing: Hearing
) -> Iterator[Tagged]:
    """The spans without those of small words alone ("la", "sui filtri") and those that are denied ("not that
    important, make it low"), where another one of the slot says more."""
    said, pack = line

    def is_small(span: Tagged) -> bool:
        words = said.words[clause.start + span.start : clause.start + span.end]
        return all(w.text in pack.references.light for w in words)

    def is_denied(span: Tagged) -> bool:
        at = clause.start + span.start
        first = max(at - _DENIED, clause.start)
        first = next((i for i in range(at, first, -1) if not _BREAKS.isdisjoint(said.gap(i))), first)
        return span.slot in _VALUES and any(w.text in pack.negations for w in said.words[first:at])

    heavy = {t.slot for t in spans if not is_small(t) and not is_denied(t)}
    for span in spans:
        if span.slot not in heavy or not (is_small(span) or is_denied(span)):
            yield _pointing(span, clause, line, meaning, hearing)


def _pointing(span: Tagged, clause: Clause, line: tuple[Line, Pack], meaning: Meaning, hearing: Hearing) -> Tagged:
    """A name that only points, without the act that was taken along: "quella [passala]"."""
    said, pack = line
    if meaning.slots.get(span.slot) != RECORD or span.end - span.start != 2:
        return span
    left, right = said.flat_at(clause.start + span.start), said.flat_at(clause.start + span.start + 1)
    points = any(p.match(said.flat, left, right) for p in pack.references.pronouns.of(said.texts))
    last = said.words[clause.start + span.end - 1].text
    is_name = pack.knows(last) or bool(hearing.listed(hearing.lexicon.stem(last)))  # "le burrate", which are listed
    return span._replace(end=span.end - 1) if points and not is_name else span


def _merged(spans: Sequence[Tagged], clause: Clause, said: Line) -> list[Tagged]:
    """The spans, those of one slot that stand side by side as one: "both" "fridges"; no titles with a comma between."""
    out: list[Tagged] = []
    for span in sorted(spans, key=lambda t: t.start):
        is_parted = span.slot == "title" and any(mark in said.gap(clause.start + span.start) for mark in ",;.\n")
        if out and (out[-1].slot, out[-1].end) == (span.slot, span.start) and not is_parted:
            out[-1] = out[-1]._replace(end=span.end)
        else:
            out.append(span)
    return out


class _Place(NamedTuple):
    """What the words of a span tell about its place."""

    begins: Callable[[Tagged], bool]  # with something to do
    opens: Callable[[Tagged], bool]  # what is said of the next thing
    is_hour: Callable[[Tagged], bool]  # which only one of several has
    is_apart: bool  # whether the things are parted as whole sentences are: what is said last is said of the last


def _each(spans: Spans, meaning: Meaning, place: _Place) -> Iterator[tuple[Spans, Spans]]:
    """The spans of each thing, its name and the values that were said of it, and those that were said of all."""
    names = [t for t in spans if meaning.slots.get(t.slot) in _NAMING]
    if len(names) < 2 or len({t.slot for t in names}) > 1:
        yield spans, ()
        return
    values = [t for t in spans if t not in names]
    first = names[0].start
    leads = any(t.start < first for t in values) and not any(t.start > names[-1].end for t in values)
    held: list[list[Tagged]] = [[] for _ in names]
    for value in values:
        before = sum(1 for n in names if n.start < value.start)
        at = min(before, len(names) - 1) if leads or place.opens(value) else max(before - 1, 0)
        if any(t.slot == value.slot for t in held[at]) and at + 1 < len(names):
            at += 1  # said before its name: ", and then low priority, repaint the fence"
        held[at].append(value)
    if not all(held) and place.begins(names[0]) and not all(place.begins(n) for n in names[1:]):
        yield spans, ()  # several things of one act: "buy bread, ham and cheese"
        return
    shared = [t for t in _shared(held, leads) if leads or meaning.does != "make" or not _is_of_one(t, meaning, place)]
    if meaning.does != "make" and not leads and any(held[:-1]):
        shared = []  # each has its own: "move the report to thursday and make the flights high priority"
    for name, own in zip(names, held, strict=True):
        slots = {t.slot for t in own}
        yield tuple(sorted((name, *own), key=lambda t: t.start)), tuple(t for t in shared if t.slot not in slots)


def _is_of_one(value: Tagged, meaning: Meaning, place: _Place) -> bool:
    """Whether a value that was said last is of one of several new things only: a time of day, a note."""
    return place.is_apart or meaning.slots.get(value.slot) in _TOLD or place.is_hour(value)


def _shared(held: list[list[Tagged]], leads: bool) -> list[Tagged]:
    """The values of all: those said once, before the first or after the last."""
    edge, rest = (held[0], held[1:]) if leads else (held[-1], held[:-1])
    others = {t.slot for own in rest for t in own}
    return [t for t in edge if t.slot not in others]


def has_own_value(said: Line, words: tuple[int, int], pack: Pack) -> bool:
    """Whether the first of several subjects has a value of its own: "the oven to 220 and the fridge"."""
    for i in range(words[0] + 1, words[1] - 1):
        text = said.words[i].text
        is_value = text[:1].isdigit() or text in pack.numbers.cardinals
        if is_value and said.words[i - 1].text in pack.commands.towards:
            after = range(i + 1, words[1])
            return any("," in said.gap(j) or said.words[j].text in pack.joiners.by_word for j in after)
    return False
