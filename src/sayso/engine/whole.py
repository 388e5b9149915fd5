"""A message heard as one, beside its clauses one by one: which of the two accounts for it better."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise

from sayso.engine.better import AGAINST, is_better, is_of_listed_instead, is_trimmed, value_words, values_of
from sayso.engine.by_ear import drops_a_name
from sayso.engine.capabilities.settle import never_called
from sayso.engine.clauses import joined_until
from sayso.engine.judge import is_forbidden
from sayso.engine.nouns import UNABLE, Action, Argument, Call, Clause, Confirm, Failed, Reading, Source, Step
from sayso.engine.own_sentence import of_its_sentence
from sayso.engine.pack import Pack
from sayso.engine.read.heard import IntentPrediction
from sayso.engine.records.words import stem
from sayso.engine.thread import Thread
from sayso.engine.understand.read import Heard
from sayso.engine.understand.several import readings_of
from sayso.engine.understand.wording import (
    FOLLOWS,
    HEARD,
    NOTHING,
    RECORD,
    Hearing,
    Meaning,
    heard_in,
    reading_of,
    together,
)
from sayso.regex import regex

_PARTED = regex(r"\w[,;:.] ")  # as sentences are, and not "');"
_NAMED_FIRST = "{title}"  # how a pattern begins that has the name before the order
_GAP = "..."  # any words, in a pattern
_PLAIN = 6  # words of a text that is surely one
_MOST = 48  # words that are heard as one
_SURE = 0.9
_POLITE = 0.95  # where a condition is mere politeness: "if it is no trouble"
_TELLING = 4  # words that may tell something
_DOUBTED = 0.8  # how sure it must be to ask about it first
_OF_OTHERS = (
    0.85  # how sure that a message is for somebody else, so that something new is asked about: "to my playlist"
)
_BREAKS = frozenset(",;.!?")
_ORDER_AFTER = frozenset(",;.!-–— ")  # marks after which an order stands by itself; after a colon it is quoted
_CLOSING = 2  # words after an order: "please"
_PARTS = 4  # of a message in which something is denied
_CHANGING = frozenset(("change", "finish", "remove"))
_TITLES = ("title", "new_title")
Say = Callable[[Heard], list[Step]]


def by_whole(steps: list[Step], thread: Thread, say: Say) -> list[Step]:
    """The steps of the clauses, or those of the whole message where they account for more of it."""
    hearing, said, pack = thread.heard.hearing, thread.heard.said, thread.heard.pack
    kinds = {h.clause.kind for h in thread.heard.heard} - {"request", "other"}
    if hearing is None or not pack.is_heard or not 0 < len(said.words) <= _MOST:
        return steps
    if not thread.heard.heard or not _is_worth_it(steps, thread):
        return steps
    if not kinds.isdisjoint(UNABLE):
        return steps
    if "negated" in kinds:
        return steps or _beside_denied(thread, say)
    heard, clause = _wording(hearing, thread)
    steps = _with_heard_texts(steps, heard, clause, thread)
    heard = heard.instead(_whole_ones(hearing)) if thread.scene.history else heard
    sure = together(heard, hearing)
    if heard.intent == NOTHING and sure >= AGAINST and len(said.words) >= _TELLING:  # told, quoted or asked in theory
        still = [s for s in steps if _is_still_said(s, thread)]
        return still or [never_called(s, thread.room) for s in steps if _is_ordered_last(s, thread)]
    doubted = _doubted(steps, heard, clause, thread)
    if heard.intent not in hearing.meanings and sure >= _OF_OTHERS:
        known = {m.intent for m in hearing.meanings.values() if m.does == "make"}  # of other lists it knows nothing
        doubted = [never_called(s, thread.room) if s.action.intent in known else s for s in doubted]
    if sure < (_POLITE if kinds else _SURE) or "supposed" in kinds:
        return doubted
    readings = readings_of(heard, clause, (said, pack), hearing, bool(thread.scene.history))
    meaning = hearing.meanings.get(heard.intent)
    if not readings or meaning is None or meaning.follows:
        return doubted
    thread.spoken = None
    each = [say(Heard(r.clause, (r,), beside=_beside(r, readings))) for r in readings]
    if not all(each):
        return doubted
    whole = of_its_sentence(_distinct([s for found in each for s in found]), thread)
    if not all(isinstance(s, Call | Confirm) for s in whole):  # what is named is not there: better told than declined
        is_told = all(isinstance(s, Failed) for s in whole) and sure >= AGAINST
        return whole if is_told and not steps and not kinds else doubted
    if _is_no_better(whole, steps, thread):
        return doubted
    if "how_to" in kinds and not all(thread.policy.tools.is_reading(s.action.tool_name) for s in whole):
        return doubted
    is_trimmed_there = _is_trimmed_there(whole, doubted) and not _loses_its_end(whole, doubted, pack)
    is_listed = meaning.does != "make" and is_of_listed_instead(whole, doubted)  # "add gym tonight" is something new
    if sure >= AGAINST and (is_trimmed_there or is_listed):
        return [never_called(s, thread.room) for s in whole]
    return whole if is_better(whole, steps, sure, thread) else doubted


def _is_no_better(whole: list[Step], steps: list[Step], thread: Thread) -> bool:
    """Whether the message as a whole is not even sure enough to look, or is of what was spoken of where another one is
    named that nobody listed: "the ladder, delete it"."""
    if any(isinstance(s, Confirm) and thread.policy.tools.is_reading(s.action.tool_name) for s in whole):
        return True
    is_missed = bool(steps) and all(isinstance(s, Failed) and s.reason == "not_found" for s in steps)
    is_pointing = any(s.action.mention is not None and s.action.mention.kind == "focus" for s in whole)
    heard = thread.heard
    pause = next((i for i in range(1, len(heard.said.words)) if heard.said.gap(i).strip()), 0)
    kept = (pause, len(heard.said.words))
    return is_missed and is_pointing and pause > 0 and drops_a_name(heard.said, heard.pack, heard.hearing, kept)


def _with_heard_texts(steps: list[Step], heard: IntentPrediction, clause: Clause, thread: Thread) -> list[Step]:
    """The steps, changes with a text as it is surely heard in what goes on from the conversation."""
    hearing = thread.heard.hearing
    meaning = hearing.meanings.get(heard.intent) if hearing is not None else None
    if meaning is None or not meaning.follows or heard.probability < AGAINST:
        return steps
    return [_with_heard_text(s, heard, meaning, clause, thread) for s in steps]


def _with_heard_text(step: Step, heard: IntentPrediction, meaning: Meaning, clause: Clause, thread: Thread) -> Step:
    """A change with a text as it was heard, where a pattern cut it off, or took a remark along; asked about then."""
    action, said = step.action, thread.heard.said
    if action.does != "change" or not isinstance(step, Call | Confirm):
        return step
    arguments = list(action.arguments)
    for slot, start, end in heard.spans:
        name = {"new_title": action.key("new_name"), "new_description": action.key("new_details")}.get(
            meaning.slots.get(slot, ""), ""
        )
        at = next((i for i, a in enumerate(arguments) if name and a.name == name), None)
        span = said.span(clause.start + start, clause.start + end)
        told = arguments[at].source.span if at is not None else None
        if at is not None and told is not None and _is_better_text(span, told, said.raw):
            text = said.said(clause.start + start, clause.start + end)
            arguments[at] = arguments[at]._replace(value=text, source=Source("message", span))
    if tuple(arguments) == action.arguments:
        return step
    return never_called(Call(replace(action, arguments=tuple(arguments))), thread.room)


def _is_better_text(heard: tuple[int, int], told: tuple[int, int], raw: str) -> bool:
    """Whether a text was heard as a longer one, or as one that ends at a pause; not as one that is cut off."""
    if heard == told or heard[0] >= told[1] or told[0] >= heard[1]:
        return False
    return heard[1] >= told[1] or not _BREAKS.isdisjoint(raw[heard[1] : heard[1] + 2])


def _is_trimmed_there(whole: list[Step], steps: list[Step]) -> bool:
    """Whether what is asked about anyway has shorter texts as one, and what is not is the same."""
    if len(whole) != len(steps) or not any(isinstance(s, Confirm) for s in steps):
        return False
    pairs = zip(whole, steps, strict=True)
    is_same = all(isinstance(s, Confirm) or values_of(w.action) == values_of(s.action) for w, s in pairs)
    return is_same and is_trimmed(whole, steps)


def _loses_its_end(whole: list[Step], steps: list[Step], pack: Pack) -> bool:
    """Whether a text would lose its last word, and no other value comes of it: "type up the meeting notes"."""
    idle = pack.shifts.fillers | pack.references.light | pack.shifts.particles
    for one, other in zip(whole, steps, strict=True):
        mine, theirs = values_of(one.action), values_of(other.action)
        for name in mine.keys() & theirs.keys():
            text, part = str(theirs[name]), str(mine[name])
            lost = text.removeprefix(part).split() if text.startswith(part) else []
            if len(lost) == 1 and mine.keys() == theirs.keys() and lost[0].isalpha() and lost[0] not in idle:
                return True
    return False


def _beside_denied(thread: Thread, say: Say) -> list[Step]:
    """What is asked for beside something that is denied, where both were heard: "dentist low priority, it does not hurt
    any more", "I don't need the report, delete it"; always asked about."""
    hearing, said, pack = thread.heard.hearing, thread.heard.said, thread.heard.pack
    cuts = [i for i in range(1, len(said.words)) if not _BREAKS.isdisjoint(said.gap(i))]
    parts = list(pairwise((0, *cuts, len(said.words))))
    denied = [h.clause for h in thread.heard.heard if h.clause.kind == "negated"]  # "leave it alone" has no such word
    parts_denied = [p for p in parts if any(c.start <= p[0] and p[1] <= c.end for c in denied)]
    free = [p for p in parts if pack.negations.isdisjoint(w.text for w in said.words[p[0] : p[1]])]
    free = [p for p in free if p not in parts_denied] if len(parts_denied) == len(parts) else free
    if hearing is None or not free or len(free) == len(parts) or len(parts) > _PARTS:
        return []
    whole = heard_in(said, Clause(0, len(said.words), "request"), pack, hearing)
    meaning = hearing.meanings.get(whole.intent)
    if together(whole, hearing) < AGAINST or meaning is None or meaning.does not in _CHANGING:
        return []
    if is_forbidden(thread, (0, len(said.words)), meaning.intent):  # "…, don't remove them"
        return []
    for start, end in free:
        clause = Clause(start, end, "request")
        heard = heard_in(said, clause, pack, hearing)
        reading = reading_of(heard, clause, hearing, is_following=True)
        if reading is None or reading.intent != meaning.intent or together(heard, hearing) < _DOUBTED:
            continue
        named = [(t.start, t.end) for t in whole.spans if meaning.slots.get(t.slot) == RECORD]
        told = [reading] if "entry" in reading.slots and reading.value != FOLLOWS else []
        told += [reading._replace(slots={**reading.slots, "entry": words}, value="") for words in named[-1:]]
        for one in told:
            found = say(Heard(clause, (one,)))
            if found and all(isinstance(s, Call | Confirm) and _is_of_record(s) for s in found):
                return [never_called(s, thread.room) for s in found]
    return []


def _is_of_record(step: Step) -> bool:
    return any(a.source.record is not None for a in step.action.arguments)


def _doubted(steps: list[Step], heard: IntentPrediction, clause: Clause, thread: Thread) -> list[Step]:
    """The steps; asked about where a pattern took more for a text than was heard: "…, but it is not urgent"."""
    hearing = thread.heard.hearing
    meaning = hearing.meanings.get(heard.intent) if hearing is not None else None
    if meaning is None:
        return steps
    texts = [t for t in heard.spans if meaning.slots.get(t.slot) in _TITLES]
    inside = {clause.start + i for t in texts for i in range(t.start, t.end)}
    return [never_called(s, thread.room) if _is_in_doubt(s, meaning, heard, inside, thread) else s for s in steps]


def _is_in_doubt(step: Step, meaning: Meaning, heard: IntentPrediction, inside: set[int], thread: Thread) -> bool:
    """Whether a crowded text was heard as something else, or as parted where it goes on."""
    named = [a for a in step.action.arguments if a.name in (step.action.key("name"), step.action.key("new_name"))]
    if isinstance(step, Call) and any(_is_else(a, step.action, meaning, heard, thread) for a in named):
        return True
    if not isinstance(step, Call) or not any(_is_crowded(a, thread) for a in named):
        return False
    if meaning.intent != step.action.intent:
        return heard.probability >= _DOUBTED
    pack, words = thread.heard.pack, thread.heard.said.words
    for argument in named:
        own = [i for i in value_words(step.action, argument.name, thread) if words[i].text not in pack.references.light]
        is_parted = _PARTED.search(str(argument.value)) is not None
        if inside and is_parted and set(own) - inside:
            return True
    return False


def _is_else(name: Argument, action: Action, meaning: Meaning, heard: IntentPrediction, thread: Thread) -> bool:
    """Whether a name may be none: a sentence of somebody ("we are out of flour, put it on the list"), or what was heard
    as a time ("change the lunch to friday dinner")."""
    words, texts = value_words(action, name.name, thread), thread.heard.said.words
    if not words or action.reading is None:
        return False
    is_told = action.reading.pattern.startswith(_NAMED_FIRST)
    if is_told and texts[words[0]].text in thread.heard.pack.commands.no_name:
        return True
    timed = {i for t in heard.spans if meaning.slots.get(t.slot) == "due" for i in range(t.start, t.end)}
    return "value" in action.reading.slots and not timed.isdisjoint(words)


def _beside(reading: Reading, readings: Sequence[Reading]) -> tuple[tuple[int, int], ...]:
    """The words that name what the other readings are about."""
    own = reading.slots.values()
    return tuple(words for r in readings for words in r.slots.values() if words not in own)


def _is_still_said(step: Step, thread: Thread) -> bool:
    """Whether a step stands though the message asks for nothing: "she kept shouting: turn on the oven" does not."""
    if isinstance(step, Call):
        return thread.policy.tools.is_reading(step.action.tool_name) or _is_all_an_order(step, thread)
    if isinstance(step, Confirm) and (_is_all_stated(step, thread) or _is_said_first(step, thread)):
        return True
    return isinstance(step, Failed) and step.reason != "not_found"


def _is_ordered_last(step: Step, thread: Thread) -> bool:
    """Whether the message ends with an order that is surely one when it is heard alone: "my hands are full of crates,
    shut the cold room door"; always asked about."""
    reading, said, hearing = step.action.reading, thread.heard.said, thread.heard.hearing
    if reading is None or hearing is None or not isinstance(step, Call) or reading.grade == HEARD:
        return False
    clause, is_led = reading.clause, not reading.pattern or reading.pattern.startswith("{")
    gap = said.gap(clause.start) if clause.start and ":" not in said.raw[: said.words[clause.start].start] else ""
    if is_led or clause.end + _CLOSING < len(said.words) or not gap.strip() or not set(gap.strip()) <= _ORDER_AFTER:
        return False
    alone = heard_in(said, clause, thread.heard.pack, hearing)
    meaning = hearing.meanings.get(alone.intent)
    return meaning is not None and meaning.does == reading.does and together(alone, hearing) >= AGAINST


def _is_all_stated(step: Step, thread: Thread) -> bool:
    """Whether a subject and what it is to be are all that the message says: "thermostat on away"."""
    reading = step.action.reading
    is_bare = reading is not None and not reading.pattern and step.action.of("settings") is not None
    return is_bare and reading is not None and reading.clause.end - reading.clause.start == len(thread.heard.said.words)


def _is_said_first(step: Step, thread: Thread) -> bool:
    """Whether an order to a subject is all that is said before the first pause: "movie scene, the popcorn is ready"."""
    reading, said = step.action.reading, thread.heard.said
    if reading is None or reading.does != "command" or reading.grade == HEARD or reading.clause.start:
        return False
    end = reading.clause.end
    return end < len(said.words) and "," in said.gap(end)


def _is_all_an_order(step: Step, thread: Thread) -> bool:
    """Whether a pattern that begins with what to do reads the message from its first word to its last."""
    reading = step.action.reading
    if reading is None or reading.grade != "named" or reading.pattern.startswith("{"):
        return False
    return (reading.clause.start, reading.clause.end) == (0, len(thread.heard.said.words))


def _distinct(steps: list[Step]) -> list[Step]:
    """The steps without those that do the same once more: "leo is with my mum, delete the leo one"."""
    out: list[Step] = []
    for step in steps:
        told = (step.action.tool_name, values_of(step.action))
        if not step.action.arguments or all((s.action.tool_name, values_of(s.action)) != told for s in out):
            out.append(step)
    return out


def _whole_ones(hearing: Hearing) -> dict[str, str]:
    """The intents of changes that say only what is new, and those that they are else."""
    changes = {n: m for n, m in hearing.meanings.items() if m.does == "change"}
    return {
        n: other
        for n, m in changes.items()
        if m.follows
        for other, o in changes.items()
        if o.intent == m.intent != n and not o.follows
    }


def _wording(hearing: Hearing, thread: Thread) -> tuple[IntentPrediction, Clause]:
    """What the tagger says of the whole message, but for a joiner that it begins with."""
    said, pack, only = thread.heard.said, thread.heard.pack, thread.heard.heard[0]
    start, end = 0, len(said.words)
    while start < end and joined_until(said, start, end, pack) > start:
        start += 1
    clause = Clause(start if start < end else 0, end, "request")
    if only.wording is not None and (only.clause.start, only.clause.end) == (clause.start, clause.end):
        return only.wording, clause
    return heard_in(said, clause, pack, hearing), clause


def _is_worth_it(steps: list[Step], thread: Thread) -> bool:
    """Whether hearing the message once more may say anything else: not where plain words were read plainly."""
    if len(thread.heard.heard) > 1 or not steps or not all(isinstance(s, Call) for s in steps):
        return True
    actions = [s.action for s in steps if not thread.policy.tools.is_reading(s.action.tool_name)]
    weights = [a for act in actions for a in act.arguments if a.name == act.key("rank") and a.source.kind != "default"]
    if any(_leaves_words(s.action, thread) or _leaves_a_thing(s.action, thread) for s in steps):
        return True
    if any(a.does == "make" and a.reading is not None and a.reading.pattern.startswith(_NAMED_FIRST) for a in actions):
        return True  # "we are out of flour, put it on the list": a sentence may be no name
    if len(actions) > 1 and weights:  # each with its own: "renew the passport as high priority and … as low"
        return True
    return any(act.does == "change" or _is_crowded(a, thread) for act in actions for a in act.arguments)


def _leaves_words(action: Action, thread: Thread) -> bool:
    """Whether a list was read around a word that a record bears, or that is no word of the language: "is there flour on
    my list"."""
    reading, said, pack = action.reading, thread.heard.said, thread.heard.pack
    if action.does != "list" or reading is None or _GAP not in reading.pattern or action.of("search"):
        return False
    told = [a.source.span for a in action.arguments if a.source.span is not None]
    records = thread.records_of(action.intent)
    if not records.are_known:
        return False
    index, light = records.index(), thread.around.languages.light
    words = [w for w in said.words[reading.clause.start : reading.clause.end] if w.text not in light]
    left = [w.text for w in words if not any(start <= w.start < end for start, end in told)]
    return any(not pack.knows(t) or index.is_borne(stem(t, index.endings)) for t in left)


def _leaves_a_thing(action: Action, thread: Thread) -> bool:
    """Whether something new was read and words are left over that are no words of the language: ", and order wood"."""
    reading, said, pack = action.reading, thread.heard.said, thread.heard.pack
    if action.does != "make" or reading is None:
        return False
    told = [a.source.span for a in action.arguments if a.source.span is not None]
    words = said.words[reading.clause.start : reading.clause.end]
    left = [w for w in words if not any(start <= w.start < end for start, end in told)]
    return any(w.text.isalpha() and not pack.knows(w.text) for w in left)


def _is_crowded(argument: Argument, thread: Thread) -> bool:
    """Whether a text may hold more than itself: it is long, parted, begins with a small word or says a number."""
    span = argument.source.span
    if span is None or argument.source.record is not None or not isinstance(argument.value, str):
        return False
    said, pack = thread.heard.said, thread.heard.pack
    at = [i for i, w in enumerate(said.words) if span[0] <= w.start < span[1]]
    if len(at) > _PLAIN or any(mark in argument.value for mark in ",;:."):
        return True
    texts = [said.words[i].text for i in at]
    leading = pack.shifts.lead | (pack.references.light - pack.references.articles)
    is_led = texts[0] in leading and argument.value.casefold().startswith(texts[0])
    return is_led or any(t[0].isdigit() or t in pack.joiners.by_word for t in texts)
