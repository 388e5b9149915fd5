"""A change of what was spoken of some turns ago, or only in an offer of ours: something else may be meant."""

from sayso.engine.capabilities.settle import never_called
from sayso.engine.nouns import Call, Step
from sayso.engine.thread import Thread


def unless_afar(step: Step, thread: Thread) -> Step:
    """A change is asked about where something that nothing came of was said since its record was spoken of, or where
    only an offer of ours named it: something else may be meant."""
    history = thread.scene.history
    if not isinstance(step, Call) or thread.policy.tools.is_reading(step.action.tool_name) or len(history) < 2:
        return step
    turns = [a.source.turn for a in step.action.arguments if a.source.kind == "history" and a.source.turn is not None]
    is_lost = all(s.outcome == "failed" for s in history[-1].steps)  # or there was none
    is_afar = bool(turns) and is_lost and max(turns) < len(history) - 2
    spoken = [history[t] for t in turns if t < len(history)]
    offers = (t for t in spoken if t.role == "assistant" and "?" in t.content)  # that nobody took up
    is_offer = any(all(s.outcome == "failed" for s in t.steps) for t in offers)
    return never_called(step, thread.room) if is_afar or is_offer else step
