"""Questions that stay open: what is kept of them, what they offer, and what an answer to one agrees to."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from sayso.assistant.acting import is_same
from sayso.assistant.deed import Acted, asked_at_once
from sayso.assistant.message import Question, Taken
from sayso.domains.shipped import shipped_tools
from sayso.engine.nouns import Action, Ask, Call, Confirm, Decision, Failed, Step, step_to_dict
from sayso.engine.pending import steps_of


def suggestions_of(question: Question | None) -> Sequence[Mapping[str, object]]:
    """What an open question offers to pick from."""
    steps = question.decision.get("steps") if question else None
    offered = steps[0].get("suggestions") if isinstance(steps, list) and steps else None
    return offered if isinstance(offered, list) else []


def question_of(message_id: str, decision: Decision, acted: Acted) -> Question | None:
    """The question that a message leaves open, to be kept; None where it leaves none."""
    if acted.open is None:
        return _offered(message_id, decision)
    steps = [step_to_dict(step) for step in (acted.open, *acted.rest)]
    hint = acted.open.action.hint
    return Question(message_id, {"language": decision.language, "steps": steps}, acted.confirmations, hint)


def is_offering(decision: Decision) -> bool:
    """Whether a message was not understood, and what it could have been is offered to pick from."""
    return not decision.steps and decision.reason == "unclear" and bool(decision.next)


def _offered(message_id: str, decision: Decision) -> Question | None:
    """What was offered where nothing was understood, as a question."""
    if not is_offering(decision):
        return None
    step = Ask(Action("unknown", None, (), 0.0), decision.reply or "", decision.next)
    return Question(message_id, {"language": decision.language, "steps": [step_to_dict(step)]})


def asked_by(question: Question | None) -> Decision | None:
    """The question that was open, with the words it was about; None where nothing is learned from its answer."""
    if question is None or not question.hint:
        return None
    first, *rest = steps_of(question.decision, shipped_tools())
    first = replace(first, action=replace(first.action, hint=question.hint))
    return Decision(None, str(question.decision.get("language")), (first, *rest), None)


def agreed(taken: Taken, decision: Decision) -> int:
    """How many of the first steps are the very calls that the person was asked about and has just said yes to: as many
    as the question named, each word for word; what could not be any more may stand among them."""
    if taken.question is None or decision.trace.answered != "yes" or not decision.steps:
        return 0
    asked = steps_of(taken.question.decision, shipped_tools())
    asked = asked[: asked_at_once(asked)]
    both = list(zip(asked, decision.steps, strict=False))
    is_whole = len(both) == len(asked) and all(
        isinstance(one, Confirm) and isinstance(other, Call | Failed) and is_same(one.action, other.action)
        for one, other in both
    )
    is_any = any(isinstance(other, Call) for _, other in both)
    return len(asked) if is_whole and is_any else 0


def after_no(question: Question) -> tuple[Step, ...]:
    """What is left after a no: it is about all that the question asked for, and about nothing else."""
    steps = steps_of(question.decision, shipped_tools())
    return steps[asked_at_once(steps) :]
