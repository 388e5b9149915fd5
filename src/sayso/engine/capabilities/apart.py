"""Two orders in one breath without a second verb: "oven to 200 and its light on". Each part is heard by itself."""

from collections.abc import Iterator

from sayso.engine.capabilities.think import to_subjects
from sayso.engine.clauses import joined_until
from sayso.engine.nouns import Call, Clause, Confirm, Step
from sayso.engine.records.focus import COUNTED
from sayso.engine.thread import Thread
from sayso.engine.understand.wording import heard_in, reading_of


def apart(clause: Clause, thread: Thread) -> list[Step]:
    """The orders of the parts of a clause, where each of them is one by itself; else nothing."""
    said, hearing, room = thread.heard.said, thread.heard.hearing, thread.room
    parts = list(parts_of_clause(clause, thread))
    if hearing is None or not room.is_known or len(parts) < 2:
        return []
    steps: list[Step] = []
    kept = thread.focus, thread.things
    for part in parts:
        reading = reading_of(heard_in(said, part, thread.heard.pack, hearing), part, hearing)
        found = [] if reading is None or reading.does != "command" else to_subjects((reading,), thread)
        if not found or not all(isinstance(s, Call | Confirm) and s.action.does == "command" for s in found):
            thread.focus, thread.things = kept
            return []
        steps.extend(found)
    return steps


def parts_of_clause(clause: Clause, thread: Thread) -> Iterator[Clause]:
    """What stands between "and", "then" and commas."""
    said, pack = thread.heard.said, thread.heard.pack
    start = at = clause.start
    while at < clause.end:
        after = joined_until(said, at, clause.end, pack)
        if at > start and (after > at or "," in said.gap(at)) and not _is_within_a_number(at, after, thread):
            yield Clause(start, at, "request")
            start = at = max(after, at)
        at += 1
    if start < clause.end:
        yield Clause(start, clause.end, "request")


def _is_within_a_number(at: int, after: int, thread: Thread) -> bool:
    """Whether a joiner stands between the words of one number: "one hundred and eighty", or of "tutti e due"."""
    words, cardinals = thread.heard.said.words, thread.heard.pack.numbers.cardinals
    said, plural = thread.heard.said, thread.heard.pack.references.plural
    both = (m for p in plural.of(said.texts) if p.intent in COUNTED for m in p.search_all(said.flat, 0, len(said.flat)))
    for first, last in ((said.index(m.start()), said.index(m.end() - 1)) for m in both):
        ends = last + 1 == len(words) or words[last + 1].text in thread.heard.pack.joiners.by_word
        if first < at <= last and (ends or "," in said.gap(last + 1)):
            return True
    return at < after < len(words) and words[at - 1].text in cardinals and words[after].text in cardinals
