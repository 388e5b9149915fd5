"""The steps of what the tagger heard in the whole message, made straight from its spans."""

from typing import NamedTuple

from sayso.engine.after_all import is_denied, is_mere_answer
from sayso.engine.capabilities.room import Room
from sayso.engine.capabilities.settle import never_called
from sayso.engine.ellipsis.topic import by_topic
from sayso.engine.follow import taken_up
from sayso.engine.from_spans.parting import SpanContext, readings_from
from sayso.engine.judge import is_asked
from sayso.engine.nouns import Call, Clause, Confirm, Step
from sayso.engine.outcome import what_it_does
from sayso.engine.read.heard import IntentPrediction
from sayso.engine.text import Line
from sayso.engine.think import as_read
from sayso.engine.thread import Around, Thread
from sayso.engine.understand.read import Heard, Understanding
from sayso.engine.understand.wording import FOLLOWS, Meaning, heard_in, together

_MOST = 48  # words that are heard as one


class Composed(NamedTuple):
    """Steps that are complete, what was heard, and how sure."""

    steps: tuple[Call | Confirm, ...]
    wording: IntentPrediction
    meaning: Meaning
    likely: float
    is_asked: bool  # by a mark or a word that asks


def composed(heard: Understanding, around: Around) -> Composed | None:
    """What the spans of the whole message come to; None where that is nothing, or not complete."""
    hearing, said, pack = heard.hearing, heard.said, heard.pack
    if hearing is None or not pack.is_heard or said.repeats or not 0 < len(said.words) <= _MOST:
        return None
    if is_mere_answer(said, pack):
        return None
    wording = heard_in(said, Clause(0, len(said.words), "request"), pack, hearing)
    meaning = hearing.meanings.get(wording.intent)
    if meaning is None or not wording.spans or (meaning.has_act and leaves_a_name_out(wording, said)):
        return None
    room, found, is_question = around.room(pack), list[Step](), False
    for reading in readings_from(wording, SpanContext(said, pack, meaning)):
        thread = Thread(heard, around, room, around.spoken)
        if is_denied(wording.intent, thread):
            return None
        meant = taken_up(reading, wording, thread) if reading.value == FOLLOWS else reading
        is_question |= meant is not None and is_asked(Heard(meant.clause, (meant,)), thread)
        steps = as_read(by_topic(Heard(meant.clause, (meant,)), thread), thread) if meant is not None else []
        if not steps:
            return None
        found.extend(steps)
    if not all(is_of_a_kind_named(s, heard, room) for s in found):
        return None
    is_reading = around.policy.tools.is_reading
    out: list[Call | Confirm] = []
    for step in found:
        asked = step if is_reading(step.action.tool_name) else never_called(step, room)
        if not isinstance(asked, Call | Confirm) or (asked.action.does == "change" and not asked.action.changes):
            return None
        out.append(asked)
    once = tuple({what_it_does(s): s for s in out}.values())
    return Composed(once, wording, meaning, together(wording, hearing), is_question) if once else None


def leaves_a_name_out(wording: IntentPrediction, said: Line) -> bool:
    """Whether a word with a number in it belongs to nothing that was heard: it may be the name of another one."""
    told = {i for t in wording.spans for i in range(t.start, t.end)}
    return any(i not in told and any(c.isdigit() for c in w.text) for i, w in enumerate(said.words))


def is_of_a_kind_named(step: Step, heard: Understanding, room: Room) -> bool:
    """Whether what is done to a subject is done to one of the kinds that the message names, where it names any: what is
    done in the kitchen is not done to all that stands there."""
    kinds = room.lexicon.kinds(room.lexicon.stems(w.text for w in heard.said.words)) if room.is_known else frozenset()
    at = room.index.by_id.get(str(step.action.of("id")).casefold()) if kinds else None
    if at is None:
        return True
    wider = {name for name, covered in room.lexicon.covers.items() if not room.index.kinds[at].isdisjoint(covered)}
    names = room.lexicon.kinds(room.index.names[at])
    return not kinds.isdisjoint(room.index.kinds[at] | wider | names)
