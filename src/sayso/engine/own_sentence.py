"""A bare order after several sentences: "the rice I bought. the oil is no use any more, delete" is about the oil."""

from sayso.engine.nouns import Step
from sayso.engine.text import Line
from sayso.engine.thread import Thread
from sayso.engine.understand.wording import HEARD

_ENDS = frozenset(".;!?")


def of_its_sentence(steps: list[Step], thread: Thread) -> list[Step]:
    """The steps without those on a record that is named before the sentence which a bare order ends."""
    order = _bare_order(thread)
    if order is None:
        return steps
    start = _sentence_of(order, thread.heard.said)
    return [s for s in steps if not any(_is_named_before(a.source.span, start) for a in s.action.arguments)]


def _is_named_before(span: tuple[int, int] | None, start: int) -> bool:
    return span is not None and span[1] <= start


def _bare_order(thread: Thread) -> int | None:
    """Where the order stands that the message ends with and that names nothing."""
    last = thread.heard.heard[-1]
    is_bare = last.clause.kind == "request" and any(r.grade != HEARD and not r.slots for r in last.readings)
    return last.clause.start if is_bare else None


def _sentence_of(at: int, said: Line) -> int:
    """Where the sentence of a word begins, among the letters of the message; of one that stands alone, the one before
    it."""
    first = next((i for i in range(at - 1, 0, -1) if not _ENDS.isdisjoint(said.gap(i))), 0)
    return said.words[first].start
