"""How much a record matters, more or less by one step: "one notch up in priority", "raise its priority"."""

from sayso.engine.ellipsis.change import asked_change, called
from sayso.engine.nouns import Argument, Entry, Source, Step
from sayso.engine.thread import Thread

STEPS = {"raised": 1, "lowered": -1}
Words = tuple[int, int]


def stepped(what: str, words: Words, entry: Entry, source: Source, thread: Thread) -> list[Step] | None:
    """The record with the next weight in that direction; None where there is none, or its own is not known."""
    tool = thread.deed("change")
    key = tool.key("new_rank")
    ranks = tool.parameter(key).options if key else ()
    if entry.rank not in ranks:
        return None
    at = ranks.index(entry.rank) + STEPS[what]
    if not 0 <= at < len(ranks):
        return None
    value = Argument("new_rank", ranks[at], Source("message", thread.heard.said.span(*words), record=entry.id))
    return [called(asked_change(value, entry, source, thread))]
