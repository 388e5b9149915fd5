"""The record that a proposed value names outright: by its id, its serial, its title."""

from sayso.engine.guarding.ground import NamedRecord
from sayso.engine.records.words import words_of
from sayso.engine.request import Request
from sayso.engine.thread import Around


def record_of(value: str, request: Request, around: Around) -> NamedRecord | None:
    """The record that bears this id, serial, title or name."""
    wanted = value.strip().casefold()
    for records in around.all_records():
        entries = records.index()
        title = entries.by_name.get(" ".join(words_of(value)), ())
        at = entries.by_id.get(wanted, title[0] if len(title) == 1 else None)
        if at is not None:
            return NamedRecord(records.all[at].id, records.all[at].name)
    if request.fleet is not None:
        fleet = request.fleet.index(around.lexicon)
        serial = fleet.by_code.get(wanted, ())
        found = fleet.by_id.get(wanted, serial[0] if len(serial) == 1 else None)
        if found is not None:
            return NamedRecord(request.fleet.all[found].id, request.fleet.all[found].name)
    return None
