"""A subject that is named first and spoken of after: "the front door, lock it"."""

from sayso.engine.nouns import Reading
from sayso.engine.records.names import CALLED, Named, find
from sayso.engine.thread import Thread
from sayso.engine.understand.read import Heard


def led_by_a_name(parts: tuple[Heard, ...], thread: Thread) -> tuple[Heard, ...]:
    """The parts of a message, one that merely names a listed subject as no request of its own: what points at
    something right after it is about that subject."""
    if not thread.room.is_known or len(parts) < 2:
        return parts
    out = list(parts)
    for i in range(len(parts) - 1):
        pointing = tuple(r for r in parts[i + 1].readings if _points(r, thread))
        if pointing and _merely_names(parts[i], thread):
            out[i] = parts[i]._replace(clause=parts[i].clause._replace(kind="other"), readings=())
            out[i + 1] = parts[i + 1]._replace(readings=pointing)
    return tuple(out)


def _points(reading: Reading, thread: Thread) -> bool:
    """Whether a reading is an order to "it"."""
    words = reading.slots.get("what") or reading.slots.get("it")
    if reading.does != "command" or words is None:
        return False
    said, references = thread.heard.said, thread.heard.pack.references
    left, right = said.flat_at(words[0]), said.flat_at(words[1])
    indexes = (references.pronouns, references.plural)
    return any(p.match(said.flat, left, right) for index in indexes for p in index.of(said.texts))


def _merely_names(part: Heard, thread: Thread) -> bool:
    """Whether every word of a part stands in what one subject is called, or where it stands."""
    room, clause = thread.room, part.clause
    words = thread.heard.said.words[clause.start : clause.end]
    texts = tuple(w.text for w in words if w.text not in room.lexicon.light or w.text in room.lexicon.telling)
    if not texts or any(room.lexicon.is_act(w.text) for w in words):
        return False
    found = find(Named(texts, room.lexicon.stems(texts), frozenset(range(len(texts)))), room.index)
    return found.has_rank(CALLED) and len(found.best) == 1
