"""What was offered where nothing was understood: it stays open until one of it is picked, or something else is said."""

from sayso.engine.nouns import Ask, Call, Decision, Step, Trace


def is_offered(step: Step) -> bool:
    """Whether a step stands for nothing but what was offered."""
    return isinstance(step, Ask) and step.action.tool_name is None


def offered_again(request_id: str | int | None, language: str, step: Step) -> Decision:
    """The same offer once more: a yes to several says nothing about which."""
    assert not isinstance(step, Call)
    trace = Trace(answered="not sure: asked again")
    return Decision(request_id, language, (), step.question, trace, step.suggestions, "unclear")
