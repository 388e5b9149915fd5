"""Two orders in one breath without a second verb: "oven to 200 and its light on". Each part is heard by itself."""

from collections.abc import Iterator

from sayso.engine.capabilities.think import to_subjects
from sayso.engine.clauses import joined_until
from sayso.engine.nouns import Call, Clause, Confirm, Step
from sayso.engine.thread import Thread
from sayso.engine.understand.wording import heard_in, reading_of


def apart(clause: Clause, thread: Thread) -> list[Step]:
    """The orders of the parts of a clause, where each of them is one by itself; else nothing."""
    said, hearing, room = thread.heard.said, thread.heard.hearing, thread.room
    parts = list(_parts(clause, thread))
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


def _parts(clause: Clause, thread: Thread) -> Iterator[Clause]:
    """What stands between "and", "then" and commas."""
    said, pack = thread.heard.said, thread.heard.pack
    start = at = clause.start
    while at < clause.end:
        after = joined_until(said, at, clause.end, pack)
        if at > start and (after > at or "," in said.gap(at)):
            yield Clause(start, at, "request")
            start = at = max(after, at)
        at += 1
    if start < clause.end:
        yield Clause(start, clause.end, "request")
