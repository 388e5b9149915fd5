"""What a message means after what went before it, where nothing complete came of it: "sunday suits him better".

A second net of the tagger's kind reads the message with the last step, the open question and what the person said
before it (`read/going_before.py`). What it hears is put together from its spans, and asked about where it changes
something.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from sayso.engine.after_all import is_denied, is_mere_answer
from sayso.engine.by_ear import drops_a_name
from sayso.engine.capabilities.acts import SET
from sayso.engine.capabilities.settle import never_called
from sayso.engine.ellipsis.shown import speaks_of_another
from sayso.engine.ellipsis.topic import by_topic
from sayso.engine.follow import last_done, taken_up
from sayso.engine.from_spans.composed import is_of_a_kind_named, leaves_a_name_out
from sayso.engine.from_spans.parting import SpanContext, readings_from
from sayso.engine.half_read import is_half
from sayso.engine.nouns import Ask, Call, Clause, Confirm, Decision, Failed, Reading, Step
from sayso.engine.outcome import is_named_now, is_registered, reply_of, what_it_does
from sayso.engine.pack import Pack
from sayso.engine.read.going_before import going_before
from sayso.engine.read.heard import Hear, IntentPrediction, Tagged
from sayso.engine.remarked import Listened
from sayso.engine.request import Request
from sayso.engine.text import Line, tokens
from sayso.engine.think import as_read
from sayso.engine.thread import Around, Thread
from sayso.engine.understand.exact import ends_with_no
from sayso.engine.understand.read import Heard, Understanding
from sayso.engine.understand.wording import FOLLOWS, RECORD, Hearing, Meaning, together
from sayso.engine.values.times import find_times

_MOST = 48  # words of a message that are read
_ENOUGH: Mapping[str, float] = {"unclear": 0.0, "nothing_asked": 0.85}  # how likely it must be, by why nothing is done
_MEANT = ("request", "other")  # clauses
_NEVER = 2.0
_LEAST: Mapping[str, float] = {  # by what it does
    "make": 0.65,
    "change": 0.65,
    "finish": 0.75,
    "command": 0.7,
    "remove": 0.9,
    "undo": _NEVER,  # said in so few ways that anything else is none
    "redo": _NEVER,
}
_LOOKS = 0.85  # what only looks something up
_INSTEAD = 0.85  # where something new, or a list, was heard by the wording alone
_GUESSED = frozenset(("make", "list"))  # what is easily heard in the wording of a change
_CHANGES = frozenset(("change", "finish", "command"))
_SWITCHED = ("turn_on", "start")  # heard in "the oven on 180", which sets it
_SURE_ACT = 0.85  # as which an act counts that is meant for what was spoken of
_VALUE = "value"
_SUBJECTS = frozenset(("what", "which", "where", "subject"))


class InContext(NamedTuple):
    """What was heard with what went before it, how likely, and the steps that it comes to."""

    steps: tuple[Call | Confirm, ...]
    likely: float


def in_context(decision: Decision, request: Request, known: Listened, read: Hear | None) -> Decision:
    """The decision; or, where nothing complete came of the message, what it is heard as after what went before it."""
    around = known.around
    if read is None or not request.message.strip() or not _may_be_more(decision):
        return decision
    if not around.lists and around.fleet is None:
        return decision  # nobody says that there is anything to speak about
    hearing = known.hearing()
    pack = next((p for p in around.languages.packs if p.language == decision.language), None)
    if hearing is None or pack is None or not pack.is_heard:
        return decision
    said = pack.line(request.message, tokens(request.message))
    if not 0 < len(said.words) <= _MOST or is_mere_answer(said, pack) or _is_held_back(said, pack):
        return decision
    is_reading = around.policy.tools.is_reading
    wording = _read(read, said, request, pack, hearing)
    found = _composed(wording, said, pack, hearing, around)
    if found is None or not all(is_registered(s.action.tool_name, request) for s in found.steps):
        return decision
    if any(around.policy.has_capabilities(s.action.intent) and _is_doubtful(s, decision, request) for s in found.steps):
        return decision
    asks_for_none = "?" in request.message and any(_is_no_answer(s, is_reading) for s in found.steps)
    if asks_for_none or found.likely < _enough(decision, found.steps):
        return decision
    return replace(decision, steps=found.steps, reply=reply_of(found.steps), next=(), reason=None)


def _is_doubtful(step: Step, decision: Decision, request: Request) -> bool:
    """Whether a subject would be meant with nothing said before it, or in the place of one that is not there."""
    is_missing = any(isinstance(s, Failed) for s in decision.steps)
    return not request.history or (is_missing and not is_named_now(step.action))


def _is_no_answer(step: Step, is_reading: Callable[[str | None], bool]) -> bool:
    """Whether a step answers no question; a list need not be asked for: "is it urgent already?"."""
    return step.action.does == "list" or not is_reading(step.action.tool_name)


def _is_held_back(said: Line, pack: Pack) -> bool:
    """Whether something is denied or spared, or a day is said of which only a part is understood."""
    if not pack.shifts.sparing.isdisjoint(said.texts) or ends_with_no(said, pack):
        return True
    return any(is_half(said, (t.start, t.end), pack) for t in find_times(said, pack, (0, len(said.words))))


def _may_be_more(decision: Decision) -> bool:
    """Whether a decision leaves something open, or is a guess that another one may stand against."""
    if any(kind not in _MEANT for kind, _ in decision.trace.parts):
        return False  # denied, told, or asked how to do
    if not decision.steps:
        return decision.reason in _ENOUGH
    return all(_is_open(s) for s in decision.steps) or _is_guess(decision)


def _is_open(step: Step) -> bool:
    does = step.action.does
    if isinstance(step, Failed):
        return step.reason == "not_found" or (step.reason == "no_capability" and does == "command")
    return isinstance(step, Ask) and not step.suggestions


def _is_guess(decision: Decision) -> bool:
    """Whether one new thing, or a list, is all that was heard by the wording alone."""
    step = decision.steps[0]
    is_heard = step.action.reading is not None and step.action.reading.grade == "heard"
    return len(decision.steps) == 1 and is_heard and step.action.does in _GUESSED


def _enough(decision: Decision, steps: tuple[Step, ...]) -> float:
    """How likely it must be that this is meant."""
    least = max(_LEAST.get(s.action.does, _LOOKS) for s in steps)
    if not decision.steps:
        return max(least, _ENOUGH[decision.reason or "unclear"])
    if all(_is_open(s) for s in decision.steps):
        return least
    is_more = len(steps) == 1 and steps[0].action.does in _CHANGES
    return max(least, _INSTEAD) if is_more else _NEVER


def _read(read: Hear, said: Line, request: Request, pack: Pack, hearing: Hearing) -> IntentPrediction:
    """What the net hears in the message, its spans by the message's own words."""
    last = next((t.content for t in reversed(request.history) if t.role == "user"), "")
    told = [w.text for w in pack.line(last, tokens(last)).words]
    before = going_before(request.history, request.pending, told)
    count = len(before.words)
    heard = read([*before.words, *(w.text for w in said.words)], [*before.marks, *hearing.marks_of(said, pack)])
    spans = tuple(Tagged(t.slot, t.start - count, t.end - count) for t in heard.spans if t.start >= count)
    return heard._replace(spans=spans)


def _composed(wording: IntentPrediction, said: Line, pack: Pack, hearing: Hearing, around: Around) -> InContext | None:
    """The steps of what was heard; None where they are not complete."""
    meaning = hearing.meanings.get(wording.intent)
    if meaning is None or (meaning.has_act and leaves_a_name_out(wording, said)):
        return None
    likely = together(wording, hearing)
    heard = Understanding(pack, said, (Heard(Clause(0, len(said.words), "request"), ()),), hearing=hearing)
    thread = Thread(heard, around, around.room(pack), around.spoken)
    wording, meaning = _of_what_was_spoken_of(wording, meaning, hearing)
    found: list[Step] = []
    for reading in readings_from(wording, SpanContext(said, pack, meaning)):
        if (0, len(said.words)) in reading.slots.values():
            return None  # a name and nothing else
        steps = _steps_of(reading, wording, Thread(heard, around, thread.room, around.spoken))
        if not steps:
            return None
        found.extend(steps)
    is_reading = around.policy.tools.is_reading
    asked = [s if is_reading(s.action.tool_name) else never_called(s, thread.room) for s in found]
    whole = [s for s in asked if isinstance(s, Call | Confirm) and _is_whole(s)]
    if not whole or len(whole) < len(asked) or is_denied(wording.intent, thread):
        return None
    if not all(is_named_now(s.action) for s in whole) and (
        _speaks_of_another(thread) or _leaves_a_name(wording, meaning, thread) or _is_undecided(whole, thread)
    ):
        return None
    if not all(is_of_a_kind_named(s, heard, thread.room) for s in whole) or _lists_anew(whole, thread):
        return None
    return InContext(tuple({what_it_does(s): s for s in whole}.values()), likely)


def _steps_of(reading: Reading, wording: IntentPrediction, thread: Thread) -> list[Step]:
    meant = taken_up(reading, wording, thread) if reading.value == FOLLOWS else reading
    return as_read(by_topic(Heard(meant.clause, (meant,)), thread), thread) if meant is not None else []


def _leaves_a_name(wording: IntentPrediction, meaning: Meaning, thread: Thread) -> bool:
    """Whether something is named that nothing was heard about: "the fryer, push it back a day" is of no other one."""
    said, count = thread.heard.said, len(thread.heard.said.words)
    values = [t for t in wording.spans if meaning.slots.get(t.slot) not in (RECORD, *_SUBJECTS)]
    kept = min((t.start for t in values), default=count), max((t.end for t in values), default=count)
    return drops_a_name(said, thread.heard.pack, thread.heard.hearing, kept)


def _speaks_of_another(thread: Thread) -> bool:
    """Whether a word of "the other one" is said: which one that is, the net cannot tell."""
    pack = thread.heard.pack
    others = {word for phrase in pack.ellipsis.marks["other"] for word in phrase} & pack.references.vague
    return speaks_of_another(thread) or not others.isdisjoint(thread.heard.said.texts)


def _is_undecided(steps: Sequence[Step], thread: Thread) -> bool:
    """Whether what was spoken of would be removed though nobody agreed to what was asked about it."""
    before = last_done(thread)
    is_done = before is not None and before[0].outcome == "done"
    return not is_done and any(s.action.does == "remove" for s in steps)


def _lists_anew(steps: Sequence[Step], thread: Thread) -> bool:
    """Whether a list is shown anew that may have been meant as a part of the last one: "of these only the urgent"."""
    before = last_done(thread)
    tool = thread.policy.tools.get(before[0].tool_name) if before is not None else None
    return tool is not None and tool.does == "list" and any(s.action.does == "list" for s in steps)


def _is_whole(step: Call | Confirm) -> bool:
    return step.action.does != "change" or bool(step.action.changes)


def _of_what_was_spoken_of(
    wording: IntentPrediction, meaning: Meaning, hearing: Hearing
) -> tuple[IntentPrediction, Meaning]:
    """An order that names nothing goes on from what was done last; one to switch something on at a value sets it."""
    if not meaning.has_act:
        return wording, meaning
    slots = {meaning.slots.get(t.slot, "") for t in wording.spans}
    if wording.act in _SWITCHED and any(t.slot == _VALUE for t in wording.spans):
        wording = wording._replace(act=SET)
    going_on = next((n for n, m in hearing.meanings.items() if m.follows and m.does == "change"), None)
    if going_on is None or not slots.isdisjoint(_SUBJECTS):
        return wording, meaning
    sure = max(wording.act_probability, _SURE_ACT)
    return wording._replace(intent=going_on, act_probability=sure), hearing.meanings[going_on]
