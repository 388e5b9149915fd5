"""A follow-up without the words around it, where nothing comes of it with them: "same question for [the blast
chiller]", "no hang on, [190]". What is heard in it is decided as if it had been said alone; a change is asked about."""

from collections.abc import Callable, Sequence

from sayso.engine.capabilities.room import Room
from sayso.engine.nouns import Call, Clause, Confirm, Step
from sayso.engine.outcome import unless_reading
from sayso.engine.pack import Pack
from sayso.engine.understand.hesitations import blanked
from sayso.engine.understand.read import Understanding
from sayso.engine.understand.wording import heard_in

_SURELY = 0.85
_LONGEST = 16  # words
_PLAIN = frozenset(("request", "other", "negated"))
Decide = Callable[[str], tuple[Step, ...]]


def by_ear(heard: Understanding, room: Room, decide: Decide) -> tuple[Step, ...]:
    """The steps of what is surely heard as a follow-up, said alone; none where it is all of the message, or denied."""
    said, pack, hearing = heard.said, heard.pack, heard.hearing
    if hearing is None or not pack.is_heard or not 1 < len(said.words) <= _LONGEST:
        return ()
    if not {h.clause.kind for h in heard.heard} <= _PLAIN:
        return ()
    wording = heard_in(said, Clause(0, len(said.words), "request"), pack, hearing)
    meaning = hearing.meanings.get(wording.intent)
    if meaning is None or not meaning.follows or wording.probability < _SURELY or not wording.spans:
        return ()
    start, end = min(t.start for t in wording.spans), max(t.end for t in wording.spans)
    start -= start > 0 and not said.gap(start).strip()  # "by", "plus" and "to" say what a value is
    before, after = said.words[:start], said.words[end:]
    if not (before or after) or _is_denied([w.text for w in before], [w.text for w in after], pack):
        return ()
    alone = blanked(said.raw, 0, said.words[start].start) if before else said.raw
    found = decide(blanked(alone, said.words[end - 1].end, len(said.raw)) if after else alone)
    if not found or not _are_told(found) or ("?" in said.raw and not _are_readings(found, room)):
        return ()  # "is it urgent already?" makes nothing urgent
    return unless_reading(found, room.policy.tools, room)


def _is_denied(before: list[str], after: list[str], pack: Pack) -> bool:
    """Whether a word around denies, but for the "no" that a correction begins with."""
    is_corrected = tuple(before[:1]) in pack.ellipsis.marks["corrects"]
    return not pack.negations.isdisjoint((*before[is_corrected:], *after))


def _are_told(steps: Sequence[Step]) -> bool:
    return all(isinstance(s, Call | Confirm) and s.action.does != "make" for s in steps)


def _are_readings(steps: Sequence[Step], room: Room) -> bool:
    return all(room.policy.tools.is_reading(s.action.tool_name) for s in steps)
