"""Why an answer is as it is: where each argument comes from, how sure it is, and what else it could have been."""

from collections.abc import Iterator, Mapping

from sayso.terminal.screen.clean import clean, one_line
from sayso.terminal.screen.screen import DIM, Screen
from sayso.terminal.talk.turn import Given, ShownStep, ShownTurn, number

_ORIGINS = {
    "message": "from your words",
    "history": "from what was said before",
    "context": "from what is known",
    "call": "from the call",
    "default": "as usual",
    "preference": "as you chose before",
}


def explained(turn: ShownTurn, screen: Screen, names: Mapping[str, str] | None = None) -> str:
    """The steps of the decision behind a turn; whatever has a name is called by it."""
    named = {**(names or {}), **turn.names}
    said = [screen.paint(line, DIM) for line in screen.fold(f"“{one_line(turn.said)}”")]
    steps = [line for step in turn.steps for line in _step(step, turn.said, named)] or ["No tool fits this message."]
    lines = [*steps, *_cost(turn.model)]
    return "\n".join([*said, *(line for each in lines for line in screen.fold(clean(each)))])


def _cost(model: Mapping[str, object]) -> Iterator[str]:
    """What a language model had to do with it, and what that cost."""
    if model.get("asked") is True:
        known = {name: number(model.get(name)) or 0 for name in ("tokens_in", "tokens_out", "seconds", "money")}
        why = f", not used: {one_line(str(model['fallback']))}" if model.get("fallback") else ""
        told = "language model: {tokens_in:.0f} tokens read, {tokens_out:.0f} written, {seconds:.1f} s, cost {money:g}"
        yield told.format(**known) + why


def _step(step: ShownStep, said: str, names: Mapping[str, str]) -> Iterator[str]:
    yield f"{step.status}  {step.tool or 'no tool'}  confidence {step.confidence:.2f}"
    widest = max((len(a.name) for a in step.arguments), default=0)
    for argument in step.arguments:
        value = names.get(str(argument.value), str(argument.value))
        yield f"    {argument.name:{widest}}  {one_line(value)}  ({_origin(argument, said)})"
    if step.offers:
        yield "    it could be:"
    for place, offer in enumerate(step.offers, 1):
        share = f"  {offer.confidence:.2f}" if offer.confidence is not None else ""
        about = f"  ({one_line(offer.description)})" if offer.description else ""
        yield f"      [{place}] {one_line(offer.label)}{about}{share}"


def _origin(argument: Given, said: str) -> str:
    origin = _ORIGINS.get(argument.kind, argument.kind)
    words = one_line(said[slice(*argument.span)]) if argument.span is not None and argument.kind == "message" else ""
    return f"{origin} “{words}”" if words else origin
