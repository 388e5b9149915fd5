"""Which parts of a message may not be lost: where nothing comes of an order, what is said beside it is asked about."""

from sayso.engine.capabilities.worth import speaks_of_one
from sayso.engine.thread import Thread
from sayso.engine.understand.read import Heard

ORDERS = frozenset(("named", "plain"))
CHANGING = frozenset(("change", "finish", "remove"))
_NOTE = "new_details"


def is_order(part: Heard, thread: Thread) -> bool:
    """Whether a clause is read as an order to change something, or speaks of a note; a command names one to give it."""
    said, clause = thread.heard.said, part.clause
    orders = {r.does for r in part.readings if r.grade in ORDERS and clause.kind == "request"}
    noted = thread.heard.pack.ellipsis.fields.get(_NOTE, frozenset())
    is_note = any(w.text in noted for w in said.words[clause.start : clause.end])
    if orders & CHANGING or (is_note and clause.kind in ("request", "other")):
        return True
    return "command" in orders and speaks_of_one(said, (clause.start, clause.end), thread.room)
