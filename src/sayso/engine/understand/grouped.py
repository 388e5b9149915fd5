"""Records that a span speaks of by what they are, with all the words that say so: what the tagger took for new values
may be part of them: "make all the ones with high priority" "low"."""

from sayso.engine.pack import Pack
from sayso.engine.read.heard import Tagged
from sayso.engine.records.attributes import attributes_in
from sayso.engine.text import Line

_LED = 2  # small words before a group that belong to it: "tutto" "quello che"


def as_groups(
    spans: list[Tagged], words: tuple[Line, int, int], pack: Pack, slots: tuple[str, set[str]]
) -> list[Tagged]:
    """The spans, one that names records by what they are as long as it goes on doing so; `words` are the line and where
    the clause begins and ends in it, `slots` that of the record and those of values, one of which is left outside.
    Without such, no status beyond the span: "mark everything for today" "as done"."""
    record, values = slots
    said, start, end = words
    for span in spans:
        if span.slot != record or not _is_of_no_name(said, (start + span.start, start + span.end), pack):
            continue
        first = start + span.start
        while first > start and start + span.start - first < _LED and said.words[first - 1].text in pack.shifts.many:
            first -= 1
        others = [t for t in spans if t is not span and t.slot in values]
        for last in range(end, start + span.end, -1):
            inside = [t for t in others if first - start <= t.start and t.end <= last - start]
            is_cut = any(t.start < last - start < t.end for t in spans if t is not span)
            if is_cut or (values and len(inside) == len(others)):
                continue  # nothing would be left to change
            told = attributes_in(said, (first, last), pack)
            if told is not None and told.when and not told.is_plural:
                continue  # "push that one to monday": no one of monday
            if told is None or told == attributes_in(said, (first, last - 1), pack):
                continue  # its last word says nothing of them
            if values or told.status is None or last == start + span.end + 1:
                rest = [t for t in spans if t is not span and t not in inside]
                return sorted([*rest, span._replace(start=first - start, end=last - start)], key=lambda t: t.start)
    return spans


def _is_of_no_name(said: Line, words: tuple[int, int], pack: Pack) -> bool:
    """Whether records are spoken of that are not named: "everything", "the one"."""
    standing = pack.shifts.many | pack.shifts.one
    return any(said.words[i].text in standing for i in range(max(words[0] - 1, 0), words[1]))
