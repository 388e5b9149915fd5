"""What the conversation is about settles what "it" is: "close it" is a door after a door, an entry after an entry."""

from sayso.engine.ellipsis.before import steps
from sayso.engine.nouns import Reading
from sayso.engine.thread import Thread
from sayso.engine.understand.read import Heard
from sayso.engine.understand.wording import HEARD

_NAMING = frozenset(("what", "which", "where", "subject"))


def by_topic(part: Heard, thread: Thread) -> Heard:
    """A clause with the readings that are about what the last step was, where none names anything itself."""
    before = next(steps(thread), None)
    readings = part.readings
    if before is None or not readings:
        return part
    has_capabilities = thread.policy.has_capabilities
    on_subjects = has_capabilities(before.tool.intent)
    if on_subjects:
        readings = tuple(_pointing(r) if has_capabilities(r.intent) else r for r in readings)
    if len(readings) > 1 and all(_points(r, thread) for r in readings):
        readings = tuple(r for r in readings if has_capabilities(r.intent) == on_subjects) or readings
    return part._replace(readings=readings)


def _pointing(reading: Reading) -> Reading:
    """A command that names nothing is for the subject that was spoken of, where the tagger heard it or none could."""
    is_bare = reading.grade == HEARD or not reading.slots
    if not is_bare or not reading.value or not _NAMING.isdisjoint(reading.slots) or "it" in reading.slots:
        return reading
    start = reading.clause.start
    return reading._replace(slots={**reading.slots, "it": (start, start + 1)})


def _points(reading: Reading, thread: Thread) -> bool:
    """Whether a reading names nothing but "it"."""
    said, pack = thread.heard.said, thread.heard.pack
    words = [at for name, at in reading.slots.items() if name in ("it", "entry", "what", "subject")]
    if len(words) != 1:
        return False
    left, right = said.flat_at(words[0][0]), said.flat_at(words[0][1])
    return any(p.match(said.flat, left, right) for p in pack.references.pronouns.of(said.texts))
