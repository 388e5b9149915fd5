"""A value that somebody said, after one that was just given: "ah no, half four she said", "I said 170"."""

from sayso.engine.by_ear import Decide
from sayso.engine.capabilities.room import Room
from sayso.engine.nouns import Step
from sayso.engine.outcome import are_complete, is_named_now, unless_reading
from sayso.engine.understand.hesitations import blanked
from sayso.engine.understand.read import Understanding
from sayso.engine.values.times import find_times

_LONGEST = 12  # words of a message that is a value and little else
_PHRASE = 3  # words of "he told me"
_TOLD = "hypothetical"  # what such a clause is taken for
_OF_FOCUS = frozenset(("command", "change"))


def told_by_somebody(heard: Understanding, room: Room, decide: Decide) -> tuple[Step, ...]:
    """What the value alone would change of what was spoken of; none where anything else is said. Always asked about."""
    said, pack = heard.said, heard.pack
    if not 1 < len(said.words) <= _LONGEST or "?" in said.raw or not any(h.clause.kind == _TOLD for h in heard.heard):
        return ()
    told = next((w for n in range(_PHRASE, 0, -1) for w in _phrases(heard, n)), None)
    if told is None:
        return ()
    corrects = {w for phrase in pack.ellipsis.marks["corrects"] for w in phrase}
    idle = pack.ellipsis.small | pack.shifts.fillers | pack.negations | pack.shifts.halves.keys() | corrects
    valued = {i for t in find_times(said, pack, (0, len(said.words))) for i in range(t.start, t.end)}
    rest = [(i, w.text) for i, w in enumerate(said.words) if not told[0] <= i < told[1]]
    numbers = pack.numbers.cardinals.keys()
    if not all(i in valued or t in idle or t in numbers or t[0].isdigit() for i, t in rest):
        return ()
    found = decide(blanked(said.raw, said.words[told[0]].start, said.words[told[1] - 1].end))
    is_meant = bool(found) and all(s.action.does in _OF_FOCUS and not is_named_now(s.action) for s in found)
    return unless_reading(found, room.policy.tools, room) if is_meant and are_complete(found) else ()


def _phrases(heard: Understanding, length: int) -> list[tuple[int, int]]:
    """Where so many words say that somebody said it."""
    texts, phrases = [w.text for w in heard.said.words], heard.pack.ellipsis.marks["told"]
    return [(i, i + length) for i in range(len(texts) - length + 1) if tuple(texts[i : i + length]) in phrases]
