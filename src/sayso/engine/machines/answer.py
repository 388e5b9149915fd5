"""Answers to questions about machines: checked again against what there is now, or filled in."""

import re
from dataclasses import replace

from sayso.engine.machines.asked import AMOUNT, asked
from sayso.engine.machines.fleet import command_of
from sayso.engine.machines.room import Room
from sayso.engine.machines.settle import commanded, confirm_text, to_what
from sayso.engine.nouns import Action, Argument, Ask, Call, Clause, Confirm, Failed, Reading, Source, Step
from sayso.engine.records.names import TOLD, find
from sayso.engine.tell import say
from sayso.engine.text import Line


def rechecked(action: Action, room: Room, is_granted: bool, name: str = "") -> Step:
    """The action on a machine, if that and its command are still there."""
    device, command = action.value("device_id"), action.value("machine_command_id")
    if isinstance(device, str) and room.is_known:
        at = room.index.by_id.get(device.casefold())
        if at is None and not room.is_partial:
            return Failed(action, "not_found", say(room.pack, "failed_no_machines", {"name": name or device}))
        if at is not None and action.intent == "machine_command":
            machine = room.machine(at)
            if command is None and action.value("command_name") is None:
                return Ask(action, say(room.pack, "ask_command", {"name": machine.name}))
            found = command_of(machine, str(command))
            if found is None:
                text = say(room.pack, "failed_no_command", {"name": machine.name, "has": _has(at, room)})
                return Failed(action, "no_capability", text)
            question = None if is_granted else to_what(action, found, room)
            return question or commanded(action, machine, found.id, room, is_granted)
    if action.intent in ("read_events", "read_states") and action.value("from") is None:
        return Ask(action, room.pack.replies["ask_span"])
    if is_granted or action.intent != "machine_command":
        return Call(action)
    return Confirm(action, confirm_text(action, room))


def _has(at: int, room: Room) -> str:
    return ", ".join(c.name.replace("_", " ") for c in room.machine(at).commands[:8]) or "–"


def filled(step: Step, said: Line, words: tuple[int, int], room: Room, sure: float) -> Step | None:
    """The step with the machine or the time that the message says; None where it says neither."""
    action = step.action
    if not isinstance(step, Ask | Failed):
        return None
    intent = action.intent if action.intent.startswith("read_") else "device_status"
    reading = Reading(intent, "named", Clause(*words, "request"), {"device": words})
    wanted = asked(said, reading, room.pack, room.languages, room.now)
    times = tuple(a for a in wanted.arguments if a.name in ("from", "to"))
    if times and action.intent in ("read_events", "read_states"):
        kept = tuple(a for a in action.arguments if a.name not in ("from", "to"))
        return rechecked(replace(action, arguments=(*kept, *times), confidence=sure), room, is_granted=False)
    amount = AMOUNT.search(said.raw)
    if action.value("machine_command_id") is not None and action.value("overrides") is None and amount is not None:
        return _set(action, amount, room, sure)
    if action.value("device_id") is not None or not wanted.named.musts:
        return None
    if not room.is_known:
        return _named(action, said, words, room, sure)
    found = [m for m in find(wanted.named, room.index) if m.rank != TOLD]
    best = [m for m in found if m.rank == found[0].rank]
    ids = {room.machine(m.machine).id for m in best}
    offered = [s for s in step.suggestions if s.value.get("device_id") in ids]
    if len(offered) != 1 and len(best) != 1:
        return None
    source = Source("message", said.span(*words), record=room.machine(best[0].machine).id)
    value = dict(offered[0].value) if len(offered) == 1 else {"device_id": room.machine(best[0].machine).id}
    given = tuple(Argument(k, v, source) for k, v in value.items())
    kept = tuple(a for a in action.arguments if a.name not in value)
    return rechecked(replace(action, arguments=(*given, *kept), confidence=sure), room, is_granted=False)


def _set(action: Action, amount: re.Match[str], room: Room, sure: float) -> Step | None:
    """The value that a setting was asked for."""
    at = room.index.by_id.get(str(action.value("device_id")).casefold()) if room.is_known else None
    command = command_of(room.machine(at), str(action.value("machine_command_id"))) if at is not None else None
    if command is None:
        return None
    number = float(amount.group().replace(",", ".").replace("−", "-"))
    things = sorted(room.index.ability(command.name, command.description).things) or ["value"]
    value = {things[0]: int(number) if number.is_integer() else number}
    given = Argument("overrides", value, Source("message", amount.span()))
    return rechecked(replace(action, arguments=(*action.arguments, given), confidence=sure), room, is_granted=False)


def _named(action: Action, said: Line, words: tuple[int, int], room: Room, sure: float) -> Step | None:
    if action.value("device_name") is not None:
        return None
    span = said.span(*words)
    device = Argument("device_name", said.raw[span[0] : span[1]], Source("message", span))
    return rechecked(replace(action, arguments=(device, *action.arguments), confidence=sure), room, is_granted=False)
