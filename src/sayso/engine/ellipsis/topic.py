"""What the conversation is about settles what "it" is: "close it" is a door after a door, an entry after an entry."""

from sayso.engine.capabilities.acts import SET
from sayso.engine.capabilities.settle import never_called
from sayso.engine.ellipsis.before import steps
from sayso.engine.nouns import Clause, Reading, Step
from sayso.engine.records.mention import mention, speaks_of_several
from sayso.engine.thread import Thread
from sayso.engine.understand.read import Heard
from sayso.engine.understand.wording import HEARD, heard_in, together
from sayso.engine.values.times import find_times

_VALUES = frozenset(("amount", "by_amount"))
_SURE_ACT = 0.9
_DEEDS = frozenset(("finish", "remove"))
_SURE_OF_A_LOOK, _LIKELY_A_LOOK = 0.9, 0.7
_TOLD = frozenset(("known", "report"))  # grades of what merely states that something is done
_NAMING = frozenset(("what", "which", "where", "subject"))


def by_topic(part: Heard, thread: Thread) -> Heard:
    """A clause with the readings that are about what the last step was, where none names anything itself."""
    before = next(steps(thread), None)
    readings = part.readings
    if before is None or not readings:
        return part
    readings = tuple(r for r in readings if not _asks_for_those(r, part, thread))
    has_capabilities = thread.policy.has_capabilities
    on_subjects = has_capabilities(before.tool.intent)
    if on_subjects:
        readings = tuple(_pointing(r) if has_capabilities(r.intent) else r for r in readings)
        readings = tuple(r for r in readings if not _is_of_degrees(r, part, thread))
    if len(readings) > 1 and all(_points(r, thread) for r in readings):
        readings = tuple(r for r in readings if has_capabilities(r.intent) == on_subjects) or readings
    return part._replace(readings=readings)


def _asks_for_those(reading: Reading, part: Heard, thread: Thread) -> bool:
    """Whether several that are so are asked for, and not told to be: "and the done ones", "quelle fatte"."""
    said, pack, hearing = thread.heard.said, thread.heard.pack, thread.heard.hearing
    if reading.does != "finish" or reading.grade not in _TOLD or hearing is None or not speaks_of_several(said, pack):
        return False
    heard = heard_in(said, part.clause, pack, hearing)
    meaning = hearing.meanings.get(heard.intent)
    return meaning is not None and meaning.does == "list" and heard.probability >= _LIKELY_A_LOOK


def _is_of_degrees(reading: Reading, part: Heard, thread: Thread) -> bool:
    """Whether a number that was read as an hour of "it" was heard as what a subject is to be set to: "put it at 5"."""
    due, wording = reading.slots.get("due"), part.wording
    if reading.does != "change" or due is None or not reading.slots.keys() <= {"it", "due"}:
        return False
    said = thread.heard.said
    numbers = [w.text for w in said.words[due[0] : due[1]] if w.text.isdecimal()]
    if wording is None and thread.heard.hearing is not None:
        wording = heard_in(said, part.clause, thread.heard.pack, thread.heard.hearing)
    is_set = wording is not None and wording.act == SET and wording.act_probability >= _SURE_ACT
    return len(numbers) == due[1] - due[0] and is_set and wording is not None and wording.first("value") is not None


def is_heard_otherwise(steps: list[Step], thread: Thread) -> bool:
    """Whether a message would change what was spoken of, and is surely heard as a question or a list, or as another
    deed: "high ones again", "the other one I did this morning"."""
    said, hearing, is_reading = thread.heard.said, thread.heard.hearing, thread.policy.tools.is_reading
    if hearing is None or all(is_reading(s.action.tool_name) for s in steps):
        return False
    if _points_at_a_place(thread):
        return True
    heard = heard_in(said, Clause(0, len(said.words), "request"), thread.heard.pack, hearing)
    meaning = hearing.meanings.get(heard.intent)
    if meaning is None or together(heard, hearing) < _SURE_OF_A_LOOK:
        return False
    if all(s.action.of("new_details") is not None for s in steps) and "?" not in said.raw:
        return False  # "put in the notes that Pietro does it"
    is_look = thread.policy.tools.of_intent(meaning.intent).is_read_only
    if meaning.follows:  # "now those of low priority"
        return bool(is_look) and speaks_of_several(said, thread.heard.pack)
    return is_look or (meaning.does in _DEEDS and all(s.action.does == "change" for s in steps))


def _points_at_a_place(thread: Thread) -> bool:
    """Whether a place in a list is said with its article: "and the first one high" is not what was spoken of."""
    said, pack, records = thread.heard.said, thread.heard.pack, thread.entries
    if not records.are_known or said.texts.isdisjoint(pack.numbers.ordinals):
        return False
    articles = pack.references.articles
    places = [i for i in range(len(said.words) - 1) if said.words[i].text in articles]
    places = [i for i in places if said.words[i + 1].text in pack.numbers.ordinals]
    timed = {j for t in find_times(said, pack, (0, len(said.words))) for j in range(t.start, t.end)}
    return any(i + 1 not in timed and mention(said, (i, i + 2), pack, records).kind == "position" for i in places)


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
