"""When the model is asked: pure, from the mode and what the engine decided by itself."""

from typing import assert_never

from sayso.assistant.message import Said, Words
from sayso.engine.nouns import Call, Decision, Step
from sayso.engine.policy import Policy
from sayso.settings import Mode

_CLEAR = ("negated", "how_to", "hypothetical")  # what asks for nothing, said so that the engine is sure of it


def asks_model(mode: Mode, said: Said, decision: Decision, policy: Policy) -> bool:
    """Whether a model has something to add. An answer to an open question is the person's own: it never has."""
    if not isinstance(said, Words) or decision.trace.answered:
        return False
    match mode:
        case "engine":
            return False
        case "model":
            return True
        case "cascade":
            return not is_sure(decision, policy)
        case impossible:
            assert_never(impossible)


def is_sure(decision: Decision, policy: Policy) -> bool:
    """Whether the engine's own answer stands: every step is sure, or what was said clearly asks for nothing."""
    if not decision.steps:
        return any(kind in _CLEAR for kind, _ in decision.trace.parts)
    return all(_stands(step, policy) for step in decision.steps)


def _stands(step: Step, policy: Policy) -> bool:
    return isinstance(step, Call) or step.action.confidence >= policy.threshold(step.action.intent)
