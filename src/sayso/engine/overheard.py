"""Something new that patterns read, where the whole message is surely heard otherwise: as several new things, or as a
change of records that are listed. Then that is offered instead."""

from collections.abc import Callable
from dataclasses import replace

from sayso.engine.capabilities.settle import never_called
from sayso.engine.ellipsis.topic import by_topic
from sayso.engine.nouns import Argument, Call, Clause, Confirm, Step
from sayso.engine.read.heard import IntentPrediction
from sayso.engine.records.mention import mention
from sayso.engine.thread import Thread
from sayso.engine.understand.read import Heard
from sayso.engine.understand.several import readings_of
from sayso.engine.understand.wording import RECORD, Meaning, heard_in

_MOST = 48  # words that are heard as one
_SURELY = 0.95
_CLEAR = 0.8  # how well a record must fit
_PLAIN = frozenset(("request", "other"))
_TITLE = "title"
Say = Callable[[Heard], list[Step]]


def overheard(steps: list[Step], thread: Thread, say: Say) -> list[Step]:
    """The steps; or what the message as a whole is surely heard as, where they only make something new of it; else
    what is named as two as two."""
    heard = _heard_as_one(steps, thread, say)
    return [part for step in steps for part in _as_pair(step, thread)] if heard is None else heard


def _heard_as_one(steps: list[Step], thread: Thread, say: Say) -> list[Step] | None:
    """What the message as a whole is surely heard as; None where that is nothing else."""
    hearing, said, pack = thread.heard.hearing, thread.heard.said, thread.heard.pack
    kinds = {h.clause.kind for h in thread.heard.heard}
    if hearing is None or not pack.is_heard or not 0 < len(said.words) <= _MOST or not kinds <= _PLAIN:
        return None
    if not steps or not all(isinstance(s, Call | Confirm) and s.action.does == "make" for s in steps):
        return None
    clause = Clause(0, len(said.words), "request")
    heard = heard_in(said, clause, pack, hearing)
    meaning = hearing.meanings.get(heard.intent)
    if meaning is None or meaning.follows or heard.probability < _SURELY:
        return None
    if not _are_several(heard, meaning, steps, thread) and not _are_listed(heard, meaning, thread):
        shorter = [_without_reason(s, heard, thread) for s in steps] if meaning.does == "make" else steps
        return shorter if shorter != steps else None
    each = [
        say(by_topic(Heard(r.clause, (r,)), thread))
        for r in readings_of(heard, clause, (said, pack), hearing, bool(thread.scene.history))
    ]
    found = [s for one in each for s in one]
    if not found or not all(each) or not all(isinstance(s, Call | Confirm) for s in found):
        return None
    return [never_called(s, thread.room) for s in found]


def _are_several(heard: IntentPrediction, meaning: Meaning, steps: list[Step], thread: Thread) -> bool:
    """Whether more new things are heard, each a deed and nothing else: "both wash the van and call the vet"."""
    titles = [t for t in heard.spans if t.slot == _TITLE]
    words, said = thread.heard.pack.words(meaning.intent), thread.heard.said.words
    told = {tuple(w.text for w in said[t.start : t.end]) for t in titles}
    is_each = len(told) == len(titles) and all(words.is_verb(said[t.start].text) for t in titles)
    others = [a.source.span for s in steps for a in s.action.arguments if a.name != s.action.key("name")]
    is_else = any(span and span[0] <= said[t.start].start < span[1] for span in others for t in titles)
    return meaning.does == "make" and len(titles) > len(steps) and is_each and not is_else


def _are_listed(heard: IntentPrediction, meaning: Meaning, thread: Thread) -> bool:
    """Whether records are heard to be given values, and each of them is listed."""
    named = [t for t in heard.spans if meaning.slots.get(t.slot) == RECORD]
    records = thread.records_of(meaning.intent)
    if meaning.does != "change" or not named or len(named) == len(heard.spans) or not records.are_known:
        return False
    found = [mention(thread.heard.said, (t.start, t.end), thread.heard.pack, records) for t in named]
    return all(m.kind == "title" and len(m.candidates) == 1 and m.candidates[0].fit >= _CLEAR for m in found)


def _as_pair(step: Step, thread: Thread) -> list[Step]:
    """Something new as two, where both are named as such and each is a deed: "both wash the van and call the vet"."""
    said, name = thread.heard.said, _name(step)
    if not isinstance(step, Call | Confirm) or step.action.does != "make" or name is None or name.source.span is None:
        return [step]
    words = thread.heard.pack.words(step.action.intent)
    at = [i for i, w in enumerate(said.words) if name.source.span[0] <= w.start and w.end <= name.source.span[1]]
    if at and at[0] and said.words[at[0]].text not in words.pairs:
        at = [at[0] - 1, *at]  # the word before the name
    seconds = words.pairs.get(said.words[at[0]].text, frozenset()) if at else frozenset()
    if not seconds or not words.is_verb(said.words[at[0] + 1].text):
        return [step]
    light = thread.heard.pack.references.light
    ends = (i for i in at[2:-1] if said.words[i].text in seconds)
    cut = next((i for i in ends if said.words[i + 1].text not in light), None)
    if cut is None:
        return [step]
    parts = ((at[1], cut), (cut + 1, at[-1] + 1))
    return [_called(step, name, (said.words[a].start, said.words[b - 1].end), thread) for a, b in parts]


def _name(step: Step) -> Argument | None:
    return next((a for a in step.action.arguments if a.name == step.action.key("name")), None)


def _called(step: Step, name: Argument, span: tuple[int, int], thread: Thread) -> Step:
    """The step with other letters of the message for its name."""
    new = name._replace(value=thread.heard.said.raw[span[0] : span[1]], source=name.source._replace(span=span))
    action = replace(step.action, arguments=tuple(new if a is name else a for a in step.action.arguments))
    return Call(action) if isinstance(step, Call) else never_called(Call(action), thread.room)


def _without_reason(step: Step, heard: IntentPrediction, thread: Thread) -> Step:
    """Something new without the reason after its name, which was heard to be none of it: "… because we are out"."""
    said, name = thread.heard.said, _name(step)
    titles = [t for t in heard.spans if t.slot == _TITLE]
    if len(titles) != 1 or name is None or name.source.span is None:
        return step
    first, last = said.words[titles[0].start], said.words[titles[0].end - 1]
    after = tuple(w.text for w in said.words[titles[0].end :])
    is_reason = any(after[: len(phrase)] == phrase for phrase in thread.heard.pack.shifts.reasons)
    if not is_reason or name.source.span[0] != first.start or name.source.span[1] <= last.end:
        return step
    return _called(step, name, (first.start, last.end), thread)
