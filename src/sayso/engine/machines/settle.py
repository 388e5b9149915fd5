"""From what is asked of machines to a step: which machine, which of its capabilities, and whether to do it, confirm it,
ask, or say why not. Phase one is the machine, phase two the capability; both together where only the pair is unique."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import chain

from sayso.engine.machines import tell
from sayso.engine.machines.action import action_of, device_span, is_harmful, said_name
from sayso.engine.machines.asked import Asked
from sayso.engine.machines.capability import UNSAID, Able, Wanted, all_able
from sayso.engine.machines.crowd import FROM, Crowd, gathered
from sayso.engine.machines.fleet import command_of
from sayso.engine.machines.pairs import Pair, ablest, pairs
from sayso.engine.machines.room import NOTHING, InFocus, Room
from sayso.engine.machines.unlisted import unlisted
from sayso.engine.machines.worth import is_worth_a_step
from sayso.engine.nouns import (
    Action,
    Argument,
    Ask,
    Call,
    Command,
    Confirm,
    Evidence,
    Failed,
    Machine,
    Source,
    Step,
    Suggestion,
)
from sayso.engine.preferred import chosen_before
from sayso.engine.records.names import PART, WHOLE, Match, find, nearest
from sayso.engine.refuse import checked
from sayso.engine.tell import confirm, say

_OFFER_FROM = 20  # of the machines that are nearest to what was said
_ONLY_ONE = 0.8  # how well "the only machine that can" fits, beside one that was named
_IN_FOCUS = 0.9


def settle(asked: Asked, room: Room, focus: InFocus) -> tuple[Step | None, InFocus]:
    """The step (none where it is not worth one), and the machine that was spoken of."""
    step, spoken = _settled(asked, room, focus)
    return step if step is None else checked(step, room.policy.tools, room.pack), spoken


def _settled(asked: Asked, room: Room, focus: InFocus) -> tuple[Step | None, InFocus]:
    if not is_worth_a_step(asked, room, focus):
        return None, NOTHING
    if asked.reading.intent == "list_machines":
        return _listed(asked, room), NOTHING
    if not room.is_known:
        return unlisted(asked, room, focus)
    if asked.is_all and asked.reading.intent == "machine_command":
        crowd = _crowd(asked, room, are_best=False)
        base = action_of(asked, room, (), (Evidence("several machines fit", 1.0),))
        if crowd is not None:
            return Ask(base, room.pack.replies["ask_all_machines"], _some_of(crowd, asked, base, room)), NOTHING
        found = pairs(asked, room, _anyone(asked, room, NOTHING))
        return Ask(base, room.pack.replies["ask_all_machines"], _machines(found, base, room)), NOTHING
    if asked.is_pronoun and not focus.machines and _is_order_to_one_of_many(asked, room):
        base = action_of(asked, room, (), (Evidence("several machines fit", 1.0),))  # "it", and nobody knows what
        could = pairs(asked, room, _anyone(asked, room, NOTHING))
        return Ask(base, room.pack.replies["ask_machine"], _machines(could, base, room)), NOTHING
    crowd = None if focus.machines or room.preferences else _nobody_named(asked, room)
    if crowd is not None:
        return _which_of(crowd, asked, room), InFocus(tuple(crowd.places()), None)
    matches, turn = _matches(asked, room, focus)
    if not matches:
        return _nowhere(asked, room), NOTHING
    spoken = InFocus(tuple(m.machine for m in matches), None)
    found = pairs(asked, room, matches)
    found = [p._replace(turn=turn) for p in ablest(found)]
    if not found:
        return _unable(asked, room, matches), spoken
    if len(found) > 1:
        narrowed = [p for p in found if p.match.machine in focus.machines]
        if len(narrowed) == 1:
            found = [narrowed[0]._replace(turn=focus.turn)]
    if len(found) > 1:
        return _which(asked, room, found), spoken
    return _one(asked, room, found[0]), InFocus((found[0].match.machine,), None)


def _is_order_to_one_of_many(asked: Asked, room: Room) -> bool:
    return asked.reading.intent == "machine_command" and len(room.fleet or ()) > 1


def _matches(asked: Asked, room: Room, focus: InFocus) -> tuple[list[Match], int | None]:
    """The machines that may be meant, and in which turn they were named if not in this message."""
    if asked.is_pronoun:
        if not focus.machines:
            return _anyone(asked, room, NOTHING), None
        return [Match(m, PART, _IN_FOCUS, "spoken of before", frozenset()) for m in focus.machines], focus.turn
    if asked.named.texts:
        found = find(asked.named, room.index)
        if not found and asked.named.musts:
            found = _with_command_words(asked, room)
        best = [m for m in found if m.rank == found[0].rank]
        if asked.named.musts:
            return best, None
        whole = [m for m in best if m.rank == WHOLE and pairs(asked, room, [m])]
        if whole:
            return whole, None
    return _anyone(asked, room, focus), focus.turn


def _with_command_words(asked: Asked, room: Room) -> Sequence[Match]:
    """The machines, where some of the words are only a command's or a reading's own."""
    index, named = room.index, asked.named
    own = {i for i in named.musts if named.stems[i] in index.command_words or named.stems[i] in index.metric_words}
    if not own or own == named.musts:
        return (
            []
            if not own
            else [Match(i, PART, _ONLY_ONE, "the only one that can", frozenset()) for i in range(len(room.fleet or ()))]
        )
    return find(replace(named, musts=named.musts - own), index)


def _anyone(asked: Asked, room: Room, focus: InFocus) -> list[Match]:
    """No machine is named: those in focus if they can, else every one that can."""
    assert room.fleet is not None
    if focus.machines:
        near = [Match(m, PART, _IN_FOCUS, "spoken of before", frozenset()) for m in focus.machines]
        if pairs(asked, room, near):
            return near
    if asked.reading.intent == "machine_command" and not asked.command:
        wanted = Wanted(asked.wanted.act, asked.things_but(frozenset()))
        if wanted == Wanted(None, frozenset()):
            return [Match(m, PART, _ONLY_ONE, "any of them", frozenset()) for m in range(len(room.fleet.machines))]
        machines: Sequence[int] = all_able(wanted, room.index)
    else:
        machines = range(len(room.fleet.machines))
    return [Match(m, PART, _ONLY_ONE, "the only one that can", frozenset()) for m in machines]


def _nobody_named(asked: Asked, room: Room) -> Crowd | None:
    """Very many machines that could be meant, where no word names one."""
    if asked.named.musts or len(room.fleet or ()) < FROM:
        return None
    if asked.named.texts and not asked.is_pronoun and any(m.rank == WHOLE for m in find(asked.named, room.index)):
        return None
    crowd = _crowd(asked, room, are_best=True)
    return crowd if crowd is not None and len(crowd) > room.policy.suggest_at_most else None


def _crowd(asked: Asked, room: Room, are_best: bool) -> Crowd | None:
    """The machines that can do what is asked, where they are many and nothing but that tells who is meant."""
    if len(room.fleet or ()) < FROM or asked.command or asked.named.musts:
        return None

    def judge(at: int) -> tuple[Able, ...] | None:
        found = pairs(asked, room, [_unnamed(at)])
        return found[0].commands if found else None

    return gathered(room.index, judge, are_best)


def _unnamed(at: int) -> Match:
    return Match(at, PART, _ONLY_ONE, "the only one that can", frozenset())


def _hinted(asked: Asked, room: Room) -> Action:
    """A step that fits several machines, with the words under which a choice among them is learned."""
    base = action_of(asked, room, (), (Evidence("several machines fit", 1.0),))
    meant = (asked.wanted.act or asked.reading.intent, *sorted(asked.wanted.things))
    return replace(base, hint=" ".join(asked.named.texts) or " ".join(meant))


def _which_of(crowd: Crowd, asked: Asked, room: Room) -> Step:
    base = _hinted(asked, room)
    shown = [room.machine(i) for i in crowd.first(room.policy.suggest_at_most)]
    return Ask(base, tell.ask_which(shown, room, len(crowd)), _some_of(crowd, asked, base, room))


def _some_of(crowd: Crowd, asked: Asked, action: Action, room: Room) -> tuple[Suggestion, ...]:
    """The first few of very many machines to pick from."""
    found = pairs(asked, room, [_unnamed(i) for i in crowd.first(room.policy.suggest_at_most)])
    share = round(action.confidence / max(len(crowd), 1), 4)
    shown = [(pair, room.machine(pair.match.machine)) for pair in found]
    return tuple(_offer(pair, share, tell.apart(m, crowd.twins(m, room), room), room) for pair, m in shown)


def _offer(pair: Pair, share: float, apart: str | None, room: Room) -> Suggestion:
    machine = room.machine(pair.match.machine)
    value: dict[str, object] = {"device_id": machine.id}
    if len(pair.commands) == 1:
        value["machine_command_id"] = pair.commands[0].command.id
    if pair.metrics:
        value["metric_names"] = list(pair.metrics)
    return Suggestion(machine.name, value, share, description=apart)


def _device(pair: Pair, asked: Asked, room: Room) -> Argument:
    machine = room.machine(pair.match.machine)
    if pair.turn is not None:
        return Argument("device_id", machine.id, Source("history", turn=pair.turn, record=machine.id))
    span = device_span(asked, pair.match.covered)
    if span is None:
        return Argument("device_id", machine.id, Source("context", record=machine.id))
    return Argument("device_id", machine.id, Source("message", span, record=machine.id))


def _fits(pair: Pair) -> tuple[Evidence, ...]:
    capability = pair.commands[0].fit if pair.commands else 1.0
    return (Evidence("machine fits", pair.match.fit), Evidence("capability fits", capability))


def _one(asked: Asked, room: Room, pair: Pair) -> Step:
    """The step about the one machine that is meant."""
    machine = room.machine(pair.match.machine)
    device = _device(pair, asked, room)
    pack = room.pack
    match asked.reading.intent:
        case "machine_command":
            is_bare = pair.commands[0].way == UNSAID
            if len(pair.commands) > 1 or is_bare:
                action = action_of(asked, room, (device,), _fits(pair))
                commands = tuple(a.command for a in pair.commands)
                few = replace(machine, commands=commands, metrics=machine.metrics if is_bare else ())
                which = say(pack, "ask_command", {"name": machine.name})
                return Ask(action, which, tell.offers(few, room, action.confidence))
            command = pair.commands[0].command
            source = Source("message", asked.span, record=command.id)
            chosen = Argument("machine_command_id", command.id, source)
            question = to_what(action_of(asked, room, (device, chosen), _fits(pair)), command, room)
            if question is not None:
                return question
            if asked.is_later:
                action = action_of(asked, room, (device, chosen), _fits(pair))
                told = {"name": machine.name, "command": tell.command_label(command, room)}
                return Confirm(action, say(pack, "confirm_now", told))
            return commanded(action_of(asked, room, (device, chosen), _fits(pair)), machine, command.id, room)
        case "read_metrics" if pair.metrics:
            names = Argument("metric_names", list(pair.metrics), Source("message", asked.metrics_span or asked.span))
            return _read(action_of(asked, room, (device, names), _fits(pair)), machine, room)
        case "read_events" | "read_states" if not any(a.name == "from" for a in asked.arguments):
            return Ask(action_of(asked, room, (device,), _fits(pair)), pack.replies["ask_span"], ())
        case _:
            return _read(action_of(asked, room, (device,), _fits(pair)), machine, room)


def _read(action: Action, machine: Machine, room: Room) -> Step:
    if action.confidence >= room.policy.threshold(action.intent):
        return Call(action)
    return Confirm(action, say(room.pack, f"confirm_{action.intent}", {"name": machine.name}))


def to_what(action: Action, command: Command, room: Room) -> Ask | None:
    """What to ask where something is to be set and nobody said to what."""
    ability = room.index.ability(command.name, command.description)
    if ability.act != "set" or action.value("overrides") is not None:
        return None
    name = " ".join(tell.metric_label(t, room) for t in sorted(ability.things)) or command.name
    return Ask(action, say(room.pack, "ask_argument", {"name": name.replace("_", " ")}))


def commanded(action: Action, machine: Machine, command_id: str, room: Room, is_granted: bool = False) -> Step:
    """A command on a machine: carried out where it is safe and sure, else confirmed."""
    command = next((c for c in machine.commands if c.id == command_id), None)
    assert command is not None
    ability = room.index.ability(command.name, command.description)
    is_dangerous = command.is_dangerous or is_harmful(ability, room.lexicon)
    action = replace(action, is_dangerous=is_dangerous)
    told = {"name": machine.name, "command": tell.command_label(command, room)}
    if is_granted:
        return Call(action)
    if machine.is_connected is False:
        return Confirm(action, say(room.pack, "confirm_offline", told))
    if is_dangerous or action.confidence < room.policy.threshold("machine_command"):
        return Confirm(action, say(room.pack, "confirm_machine_command", told))
    return Call(action)


def _which(asked: Asked, room: Room, found: list[Pair]) -> Step:
    """Several machines fit: what was chosen before decides by degrees, else it is asked."""
    base = _hinted(asked, room)
    ids = [room.machine(p.match.machine).id for p in found]
    before = chosen_before(room.preferences, base.hint, ids, room.now)
    if before:
        rank = {record: i for i, (record, _) in enumerate(before)}
        found = sorted(found, key=lambda p: rank.get(room.machine(p.match.machine).id, len(rank)))
        sure = before[0][1]
        if sure >= room.policy.primary:
            return _preferred(asked, room, found[0], (base.hint, sure))
    return Ask(base, tell.ask_which([room.machine(p.match.machine) for p in found], room), _machines(found, base, room))


def _preferred(asked: Asked, room: Room, pair: Pair, learned: tuple[str, float]) -> Step:
    """The machine that this user nearly always chose where these words fitted several."""
    hint, sure = learned
    step = _one(asked, room, pair)
    record = room.machine(pair.match.machine).id
    arguments = tuple(
        a._replace(source=Source("preference", record=record)) if a.name == "device_id" else a
        for a in step.action.arguments
    )
    action = replace(step.action, arguments=arguments, confidence=min(step.action.confidence, sure), hint=hint)
    match step:
        case Call() if action.confidence < room.policy.threshold(action.intent):
            machine = room.machine(pair.match.machine)
            command = pair.commands[0].command if pair.commands else None
            label = tell.command_label(command, room) if command else ""
            return Confirm(action, say(room.pack, f"confirm_{action.intent}", {"name": machine.name, "command": label}))
        case _:
            return replace(step, action=action)


def _machines(found: Sequence[Pair], action: Action, room: Room) -> tuple[Suggestion, ...]:
    """Machines to pick from, each with its finished parameters as far as they are known."""
    machines = [room.machine(p.match.machine) for p in found]
    shown = list(zip(found, machines, strict=True))[: room.policy.suggest_at_most]
    share = round(action.confidence / max(len(found), 1), 4)
    return tuple(_offer(pair, share, tell.apart(machine, machines, room), room) for pair, machine in shown)


def _nowhere(asked: Asked, room: Room) -> Step:
    """No machine is called so, or none can do it."""
    assert room.fleet is not None
    pack, machines = room.pack, room.fleet.machines
    action = action_of(asked, room, (), (Evidence("machine fits", 0.0),))
    name = said_name(asked)
    if not machines and not room.is_partial:
        return Failed(action, "not_found", say(pack, "failed_no_machines", {"name": name or "–"}))
    if name is None:
        return Failed(action, "no_capability", pack.replies["failed_nobody_can"])
    near = [room.machine(i) for i in nearest(asked.named, room.index, _OFFER_FROM)] or list(machines[:_OFFER_FROM])
    everything = frozenset(asked.named.musts)
    tried = [Match(room.index.by_id[m.id.casefold()], PART, 0.3, "", everything) for m in near]
    able_ones = pairs(asked, room, tried)
    offered = _machines(able_ones, action, room)
    names = _first_names(chain(near, machines), room.policy.suggest_at_most)
    told = {"name": name, "names": ", ".join(f"'{n}'" for n in names)}
    return Failed(action, "not_found", say(pack, "failed_no_machine", told), offered)


def _first_names(machines: Iterable[Machine], count: int) -> list[str]:
    """The first few different names."""
    names: dict[str, None] = {}
    for machine in machines:
        names.setdefault(machine.name)
        if len(names) >= count:
            break
    return list(names)


def _unable(asked: Asked, room: Room, matches: list[Match]) -> Step:
    """The machine is there and lacks what is asked."""
    pack = room.pack
    machine = room.machine(matches[0].machine)
    if len(matches) > 1:
        action = action_of(asked, room, (), (Evidence("machine fits", 0.0),))
        return Failed(action, "no_capability", pack.replies["failed_nobody_can"])
    pair = Pair(matches[0])
    action = action_of(asked, room, (_device(pair, asked, room),), _fits(pair))
    if asked.reading.intent == "machine_command":
        text = say(pack, "failed_no_command", {"name": machine.name, "has": tell.has(machine, room)})
        return Failed(action, "no_capability", text, tell.offers(replace(machine, metrics=()), room, 0.5))
    text = say(pack, "failed_no_reading", {"name": machine.name, "has": tell.measures(machine, room)})
    return Failed(action, "no_capability", text, tell.offers(replace(machine, commands=()), room, 0.5))


def _listed(asked: Asked, room: Room) -> Step:
    arguments: tuple[Argument, ...] = ()
    span = device_span(asked)
    if span is not None:
        arguments = (Argument("search", asked.line.raw[span[0] : span[1]], Source("message", span)),)
    action = action_of(asked, room, arguments)
    if action.confidence >= room.policy.threshold(action.intent):
        return Call(action)
    return Confirm(action, room.pack.replies["confirm_list_machines"])


def confirm_text(action: Action, room: Room) -> str:
    """Whether to carry out a complete step, about tasks or machines."""
    if not room.policy.is_about_machines(action.intent):
        known = action.mention.candidates if action.mention is not None else ()
        name = known[0].task.title if known else str(action.value("task_identifier") or "")
        return confirm(room.pack, action, name, room.policy.today)
    device = str(action.value("device_id") or action.value("device_name") or "")
    at = room.index.by_id.get(device.casefold()) if room.is_known else None
    machine = room.machine(at) if at is not None else None
    label = tell.named_label(str(action.value("command_name") or ""), room)
    if machine is not None:
        command = command_of(machine, str(action.value("machine_command_id") or ""))
        label = tell.command_label(command, room) if command is not None else label
    return say(room.pack, f"confirm_{action.intent}", {"name": machine.name if machine else device, "command": label})


def never_called(step: Step, room: Room) -> Step:
    """A step that is confirmed at most."""
    return Confirm(step.action, confirm_text(step.action, room)) if isinstance(step, Call) else step
