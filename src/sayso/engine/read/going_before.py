"""What went before a message, as words that a net reads ahead of it: the last step, what is open, what was shown."""

from collections.abc import Sequence
from typing import NamedTuple

from sayso.engine.nouns import Confirm, Done, Failed, OpenQuestion, Turn

_PARAMETERS = 6  # of the last step
_WORDS = 14  # of what the person said last
_STEPS = 2  # that are looked back at
_BREAK = "|"  # between what went before and the message
_FEW = 2
_PERSON_SAID = "u"
START = "start"  # nothing went before


class GoingBefore(NamedTuple):
    """Words that stand before a message, and what is known of each."""

    words: list[str]
    marks: list[list[str]]


def going_before(history: Sequence[Turn], pending: OpenQuestion | None, said_last: Sequence[str]) -> GoingBefore:
    """What went before a message; `said_last` are the words of what the person said last."""
    signs = list(_signs(history, pending))
    said = list(said_last[-_WORDS:])
    words = [*("" for _ in signs), *said, _BREAK]
    return GoingBefore(words, [*([s] for s in signs), *([_PERSON_SAID] for _ in said), [_BREAK]])


def _signs(history: Sequence[Turn], pending: OpenQuestion | None) -> list[str]:
    if not history:
        return [START]
    told = [t for t in reversed(history) if t.steps][:_STEPS]
    out = _of_step(told[0].steps[-1], told[0], history) if told else []
    out += [f"prev:{t.steps[-1].tool_name}" for t in told[1:]]
    shown = len(history[-1].shown)
    if shown:
        out.append(f"shown:{shown}" if shown <= _FEW else "shown:many")
    if pending is not None and pending.steps:
        step = pending.steps[0]
        status = "confirm" if isinstance(step, Confirm) else "failed" if isinstance(step, Failed) else "ask"
        out.append(f"asks:{status}:{step.action.tool_name}")
    return out


def _of_step(done: Done, turn: Turn, history: Sequence[Turn]) -> list[str]:
    out = [f"last:{done.tool_name}:{done.outcome}"]
    out += [f"had:{name}" for name in sorted(done.parameters)][:_PARAMETERS]
    if len(turn.steps) > 1:
        out.append("several")
    if turn is not history[-1]:
        out.append("earlier")
    return out
