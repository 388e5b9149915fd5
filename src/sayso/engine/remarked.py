"""What a message asks for before or after a remark, where nothing complete comes of it as one: "the lasagna is out,
turn it off", "delete the gym, they put the price up". Always asked about; no part that names something or says no is
left out."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import NamedTuple

from sayso.engine.already_listed import says_still
from sayso.engine.at_length import within
from sayso.engine.by_ear import drops_a_name
from sayso.engine.capabilities.focus import named_in
from sayso.engine.capabilities.settle import never_called
from sayso.engine.clauses import is_reported
from sayso.engine.declining.likely import unless_likely
from sayso.engine.nouns import Ask, Call, Clause, Confirm, Decision, Failed, Step
from sayso.engine.ordered_on import ordered_on
from sayso.engine.outcome import is_named_now, reply_of
from sayso.engine.pack import Pack
from sayso.engine.records.words import stem
from sayso.engine.request import Request
from sayso.engine.text import Line, tokens
from sayso.engine.thread import Around
from sayso.engine.understand.hesitations import blanked
from sayso.engine.understand.wording import HEARD, Hearing, heard_in
from sayso.engine.weighed import with_weight_of

_PAUSES = frozenset(",;:.!?–—")
_QUOTES = frozenset('"“”«»„')
_MOST_PARTS, _MOST_WORDS = 5, 40
_SURE_ODDS, _SURE_LOOK = 2.2, 3.0
_LIKELY = 0.7
_ORDERED = frozenset(("change", "remove", "command", "undo"))
_OF_WHAT_IS_THERE = frozenset(("change", "finish", "remove", "command", "undo"))
_ORDERS = ("named", "plain")
_KNOWN = frozenset(("history", "context"))
_LOOKS = frozenset(("inspect", "measure", "events"))
_BEFORE_THE_END = frozenset(("unclear", "nothing_asked"))  # what is said last counts, but where something is refused
Words = tuple[int, int]


class Listened(NamedTuple):
    """What is known besides a message, and the tagger beside it, made when it is needed."""

    around: Around
    hearing: Callable[[], Hearing | None]


def second_try(
    decision: Decision, request: Request, heard: Listened, decide: Callable[[Request], Decision]
) -> Decision:
    """The decision; where nothing complete came of a message that answers no question: what is likely meant, or what a
    part of it asks for."""
    found = unless_likely(decision)
    around = heard.around
    is_known = bool(around.lists) or around.fleet is not None
    if request.pending is not None or not request.message.strip() or not is_known:
        return found

    def told(part: str) -> Decision:
        return unless_likely(decide(replace(request, message=part)))

    pack = next((p for p in around.languages.packs if p.language == found.language), None)
    if pack is not None and not found.steps and _is_only_told(found, request.message, pack):
        return found
    if pack is not None and around.fleet is not None and request.history:
        found = ordered_on(found, request, pack, around.room(pack), told)
    found = without_remark(found, request.message, heard, told)
    return found if found.steps and not all(_is_open(s) for s in found.steps) else _within(found, request, heard, told)


def _is_only_told(decision: Decision, message: str, pack: Pack) -> bool:
    """Whether somebody tells what is still to be done, or what somebody else said."""
    words = tokens(message)
    is_told = decision.reason == "hypothetical" and is_reported(pack.line(message, words), (0, len(words)), pack)
    return is_told or says_still(words, pack)


def _within(decision: Decision, request: Request, heard: Listened, decide: Callable[[str], Decision]) -> Decision:
    """The decision; or that about the part of a long message which surely asks for something."""
    around, hearing = heard.around, heard.hearing()
    pack = next((p for p in around.languages.packs if p.language == decision.language), None)
    if pack is None or hearing is None or not pack.is_heard:
        return decision
    said = pack.line(request.message, tokens(request.message))
    steps = within(request.message, said, pack, hearing, decide)
    if not steps:
        return decision
    tools = around.policy.tools
    asked = tuple(s if tools.is_reading(s.action.tool_name) else never_called(s, around.room(pack)) for s in steps)
    return replace(decision, steps=asked, reply=reply_of(asked), next=(), reason=None)


def without_remark(decision: Decision, message: str, heard: Listened, decide: Callable[[str], Decision]) -> Decision:
    """The decision; or the one about a part of the message, to be confirmed, where the rest only talks."""
    around = heard.around
    is_open = bool(decision.steps) and all(_is_open(s) for s in decision.steps)
    if not is_open and (decision.steps or decision.reason not in {*_BEFORE_THE_END, "negated"}):
        return decision
    pack = next((p for p in around.languages.packs if p.language == decision.language), None)
    if pack is None:
        return decision
    said = pack.line(message, tokens(message))
    room = around.room(pack)
    is_reading = around.policy.tools.is_reading
    for kept, left in _cuts(said, decision):
        if not pack.negations.isdisjoint(w.text for w in said.words[left[0] : left[1]]):
            continue
        is_talk = _names_nothing(left, said, pack, around)
        is_last = left[0] == 0 and not _begins_with_a_name(left, said, pack)
        if not (is_talk or is_last) or (left[0] and _asks_for_something(left, said, pack, heard.hearing())):
            continue
        found = decide(_alone(said, kept))
        is_clear = all(is_named_now(s.action) for s in found.steps) or (
            is_talk and not drops_a_name(said, pack, heard.hearing(), kept)
        )  # what is named last is meant, and "it" is not what is named first
        goes_on = (
            is_talk
            and not left[0]
            and not decision.steps
            and all(_goes_on(s, is_reading(s.action.tool_name)) for s in found.steps)
        )
        if found.steps and is_clear and (goes_on or all(_is_meant(s, decision) for s in found.steps)):
            steps = tuple(s if is_reading(s.action.tool_name) else never_called(s, room) for s in found.steps)
            steps = with_weight_of(steps, left, said, room)
            return replace(found, steps=steps, reply=reply_of(steps), trace=replace(found.trace, message=message))
    return decision


def _cuts(said: Line, decision: Decision) -> Iterator[tuple[Words, Words]]:
    """What is kept of the message and what is left out: as much as can be is kept, and the end rather than the
    beginning."""
    end = len(said.words)
    cuts = [i for i in range(1, end) if not _PAUSES.isdisjoint(said.gap(i))]
    if decision.reason == "nothing_asked":
        cuts = [i for i in cuts if ":" not in said.gap(i)]  # what somebody else said may stand after it
    if not 0 < len(cuts) < _MOST_PARTS or end > _MOST_WORDS:
        return
    yield from (((i, end), (0, i)) for i in cuts)
    is_asking = "?" in said.raw[said.words[-1].end :]  # what stands before is what a question is about
    if not is_asking and (decision.steps or decision.reason in _BEFORE_THE_END):
        yield from (((0, i), (i, end)) for i in reversed(cuts))


def _alone(said: Line, words: Words) -> str:
    """The message with blanks for all but some of its words."""
    ahead = blanked(said.raw, 0, said.words[words[0]].start)
    return blanked(ahead, said.words[words[1] - 1].end, len(said.raw)) if words[1] < len(said.words) else ahead


def _asks_for_something(words: Words, said: Line, pack: Pack, hearing: Hearing | None) -> bool:
    """Whether the tagger hears in some words that something is to be done."""
    wording = heard_in(said, Clause(*words, "request"), pack, hearing) if hearing is not None else None
    if wording is None or hearing is None or wording.probability < _LIKELY:
        return False
    meaning = hearing.meanings.get(wording.intent)
    return meaning is not None and meaning.does in _ORDERED


def _begins_with_a_name(words: Words, said: Line, pack: Pack) -> bool:
    """Whether a part of some words begins as a name does: "the big light in the hall, the one above, turn it off"."""
    pointing, small = pack.references.articles | pack.shifts.one, pack.ellipsis.small | pack.shifts.fillers
    starts = [words[0], *(i for i in range(words[0] + 1, words[1]) if not _PAUSES.isdisjoint(said.gap(i)))]
    parts = ([w.text for w in said.words[at : words[1]]] for at in starts)
    first = (next((text for text in part if text in pointing or text not in small), "") for part in parts)
    return any(word in pointing for word in first)


def _names_nothing(words: Words, said: Line, pack: Pack, around: Around) -> bool:
    """Whether some words name nothing that is there."""
    start, end = words
    if around.fleet is not None and named_in(said.said(start, end), around.room(pack)):
        return False
    light = around.languages.light
    bare = [stem(w.text, around.languages.endings) for w in said.words[start:end] if w.text not in light]
    return not any(records.index().is_borne(word) for records in around.all_records() for word in bare)


def _goes_on(step: Step, is_reading: bool) -> bool:
    """Whether a step is complete, and looks at what was spoken of, or at the only one that it can be; or has it do
    something."""
    action = step.action
    is_of_focus = any(a.source.kind in _KNOWN for a in action.arguments) and not is_named_now(action)
    reading = action.reading
    is_sure = reading is not None and (reading.grade in _ORDERS or (reading.likeness or 0.0) >= _SURE_LOOK)
    is_meant = is_sure and action.does in _LOOKS if is_reading else action.does == "command"
    return isinstance(step, Call | Confirm) and is_of_focus and is_meant


def _is_open(step: Step) -> bool:
    """Whether a step waits for what it is about, or found nothing that is called so; not for a value that can be."""
    if isinstance(step, Failed):
        return step.reason == "not_found"
    return isinstance(step, Ask) and step.action.of("capability_id") is None


def _is_meant(step: Step, decision: Decision) -> bool:
    """Whether a step is complete, and does what the whole message was read as; where that was nothing, whether it
    surely changes something that is there."""
    action = step.action
    if not isinstance(step, Call | Confirm):  # of all there is, one by one: "empty my list, I'm starting fresh"
        found = action.mention
        is_of_all = isinstance(step, Ask) and action.does == "remove" and (found is None or found.kind == "all")
        return is_of_all and not decision.steps
    if decision.steps:
        return any(s.action.tool_name == action.tool_name for s in decision.steps)
    reading = action.reading
    is_sure = reading is not None and (reading.grade != HEARD or (reading.likeness or 0.0) >= _SURE_ODDS)
    is_look = action.does in _LOOKS and reading is not None and reading.grade == "named" and is_named_now(action)
    # "he wants an appointment, add see his cat on monday"; not what is quoted
    is_order = reading is not None and reading.grade in _ORDERS and reading.pattern[:1] != "{"
    is_noted = is_order and action.does == "make" and _QUOTES.isdisjoint(decision.trace.message)
    return is_look or is_noted or (is_sure and action.does in _OF_WHAT_IS_THERE)
