"""Several things in one message, where less came of it: "newsletter done, trolley to thursday and add buy glue".

The net that reads a message with what went before it hears that several things are asked for, and where one ends and
the next begins: of all ways to part the message that one is taken whose parts it hears best. Each part is then decided
as if it had been said alone; what was not sure before is asked about where it changes something.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from sayso.engine.clauses import boundaries
from sayso.engine.context_read.composed import are_at_odds
from sayso.engine.context_read.reader import MEANT, SEVERAL, ContextReader, Words, is_mere_talk, reader_of
from sayso.engine.nouns import Call, Confirm, Decision, Step
from sayso.engine.outcome import are_complete, reply_of, unless_reading, what_it_does
from sayso.engine.pack import Pack
from sayso.engine.read.heard import Hear, IntentPrediction
from sayso.engine.remarked import Listened
from sayso.engine.request import Request
from sayso.engine.text import Line
from sayso.engine.understand.hesitations import blanked
from sayso.engine.understand.wording import HEARD, RECORD, together

_MAY_BE = 0.1  # how likely it must be that there are several
_SURELY = 0.6
_PART = 0.7  # how sure each part must be heard
_COST = 0.05  # of one part more
_BREAKS = frozenset(",;:.!?–—\n")
_PLACES = 10  # where a part may end


class _Way(NamedTuple):
    """A beginning of the message in parts: how well they are heard, and those of them that ask for something."""

    score: float
    parts: tuple[Words, ...]


def several_heard(
    decision: Decision, request: Request, known: Listened, at_hand: tuple[Hear, Callable[[Request], Decision]]
) -> Decision:
    """The decision; or that about each of several parts of the message, where these come to more."""
    read, decide = at_hand
    reader = reader_of(request, decision.language, known, read)
    places = _places(reader.said.line, reader.said.pack) if reader is not None else []
    if reader is None or not 2 < len(places) <= _PLACES + 2 or not _may_be_several(decision, reader):
        return decision
    likely = reader.hear().shares.get(SEVERAL, 0.0)
    if likely < _MAY_BE:
        return decision
    steps = _of_parts(
        _best_heard(places, reader), reader.said.line, lambda part: decide(replace(request, message=part))
    )
    if len(steps) < _at_least(decision, likely) or are_at_odds(steps):
        return decision
    sure = {what_it_does(s) for s in decision.steps if isinstance(s, Call)}  # which would be done at any rate
    if not sure <= {what_it_does(s) for s in steps}:
        return decision
    asked = unless_reading(steps, known.around.policy.tools, known.around.room(reader.said.pack))
    asked = tuple(s if what_it_does(s) in sure else a for s, a in zip(steps, asked, strict=True))
    return replace(decision, steps=asked, reply=reply_of(asked), next=(), reason=None)


def _may_be_several(decision: Decision, reader: ContextReader) -> bool:
    """Whether nothing was denied, told or supposed, and more is said than talk."""
    if any(kind not in MEANT for kind, _ in decision.trace.parts):
        return False
    return bool(decision.steps) or (decision.reason == "unclear" and not is_mere_talk(reader))


def _at_least(decision: Decision, likely: float) -> int:
    """How many things it must come to: more than before, or as many where one of those was heard in the whole alone."""
    before = [s for s in decision.steps if isinstance(s, Call | Confirm)]
    is_doubtful = any(s.action.reading is not None and s.action.reading.grade == HEARD for s in before)
    return len(before) if likely >= _SURELY and is_doubtful else len(before) + 1


def _places(said: Line, pack: Pack) -> list[Words]:
    """Where a part may end, and where the next one begins; the ends of the message are two of them."""
    count = len(said.words)
    return sorted({(0, 0), (count, count), *_breaks(said, pack)})


def _breaks(said: Line, pack: Pack) -> Iterator[Words]:
    count, joiners = len(said.words), pack.joiners.by_word
    yield from ((left, right) for left, right in boundaries(said, 0, count, pack) if 0 < left <= right < count)
    for i in range(1, count):
        if not _BREAKS.isdisjoint(said.gap(i)):
            yield i, i
        if said.words[i].text in joiners and i + 1 < count:
            yield i, i + 1


def _best_heard(places: Sequence[Words], reader: ContextReader) -> tuple[Words, ...]:
    """The parts that ask for something, of the way to part the message that is heard best; none where no way is."""
    ways: list[_Way | None] = [_Way(0.0, ())]
    whole = (0, places[-1][0])
    for end in range(1, len(places)):
        tried = ((ways[first], (places[first][1], places[end][0])) for first in range(end))
        longer = (_longer(way, part, reader) for way, part in tried if way is not None and part != whole)
        ways.append(max((w for w in longer if w is not None), key=lambda w: w.score, default=None))
    last = ways[-1]
    return last.parts if last is not None and len(last.parts) > 1 else ()


def _longer(way: _Way, part: Words, reader: ContextReader) -> _Way | None:
    """A beginning of the message with one part more; None where that is not heard as one thing, or as talk."""
    if part[0] >= part[1]:
        return None
    heard = reader.hear(part)
    is_asked = heard.intent in reader.said.hearing.meanings
    likely = together(heard, reader.said.hearing) if is_asked else heard.probability
    if heard.intent == SEVERAL or likely < _PART or (is_asked and _goes_on(part, heard, reader)):
        return None
    return _Way(way.score + math.log(likely) - _COST, (*way.parts, part) if is_asked else way.parts)


def _goes_on(part: Words, heard: IntentPrediction, reader: ContextReader) -> bool:
    """Whether a part is not whole, since a colon says that more comes: "tell Marco: close the gate"; or is of several
    records, each with a value of its own: "dentist friday, plumber tomorrow"."""
    line, meaning = reader.said.line, reader.said.hearing.meanings[heard.intent]
    if part[1] < len(line.words) and ":" in line.gap(part[1]):
        return True
    roles = [meaning.slots.get(t.slot, "") == RECORD for t in heard.spans]
    return meaning.does == "change" and roles.count(True) > 1 and roles.count(False) > 1


def _of_parts(parts: Sequence[Words], said: Line, decide: Callable[[str], Decision]) -> tuple[Step, ...]:
    """What each part comes to if it is said alone; nothing where one does not come to something whole."""
    found: dict[str, Step] = {}
    for start, end in parts:
        alone = blanked(said.raw, 0, said.words[start].start)
        alone = blanked(alone, said.words[end - 1].end, len(said.raw)) if end < len(said.words) else alone
        steps = decide(alone).steps
        if not steps or not are_complete(steps):
            return ()
        found |= {what_it_does(s): s for s in steps}
    return tuple(found.values())
