"""Weighs what was heard by its wording alone: by what is known, by what is denied, and by what else was said."""

from collections.abc import Sequence
from itertools import pairwise

from sayso.engine.capabilities.acts import RELATIVE, SETTING
from sayso.engine.capabilities.another import is_another
from sayso.engine.capabilities.focus import in_focus
from sayso.engine.capabilities.settle import never_called
from sayso.engine.compose.clearing import clearings
from sayso.engine.compose.whose import business
from sayso.engine.ellipsis.before import UNDO, is_undoable
from sayso.engine.nouns import (
    Call,
    Confirm,
    Failed,
    Reading,
    Step,
)
from sayso.engine.records.mention import matches
from sayso.engine.thread import Thread
from sayso.engine.understand.exact import starts
from sayso.engine.understand.read import Heard
from sayso.engine.understand.wording import FOLLOWS, HEARD

_HEARD_OF_A_RECORD, _HEARD_READING, _HEARD_ALONE, _HEARD_SURELY = 0.8, 1.2, 1.8, 3.5  # log-odds that count
_HEARD_OF_SUBJECTS, _HEARD_TO_ACT = 1.1, 2.2  # the same of what is asked of subjects, or new
_HEARD_TO_LOOK = 3.2  # the same of what is looked up without a question, where no record is named
_HEARD_DEED, _HEARD_NOTED = 1.1, 0.4  # the same of a bare thing to do, and of one with its time or weight
_HEARD_UNASKED = 2.7  # the same of what is looked up where neither a word nor a mark asks
_HEARD_TOLD = 5.5  # the same of a statement that may be a question
_MEANT_AS_SAID = frozenset(("make", "finish", "command"))  # not where anything in it is denied
_OF_ENTRIES = frozenset(("change", "finish", "remove"))
_CHANGING = frozenset(("remove", "change"))  # nor these, unless they were heard surely
_FEW = 3  # words
_REMARK = 4  # words of a remark that speaks of something else
_VALUES = ("priority", "due", "shift", "new_title", "new_description")
_STANDING = frozenset(("priority", "status", "entry", "it"))  # what a record is, and which
_NAMING = ("entry", "what", "subject", "about")


def judged(part: Heard, thread: Thread, found: list[Step]) -> list[Step]:
    """What only the tagger heard, as far as it counts: what changes something is offered, what only reads is done."""
    reading = part.readings[0]
    odds = reading.likeness or 0.0
    is_never = reading.does in _MEANT_AS_SAID or (reading.does in _CHANGING and odds < _HEARD_SURELY)
    if is_never and _is_denied(part, thread, found):
        return []
    steps = standing(part, thread, found)
    if not steps:
        return []
    is_anchored = any(s.action.arguments and _is_listed(s) for s in steps)
    is_anchored |= reading.does == UNDO and is_undoable(thread.scene.history)
    is_reading = all(thread.policy.tools.is_reading(s.action.tool_name) for s in steps)
    is_commanding = thread.policy.has_capabilities(reading.intent)
    is_unlisted = is_commanding and not thread.room.is_known and any(s.action.of("record") for s in steps)
    acting = _HEARD_TO_ACT if is_commanding or reading.does == "make" else _HEARD_ALONE
    alone = _HEARD_SURELY if is_unlisted else _HEARD_READING if is_reading else acting
    if not thread.around.lists and not _is_ours(part, thread):
        alone = _HEARD_SURELY  # nobody says that there is anything to speak about
    if is_unlisted and reading.value in SETTING and not any(s.action.of("settings") for s in steps):
        return []
    if thread.records_of(reading.intent).are_known:
        is_noted, is_deed = _is_noted(steps, part, thread), _is_bare_deed(reading, thread)
        alone = _HEARD_NOTED if is_noted else _HEARD_DEED if is_deed else alone
    anchored = _HEARD_OF_SUBJECTS if is_commanding else _HEARD_OF_A_RECORD
    is_told = is_reading and not is_asked(part, thread)
    if is_told and is_commanding:
        anchored = _HEARD_SURELY if reading.does == "inspect" else _HEARD_UNASKED  # "it is hot in the cellar"
        if _says_an_act(part, thread):
            anchored = alone = _HEARD_TOLD  # "the oven is on" need not ask anything
    if reading.does == "list" and is_told and not _is_ours(part, thread):
        alone = _HEARD_UNASKED  # "good morning, and a good start of the week"
    if reading.does == "command" and "it" in reading.slots and len(reading.slots) == 1:
        anchored = _HEARD_ALONE  # an act alone, of what was spoken of
    if odds < (anchored if is_anchored else alone):
        return []
    is_named = _is_of_a_kind(part, thread) if is_commanding else _is_of_listed(reading, thread)
    enough = _HEARD_ALONE if is_named else _HEARD_SURELY
    kept = [s for s in steps if is_anchored or not isinstance(s, Failed) or odds >= enough]
    is_told_first = reading.slots.get("entry", (0, 0))[0] == part.clause.start  # "the bill goes up every year"
    is_moved = reading.value == FOLLOWS and "shift" in reading.slots
    enough = _HEARD_SURELY if is_told_first and not is_moved else _HEARD_ALONE
    kept = [_offered(s, thread) for s in kept if odds >= enough or not _changes_nothing(s)]
    is_unsure = is_reading and not is_anchored and odds < _HEARD_TO_LOOK
    return [never_called(s, thread.room) for s in kept] if is_unsure else kept


def standing(part: Heard, thread: Thread, found: list[Step]) -> list[Step]:
    """What of it stands whatever its odds: not what is forbidden, so already or of another one."""
    reading = part.readings[0]
    if reading.does in _CHANGING and _is_forbidden(part, thread):
        return []
    if _is_void(part, thread) or (reading.does == "make" and _is_asked_of_us(part, thread)):
        return []
    whole = (part.clause.start, part.clause.end)
    if any(reading.slots.get(name) == whole for name in _NAMING):
        return []  # a name and nothing else
    places = {at for s in found if (at := _place(s, thread)) is not None}
    return [
        s
        for s in found
        if not _is_adrift(s, part, thread)
        and not is_another(s, part, thread, places)
        and not _is_so_already(s, thread)
        and not _leaves_a_value(s, part, thread)
        and not (isinstance(s, Failed) and _is_others(part, thread))
    ]


def _is_void(part: Heard, thread: Thread) -> bool:
    """Whether what was heard is denied or asked in its own words, or made of words that nobody knows."""
    match part.readings[0].does:
        case "change":
            return _is_value_denied(part, thread) or _asks_whether_so(part, thread)
        case "command":
            return _is_gibberish(part, thread) or _is_told(part, thread)
    return False


def _is_told(part: Heard, thread: Thread) -> bool:
    """Whether somebody tells what was done: "ho già chiuso la porta"."""
    said, pack, clause = thread.heard.said, thread.heard.pack, part.clause
    return said.words[starts(said, clause.start, clause.end, pack)[-1]].text in pack.commands.told


def _is_gibberish(part: Heard, thread: Thread) -> bool:
    """Whether a few words say no act, and one of them is none of any language or list: "fridge blorg"."""
    said, pack, room, clause = thread.heard.said, thread.heard.pack, thread.room, part.clause
    texts = [w.text for w in said.words[clause.start : clause.end]]
    stems = room.lexicon.stems(texts)
    if len(texts) > _FEW or not room.is_known or room.lexicon.spots("act", stems):
        return False
    return any(
        t.isalpha()
        and not pack.knows(t)
        and t not in room.lexicon.light
        and not room.index.is_borne(s)
        and not room.index.near(s)
        and room.lexicon.mended(t) == t
        and not room.lexicon.is_listed(s)
        for t, s in zip(texts, stems, strict=True)
    )


def _asks_whether_so(part: Heard, thread: Thread) -> bool:
    """Whether a weight or a state is asked about, not given: "is it urgent already?"."""
    said, clause = thread.heard.said, part.clause
    texts = {w.text for w in said.words[clause.start : clause.end]}
    is_whether = any(len(p) == 1 and p[0] in texts for p in thread.heard.pack.ellipsis.marks["whether"])
    return "?" in said.raw and is_whether and part.readings[0].slots.keys() <= _STANDING


def _is_value_denied(part: Heard, thread: Thread) -> bool:
    """Whether a weight or a state is denied right before it is said: "not that important"."""
    negations, said = thread.heard.pack.negations, thread.heard.said
    before = [words[0] for name, words in part.readings[0].slots.items() if name in ("priority", "status")]
    return any(
        at > part.clause.start and said.words[at - 1].text in negations and not said.gap(at).strip() for at in before
    )


def _is_of_listed(reading: Reading, thread: Thread) -> bool:
    """Whether one of the listed records is to be changed, though there is none of that name."""
    return reading.does in _CHANGING and "entry" in reading.slots and thread.records_of(reading.intent).are_known


def _is_of_a_kind(part: Heard, thread: Thread) -> bool:
    """Whether a subject is named by a kind that the words of the domain know, though there is none such."""
    words = part.readings[0].slots.get("what") or part.readings[0].slots.get("subject")
    if words is None:
        return False
    lexicon = thread.room.lexicon
    return bool(lexicon.kinds(lexicon.stems(w.text for w in thread.heard.said.words[words[0] : words[1]])))


def _changes_nothing(step: Step) -> bool:
    """Whether a change was heard without what to change: a record that is merely spoken of."""
    return step.action.does == "change" and not step.action.changes


def is_asked(part: Heard, thread: Thread) -> bool:
    """Whether a clause is a question, by its mark or by the word that it begins with."""
    said, pack, clause = thread.heard.said, thread.heard.pack, part.clause
    first = starts(said, clause.start, clause.end, pack)[-1]
    return "?" in said.raw or not pack.shifts.asking.isdisjoint(w.text for w in said.words[clause.start : first + 2])


def _says_an_act(part: Heard, thread: Thread) -> bool:
    """Whether a clause says what is done to subjects, or how they stand: "the oven is off", and no measure."""
    lexicon, clause = thread.room.lexicon, part.clause
    stems = lexicon.stems(w.text for w in thread.heard.said.words[clause.start : clause.end])
    return bool(lexicon.spots("act", stems)) and not lexicon.spots("metric", stems)


def _is_asked_of_us(part: Heard, thread: Thread) -> bool:
    """Whether a thing to do is what we are asked to do ourselves: "could you defrost the chiller?"."""
    said, clause, title = thread.heard.said, part.clause, part.readings[0].slots.get("title")
    opened = starts(said, clause.start, clause.end, thread.heard.pack)
    return title is not None and len(opened) > 1 and title[0] == opened[-1] and "?" in said.raw


def _is_bare_deed(reading: Reading, thread: Thread) -> bool:
    """Whether nothing but a thing to do was said, by what to do: "buy eggs", "comprare il pane domani"."""
    title, clause = reading.slots.get("title"), reading.clause
    if reading.does != "make" or title is None or "?" in thread.heard.said.raw:
        return False
    when = reading.slots.get("when", title)
    is_all = min(title[0], when[0]) == clause.start and max(title[1], when[1]) == clause.end
    words = thread.heard.said.words
    return is_all and title[1] - title[0] > 1 and thread.heard.pack.words(reading.intent).is_verb(words[title[0]].text)


def _is_noted(steps: list[Step], part: Heard, thread: Thread) -> bool:
    """Whether all that is said is a new thing and its time or weight: "car insurance renewal, urgent"."""
    if part.readings[0].does != "make" or len(steps) != 1 or "?" in thread.heard.said.raw:
        return False
    said, pack, step = thread.heard.said, thread.heard.pack, steps[0]
    told = [a for a in step.action.arguments if a.source.span is not None and a.source.kind != "default"]
    small = pack.shifts.ahead | pack.shifts.only | pack.references.light
    words = said.words[part.clause.start : part.clause.end]
    left = [w for w in words if not any(s[0] <= w.start < s[1] for a in told if (s := a.source.span))]
    return len(told) > 1 and all(w.text in small for w in left)


def is_denied_as_it_is(step: Step, thread: Thread) -> bool:
    """Whether nothing is wanted but said: "no, the insurance is not done", which is open."""
    is_denied = any(w.text in thread.heard.pack.negations for w in thread.heard.said.words)
    reading = step.action.reading
    if reading is not None and reading.grade == HEARD and step.action.does == "remove" and forbids(thread):
        return True
    is_told = reading is not None and "status" not in reading.slots  # "mark it as not done" is an order
    return is_denied and is_told and step.action.does == "change" and _is_so_already(step, thread)


def forbids(thread: Thread) -> bool:
    """Whether the last words forbid to do something to it: "the lesson, don't touch it", "non toccarla"; not "I don't
    want it", and not "don't do it any more"."""
    said, pack = thread.heard.said, thread.heard.pack
    texts = [w.text for w in said.words]
    for i, text in enumerate(texts[:-2]):
        if text not in pack.negations or not matches(pack.references.pronouns, said, (i + 2, i + 3)):
            continue
        first = next((j for j in range(i, 0, -1) if any(m in said.gap(j) for m in ",.;!-–—")), 0)
        is_mine = not pack.commands.no_name.isdisjoint(texts[first:i])
        if not is_mine and all(t in pack.ellipsis.small for t in texts[i + 3 :]):
            return True
    return False


def _is_so_already(step: Step, thread: Thread) -> bool:
    """Whether a record is said to be as it is: "the report isn't finished"."""
    key, records = step.action.key("record"), thread.records_of(step.action.intent)
    record = next((a.source.record for a in step.action.arguments if a.name == key), None)
    status = "completed" if step.action.does == "finish" else step.action.of("new_status")
    if record is None or status not in ("pending", "completed") or not records.are_known:
        return False
    entry = next((t for t in records.all if t.id == record), None)
    more = [a for a in step.action.changes if a.name != step.action.key("new_status")]
    return entry is not None and not more and entry.is_done == (status == "completed")


def _is_denied(part: Heard, thread: Thread, found: list[Step]) -> bool:
    """Whether a word takes something back: "I have not paid it yet"; not one in a remark: ", he says no problem", and
    none that is part of a value: "not urgent"."""
    said, clause, negations = thread.heard.said, part.clause, thread.heard.pack.negations
    parts = [clause.start, *(i for i in range(clause.start + 1, clause.end) if "," in said.gap(i)), clause.end]
    slots = part.readings[0].slots
    values = [words for name, words in slots.items() if name in _VALUES and part.readings[0].does == "change"]
    spans = values or slots.values()  # "it is not that pressing, medium will do"
    roles = ("rank", "new_rank")
    weighed = [a.source.span for s in found for a in s.action.arguments if a.name in map(s.action.key, roles)]
    valued = {i for span in weighed if span is not None for i in range(*span)}
    for start, end in pairwise(parts):
        is_apart = not any(a < end and start < b for a, b in spans)
        is_remark = is_apart and (bool(values) or (end - start >= _REMARK and start > clause.start))
        if not is_remark and any(w.text in negations and w.start not in valued for w in said.words[start:end]):
            return True
    return False


def _is_forbidden(part: Heard, thread: Thread) -> bool:
    """Whether what is to be done is denied right before it: "the milk, do not delete it"."""
    reading = part.readings[0]
    values = [words for name, words in reading.slots.items() if name in _VALUES]
    return is_forbidden(thread, (part.clause.start, part.clause.end), reading.intent, values)


def is_forbidden(thread: Thread, words: tuple[int, int], intent: str, values: Sequence[tuple[int, int]] = ()) -> bool:
    """Whether a word that denies stands right before one that begins such a request, and not after a comma behind the
    values of it: ", I can't do thursday" is why."""
    said, pack = thread.heard.said, thread.heard.pack
    for i in range(words[0], words[1] - 1):
        one, other = said.words[i].text, said.words[i + 1].text
        index = pack.patterns.by_word.get(other) if one in pack.negations else None
        if index is None or not any(p.intent == intent for p in index.patterns):
            continue
        is_opposed = any(w.text in pack.joiners.by_word for w in said.words[i + 2 : words[1]])
        if other in pack.times.weekdays or (other in pack.commands.towards and is_opposed):
            continue  # "not to saturday but to sunday", "it is sunday, not saturday" deny a day
        if any(start <= i < end for _, (start, end) in clearings(said, pack.words(intent), words)):
            continue  # "it need not repeat" takes a value away
        if not any("," in said.gap(j) for _, end in values for j in range(end, i + 1)):
            return True
    return False


def _is_adrift(step: Step, part: Heard, thread: Thread) -> bool:
    """Whether a record is spoken of that nobody listed, in words that need not be about any."""
    mention = step.action.mention
    is_open = mention is not None and mention.is_open
    return is_open and not _is_ours(part, thread)


def _is_ours(part: Heard, thread: Thread) -> bool:
    """Whether words of the clause say that it is about our records."""
    words = thread.heard.pack.words(part.readings[0].intent)
    return business(thread.heard.said, part.clause, words).is_ours


def _is_others(part: Heard, thread: Thread) -> bool:
    """Whether words of the clause say that it is surely somebody else's business: no record is missed then."""
    if part.readings[0].does not in _OF_ENTRIES:
        return False
    whose = business(thread.heard.said, part.clause, thread.heard.pack.words(part.readings[0].intent))
    return whose.is_never and not whose.is_ours


def _place(step: Step, thread: Thread) -> int | None:
    """Where the subject of a step stands."""
    return thread.room.at(step.action) if step.action.of("id") is not None else None


def _leaves_a_value(step: Step, part: Heard, thread: Thread) -> bool:
    """Whether a value was said ("the hall light red") and nothing of it is in the command."""
    if step.action.does != "command" or step.action.of("settings"):
        return False
    lexicon, clause, marks = thread.room.lexicon, part.clause, thread.heard.pack.ellipsis.marks
    texts = [w.text for w in thread.heard.said.words[clause.start : clause.end]]
    stems = lexicon.stems(texts)
    acts = {i for s in lexicon.spots("act", stems) for i in range(s.start, s.end)}  # "off" is what is done
    more = {phrase[0] for role in ("more", "less") for phrase in marks[role] if len(phrase) > 1}
    if part.readings[0].value.partition(" ")[0] in RELATIVE:
        acts |= {i for i in range(1, len(texts)) if texts[i - 1] in more}  # so is "più calda"
        over = [(i, p) for p in marks["over"] for i in range(len(texts)) if tuple(texts[i : i + len(p)]) == p]
        acts |= {j for i, p in over for j in range(i, i + len(p))}  # "too warm" says why
    at = _place(step, thread)
    borne = thread.room.index.own_words(at) if at is not None else ()
    acts |= {i for i, stem in enumerate(stems) if stem in borne}  # a heat lamp is called so
    return any(not acts.issuperset(range(s.start, s.end)) for s in lexicon.spots("value", stems))


def _is_listed(step: Step) -> bool:
    return any(a.source.record is not None for a in step.action.arguments)


def _is_alike(step: Step, thread: Thread) -> bool:
    """Whether a subject is of the kind that was last spoken of, where one was: "and the one in the kitchen?"."""
    at, index = _place(step, thread), thread.room.index if thread.room.is_known else None
    before = in_focus(thread.scene.history, thread.room).at if index is not None else ()
    return index is None or at is None or not before or any(index.kinds[b] & index.kinds[at] for b in before)


def _offered(step: Step, thread: Thread) -> Step:
    is_reading = thread.policy.tools.is_reading(step.action.tool_name)
    if is_reading and isinstance(step, Confirm) and _is_listed(step) and _is_alike(step, thread):
        return Call(step.action)  # a look at what is listed is not asked about
    if not isinstance(step, Call) or is_reading:
        return step
    return never_called(step, thread.room)
