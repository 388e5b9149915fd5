"""Questions that stay open: what is kept of them, what they offer, and what an answer to one agrees to."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from sayso.assistant.acting import is_same
from sayso.assistant.deed import Acted
from sayso.assistant.message import Question, Taken
from sayso.domains.shipped import shipped_tools
from sayso.engine.nouns import Call, Confirm, Decision, step_to_dict
from sayso.engine.pending import steps_of


def suggestions_of(question: Question | None) -> Sequence[Mapping[str, object]]:
    """What an open question offers to pick from."""
    steps = question.decision.get("steps") if question else None
    offered = steps[0].get("suggestions") if isinstance(steps, list) and steps else None
    return offered if isinstance(offered, list) else []


def question_of(message_id: str, decision: Decision, acted: Acted) -> Question | None:
    """The question that a message leaves open, to be kept; None where it leaves none."""
    if acted.open is None:
        return None
    steps = [step_to_dict(step) for step in (acted.open, *acted.rest)]
    hint = acted.open.action.hint
    return Question(message_id, {"language": decision.language, "steps": steps}, acted.confirmation, hint)


def asked_by(question: Question | None) -> Decision | None:
    """The question that was open, with the words it was about; None where nothing is learned from its answer."""
    if question is None or not question.hint:
        return None
    first, *rest = steps_of(question.decision, shipped_tools())
    first = replace(first, action=replace(first.action, hint=question.hint))
    return Decision(None, str(question.decision.get("language")), (first, *rest), None)


def is_agreed(taken: Taken, decision: Decision) -> bool:
    """Whether the first step is the very call that the person was asked about and has just said yes to."""
    if taken.question is None or decision.trace.answered != "yes" or not decision.steps:
        return False
    asked, first = steps_of(taken.question.decision, shipped_tools())[0], decision.steps[0]
    return isinstance(first, Call) and isinstance(asked, Confirm) and is_same(first.action, asked.action)
