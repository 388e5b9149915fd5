"""A second opinion on what would be done at once where a part of the message was not read: "text Luca: turn off the
boiler" is no order to us. If the net does not surely hear it too, it is asked about."""

from dataclasses import replace

from sayso.engine.capabilities.settle import never_called
from sayso.engine.context_read.reader import SEVERAL, reader_of
from sayso.engine.nouns import Call, Decision
from sayso.engine.outcome import is_named_now, reply_of
from sayso.engine.read.heard import Hear
from sayso.engine.remarked import Listened
from sayso.engine.request import Request

_SURELY = 0.9
_UNREAD, _READ = "other", "request"  # kinds of parts


def unless_doubted(decision: Decision, request: Request, known: Listened, read: Hear) -> Decision:
    """The decision, what it changes at once asked about where a part was not read and the net is not as sure."""
    is_reading = known.around.policy.tools.is_reading
    changing = [s for s in decision.steps if isinstance(s, Call) and not is_reading(s.action.tool_name)]
    changing = [s for s in changing if is_named_now(s.action) or s.action.does == "make"]
    kinds = {kind for kind, _ in decision.trace.parts}
    if not changing or not kinds >= {_UNREAD, _READ} or request.pending is not None:
        return decision
    reader = reader_of(request, decision.language, known, read)
    if reader is None:
        return decision
    shares, meanings = reader.hear().shares, reader.said.hearing.meanings
    done = {s.action.does for s in changing}
    likely = sum(s for n, s in shares.items() if n == SEVERAL or (n in meanings and meanings[n].does in done))
    if likely >= _SURELY:
        return decision
    room = known.around.room(reader.said.pack)
    steps = tuple(never_called(s, room) if s in changing else s for s in decision.steps)
    return replace(decision, steps=steps, reply=reply_of(steps))
