"""A second opinion on what would be done at once where a part of the message was not read: "text Luca: turn off the
boiler" is no order to us. If the net does not surely hear it too, it is asked about; and so is what would be done again
to the record of the last step, where another one is spoken of."""

from collections.abc import Sequence
from dataclasses import replace

from sayso.engine.capabilities.settle import never_called
from sayso.engine.context_read.reader import SEVERAL, ContextReader, reader_of
from sayso.engine.ellipsis.shown import speaks_of_another
from sayso.engine.follow import last_done
from sayso.engine.nouns import Call, Decision
from sayso.engine.outcome import is_named_now, reply_of
from sayso.engine.read.heard import Hear
from sayso.engine.remarked import Listened
from sayso.engine.request import Request

_SURELY = 0.9
_UNREAD, _READ = "other", "request"  # kinds of parts


def unless_doubted(decision: Decision, request: Request, known: Listened, read: Hear) -> Decision:
    """The decision, what it changes at once asked about where it is doubtful."""
    is_reading = known.around.policy.tools.is_reading
    changing = [s for s in decision.steps if isinstance(s, Call) and not is_reading(s.action.tool_name)]
    reader = reader_of(request, decision.language, known, read) if changing and request.pending is None else None
    if reader is None:
        return decision
    doubted = _beside_words_not_read(decision, changing, reader) or _of_the_same_one(changing, reader)
    room = known.around.room(reader.said.pack)
    steps = tuple(never_called(s, room) if s in doubted else s for s in decision.steps)
    return replace(decision, steps=steps, reply=reply_of(steps)) if doubted else decision


def _beside_words_not_read(decision: Decision, changing: Sequence[Call], reader: ContextReader) -> list[Call]:
    """What names its record, or makes something new, beside words that were not read, where the net is not as sure."""
    named = [s for s in changing if is_named_now(s.action) or s.action.does == "make"]
    kinds = {kind for kind, _ in decision.trace.parts}
    if not named or not kinds >= {_UNREAD, _READ}:
        return []
    shares, meanings = reader.hear().shares, reader.said.hearing.meanings
    done = {s.action.does for s in named}
    likely = sum(s for n, s in shares.items() if n == SEVERAL or (n in meanings and meanings[n].does in done))
    return [] if likely >= _SURELY else named


def _of_the_same_one(changing: Sequence[Call], reader: ContextReader) -> list[Call]:
    """What would be done to the record of the last step once more, where "the other one" is said."""
    thread = reader.said.thread()
    before = last_done(thread)
    if before is None or not speaks_of_another(thread):
        return []
    last = {str(value) for value in before[0].parameters.values()}
    told = dict(before[0].parameters)
    again = [s for s in changing if {a.name: a.value for a in s.action.arguments} == told]  # "another time"
    return [s for s in changing if s.action.record is not None and str(s.action.record) in last and s not in again]
