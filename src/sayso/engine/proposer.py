"""Who heard a step: a pattern, the tagger, the schema matcher, the thread of the conversation, or a proposed call."""

from typing import Literal

from sayso.engine.nouns import Action, Trace
from sayso.engine.tool import Toolbox
from sayso.engine.understand.wording import FOLLOWS, HEARD

Proposer = Literal["pattern", "tagger", "schema", "thread", "call"]


def proposer_of(action: Action, trace: Trace, tools: Toolbox) -> Proposer:
    """Which of the proposers gave an action."""
    reading = action.reading
    if any(a.source.kind == "call" for a in action.arguments) or (reading is None and trace.repairs):
        return "call"
    if action.tool_name is not None and action.tool_name not in tools:
        return "schema"
    if reading is None or reading.value == FOLLOWS:
        return "thread"
    return "tagger" if reading.grade == HEARD else "pattern"
