"""The decision about a call that somebody else chose: unchanged, completed, confirmed, asked about, or stopped."""

from collections.abc import Callable, Iterable, Mapping

from sayso.engine import tell
from sayso.engine.capabilities.room import Room
from sayso.engine.guarding.harm import danger
from sayso.engine.guarding.other import complete, nearest
from sayso.engine.guarding.own import GuardContext, enriched, is_about, offered, standing
from sayso.engine.guarding.sanitise import Clean, sanitise
from sayso.engine.guarding.schema import properties
from sayso.engine.nouns import (
    Action,
    Decision,
    Failed,
    Proposal,
    Step,
    Suggestion,
)
from sayso.engine.tool import Tool, Toolbox

Understand = Callable[[str], Decision]  # what a message by itself asks for
_REFUSING = ("negated", "how_to", "hypothetical", "supposed")


def registered(tools: tuple[Tool, ...] | None, own: Toolbox) -> Mapping[str, Tool]:
    """The tools that there are: those handed in, else our own."""
    return {t.name: t for t in (own if tools is None else tools)}


def cleaned(call: Proposal, tools: Mapping[str, Tool]) -> Clean | None:
    """The call's arguments, mended; None where there is no such tool."""
    tool = tools.get(call.name)
    return sanitise(call, tool.schema) if tool is not None else None


def is_own(tool: Tool, own: Toolbox) -> bool:
    """Whether a tool is one of our own, whoever hands it in."""
    known = own.get(tool.name)
    return known is not None and set(properties(tool.schema)) <= {p.name for p in known.parameters}


def unknown(call: Proposal, tools: Mapping[str, Tool], room: Room) -> Failed:
    """A tool that is not registered, with the nearest that are."""
    near = nearest(call.name, tools)[: room.policy.suggest_at_most]
    shown = tuple(Suggestion(n, {}, 0.3, n, tools[n].description[:120] or None) for n in near)
    action = Action("unknown", None, (), 0.0)
    return Failed(action, "unknown_tool", tell.say(room.pack, "failed_not_registered", {"name": call.name[:80]}), shown)


def guarded(
    tool: Tool, clean: Clean, desk: GuardContext, understand: Understand, tools: Iterable[Tool]
) -> tuple[tuple[Step, ...], str | None]:
    """The steps that a call becomes, and what to say where there are none."""
    message, is_ours = desk.ground.message, is_own(tool, desk.room.policy.tools)
    if not message.strip():
        step = (
            standing(tool.name, clean.arguments, desk)
            if is_ours
            else complete(tool, clean, desk.ground, desk.room, tuple(tools))
        )
        return (step,), None
    heard = understand(message)
    if not heard.steps and _is_refused(tool, heard, desk):
        return (), heard.reply
    if not is_ours:
        return (complete(tool, clean, desk.ground, desk.room, tuple(tools)),), None
    same = [s for s in heard.steps if s.action.tool_name == tool.name]
    if same:
        return (enriched(_meant(same, clean.arguments, desk), clean.arguments, desk),), None
    if heard.steps:
        return (offered(heard.steps[0], desk),), None
    if is_about(tool.name, clean.arguments, desk):
        return (offered(standing(tool.name, clean.arguments, desk), desk),), None
    return (), heard.reply


def _is_refused(tool: Tool, heard: Decision, desk: GuardContext) -> bool:
    """Whether a message speaks against a call: all of it for a tool that only reads ("…, don't worry about the price"),
    any part of it for another."""
    kinds = [kind for kind, _ in heard.trace.parts]
    if is_own(tool, desk.room.policy.tools):
        return any(kind in _REFUSING for kind in kinds)
    is_against = [kind == _REFUSING[0] for kind in kinds]  # "how can I get there?" may well ask another tool
    reads = danger(tool, desk.room.lexicon.harm) == "reads"
    return any(is_against) and (all(is_against) or not reads)


def _meant(steps: list[Step], arguments: Mapping[str, object], desk: GuardContext) -> Step:
    """Of several things asked for, the one that the call is about."""
    if len(steps) == 1:
        return steps[0]
    proposed = {
        a.value
        for a in standing(str(steps[0].action.tool_name), arguments, desk).action.arguments
        if _is_plain(a.value)
    }
    return max(steps, key=lambda s: sum(_is_plain(a.value) and a.value in proposed for a in s.action.arguments))


def _is_plain(value: object) -> bool:
    return isinstance(value, str | int | float)
