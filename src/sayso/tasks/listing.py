"""Which tasks a list is asked for, with the person's own days made points in time."""

from dataclasses import dataclass
from datetime import datetime, tzinfo

from sayso.tasks.store.records import Selection
from sayso.tasks.task import (
    FILTERS,
    LARGEST_PAGE,
    PRIORITIES,
    Query,
    fold,
)
from sayso.tasks.window import Window, check_window
from sayso.tools.wrong import Wrong, check_choice, check_count, check_text

_FURTHEST = 1_000_000_000


@dataclass(frozen=True, slots=True)
class Page:
    """A selection, and which part of it."""

    wanted: Selection
    limit: int
    offset: int


def read_query(query: Query, now: datetime, zone: tzinfo) -> Page | Wrong:
    """The page that a query asks for; "today" is the person's."""
    today = now.astimezone(zone).date()
    window = None if query.due is None else check_window(query.due, today)
    checked = (
        check_choice(query.filter, "filter", FILTERS),
        None if query.priority is None else check_choice(query.priority, "priority", PRIORITIES),
        "" if query.search is None else check_text(query.search, "search"),
        check_count(query.limit, "limit", (1, LARGEST_PAGE)),
        check_count(query.offset, "offset", (0, _FURTHEST)),
        window,
    )
    for value in checked:
        if isinstance(value, Wrong):
            return value
    days = (window.first, window.last) if isinstance(window, Window) else None
    instants = (window.starts(zone), window.ends(zone)) if isinstance(window, Window) else None
    wanted = Selection(query.filter, now, today, query.priority, days, instants, fold(query.search or ""))
    return Page(wanted, query.limit, query.offset)
