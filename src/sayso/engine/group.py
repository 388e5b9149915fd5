"""Several records at once: one question names them all, and nothing is done before its yes."""

from dataclasses import replace

from sayso.engine.capabilities.settle import never_called
from sayso.engine.nouns import Action, Call, Confirm, Failed, Step
from sayso.engine.tell import changes, say
from sayso.engine.thread import Thread

_SHOWN = 20  # names that a question holds; of more, the first and how many there are


def asked_together(steps: list[Step], thread: Thread) -> list[Step]:
    """The steps of a group of records, each to be confirmed, all by one question."""
    grouped = [s for s in steps if s.action.mention is not None and s.action.mention.kind == "group"]
    if not grouped or len(grouped) < len(steps) or not all(isinstance(s, Call | Confirm) for s in steps):
        return steps
    if thread.scene.is_partial and any(s.action.mention is not None and s.action.mention.turn is None for s in grouped):
        action = replace(grouped[0].action, arguments=(), mention=None)  # of very many only some are looked at
        return [Failed(action, "no_capability", say(thread.heard.pack, "failed_of_many"))]
    if len(steps) == 1:
        is_reading = thread.policy.tools.is_reading(steps[0].action.tool_name)
        return steps if is_reading else [never_called(steps[0], thread.room)]
    question = group_question([s.action for s in steps], thread)
    return [Confirm(s.action, question) for s in steps]


def group_question(actions: list[Action], thread: Thread) -> str:
    """The one question for all of them; where they are changed each in its own way, it tells how beside each name."""
    named = [a for a in actions if a.mention is not None and a.mention.candidates]
    names = [f"'{a.mention.candidates[0].entry.name}'" for a in named if a.mention is not None]
    told = [changes(thread.heard.pack, a, thread.policy.today) for a in named[:_SHOWN]]
    is_alike = len(set(told)) < 2
    shown = names[:_SHOWN] if is_alike else [f"{n} ({t})" for n, t in zip(names, told, strict=False)]
    more = f" … (+{len(names) - _SHOWN})" if len(names) > _SHOWN else ""
    values = {"count": len(names), "names": ", ".join(shown) + more, "changes": "".join(told[:1])}
    key = f"confirm_several_{actions[0].intent}" if is_alike else "confirm_every_one"
    return say(thread.heard.pack, key, values)
