"""Which of the spans that were heard belong to which thing: one reading for each record, title or subject."""

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sayso.engine.capabilities.acts import RELATIVE
from sayso.engine.nouns import Clause, Reading
from sayso.engine.pack import Pack
from sayso.engine.read.heard import IntentPrediction, Tagged
from sayso.engine.text import Line
from sayso.engine.understand.wording import FOLLOWS, HEARD, RECORD, Meaning

_NAMING = frozenset((RECORD, "title"))  # slots of what a thing is called
_SUBJECT = "what"  # the slot of what is to do something
_BREAKS = ",;.\n/"
_APART = ";\n/."  # between things that are surely several
_ACT = 0.5  # how sure the act must be
_AS_IF = 0.75  # with what surety a reading is tried at least
Words = tuple[int, int]
Slots = dict[str, Words]


class SpanContext(NamedTuple):
    """The line that was heard, what it asks for, and whether a word is a verb of something to do."""

    said: Line
    pack: Pack
    meaning: Meaning

    def is_verb(self, span: Tagged) -> bool:
        """Whether a name begins with something to do."""
        words = self.pack.words(self.meaning.intent)
        return words.is_verb(self.said.words[span.start].text)

    def is_apart(self, span: Tagged, marks: str) -> bool:
        """Whether one of these marks stands before a span."""
        return any(mark in self.said.gap(span.start) for mark in marks)


def readings_from(wording: IntentPrediction, parts: SpanContext) -> list[Reading]:
    """A reading for each thing that was heard, in order; none where one of them lacks what it needs."""
    meaning = parts.meaning
    act = wording.act if meaning.has_act and wording.act_probability >= _ACT else ""
    if meaning.has_act and not act:
        return []
    sure = max(wording.probability, _AS_IF)
    odds = math.log(sure / max(1.0 - sure, 1e-4))
    whole = Clause(0, len(parts.said.words), "request")
    spans = _joined(wording.spans, parts)
    if meaning.has_act and sum(meaning.slots.get(t.slot) == _SUBJECT for t in spans) > 1:
        return []  # each has its own act: "oven off, cold room locked"
    things = list(_things(spans, parts))
    out: list[Reading] = []
    for slots in things:
        value = act
        if act in RELATIVE and "amount" in slots:
            slots["by_amount"] = slots.pop("amount")
        lacking = {meaning.slots[slot] for slot in meaning.needs} - slots.keys()
        if meaning.follows or lacking == {RECORD}:
            value = FOLLOWS
        elif lacking:
            return []
        clause = whole
        if len(things) > 1:
            clause = Clause(min(s for s, _ in slots.values()), max(e for _, e in slots.values()), "request")
        out.append(Reading(meaning.intent, HEARD, clause, slots, HEARD, 0, odds, value, meaning.does))
    return out


def _joined(spans: Sequence[Tagged], parts: SpanContext) -> list[Tagged]:
    """The spans in order, those of one slot that stand side by side as one."""
    out: list[Tagged] = []
    for span in sorted(spans, key=lambda t: t.start):
        is_next = bool(out) and (out[-1].slot, out[-1].end) == (span.slot, span.start)
        if is_next and not parts.is_apart(span, _BREAKS):
            out[-1] = out[-1]._replace(end=span.end)
        else:
            out.append(span)
    return out


def _things(spans: Sequence[Tagged], parts: SpanContext) -> Iterator[Slots]:
    """The slots of each thing, with the values that were said of it."""
    meaning = parts.meaning
    names = {**meaning.others, **meaning.slots}
    named = [t for t in spans if meaning.slots.get(t.slot) in _NAMING]
    named = named or [t for t in spans if meaning.others.get(t.slot) in _NAMING]
    values = [t for t in spans if t.slot in names and names[t.slot] not in _NAMING]
    if meaning.does == "make" and _is_of_one_act(named, values, parts):
        named = [named[0]._replace(end=named[-1].end)]
    if len(named) < 2 or meaning.has_act:
        slots: Slots = {}
        for known in (meaning.slots, meaning.others):
            for span in (*named, *values):
                if span.slot in known:
                    slots.setdefault(known[span.slot], (span.start, span.end))
        yield slots
        return
    yield from _each(named, [(names[t.slot], t) for t in values], parts)


def _is_of_one_act(named: Sequence[Tagged], values: Sequence[Tagged], parts: SpanContext) -> bool:
    """Whether several titles are things of one act: "buy bread, milk and pasta"."""
    if len(named) < 2 or not parts.is_verb(named[0]) or any(parts.is_verb(t) for t in named[1:]):
        return False
    is_parted = any(parts.is_apart(t, _APART) for t in named[1:])
    return not is_parted and not any(named[0].end <= v.start < named[-1].start for v in values)


def _is_of_the_next(value: Tagged, named: Sequence[Tagged], before: int, parts: SpanContext) -> bool:
    """Whether a value is said of the thing after it: "pay the plumber and, high priority, chase the bank"."""
    if not 0 < before < len(named):
        return False
    said = parts.said
    between = range(named[before - 1].end, value.start)
    is_parted = any(mark in said.gap(i) for i in (*between, value.start) for mark in _APART)
    return is_parted or any(said.words[i].text in parts.pack.joiners.by_word for i in between)


def _each(named: Sequence[Tagged], values: Sequence[tuple[str, Tagged]], parts: SpanContext) -> list[Slots]:
    """The slots of each of several: a value is said after its name, or before it where the first one is."""
    does = parts.meaning.does
    leads = bool(values) and values[0][1].start < named[0].start
    leads = leads and not any(v.start >= named[-1].end for _, v in values)
    name = parts.meaning.slots.get(named[0].slot) or parts.meaning.others[named[0].slot]
    out: list[Slots] = [{name: (t.start, t.end)} for t in named]
    for slot, value in values:
        before = sum(1 for t in named if t.start < value.start)
        is_before = leads or _is_of_the_next(value, named, before, parts)
        at = min(before, len(named) - 1) if is_before else max(before - 1, 0)
        at += slot in out[at] and at + 1 < len(named)
        out[at].setdefault(slot, (value.start, value.end))
    for slot in dict.fromkeys(s for s, _ in values):
        having = [i for i, slots in enumerate(out) if slot in slots]
        if leads:  # what was said of one holds for those after it
            last: Words | None = None
            for slots in out:
                last = slots.get(slot, last)
                if last is not None:
                    slots.setdefault(slot, last)
        elif does != "make" and having == [len(out) - 1]:  # "the report and the flights to friday"
            for slots in out:
                slots.setdefault(slot, out[-1][slot])
    return out
