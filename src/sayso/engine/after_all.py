"""The last hearing: where nothing came of a message, or only that nothing is called so, what the tagger hears in it as
one counts if it is sure, whatever the words around it say, and if what it is about is there; what changes something is
asked about."""

from collections.abc import Callable
from itertools import pairwise

from sayso.engine.capabilities.settle import never_called
from sayso.engine.nouns import UNABLE, Action, Call, Clause, Confirm, Failed, Step
from sayso.engine.thread import Thread
from sayso.engine.understand.read import Heard
from sayso.engine.understand.several import readings_of
from sayso.engine.understand.wording import heard_in, together

_MOST = 48  # words that are heard as one
_SURE = 0.88
_LIKELY = 0.6  # of a part of it
_BREAKS = frozenset(",;:.!?–—")
Say = Callable[[Heard], list[Step]]


def after_all(steps: list[Step], thread: Thread, say: Say) -> list[Step]:
    """The steps; or what the whole message was heard as, where they come to nothing."""
    hearing, said, pack = thread.heard.hearing, thread.heard.said, thread.heard.pack
    kinds = {h.clause.kind for h in thread.heard.heard}
    if hearing is None or not pack.is_heard or not 0 < len(said.words) <= _MOST:
        return steps
    if not all(isinstance(s, Failed) and s.reason == "not_found" for s in steps):
        return steps
    if not kinds.isdisjoint({*UNABLE, "quoted"}):
        return steps
    clause = Clause(0, len(said.words), "request")
    heard = heard_in(said, clause, pack, hearing)
    meaning = hearing.meanings.get(heard.intent)
    if meaning is None or meaning.follows or together(heard, hearing) < _SURE or _is_denied(heard.intent, thread):
        return steps
    readings = readings_of(heard, clause, (said, pack), hearing, bool(thread.scene.history))
    each = [say(Heard(r.clause, (r,))) for r in readings]
    found = [s for one in each for s in one]
    if not found or not all(each) or not all(isinstance(s, Call | Confirm) for s in found):
        return steps
    if steps and not all(_is_of_one_named(s.action, steps) for s in found):
        return steps  # one that is not there is never another one
    is_reading = thread.policy.tools.is_reading
    return [s if is_reading(s.action.tool_name) else never_called(s, thread.room) for s in found]


def _is_of_one_named(action: Action, steps: list[Step]) -> bool:
    """Whether an action is of a tool that was tried, and of a record that the message names."""
    key = action.key("id") or action.key("record")
    is_named = any(a.name == key and a.source.kind == "message" and a.source.span for a in action.arguments)
    return is_named and any(s.action.tool_name == action.tool_name for s in steps)


def _is_denied(intent: str, thread: Thread) -> bool:
    """Whether a word takes something back, and no part of the message without one says the same: "I can't see a thing
    in there, get the light on" does."""
    hearing, said, pack = thread.heard.hearing, thread.heard.said, thread.heard.pack
    cuts = [i for i in range(1, len(said.words)) if not _BREAKS.isdisjoint(said.gap(i))]
    parts = list(pairwise((0, *cuts, len(said.words))))
    refused = [h.clause for h in thread.heard.heard if h.clause.kind == "negated"]  # "leave it alone" has no such word
    free = [
        (start, end)
        for start, end in parts
        if pack.negations.isdisjoint(w.text for w in said.words[start:end])
        and not any(c.start < end and start < c.end for c in refused)
    ]
    if len(free) == len(parts) or hearing is None:
        return False
    alone = (heard_in(said, Clause(*p, "request"), pack, hearing) for p in free)
    return not any(h.intent == intent and together(h, hearing) >= _LIKELY for h in alone)
