"""What the conversation is about settles what "it" is: "close it" is a door after a door, an entry after an entry."""

from sayso.engine.capabilities.settle import never_called
from sayso.engine.ellipsis.before import steps
from sayso.engine.nouns import Reading, Step
from sayso.engine.thread import Thread
from sayso.engine.understand.read import Heard
from sayso.engine.understand.wording import HEARD

_VALUES = frozenset(("amount", "by_amount"))
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


def in_doubt(step: Step, thread: Thread) -> Step:
    """A step as it is; one that ticks "it" off or changes it is asked about where the same words may be for a subject
    that was spoken of as well: "open the door", "remind me to lock up", "close it"; "put it at 5"."""
    action, said = step.action, thread.heard.said
    found, reading = action.mention, action.reading
    if action.does not in ("finish", "change") or found is None or found.kind != "focus" or reading is None:
        return step
    has_capabilities, acts = thread.policy.has_capabilities, thread.heard.pack.commands.acts
    words = said.words[reading.clause.start : reading.clause.end]
    is_act = action.does == "finish" and any((w.text,) in acts for w in words)
    others = (r for h in thread.heard.heard if h.clause == reading.clause for r in h.readings)
    is_both = is_act or any(has_capabilities(r.intent) and r.grade != HEARD for r in others)
    is_open = is_both and any(has_capabilities(b.tool.intent) for b in steps(thread))
    return never_called(step, thread.room) if is_open else step


def _pointing(reading: Reading) -> Reading:
    """A command that names nothing is for the subject that was spoken of, where the tagger heard it or none could."""
    is_bare = reading.grade == HEARD or reading.slots.keys() <= _VALUES
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
