"""All that was offered, picked at once: a step for each, and one question for all that change something."""

from collections.abc import Sequence

from sayso.engine.capabilities.acts import BACKWARD
from sayso.engine.nouns import Call, Confirm, Step
from sayso.engine.pack import Pack
from sayso.engine.tell import say

_OF_MORE = frozenset(("change", "command"))  # whose own question tells what is done, too
_AT_MOST = 5  # that are offered


def every_one(asked: Step, picked: Sequence[Step], pack: Pack) -> tuple[Step, ...]:
    """The step for each of what was offered, to be confirmed by one question; none where one of them cannot be."""
    is_whole = 1 < len(picked) <= _AT_MOST and all(isinstance(s, Call | Confirm) for s in picked)
    same = {s.action.tool_name for s in picked} == {asked.action.tool_name}
    if not is_whole or not same or isinstance(asked, Call):
        return ()
    if all(isinstance(s, Call) for s in picked) and asked.action.does in BACKWARD:
        return tuple(picked)
    names = ", ".join(f"'{s.label}'" for s in asked.suggestions)
    own = f"confirm_several_{asked.action.intent}"
    key = own if own in pack.replies and asked.action.does not in _OF_MORE else "confirm_every_one"
    question = say(pack, key, {"names": names, "count": len(picked)})
    return tuple(Confirm(s.action, question) for s in picked)
