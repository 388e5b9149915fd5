"""Whether words name a subject only in passing: by what tells it from others and not by what it is, or by a slip."""

from sayso.engine.capabilities.asked import Asked
from sayso.engine.capabilities.room import Room
from sayso.engine.records.find import is_shortened
from sayso.engine.records.mention import is_named
from sayso.engine.records.names import BY_A_SLIP, WHOLE, find
from sayso.engine.thread import Thread


def is_by_a_slip(asked: Asked, room: Room) -> bool:
    """Whether nothing but a slip of a part of a name speaks for a subject ("wats" for the waiting room's lights), or a
    word that shortens one."""
    if not room.is_known or not asked.named.musts:
        return False
    found, named = find(asked.named, room.index), asked.named
    if found and is_shortened(named, room.index):
        return True
    if not found or found[0].rank == WHOLE:
        return False
    is_mended = all(i in named.mended for i in named.musts)
    stems = [named.mended.get(i, stem) for i, stem in enumerate(named.stems)]
    return found[0].why == BY_A_SLIP or (is_mended and not room.lexicon.kinds(stems) and not asked.things)


def is_an_entrys(asked: Asked, thread: Thread) -> bool:
    """Whether the words are an entry's as well, and none says what the subject is: "the vaccines", which have a fridge,
    may be something to be done."""
    room, words = thread.room, asked.reading.slots.get("what") or asked.reading.slots.get("subject")
    if not room.is_known or words is None or not asked.named.musts or asked.things:
        return False
    found = find(asked.named, room.index)
    if not found or found[0].rank == WHOLE or not _says_what_it_is(found[0].at, room):
        return False
    if room.lexicon.kinds(asked.named.stems):
        return False
    lists = (thread.around.records_of(domain.name) for domain in thread.policy.tools.lists)
    return any(is_named(thread.heard.said, words, thread.heard.pack, records) for records in lists)


def _says_what_it_is(at: int, room: Room) -> bool:
    """Whether the name of a subject has a word for what it is, so that its other words are not all it is called."""
    names = room.index.names[at]
    return bool(room.index.kinds[at]) or bool(room.lexicon.spots("thing", names))
