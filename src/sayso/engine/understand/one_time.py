"""A day and a time of day that were heard apart, as one time: "at the same time but friday"."""

from collections.abc import Sequence

from sayso.engine.nouns import Clause
from sayso.engine.pack import Pack
from sayso.engine.read.heard import Tagged
from sayso.engine.text import Line
from sayso.engine.values.times import TimePhrase, find_times

_APART = 2  # words between them


def as_one_time(spans: Sequence[Tagged], slot: str, part: tuple[Line, Clause], pack: Pack) -> Sequence[Tagged]:
    """The spans, two of a slot for times as one where they are a day and a time of day, and only small words stand
    between them."""
    said, clause = part
    times = sorted((t for t in spans if t.slot == slot), key=lambda t: t.start)
    if len(times) != 2:
        return spans
    read = [_read(t, said, clause, pack) for t in times]
    between = [said.words[clause.start + i].text for i in range(times[0].end, times[1].start)]
    if read[0] is None or read[1] is None:
        return spans
    is_split = (read[0].day is None) != (read[1].day is None) and (read[0].clock is None) != (read[1].clock is None)
    if (
        is_split
        and len(between) <= _APART
        and all(w in pack.joiners.by_word or w in pack.ellipsis.small for w in between)
    ):
        return [*(t for t in spans if t not in times), times[0]._replace(end=times[1].end)]
    return spans


def _read(span: Tagged, said: Line, clause: Clause, pack: Pack) -> TimePhrase | None:
    found = find_times(said, pack, (clause.start + span.start, clause.start + span.end))
    return found[0] if len(found) == 1 else None
