"""Several commands in one breath, with no pause between them, as they are dictated: "turn off the pump close the
valve", "ceiling light off desk lamp on"; always asked about."""

from collections.abc import Iterator

from sayso.engine.by_ear import Decide
from sayso.engine.capabilities.room import Room
from sayso.engine.capabilities.several import named_between
from sayso.engine.clauses import boundaries
from sayso.engine.nouns import Call, Failed, Step
from sayso.engine.orders import is_told
from sayso.engine.outcome import are_complete, is_named_now, unless_reading, what_it_does
from sayso.engine.understand.hesitations import blanked
from sayso.engine.understand.read import Understanding

_ORDERS = 6  # in one message
_LONGEST = 30  # words
Words = tuple[int, int]


def run_on(steps: tuple[Step, ...], heard: Understanding, room: Room, decide: Decide) -> tuple[Step, ...]:
    """The commands, each by itself, where the words of two were taken for the name of one, or one of them was left
    out; none where not every part names a subject and is a whole command."""
    is_lost = any(isinstance(s, Failed) and s.reason == "not_found" and s.action.does == "command" for s in steps)
    is_plain = all(h.clause.kind in ("request", "other") for h in heard.heard)
    is_part = bool(steps) and not is_lost and are_complete(steps) and all(s.action.does == "command" for s in steps)
    if (steps and not is_lost and not is_part) or not room.is_known or not is_plain or len(heard.said.words) > _LONGEST:
        return ()
    for parts in _parts(heard):
        found: list[Step] = []
        for part in parts:
            alone = _alone(part, heard, decide)
            if not alone or not (_are_named(alone) or named_between(heard.said, part, room)):
                break
            found.extend(alone)
        else:
            is_more = not is_part or {what_it_does(s) for s in found} > {what_it_does(s) for s in steps}
            if is_more and len(found) >= len(parts) and are_complete(found):
                return unless_reading(tuple(found), room.policy.tools, room)
    return ()


def _parts(heard: Understanding) -> Iterator[list[Words]]:
    """The parts of the message, each with one word for what to do: where that leads, and where it ends it."""
    said, hearing = heard.said, heard.hearing
    if hearing is None:
        return
    spots = hearing.lexicon.spots("act", hearing.lexicon.stems(w.text for w in said.words))
    if not 1 < len(spots) <= _ORDERS:
        return
    pauses = list(boundaries(said, 0, len(said.words), heard.pack))
    for edges in ({s.start for s in spots[1:]}, {s.end for s in spots[:-1]}):
        inside = {i for before, after in pauses for i in range(before, after + 1)}
        cuts = sorted([*pauses, *((i, i) for i in edges - inside)])
        starts, ends = (0, *(after for _, after in cuts)), (*(before for before, _ in cuts), len(said.words))
        parts = [p for p in zip(starts, ends, strict=True) if p[0] < p[1]]
        if all(sum(part[0] <= s.start < part[1] for s in spots) <= 1 for part in parts) and len(parts) > 1:
            yield parts


def _are_named(steps: tuple[Step, ...]) -> bool:
    """Whether a part surely is a command to what it names, by whatever name."""
    return bool(steps) and all(isinstance(s, Call) and is_named_now(s.action) for s in steps)


def _alone(part: Words, heard: Understanding, decide: Decide) -> tuple[Step, ...]:
    """What a part says by itself; None of it where it says anything but commands."""
    said, (start, end) = heard.said, part
    found = decide(blanked(blanked(said.raw, said.words[end - 1].end, len(said.raw)), 0, said.words[start].start))
    return found if all(is_told(s, part, heard) for s in found) else ()
