"""Requests to machines that nobody listed: names travel as text, and what changes something is confirmed."""

from dataclasses import replace

from sayso.engine.machines import tell
from sayso.engine.machines.action import action_of, device_span, is_harmful
from sayso.engine.machines.asked import Asked
from sayso.engine.machines.fleet import Ability
from sayso.engine.machines.room import NOTHING, InFocus, Room
from sayso.engine.nouns import Argument, Ask, Call, Confirm, Evidence, Source, Step
from sayso.engine.tell import say

_WHOLE_MACHINE = {"start": "turn_on", "stop": "turn_off"}


def unlisted(asked: Asked, room: Room, focus: InFocus) -> tuple[Step | None, InFocus]:
    """The machines are not known: names travel as text, and what changes something is confirmed at most."""
    pack = room.pack
    parts = {i for i, t in asked.things.items() if t.role == "component"}
    musts = asked.named.musts | parts
    span = device_span(asked, frozenset(musts))
    arguments: list[Argument] = []
    spoken = focus
    if span is not None:
        name = asked.line.raw[span[0] : span[1]]
        arguments.append(Argument("device_name", name, Source("message", span)))
        spoken = InFocus((), None, name, span)
    elif focus.name and (asked.is_pronoun or not asked.named.texts):
        source = Source("history", turn=focus.turn) if focus.turn is not None else Source("message", focus.span)
        arguments.append(Argument("device_name", focus.name, source))
    if asked.reading.intent == "machine_command":
        things = asked.wanted.things | {t.name for i, t in asked.things.items() if i not in parts}
        name = asked.command or "_".join((_act_name(asked.wanted.act, bool(things)), *sorted(things)))
        arguments.append(Argument("command_name", name, Source("message", asked.span)))
    if asked.metrics:
        arguments.append(Argument("metric_names", list(asked.metrics), Source("message", asked.metrics_span)))
    action = action_of(asked, room, tuple(arguments), (Evidence("machine left to the tool", 1.0),))
    if action.confidence < room.policy.worth_asking_a_machine:
        return None, NOTHING
    told = {
        "name": action.value("device_name") or "",
        "command": tell.named_label(str(action.value("command_name") or ""), room),
    }
    if asked.is_all and asked.reading.intent == "machine_command":
        kept = tuple(a for a in arguments if a.name == "command_name")
        return Ask(replace(action, arguments=kept), pack.replies["ask_all_machines"]), NOTHING
    if action.value("device_name") is None:
        return Ask(action, pack.replies["ask_machine"]), NOTHING
    if asked.reading.intent == "machine_command":
        is_harm = is_harmful(Ability(asked.wanted.act, asked.things_but(frozenset()), frozenset()), room.lexicon)
        return Confirm(
            replace(action, is_dangerous=is_harm),
            say(pack, "confirm_now" if asked.is_later else "confirm_machine_command", told),
        ), spoken
    if asked.reading.intent in ("read_events", "read_states") and action.value("from") is None:
        return Ask(action, pack.replies["ask_span"]), spoken
    if action.confidence < room.policy.threshold(action.intent):
        return Confirm(action, say(pack, f"confirm_{action.intent}", told)), spoken
    return Call(action), spoken


def _act_name(act: str | None, has_things: bool) -> str:
    """The pack's own name for an act; to start a whole machine is to turn it on."""
    return (act or "run") if has_things else _WHOLE_MACHINE.get(act or "run", act or "run")
