"""Which tasks a list is asked for, with the person's own days made points in time."""

from datetime import datetime, tzinfo

from sayso.dataclass import dataclass
from sayso.tasks.store.records import Selection
from sayso.tasks.task import Query, filled, fold
from sayso.tasks.window import check_window
from sayso.tools.wrong import Wrong, wrong_in


@dataclass(frozen=True, slots=True)
class PageRequest:
    """A selection, and which part of it."""

    wanted: Selection
    limit: int
    offset: int


def read_query(query: Query, now: datetime, zone: tzinfo) -> PageRequest | Wrong:
    """The page that a query asks for; "today" is the person's."""
    now = now.astimezone(zone)
    today = now.date()
    asked = filled(query)
    wrong = wrong_in(query.tool, asked)
    if wrong is not None:
        return wrong
    window = None if query.due is None else check_window(query.due, today)
    if isinstance(window, Wrong):
        return window
    days = (window.first, window.last) if window is not None else None
    instants = (window.starts(zone), window.ends(zone)) if window is not None else None
    wanted = Selection(str(asked["filter"]), now, today, query.priority, days, instants, fold(query.search or ""))
    limit, offset = (int(str(asked[name])) for name in ("limit", "offset"))
    return PageRequest(wanted, limit, offset)
