"""What is likely to be asked for next: by the domain's data, and by what this user did after the like before."""

from collections.abc import Iterator, Sequence

from sayso.engine.capabilities import tell
from sayso.engine.capabilities.capability import EXACTLY, CapabilityQuery, able, readings
from sayso.engine.capabilities.fleet import Ability, command_of
from sayso.engine.capabilities.room import Room
from sayso.engine.nouns import Action, Call, Step, Subject, Suggestion
from sayso.engine.preferred import AFTER, chosen_before

_AT_MOST = 3
_USUAL = 0.3  # how likely the domain's own next thing is


def key_of(action: Action, room: Room) -> str:
    """What an action did, in the words of the domain's data: "turn_on light", "read temperature"."""
    match action.does:
        case "command":
            ability = _ability(action, room)
            return " ".join((*((ability.act,) if ability.act else ()), *sorted(ability.things)))
        case "measure":
            names = action.of("readings")
            first = str(names[0]) if isinstance(names, list) and names else ""
            things = sorted(room.index.ability(first).things) if room.is_known and first else [first]
            return f"read {things[0]}" if things and things[0] else "status"
        case "inspect":
            return "status"
        case _:
            return action.intent


def _ability(action: Action, room: Room) -> Ability:
    subject = _subject(action, room)
    command = command_of(subject, str(action.of("capability_id"))) if subject is not None else None
    return room.index.ability(command.name, command.description) if command is not None else _NONE


_NONE = Ability(None, frozenset(), frozenset())


def _subject(action: Action, room: Room) -> Subject | None:
    at = room.at(action)
    return room.subject(at) if at is not None else None


def following(steps: Sequence[Step], room: Room) -> tuple[Suggestion, ...]:
    """Up to three things that may be wanted after these steps, the likeliest first; none while something is open."""
    if not steps or not all(isinstance(s, Call) for s in steps):
        return ()
    action = steps[-1].action
    key = key_of(action, room)
    usual = room.lexicon.next.get(key, ())
    own = list(dict.fromkeys(p.record for p in room.preferences if p.hint == AFTER + key))
    sure = dict(chosen_before(room.preferences, AFTER + key, own, room.now))
    ranked = sorted(dict.fromkeys((*own, *usual)), key=lambda k: (-sure.get(k, _USUAL), k not in usual))
    found = (s for k in ranked for s in _offer(k, action, sure.get(k, _USUAL), room))
    return tuple(list(found)[:_AT_MOST])


def _offer(key: str, action: Action, sure: float, room: Room) -> Iterator[Suggestion]:
    if not room.policy.has_capabilities(action.intent):
        offer = room.lexicon.offers.get(key)
        if offer is not None:
            yield Suggestion(room.pack.replies[offer["label"]], offer["arguments"], round(sure, 4), offer["tool"])
        return
    subject = _subject(action, room)
    if subject is None:
        return
    act, *things = key.split()
    about: dict[str, object] = {room.key("id"): subject.id}
    if act == "read":
        names = readings(subject, things, frozenset(), room.index)
        if names:
            label = tell.read_label(names[0], room)
            yield Suggestion(label, {**about, room.key("readings"): names}, round(sure, 4), room.tool("measure"))
        return
    commands = able(subject, CapabilityQuery(act, frozenset(things)), room.index)
    if len(commands) == 1 and commands[0].way == EXACTLY:
        command = commands[0].command
        label = tell.command_label(command, room)
        known = {**about, room.key("capability_id"): command.id}
        yield Suggestion(label, known, round(sure, 4), room.tool("command"))
