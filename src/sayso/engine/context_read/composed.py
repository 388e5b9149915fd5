"""The steps that come of what was heard in a message with what went before it, where they are complete, and where
nothing that is said speaks against them."""

from collections.abc import Sequence

from sayso.engine.after_all import is_denied
from sayso.engine.by_ear import drops_a_name
from sayso.engine.capabilities.acts import SET
from sayso.engine.capabilities.settle import never_called
from sayso.engine.context_read.reader import MessageAtHand
from sayso.engine.ellipsis.shown import speaks_of_another
from sayso.engine.ellipsis.topic import by_topic
from sayso.engine.follow import last_done, taken_up
from sayso.engine.from_spans.composed import is_of_a_kind_named, leaves_a_name_out
from sayso.engine.from_spans.parting import SpanContext, readings_from
from sayso.engine.nouns import Call, Clause, Confirm, Reading, Step
from sayso.engine.outcome import is_named_now, what_it_does
from sayso.engine.read.heard import IntentPrediction
from sayso.engine.think import as_read
from sayso.engine.thread import Thread
from sayso.engine.understand.one_time import as_one_time
from sayso.engine.understand.read import Heard
from sayso.engine.understand.wording import FOLLOWS, RECORD, Hearing, Meaning

_SWITCHED = ("turn_on", "start")  # heard in "the oven on 180", which sets it
_SURE_ACT = 0.85  # as which an act counts that is meant for what was spoken of
_VALUE = "value"
_SUBJECTS = frozenset(("what", "which", "where", "subject"))
_TIMES = frozenset(("due", "shift", "when"))  # which may be all that is said: "one day earlier", "the weekend?"


def composed(wording: IntentPrediction, said: MessageAtHand) -> tuple[Call | Confirm, ...]:
    """The steps of what was heard; none where they are not complete, or might be about something else."""
    meaning = said.hearing.meanings.get(wording.intent)
    if meaning is None or (meaning.has_act and leaves_a_name_out(wording, said.line)):
        return ()
    going_on, its_meaning = _of_what_was_spoken_of(_with_one_time(wording, meaning, said), meaning, said.hearing)
    found, thread = steps_heard(going_on, its_meaning, said), said.thread()
    whole = [s for s in found if isinstance(s, Call | Confirm) and _is_whole(s)]
    each = tuple({what_it_does(s): s for s in whole}.values())
    if not whole or len(whole) < len(found) or is_denied(going_on.intent, thread) or are_at_odds(each):
        return ()
    if not all(is_named_now(s.action) for s in whole) and (
        _speaks_of_another(thread) or _leaves_a_name(going_on, its_meaning, thread) or _is_undecided(whole, thread)
    ):
        return ()
    if not all(is_of_a_kind_named(s, thread.heard, thread.room) for s in whole) or _lists_anew(whole, thread):
        return ()
    return each


def _with_one_time(wording: IntentPrediction, meaning: Meaning, said: MessageAtHand) -> IntentPrediction:
    """What was heard, of several times for what was spoken of the one that is meant: "friday is market, saturday"."""
    part, spans = (said.line, Clause(0, len(said.line.words), "request")), wording.spans
    for slot in (name for name, to in meaning.slots.items() if to == "due" and meaning.follows):
        spans = tuple(as_one_time(spans, slot, part, said.pack))
    return wording._replace(spans=spans)


def are_at_odds(steps: Sequence[Step]) -> bool:
    """Whether one of them removes what another one is about, or orders its machine once more: that is talk about it."""
    records = [str(s.action.record) for s in steps if s.action.record is not None]
    is_twice = len(records) > len(set(records))
    return is_twice and any(s.action.does in ("remove", "command") for s in steps)


def steps_heard(wording: IntentPrediction, meaning: Meaning, said: MessageAtHand, is_sure: bool = False) -> list[Step]:
    """The steps of all that was heard, none of which is called if it changes something; none if a part makes none."""
    found: list[Step] = []
    for reading in readings_from(wording, SpanContext(said.line, said.pack, meaning)):
        whole = (0, len(said.line.words))
        if any(words == whole for name, words in reading.slots.items() if name not in _TIMES):
            return []  # a name and nothing else
        steps = _steps_of(reading._replace(grade="named") if is_sure else reading, wording, said.thread())
        if not steps:
            return []
        found.extend(steps)
    room, is_reading = said.around.room(said.pack), said.around.policy.tools.is_reading
    return [s if is_reading(s.action.tool_name) else never_called(s, room) for s in found]


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
