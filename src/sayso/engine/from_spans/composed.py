"""The steps of what the tagger heard in the whole message, made straight from its spans."""

from typing import NamedTuple

from sayso.engine.after_all import is_denied
from sayso.engine.capabilities.settle import never_called
from sayso.engine.ellipsis.topic import by_topic
from sayso.engine.follow import taken_up
from sayso.engine.from_spans.parting import SpanContext, readings_from
from sayso.engine.judge import is_asked
from sayso.engine.nouns import Call, Clause, Confirm, Step
from sayso.engine.read.heard import IntentPrediction
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
    wording = heard_in(said, Clause(0, len(said.words), "request"), pack, hearing)
    meaning = hearing.meanings.get(wording.intent)
    if meaning is None or not wording.spans:
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
    is_reading = around.policy.tools.is_reading
    out: list[Call | Confirm] = []
    for step in found:
        asked = step if is_reading(step.action.tool_name) else never_called(step, room)
        if not isinstance(asked, Call | Confirm) or (asked.action.does == "change" and not asked.action.changes):
            return None
        out.append(asked)
    once = tuple({_what_it_does(s): s for s in out}.values())
    return Composed(once, wording, meaning, together(wording, hearing), is_question) if once else None


def _what_it_does(step: Step) -> str:
    """Two steps that do the same are one: a record may be named by two spans."""
    return str((step.action.tool_name, sorted((a.name, str(a.value)) for a in step.action.arguments)))
