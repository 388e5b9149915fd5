"""A step whose value the tool does not take: failed, with what is wrong and what may be taken instead."""

from collections.abc import Iterable
from dataclasses import replace

from sayso.engine.fault import Fault, Wording, faults, sentence
from sayso.engine.nouns import DEFAULT, Action, Argument, Failed, Reason, Step, Suggestion
from sayso.engine.pack import Pack
from sayso.engine.tool import Tool, Toolbox


def wrong_in(action: Action, tools: Toolbox) -> Fault | None:
    """The first value of an action that its tool does not take; what is missing is asked for elsewhere."""
    tool = tools.get(action.tool_name)
    if tool is None:
        return None
    given = {a.name: a.value for a in action.arguments}
    return next((found for found in faults(tool, given) if found.what != "missing"), None)


def refused(action: Action, found: Fault, pack: Pack) -> Failed:
    """The action without the value that cannot be, and why."""
    kept = tuple(a for a in action.arguments if a.name != found.name)
    if found.parameter.is_written:
        kept = (*kept, Argument(found.name, found.parameter.default, DEFAULT))
    share = round(action.confidence / max(len(found.nearest), 1), 4)
    named = pack.labels["options"]
    offers = tuple(Suggestion(named.get(str(v), str(v)), {found.name: v}, share) for v in found.nearest)
    reason: Reason = "too_long" if found.what == "too_long" else "invalid_value"
    told = sentence(found, Wording(pack.replies, pack.labels))
    return Failed(replace(action, arguments=kept), reason, told, offers)


def checked(step: Step, tools: Toolbox, pack: Pack) -> Step:
    """The step, unless a value of it cannot be."""
    found = None if isinstance(step, Failed) else wrong_in(step.action, tools)
    return step if found is None else refused(step.action, found, pack)


def with_defaults(arguments: Iterable[Argument], tool: Tool) -> tuple[Argument, ...]:
    """The arguments, and the defaults that are written out where nobody said anything else."""
    given = tuple(arguments)
    known = {a.name for a in given}
    return (*given, *(Argument(name, value, DEFAULT) for name, value in tool.defaults() if name not in known))
