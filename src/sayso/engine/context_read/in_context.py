"""What a message means after what went before it, where nothing complete came of it: "sunday suits him better".

A second net of the tagger's kind reads the message with the last step, the open question and what the person said
before it (`read/going_before.py`). What it hears is put together from its spans, and asked about where it changes
something. Where it hears that something has to be asked first, that is asked.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from sayso.engine.after_all import is_mere_answer
from sayso.engine.context_read.composed import composed, steps_heard
from sayso.engine.context_read.reader import OPEN, ContextReader, MessageAtHand, reader_of
from sayso.engine.half_read import is_half
from sayso.engine.nouns import Argument, Ask, Call, Clause, Confirm, Decision, Failed, Step
from sayso.engine.outcome import is_named_now, is_registered, reply_of
from sayso.engine.read.heard import Hear, IntentPrediction
from sayso.engine.remarked import Listened
from sayso.engine.request import Request
from sayso.engine.text import tokens
from sayso.engine.understand.exact import ends_with_no
from sayso.engine.understand.wording import HEARD, heard_in, together
from sayso.engine.values.times import find_times

_ENOUGH: Mapping[str, float] = {  # how likely it must be, by why nothing is done
    "unclear": 0.0,
    "nothing_asked": 0.85,
    "hypothetical": 0.9,  # "the bus was late, then the boss yelled, whatever, tick the window off"
}
_OTHERS = "not_mine"  # somebody else's business, unless it is surely to be asked about
_SURELY_OPEN = 0.85
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
_LOOKS_AT_ONE = 0.65  # what is known of a record that is named
_INSTEAD = 0.75  # where something new, or a list, was heard by the wording alone
_SURELY = 0.9  # in the place of options for something else; for a subject, with nothing said before it
_GUESSED = frozenset(("make", "list"))  # what is easily heard in the wording of a change
_CHANGES = frozenset(("change", "finish", "command"))
_NEW_TEXTS = ("new_name", "new_details")
_WHEN = frozenset(("when", "priority"))  # slots
_MARKS = " .,;:!?\n"


def in_context(decision: Decision, request: Request, known: Listened, read: Hear) -> Decision:
    """The decision; or, where nothing complete came of the message, what it is heard as after what went before it."""
    reader = reader_of(request, decision.language, known, read) if _may_be_more(decision) else None
    if reader is None or is_mere_answer(reader.said.line, reader.said.pack) or _is_held_back(reader.said):
        return decision
    wording = reader.hear()
    if wording.intent == OPEN and not decision.steps and wording.probability >= _SURELY_OPEN:
        return _asked(decision, reader)
    found, likely = composed(wording, reader.said), together(wording, reader.said.hearing)
    if not found or not all(is_registered(s.action.tool_name, request) for s in found):
        return decision
    policy = known.around.policy
    of_subjects = [s for s in found if policy.has_capabilities(s.action.intent)]
    if any(_is_doubtful(s, decision, request, likely) for s in of_subjects):
        return decision
    asks_for_none = "?" in request.message and any(_is_no_answer(s, decision, policy.tools.is_reading) for s in found)
    is_more = _says_more(decision.steps, found) or _is_swallowed(decision.steps, found, wording, reader.said)
    if not is_more and (asks_for_none or likely < _enough(decision, found)):
        return decision
    return replace(decision, steps=found, reply=reply_of(found), next=(), reason=None)


def _asked(decision: Decision, reader: ContextReader) -> Decision:
    """The decision; or what must be asked, or cannot be done, by the first hearing of which that comes and nothing
    else: "I should like to postpone the meeting with the school heads"."""
    said = reader.said
    for wording in _besides(reader):
        meaning = said.hearing.meanings.get(wording.intent)
        steps = tuple(steps_heard(wording, meaning, said, is_sure=True)) if meaning is not None else ()
        if steps and all(isinstance(s, Ask | Failed) for s in steps):
            return replace(decision, steps=steps, reply=reply_of(steps), next=(), reason=None)
    return decision


def _besides(reader: ContextReader) -> Iterable[IntentPrediction]:
    """What is heard in the message besides that something is open: by this net, and by the tagger."""
    yield reader.hear(without=(OPEN,))
    line, pack, hearing, _ = reader.said
    yield heard_in(line, Clause(0, len(line.words), "request"), pack, hearing)


def _is_doubtful(step: Step, decision: Decision, request: Request, likely: float) -> bool:
    """Whether a subject would be meant with nothing said before it, or in the place of one that is not there."""
    if is_named_now(step.action):
        return not request.history and likely < _SURELY
    return not request.history or any(isinstance(s, Failed) for s in decision.steps)


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
    if any(kind not in _MEANT and not (is_supposed and kind == "hypothetical") for kind, _ in decision.trace.parts):
        return False  # denied, told, or asked how to do
    if not decision.steps:
        return decision.reason in (*_ENOUGH, _OTHERS)
    return all(_is_open(s) for s in decision.steps) or _is_guess(decision) or _is_likely_one(decision.steps)


def _is_open(step: Step) -> bool:
    does = step.action.does
    if isinstance(step, Failed):
        return step.reason == "not_found" or (step.reason == "no_capability" and does == "command")
    return isinstance(step, Ask)


def _is_guess(decision: Decision) -> bool:
    """Whether one new thing, or a list, is all that was heard by the wording alone; or all that was said to a question
    what to change was taken for a text."""
    step = decision.steps[0]
    is_guessed = _is_heard(step) and step.action.does in _GUESSED
    return len(decision.steps) == 1 and (is_guessed or _is_taken_whole(step, decision.trace.message))


def _is_heard(step: Step) -> bool:
    return step.action.reading is not None and step.action.reading.grade == HEARD


def _is_taken_whole(step: Step, message: str) -> bool:
    """Whether a new text is the whole of an answer: "too late today. tomorrow, same time"."""
    spans = [a.source.span for a in _texts(step) if a.source.span is not None]
    count = len(message.strip(_MARKS))
    return step.action.does == "change" and step.action.reading is None and any(e - b >= count for b, e in spans)


def _texts(step: Step) -> list[Argument]:
    names = {step.action.key(role) for role in _NEW_TEXTS}
    return [a for a in step.action.arguments if a.name in names]


def _is_likely_one(steps: tuple[Step, ...]) -> bool:
    """Whether one change or one new thing waits for a yes, of which a value may have been lost."""
    is_change = steps[0].action.does == "change" and _is_heard(steps[0])
    return len(steps) == 1 and isinstance(steps[0], Confirm) and (is_change or steps[0].action.does == "make")


def _says_more(steps: tuple[Step, ...], found: tuple[Step, ...]) -> bool:
    """Whether the same change, or the same new thing, has one value more: "until saturday, and medium priority"."""
    if not _are_alike(steps, found):
        return False
    before, after = _values(steps[0]), _values(found[0])
    more = after.keys() - before.keys()
    is_same = all(after.get(name) == value for name, value in before.items())
    return is_same and bool(more) and more.isdisjoint(a.name for a in _texts(found[0]))


def _is_swallowed(
    steps: tuple[Step, ...], found: tuple[Step, ...], wording: IntentPrediction, said: MessageAtHand
) -> bool:
    """Whether the name of something new holds words that are surely heard as its time or its weight: "label the trays,
    sunday arvo at 4"."""
    if not _are_alike(steps, found) or steps[0].action.does != "make":
        return False
    long, short = (str(s.action.of("name")) for s in (*steps, *found))
    if not long.startswith(short) or long == short:
        return False
    words = said.line.words
    told = {words[i].text for t in wording.spans if t.slot in _WHEN for i in range(t.start, t.end)}
    is_kept = _values(steps[0]).keys() <= _values(found[0]).keys()
    return is_kept and all(w.text in told for w in said.pack.line(long, tokens(long[len(short) :])).words)


def _are_alike(steps: tuple[Step, ...], found: tuple[Step, ...]) -> bool:
    """Whether a decision is one likely change or new thing, and so is what was found."""
    is_one = len(steps) == len(found) == 1 and _is_likely_one(steps)
    return is_one and steps[0].action.tool_name == found[0].action.tool_name


def _values(step: Step) -> dict[str, object]:
    """What was given, without what nobody said."""
    return {a.name: a.value for a in step.action.arguments if a.source.kind != "default"}


def _enough(decision: Decision, steps: tuple[Call | Confirm, ...]) -> float:
    """How likely it must be that this is meant."""
    least = max(_LEAST.get(s.action.does, _LOOKS) for s in steps)
    if not decision.steps:
        is_known = decision.reason == "unclear" and all(s.action.does == "list" and _looks_at_one(s) for s in steps)
        return _LOOKS_AT_ONE if is_known else max(least, _ENOUGH.get(decision.reason or "unclear", _NEVER))
    if all(_is_open(s) for s in decision.steps):
        chosen_from = {s.action.tool_name for s in decision.steps if isinstance(s, Ask) and s.suggestions}
        if any(s.action.tool_name in chosen_from for s in steps):
            return _NEVER  # which one of them is for the person to say
        return max(least, _SURELY) if chosen_from else least
    is_other = len(steps) == 1 and steps[0].action.does in _CHANGES and _is_guess(decision)
    is_said = all(is_named_now(s.action) or s.action.changes for s in steps)
    return max(least, _INSTEAD) if is_other and is_said else _NEVER
