"""What a message was most likely meant as, where nothing was sure enough to count: one question about it is better than
three offers. What removes something is never guessed at."""

from collections.abc import Mapping
from dataclasses import replace

from sayso.engine.after_all import is_denied
from sayso.engine.capabilities.settle import never_called
from sayso.engine.compose.whose import business
from sayso.engine.declining.why import why
from sayso.engine.ellipsis.topic import by_topic
from sayso.engine.follow import taken_up
from sayso.engine.nouns import Call, Clause, Confirm, Decision, Step
from sayso.engine.outcome import reply_of
from sayso.engine.read.heard import IntentPrediction
from sayso.engine.records.mention import mention
from sayso.engine.restoring import only_back, was_undone
from sayso.engine.text import QUOTE
from sayso.engine.think import tried_as_heard
from sayso.engine.thread import Around, Thread
from sayso.engine.understand.read import Heard, Understanding
from sayso.engine.understand.several import readings_of
from sayso.engine.understand.wording import FOLLOWS, Meaning, together

_AS_IF = 0.6  # with what surety a reading is tried
_ENOUGH: Mapping[str, float] = {"make": 0.5, "finish": 0.75, "change": 0.45, "command": 0.8, "undo": 0.25, "redo": 0.5}
_TELLING = 2  # words of a name that a subject and a record share
_SUBJECTS = frozenset(("what", "which", "subject", "where"))
_BEGINNING = 3  # words of a question
_CLEAR = 0.9  # of a name
_AGAIN = "redo"
_STEPS_BACK = frozenset(("undo", "redo"))
_LISTED, _MEASURED = 0.4, 0.65  # what only looks something up


def likely(heard: Understanding, around: Around) -> tuple[Step, ...]:
    """The steps of what the tagger hears in the whole message, if it is likely enough for what it would do, and
    complete; what changes something is asked about."""
    room, hearing, said = around.room(heard.pack), heard.hearing, heard.said
    if hearing is None or (not around.lists and not room.is_known):
        return ()
    cause = why(heard)
    wording = _of_an_entry(cause.wording, heard, around)
    meaning = hearing.meanings.get(wording.intent) if wording is not None else None
    if cause.reply or cause.reason != "unclear" or wording is None or meaning is None:
        return ()
    thread = Thread(heard, around, room, around.spoken)
    wording, meaning = _of_a_listed_one(wording, meaning, thread)
    enough = _enough(wording, meaning, thread)
    if enough is None or together(wording, hearing) < enough or is_denied(wording.intent, thread):
        return ()
    clause = Clause(0, len(said.words), "request")
    tried = wording._replace(probability=max(wording.probability, _AS_IF))
    readings = readings_of(tried, clause, (said, heard.pack), hearing, bool(thread.scene.history))
    meant = [taken_up(r, tried, thread) if r.value == FOLLOWS else r for r in readings]
    each = [tried_as_heard(by_topic(Heard(r.clause, (r,)), thread), thread) for r in meant if r is not None]
    found = [s for steps in each for s in steps]
    is_whole = bool(found) and None not in meant and all(each)
    is_bare = _is_told_whole(wording, thread)
    if not is_whole or not all(_is_meant(s, meaning, is_bare) for s in found):
        return ()
    is_reading = thread.policy.tools.is_reading
    return only_back(
        tuple(s if is_reading(s.action.tool_name) else never_called(s, room) for s in found), heard, around
    )


def _of_an_entry(wording: IntentPrediction | None, heard: Understanding, around: Around) -> IntentPrediction | None:
    """What was heard; heard once more as of no subject where one would be called as a record is that is listed, and no
    subject bears that name: "the lamp in the X-ray room" is on the list, and no lamp that can be turned on."""
    hearing, said, room = heard.hearing, heard.said, around.room(heard.pack)
    meaning = hearing.meanings.get(wording.intent) if hearing is not None and wording is not None else None
    if hearing is None or wording is None or meaning is None or not room.is_known or not around.lists:
        return wording
    has_capabilities = around.policy.has_capabilities
    named = [t for t in wording.spans if meaning.slots.get(t.slot) in _SUBJECTS]
    if not has_capabilities(meaning.intent) or not named:
        return wording
    words = (named[0].start, named[-1].end)
    found = [mention(said, words, heard.pack, records) for records in around.all_records()]
    telling = [w.text for w in said.words[words[0] : words[1]] if w.text not in heard.pack.references.light]
    is_listed = any(m.kind == "title" and len(m.candidates) == 1 and m.candidates[0].fit >= _CLEAR for m in found)
    if not is_listed or len(telling) < _TELLING:
        return wording
    others = tuple(name for name, m in hearing.meanings.items() if has_capabilities(m.intent))
    return hearing.predict([w.text for w in said.words], hearing.marks_of(said, heard.pack), others)


def _of_a_listed_one(wording: IntentPrediction, meaning: Meaning, thread: Thread) -> tuple[IntentPrediction, Meaning]:
    """What was heard, as a change of a record where something new with a time would be called as that one is:
    "January's invoices on 5 February"."""
    named = [t for t in wording.spans if meaning.slots.get(t.slot) == "title"]
    hearing, said, pack = thread.heard.hearing, thread.heard.said, thread.heard.pack
    if meaning.does != "make" or len(named) != 1 or len(wording.spans) == 1 or hearing is None:
        return wording, meaning
    changes = ((n, m) for n, m in hearing.meanings.items() if m.does == "change" and not m.follows)
    name, change = next(changes, ("", meaning))
    found = mention(said, (named[0].start, named[0].end), pack, thread.entries)
    is_listed = found.kind == "title" and len(found.candidates) == 1 and found.candidates[0].fit >= _CLEAR
    if not name or not is_listed or found.candidates[0].entry.is_done:
        return wording, meaning
    return wording._replace(intent=name), change


def _enough(wording: IntentPrediction, meaning: Meaning, thread: Thread) -> float | None:
    """How likely it must be; None where it is never guessed at."""
    tool = thread.policy.tools.of_intent(meaning.intent)
    if meaning.does == "list":
        return _LISTED if _is_asked(meaning, thread) or _asks_about_one(wording, meaning, thread) else None
    if tool.is_read_only:
        return _MEASURED if thread.policy.has_capabilities(meaning.intent) else None
    if meaning.does in _STEPS_BACK and thread.heard.slips:
        return None  # two guesses in one
    if meaning.does == _AGAIN and not was_undone(thread.around):
        return None
    if meaning.does == "make" and not _is_something_to_do(wording, meaning, thread):
        return None
    return _ENOUGH.get(meaning.does)


def _is_asked(meaning: Meaning, thread: Thread) -> bool:
    """Whether a list is asked for, by its mark, by words for our records or as questions begin: "what a day today"
    asks for nothing."""
    said, pack = thread.heard.said, thread.heard.pack
    if "?" in said.raw or business(said, Clause(0, len(said.words)), pack.words(meaning.intent)).is_ours:
        return True
    first = [w.text for w in said.words[:_BEGINNING]]
    return first[0] in pack.shifts.asking and not pack.commands.not_last.isdisjoint(first)


def _asks_about_one(wording: IntentPrediction, meaning: Meaning, thread: Thread) -> bool:
    """Whether a message begins as questions do and names one listed record: "what time does the show start"."""
    said, pack = thread.heard.said, thread.heard.pack
    names = [(t.start, t.end) for t in wording.spans if meaning.slots.get(t.slot) == "about"]
    if said.words[0].text not in pack.shifts.asking or len(names) != 1:
        return False
    found = mention(said, names[0], pack, thread.entries)
    return found.kind == "title" and len(found.candidates) == 1


def _is_something_to_do(wording: IntentPrediction, meaning: Meaning, thread: Thread) -> bool:
    """Whether a title begins with a verb or stands in quotes, or hardly anything is said besides: "gran's card,
    friday", and not "my knee hurts, must be the damp"."""
    said, pack = thread.heard.said, thread.heard.pack
    titles = [t for t in wording.spans if (meaning.slots.get(t.slot) or meaning.others.get(t.slot)) == "title"]
    words = pack.words(meaning.intent)
    if any(words.is_verb(said.words[t.start].text) or said.words[t.start].text == QUOTE for t in titles):
        return True
    return _is_told_whole(wording, thread)


def _is_told_whole(wording: IntentPrediction, thread: Thread) -> bool:
    """Whether the message says nothing but what was heard in it, and small words."""
    pack = thread.heard.pack
    told = {i for t in wording.spans for i in range(t.start, t.end)}
    small = pack.ellipsis.small | pack.references.light | pack.shifts.fillers
    return all(w.text in small for i, w in enumerate(thread.heard.said.words) if i not in told)


def _is_meant(step: Step, meaning: Meaning, is_bare: bool) -> bool:
    """Whether a step is complete, and does what was heard."""
    action = step.action
    if not isinstance(step, Call | Confirm) or (action.does == "change" and not action.changes):
        return False
    is_new = meaning.does == "change" and action.does == "make"  # it is not listed: "dry cleaning, saturday"
    return meaning.follows or not meaning.does or action.does == meaning.does or (is_new and is_bare)


def unless_likely(decision: Decision) -> Decision:
    """The decision; or the question whether what is likely was meant, where nothing would be done."""
    if decision.steps or not decision.likely:
        return decision
    return replace(decision, steps=decision.likely, reply=reply_of(decision.likely), next=(), reason=None)
