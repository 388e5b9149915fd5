"""What a message means after what went before it, where nothing complete came of it: "sunday suits him better".

A second net of the tagger's kind reads the message with the last step, the open question and what the person said
before it (`read/going_before.py`). What it hears is put together from its spans, and asked about where it changes
something. Where it hears that something has to be asked first, that is asked.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from sayso.engine.after_all import is_mere_answer
from sayso.engine.capabilities.acts import SET
from sayso.engine.capabilities.lexicon import Role
from sayso.engine.context_read.composed import composed, steps_heard
from sayso.engine.context_read.reader import MEANT, OPEN, ContextReader, MessageAtHand, is_mere_talk, reader_of
from sayso.engine.context_read.yielding import enough_instead, may_yield, yields
from sayso.engine.half_read import is_half
from sayso.engine.nouns import Ask, Call, Clause, Confirm, Decision, Failed, Step
from sayso.engine.outcome import is_named_now, is_registered, reply_of
from sayso.engine.read.heard import Hear, IntentPrediction
from sayso.engine.remarked import Listened
from sayso.engine.request import Request
from sayso.engine.understand.exact import ends_with_no
from sayso.engine.understand.wording import heard_in, together
from sayso.engine.values.times import find_times

_ENOUGH: Mapping[str, float] = {  # how likely it must be, by why nothing is done
    "unclear": 0.0,
    "nothing_asked": 0.85,
    "hypothetical": 0.9,  # "the bus was late, then the boss yelled, whatever, tick the window off"
}
_OTHERS = "not_mine"  # somebody else's business, unless it is surely to be asked about
_SURELY_OPEN = 0.85
_BESIDES: tuple[Role, ...] = ("value", "component")  # which a bare command would leave out
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
_LOOKS = 0.8  # what only looks something up
_LOOKS_AT_ONE = 0.65  # what is known of a record that is named
_SURELY = 0.9  # in the place of options for something else; for a subject, with nothing said before it


def in_context(decision: Decision, request: Request, known: Listened, read: Hear) -> Decision:
    """The decision; or, where nothing complete came of the message, what it is heard as after what went before it."""
    reader = reader_of(request, decision.language, known, read) if _may_be_more(decision) else None
    if reader is None or is_mere_answer(reader.said.line, reader.said.pack) or _is_held_back(reader.said):
        return decision
    if not decision.steps and is_mere_talk(reader):
        return decision
    wording = reader.hear()
    if wording.intent == OPEN and not decision.steps and wording.probability >= _SURELY_OPEN:
        return _asked(decision, request, reader)
    found, likely = composed(wording, reader.said), together(wording, reader.said.hearing)
    if not found or not all(is_registered(s.action.tool_name, request) for s in found):
        return decision
    policy = known.around.policy
    of_subjects = [s for s in found if policy.has_capabilities(s.action.intent)]
    if any(_is_doubtful(s, decision, request, (wording, reader.said)) for s in of_subjects):
        return decision
    asks_for_none = "?" in request.message and any(_is_no_answer(s, decision, policy.tools.is_reading) for s in found)
    is_more = bool(decision.steps) and yields(decision, found, wording, reader.said)
    if not is_more and (asks_for_none or likely < _enough(decision, found)):
        return decision
    return replace(decision, steps=found, reply=reply_of(found), next=(), reason=None)


def _asked(decision: Decision, request: Request, reader: ContextReader) -> Decision:
    """The decision; or what must be asked, or cannot be done, by the first hearing of which that comes and nothing
    else: "I should like to postpone the meeting with the school heads"."""
    said = reader.said
    for wording in _besides(reader):
        meaning = said.hearing.meanings.get(wording.intent)
        steps = tuple(steps_heard(wording, meaning, said, is_sure=True)) if meaning is not None else ()
        is_ours = all(is_registered(s.action.tool_name, request) for s in steps)
        if steps and is_ours and all(isinstance(s, Ask | Failed) for s in steps):
            return replace(decision, steps=steps, reply=reply_of(steps), next=(), reason=None)
    return decision


def _besides(reader: ContextReader) -> Iterable[IntentPrediction]:
    """What is heard in the message besides that something is open: by this net, and by the tagger."""
    yield reader.hear(without=(OPEN,))
    line, pack, hearing, _ = reader.said
    yield heard_in(line, Clause(0, len(line.words), "request"), pack, hearing)


def _is_doubtful(
    step: Step, decision: Decision, request: Request, heard: tuple[IntentPrediction, MessageAtHand]
) -> bool:
    """Whether a subject would be meant that is not named in the place of one that is not there; or, with nothing said
    before it, where it is not surely heard, or not asked for."""
    wording, said = heard
    if request.history:
        return not is_named_now(step.action) and any(isinstance(s, Failed) for s in decision.steps)
    if together(wording, said.hearing) < _SURELY or not is_named_now(step.action):
        return True
    if step.action.does != "command":
        return not decision.steps and "?" not in request.message  # "the oven is on" only tells
    is_order = bool(decision.steps) and all(_is_unfound(s, step) for s in decision.steps)
    is_order &= wording.act_probability >= _SURELY
    is_lowered = wording.act == SET and not said.pack.commands.minus.isdisjoint(said.line.texts)  # "minus 15 percent"
    is_less = is_lowered if step.action.of("settings") is not None else _names_a_value(said)
    return not is_order or is_less


def _is_unfound(step: Step, other: Step) -> bool:
    """Whether a step is the same order, to what was not found or is asked for; not one that its subject cannot do."""
    is_unable = isinstance(step, Failed) and step.reason != "not_found"
    return step.action.tool_name == other.action.tool_name and not is_unable


def _names_a_value(said: MessageAtHand) -> bool:
    """Whether a colour, a mode, a share or a part is said: "the hall light red", "calibrate the shutters"."""
    lexicon = said.hearing.lexicon
    stems = lexicon.stems(w.text for w in said.line.words if w.text not in lexicon.light)
    return any(lexicon.spots(role, stems) for role in _BESIDES)


def _is_no_answer(step: Step, decision: Decision, is_reading: Callable[[str | None], bool]) -> bool:
    """Whether a step answers no question; a list need not be asked for: "is it urgent already?"."""
    is_list = step.action.does == "list" and (bool(decision.steps) or not _looks_at_one(step))
    return is_list or not is_reading(step.action.tool_name)


def _looks_at_one(step: Step) -> bool:
    """Whether a list is of what is known of one that is named."""
    return step.action.of("search") is not None


def _is_held_back(said: MessageAtHand) -> bool:
    """Whether something is denied or spared, or a day is said of which only a part is understood."""
    line, pack = said.line, said.pack
    if not pack.shifts.sparing.isdisjoint(line.texts) or ends_with_no(line, pack):
        return True
    return any(is_half(line, (t.start, t.end), pack) for t in find_times(line, pack, (0, len(line.words))))


def _may_be_more(decision: Decision) -> bool:
    """Whether a decision leaves something open, or is a guess that another one may stand against."""
    is_supposed = decision.reason == "hypothetical"
    if any(kind not in MEANT and not (is_supposed and kind == "hypothetical") for kind, _ in decision.trace.parts):
        return False  # denied, told, or asked how to do
    if not decision.steps:
        return decision.reason in (*_ENOUGH, _OTHERS)
    return all(_is_open(s) for s in decision.steps) or may_yield(decision)


def _is_open(step: Step) -> bool:
    does = step.action.does
    if isinstance(step, Failed):
        return step.reason == "not_found" or (step.reason == "no_capability" and does == "command")
    return isinstance(step, Ask)


def _offers_some(step: Step) -> bool:
    """Whether a step offers several that could be meant; not what could be done to the one that is named."""
    asks_what = step.action.of("id") is not None and step.action.of("capability_id") is None
    return isinstance(step, Ask) and bool(step.suggestions) and not asks_what


def _enough(decision: Decision, steps: tuple[Call | Confirm, ...]) -> float:
    """How likely it must be that this is meant."""
    least = max(_LEAST.get(s.action.does, _LOOKS) for s in steps)
    if not decision.steps:
        is_known = decision.reason == "unclear" and all(s.action.does == "list" and _looks_at_one(s) for s in steps)
        return _LOOKS_AT_ONE if is_known else max(least, _ENOUGH.get(decision.reason or "unclear", _NEVER))
    if all(_is_open(s) for s in decision.steps):
        chosen_from = {s.action.tool_name for s in decision.steps if _offers_some(s)}
        if any(s.action.tool_name in chosen_from for s in steps):
            return _NEVER  # which one of them is for the person to say
        return max(least, _SURELY) if chosen_from else least
    return max(least, enough_instead(decision, steps))
