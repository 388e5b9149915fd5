"""Whether words name a subject only in passing: by what tells it from others and not by what it is, or by a slip."""

from sayso.engine.capabilities.asked import Asked
from sayso.engine.capabilities.room import Room
from sayso.engine.records.find import is_shortened
from sayso.engine.records.mention import is_named
from sayso.engine.records.names import BY_A_SLIP, PART_OF_THE_NAME, WHOLE, find
from sayso.engine.records.words import parts_of, words_of
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
    if found[0].why == PART_OF_THE_NAME and _is_another_form(asked, found[0].at, room):
        return True
    is_mended = all(i in named.mended for i in named.musts)
    stems = [named.mended.get(i, stem) for i, stem in enumerate(named.stems)]
    return found[0].why == BY_A_SLIP or (is_mended and not room.lexicon.kinds(stems) and not asked.things)


def _is_another_form(asked: Asked, at: int, room: Room) -> bool:
    """Whether no word that names it is written as in its name, nor is one for what it is: "watering" is no water
    heater."""
    subject, named = room.subject(at), asked.named
    written = {*parts_of(subject.name), *words_of(subject.place), *words_of(subject.description)}
    telling = [i for i in named.musts if i not in asked.things]
    is_other = all(named.texts[i] not in written for i in telling)
    return bool(telling) and is_other and not room.lexicon.kinds([named.stems[i] for i in telling])


def says_a_number_alone(asked: Asked) -> bool:
    """Whether by how much is said without a verb and in no unit: "freezer 2 down" may tell how it is, or name it."""
    is_of_no_verb = asked.reading.grade == "plain" and "by_amount" in asked.reading.slots
    return is_of_no_verb and not asked.unit


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
