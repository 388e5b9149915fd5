"""A decision for a person's eyes: short, or with how it came about."""

from collections.abc import Iterator, Mapping

from sayso.domains.shipped import shipped_tools
from sayso.engine.confidence import BIAS
from sayso.engine.nouns import Action, Call, Decision, Mention, Source, Step, status_of
from sayso.engine.proposer import Proposer, proposer_of
from sayso.engine.understand.wording import HEARD

_COLOURS = {"call": "32", "confirm": "33", "ask": "36", "failed": "31", "decline": "90"}

_PROPOSERS: dict[Proposer, str] = {
    "pattern": "a pattern",
    "tagger": "the tagger, by its wording",
    "schema": "the schema matcher",
    "thread": "the thread of the conversation",
    "call": "the call that was proposed",
}


def _painted(text: str, code: str, is_coloured: bool) -> str:
    return f"\x1b[{code}m{text}\x1b[0m" if is_coloured else text


def shown(decision: Decision, message: str, is_coloured: bool) -> str:
    """What was decided, a line a step, with the words of the message that gave each argument."""
    lines: list[str] = []
    for step in decision.steps:
        action = step.action
        given = ", ".join(f"{a.name}={a.value!r}" for a in action.arguments)
        status = _painted(f"{status_of(step):8}", _COLOURS[status_of(step)], is_coloured)
        lines.append(f"{status} {action.tool_name}({given})  {action.confidence:.2f}")
        lines.extend(f"         {line}" for line in underlined(message, action))
        if not isinstance(step, Call):
            lines.extend(_offered(step))
    if decision.next:
        lines.append(f"         next: {' · '.join(s.label for s in decision.next)}")
    if not decision.steps:
        lines.append(_painted("decline ", _COLOURS["decline"], is_coloured))
    if decision.reply and not decision.steps:
        lines.append(f"         {decision.reply}")
    return "\n".join(lines)


def _offered(step: Step) -> Iterator[str]:
    assert not isinstance(step, Call)
    yield f"         {step.question}"
    for i, offer in enumerate(step.suggestions, 1):
        about = f"  ({offer.description})" if offer.description else ""
        yield f"           {i}. {offer.label}{about}"


def underlined(message: str, action: Action) -> Iterator[str]:
    """The message, and under it which words gave which argument."""
    spans = [(a.source.span, a.name) for a in action.arguments if a.source.kind == "message" and a.source.span]
    flat = "".join(" " if not c.isprintable() else c for c in message)
    if not spans or len(flat) > 160:
        return
    yield flat
    for (start, end), name in sorted(spans):
        yield " " * start + "^" * (end - start) + " " + name


def explained(decision: Decision, message: str, weights: Mapping[str, float], is_coloured: bool) -> str:
    """What was decided and how: clauses, reading, sources, candidates, and what the confidence is made of."""
    lines = [shown(decision, message, is_coloured), "", f"language   {decision.language}"]
    if decision.reason is not None and not decision.steps:
        lines.append(f"reason     {decision.reason}")
    for kind, words in decision.trace.clauses:
        lines.append(f"clause     {kind}: {words}")
    if decision.trace.answered:
        lines.append(f"answer     to the open question: {decision.trace.answered}")
    lines.extend(f"mended     {repair}" for repair in decision.trace.repairs)
    lines.extend(f"learned    {told}" for told in decision.trace.learned)
    for number, step in enumerate(decision.steps, 1):
        lines.append(f"\nstep {number}     {status_of(step)} {step.action.tool_name}")
        lines.append(f"  heard by          {_PROPOSERS[proposer_of(step.action, decision.trace, shipped_tools())]}")
        lines.extend(_reading(step.action))
        lines.extend(f"  {a.name:17} {a.value!r:32} {_origin(a.source, message)}" for a in step.action.arguments)
        if step.action.mention is not None:
            lines.extend(_candidates(step.action.mention))
        lines.extend(_made_of(step.action, weights))
    return "\n".join(lines)


def _reading(action: Action) -> Iterator[str]:
    reading = action.reading
    if reading is not None and reading.grade != HEARD:
        how = f"pattern  {reading.pattern}" if reading.pattern else "wording like the examples"
        yield f"  read as {reading.grade:9} {how}"


def _origin(source: Source, message: str) -> str:
    words = message[slice(*source.span)] if source.span and source.kind == "message" else ""
    place = f" {source.span[0]}-{source.span[1]}" if source.span else ""
    place += f" {words!r}" if words else ""
    turn = f" turn {source.turn}" if source.turn is not None else ""
    record = f" -> record {source.record}" if source.record is not None else ""
    return f"from {source.kind}{place}{turn}{record}"


def _candidates(found: Mention) -> Iterator[str]:
    yield f"  refers to         {found.text!r} (by {found.kind})"
    for candidate in found.candidates:
        yield f"    fits            {candidate.fit:.2f}  {candidate.entry.name!r}: {candidate.why}"
    for candidate in found.lost:
        yield f"    loses           {candidate.fit:.2f}  {candidate.entry.name!r}: {candidate.why}"


def _made_of(action: Action, weights: Mapping[str, float]) -> Iterator[str]:
    if action.reading is not None and action.reading.grade == HEARD:  # its weights are the tagger's own
        yield f"  confidence        {action.confidence:.4f}, as likely as the tagger says, by how well the record fits"
        return
    if not action.evidence:
        return
    parts = [(weights.get(e.name, 0.0) * e.value, e.name) for e in action.evidence] + [(weights.get(BIAS, 0.0), BIAS)]
    yield f"  confidence        {action.confidence:.4f}, the logistic of"
    for weight, name in sorted(parts, key=lambda p: -abs(p[0])):
        if round(weight, 2):
            yield f"    {weight:+.2f}           {name}"
