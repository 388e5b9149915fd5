"""What can be said, made from this person's own records."""

from collections.abc import Iterator

from sayso.engine.capabilities.tell import metric_label
from sayso.engine.nouns import Suggestion
from sayso.engine.tell import say
from sayso.engine.thread import Thread

_LONGEST = 40  # letters of a title that an example may hold
_SURE = 0.2


def examples(thread: Thread) -> Iterator[tuple[str, Suggestion | None]]:
    """Sentences to say, each with what it would do where that holds nothing but the person's own records."""
    pack, room, main = thread.heard.pack, thread.room, thread.main
    records = thread.around.records_of(main.name)
    finish, listing = main.doing("finish"), main.doing("list")
    yield say(pack, "try_add"), None
    entry = next((t for t in records.all if not t.is_done and len(t.name) <= _LONGEST), None)
    if entry is not None and finish is not None:
        said = say(pack, "try_complete", {"name": entry.name})
        yield said, Suggestion(said, {finish.key("record"): entry.id}, _SURE, finish.name)
        yield say(pack, "try_update", {"name": entry.name}), None
    if listing is not None:
        said = say(pack, "try_list")
        given = {**dict(listing.defaults()), listing.key("when"): "today"}
        yield said, Suggestion(said, given, _SURE, listing.name)
    subject = next((m for m in room.fleet.all if m.is_connected is not False), None) if room.fleet else None
    if subject is None:
        return
    about = {room.key("id"): subject.id}
    if subject.metrics:
        told = {"metric": metric_label(subject.metrics[0], room), "name": subject.name}
        said = say(pack, "try_read", told)
        yield said, Suggestion(said, {**about, room.key("readings"): [subject.metrics[0]]}, _SURE, room.tool("measure"))
    said = say(pack, "try_status", {"name": subject.name})
    yield said, Suggestion(said, about, _SURE, room.tool("inspect"))


def example(thread: Thread) -> str:
    """One of them: about a record of the person's own, where there is one."""
    every = [text for text, _ in examples(thread)]
    return every[1] if len(every) > 1 else every[0]
