"""Values of a message that are said in a remark, or denied after they were said: "to the 25th, I am away at the end of
the month", "wednesday no, there is a strike: thursday"."""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

from sayso.engine.capabilities.acts import SET
from sayso.engine.nouns import Clause
from sayso.engine.pack import Pack
from sayso.engine.read.heard import IntentPrediction, Tagged
from sayso.engine.text import Line
from sayso.engine.values.times import find_times

_BREAKS = frozenset(",;:.!?–—")
_MORE = 0.15  # how much more surely than any other
_MEANT = 0.6  # how sure a part must be heard as an order
Words = tuple[int, int]
Hears = Callable[[int, int], IntentPrediction]


def without_remarks(
    spans: tuple[Tagged, ...], line: tuple[Line, Clause, Pack], slots: Mapping[str, bool], hears: Hears
) -> tuple[Tagged, ...]:
    """The spans without those values of a slot that are denied, or stand in a part of the message that says nothing to
    do, where another one of the slot stands in a part that does; `slots` are those of one value (True), and of what it
    is given to (False)."""
    said, clause, pack = line
    twice = {t.slot for t in spans if slots.get(t.slot) and sum(o.slot == t.slot for o in spans) > 1}
    if not twice:
        return spans
    twice = {slot for slot in twice if not _are_side_by_side([t for t in spans if t.slot == slot])}
    light = pack.references.light
    heavy = {t for t in spans if any(said.words[clause.start + i].text not in light for i in range(t.start, t.end))}
    kept = tuple(t for t in spans if t.slot not in twice or (t in heavy and not _is_denied(t, said, clause, pack)))
    kept = kept if {t.slot for t in kept} == {t.slot for t in spans} else spans
    parts = _parts(said, clause)
    for slot in twice:
        mine = [t for t in kept if t.slot == slot]
        held = {p: [t for t in mine if p[0] <= t.start < p[1]] for p in parts}
        held = {p: some for p, some in held.items() if some}
        if len(held) < 2 or _are_one(mine, said, clause, pack) or _are_corrected(mine, said, clause, pack):
            continue
        final = max(held)
        is_bare = _is_all(final, held[final], said, clause, pack)
        named = [p for p in held if any(slots.get(t.slot) is False and p[0] <= t.start < p[1] for t in spans)]
        is_named = len(named) == 1 and not is_bare
        meant = named[0] if is_named else final if is_bare else _most_meant({p: hears(*p) for p in held}, slot)
        if meant is not None:
            kept = tuple(t for t in kept if t.slot != slot or t in held[meant])
    return kept


def _are_side_by_side(spans: Sequence[Tagged]) -> bool:
    """Whether the pieces of one value were heard one by one: "one and" "a half degrees"."""
    return all(one.end == other.start for one, other in pairwise(sorted(spans, key=lambda t: t.start)))


def _most_meant(heard: Mapping[Words, IntentPrediction], slot: str) -> Words | None:
    """The one part that says what is to be, by what it is heard as, and by what is done in it."""
    meant = {p: h for p, h in heard.items() if _is_meant(h, slot)}
    for some in (meant, {p: h for p, h in meant.items() if h.act == SET and h.act_probability >= _MEANT}):
        if len(some) == 1:
            return next(iter(some))
    first, second, *_ = (*sorted(meant, key=lambda p: -meant[p].probability), None, None)
    if first is None or second is None:
        return first
    return first if meant[first].probability >= meant[second].probability + _MORE else None


def _parts(said: Line, clause: Clause) -> list[tuple[int, int]]:
    """The parts of a clause between marks, counted from its first word."""
    count = clause.end - clause.start
    cuts = [i for i in range(1, count) if not _BREAKS.isdisjoint(said.gap(clause.start + i))]
    return list(pairwise((0, *cuts, count)))


def _are_corrected(spans: Sequence[Tagged], said: Line, clause: Clause, pack: Pack) -> bool:
    """Whether a sound or a word of correction stands between two of them: "thursday, er, friday"; put right later."""
    marks = pack.shifts.hesitations | {p[0] for p in pack.ellipsis.marks["corrects"] if len(p) == 1}
    first, last = clause.start + spans[0].end, clause.start + spans[-1].start
    return any(w.text in marks for w in said.words[first:last])


def _are_one(spans: Sequence[Tagged], said: Line, clause: Clause, pack: Pack) -> bool:
    """Whether a day and a time of day are said apart: "tomorrow, at 5"."""
    found = [find_times(said, pack, (clause.start + t.start, clause.start + t.end)) for t in spans]
    times = [t for some in found for t in some]
    return any(t.day is None for t in times) and any(t.clock is None for t in times)


def _is_all(part: Words, spans: Sequence[Tagged], said: Line, clause: Clause, pack: Pack) -> bool:
    """Whether a part says nothing but a value, with small words around it."""
    small = pack.references.light | pack.shifts.hesitations | pack.shifts.fillers | pack.ellipsis.small
    inside = {i for t in spans for i in range(t.start, t.end)}
    return all(i in inside or said.words[clause.start + i].text in small for i in range(*part))


def _is_meant(heard: IntentPrediction, slot: str) -> bool:
    return heard.intent != "none" and heard.probability >= _MEANT and any(t.slot == slot for t in heard.spans)


def _is_denied(span: Tagged, said: Line, clause: Clause, pack: Pack) -> bool:
    """Whether a no follows at once, and then a pause."""
    after = clause.start + span.end
    denying = pack.negations | {phrase[0] for phrase in pack.ellipsis.marks["corrects"] if len(phrase) == 1}
    if after + 1 >= clause.end or said.words[after].text not in denying:
        return False
    return _BREAKS.isdisjoint(said.gap(after)) and not _BREAKS.isdisjoint(said.gap(after + 1))


def denies_a_value(said: Line, part: Words, pack: Pack, values: Callable[[int, int], Sequence[int]]) -> bool:
    """Whether all that a part denies is a value: "it is sunday, not saturday"."""
    at = next((i for i in range(*part) if said.words[i].text in pack.negations), None)
    if at is None or at + 1 >= part[1]:
        return False
    end = next((i for i in range(at + 2, part[1]) if said.words[i].text in pack.joiners.by_word), part[1])
    rest = range(at + 1, end)  # "not tomorrow but wednesday"
    return set(rest) <= set(values(rest[0], rest[-1] + 1))
