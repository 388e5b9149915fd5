"""The message read once more, by the net that knows what went before it: where less came of it than is heard so, or
more would be done at once than is surely heard."""

from collections.abc import Callable
from typing import NamedTuple

from sayso.engine.context_read.doubted import unless_doubted
from sayso.engine.context_read.in_context import in_context
from sayso.engine.context_read.several_heard import several_heard
from sayso.engine.nouns import Decision
from sayso.engine.read.heard import Hear
from sayso.engine.remarked import Listened
from sayso.engine.request import Request


class ContextReading(NamedTuple):
    """The net, if there is one, what is known besides a message, and how one is decided by itself."""

    read: Hear | None
    listen: Callable[[Request], Listened]
    decide: Callable[[Request], Decision]


def reread_in_context(decision: Decision, request: Request, known: Listened, at_hand: ContextReading) -> Decision:
    """The decision, after what the net hears."""
    read, listen, decide = at_hand
    if read is None or not request.message.strip():
        return decision

    def of_part(part: Request) -> Decision:
        return in_context(decide(part), part, listen(part), read)

    found = in_context(several_heard(decision, request, known, (read, of_part)), request, known, read)
    return unless_doubted(found, request, known, read)
