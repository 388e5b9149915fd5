"""The answer to an open question about a tool that was handed in: yes, no, or the value that was asked for."""

from collections.abc import Sequence
from dataclasses import replace

from sayso.engine.capabilities.room import Room
from sayso.engine.kinds.spoken import Spoken
from sayso.engine.nouns import Argument, Ask, Call, Confirm, OpenQuestion, Source, Step
from sayso.engine.read.around import scene
from sayso.engine.read.assign import options
from sayso.engine.read.candidates import Finds, ValueCandidate
from sayso.engine.read.offer import PreparedTool, ToolParameter
from sayso.engine.read.schema import Matcher
from sayso.engine.read.steps import ask, settled
from sayso.engine.text import tokens
from sayso.engine.tool import Tool

_SURE = 0.97
_SHORT = 12  # words of an answer that is merely a value


def is_about(question: OpenQuestion | None, tools: Sequence[Tool]) -> Tool | None:
    """The handed-in tool that an open question is about."""
    name = question.steps[0].action.tool_name if question is not None else None
    return next((t for t in tools if t.name == name), None)


def answered(
    question: OpenQuestion, tool: Tool, spoken: Spoken, matcher: Matcher, room: Room
) -> tuple[Step, ...] | None:
    """The open steps as answered: none at all after a no; None where the message is no answer."""
    step, rest = question.steps[0], question.steps[1:]
    offer = matcher.offers([tool])[0]
    word = _word(spoken)
    if isinstance(step, Ask):
        missing = _missing(step, offer)
        if missing is not None and (word not in ("no", "retracted") or missing.wanted.kind == "truth"):
            value = _value(missing, spoken, word, matcher, offer)
            if value is not None:
                return (_with(step, missing, value, offer, room), *rest)
        if word == "yes" and len(step.suggestions) == 1 and missing is not None:
            span = (spoken.tokens[0].start, spoken.tokens[-1].end)
            offered = step.suggestions[0].value.get(missing.wanted.path[-1])
            return (_with(step, missing, (offered, span), offer, room), *rest)
    if word in ("no", "retracted"):
        return ()
    if word == "unsure":
        return question.steps
    if word == "yes" and isinstance(step, Confirm):
        return (Call(replace(step.action, confidence=max(step.action.confidence, _SURE))), *rest)
    return None


def _word(spoken: Spoken) -> str | None:
    for pack in spoken.packs:
        said = pack.line(spoken.raw, tokens(spoken.raw))
        for pattern in pack.answers:
            if said.words and pattern.intent != "named" and pattern.match(said.flat, 0, len(said.flat)) is not None:
                return pattern.intent
    return None


def _missing(step: Ask, offer: PreparedTool) -> ToolParameter | None:
    """The parameter that was asked for: the first needed one without a value."""
    for slot in offer.slots:
        known: object = {a.name: a.value for a in step.action.arguments}
        for part in slot.wanted.path:
            known = known.get(part) if isinstance(known, dict) else None
        if slot.wanted.is_required and not slot.wanted.default and known is None:
            return slot
    return None


def _value(
    slot: ToolParameter, spoken: Spoken, word: str | None, matcher: Matcher, offer: PreparedTool
) -> tuple[object, tuple[int, int]] | None:
    """What the message says for one parameter, taken as an answer; the whole of it for a text."""
    if not spoken.tokens or len(spoken.tokens) > _SHORT or "?" in spoken.raw:
        return None
    whole = (spoken.tokens[0].start, spoken.tokens[-1].end)
    if slot.wanted.kind == "truth" and word in ("yes", "no"):
        said = word == "yes"
        return next((o for o in slot.wanted.options if str(o).lower() == str(said).lower()), said), whole
    said_ = matcher.look(spoken)
    alone = replace(offer, slots=(slot,))
    found = options(scene(said_.found, alone, said_.stems, matcher.words), matcher.weights["slot"], {})[0][1]
    if slot.wanted.kind == "text":
        return _text(slot, [o.one for o in found], said_.found, whole)
    best = found[0].one if found else None
    return None if best is None else (best.value, (best.start, best.end))


def _text(
    slot: ToolParameter, found: list[ValueCandidate], finds: Finds, whole: tuple[int, int]
) -> tuple[object, tuple[int, int]] | None:
    written = [c for c in found if c.form.endswith("written")]
    if slot.wanted.layout:
        return (written[0].value, (written[0].start, written[0].end)) if written else None
    for literal in finds.literals:
        if literal.form in ("quoted", "url", "email", "path"):
            return literal.value, (literal.start, literal.end)
    return finds.spoken.raw[whole[0] : whole[1]], whole


def _with(
    step: Ask, slot: ToolParameter, value: tuple[object, tuple[int, int]], offer: PreparedTool, room: Room
) -> Step:
    """The step with the value put in; the next question, or the call."""
    top, source = slot.wanted.path[0], Source("message", value[1])
    given = {a.name: a.value for a in step.action.arguments}
    argument = Argument(top, _nested(given.get(top), slot.wanted.path[1:], value[0]), source)
    kept = tuple(a for a in step.action.arguments if a.name != top)
    action = replace(step.action, arguments=(*kept, argument), confidence=_SURE)
    further = _missing(Ask(action, ""), offer)
    return ask(action, further, room) if further is not None else settled(action, offer, room)


def _nested(known: object, path: tuple[str, ...], value: object) -> object:
    if not path:
        return value
    inside = dict(known) if isinstance(known, dict) else {}
    return {**inside, path[0]: _nested(inside.get(path[0]), path[1:], value)}
