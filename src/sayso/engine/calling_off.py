"""Orders for later that are called off: "don't turn it off after all", "cancel the switching off of the oven".

An order for later stands in a list as "the subject: what it is told". Nobody says that it will not be done while it
stands there, and nobody does at once what was to be called off."""

from dataclasses import replace

from sayso.engine.capabilities.focus import in_focus, named_in
from sayso.engine.capabilities.room import Room
from sayso.engine.nouns import Action, Argument, Ask, Confirm, Decision, Entry, Source, Step
from sayso.engine.outcome import reply_of
from sayso.engine.pack import Pack
from sayso.engine.records.titles import Records
from sayso.engine.tell import ask_which, confirm, say, suggest
from sayso.engine.text import Line, tokens
from sayso.engine.thread import Around

_SURE = 0.97
_STOP = "stop"
_DECLINED = frozenset(("negated", "nothing_asked", "unclear"))


def called_off(decision: Decision, message: str, around: Around) -> Decision:
    """The decision; or, where an order for later is called off, the question whether to take it off its list."""
    pack = next((p for p in around.languages.packs if p.language == decision.language), None)
    if pack is None or around.fleet is None:
        return decision
    said, room = pack.line(message, tokens(message)), around.room(pack)
    commands = [s for s in decision.steps if s.action.does == "command"]
    is_act = any(room.lexicon.is_act(w.text) for w in said.words)  # "the oven is not hot yet" calls nothing off
    is_no = not decision.steps and decision.reason in _DECLINED and is_act and _says_no(said, pack)
    is_stopping = any(_stops(s, said, room) for s in commands)
    is_off = bool(commands or not decision.steps) and _calls_off(said, pack) and not is_stopping
    if not is_no and not is_off:
        return decision
    meant = [at for s in commands if (at := room.at(s.action)) is not None] or named_in(message, room)
    if not meant and is_act:  # "don't turn it off after all"
        meant = list(in_focus(around.scene.history, room).at)
    names = [f"{room.subject(at).name}: ".casefold() for at in meant]
    for records in around.all_records():
        planned = [e for e in records.all if _is_planned(e, names)]
        remove = records.domain.doing("remove")
        if planned and remove is not None:
            action = Action(remove.intent, remove.name, (), _SURE, True, tool=remove)
            step = _removed(planned, said, action, records, pack)
            return replace(decision, steps=(step,), reply=reply_of((step,)), reason=None)
    if not commands:
        return decision
    name = room.subject(meant[0]).name if meant else ""
    return replace(decision, steps=(), reply=say(pack, "nothing_planned", {"name": name}), reason="nothing_asked")


def _says_no(said: Line, pack: Pack) -> bool:
    return not pack.negations.isdisjoint(said.texts)


def _calls_off(said: Line, pack: Pack) -> bool:
    """Whether a message begins with a word that calls something off."""
    small = pack.shifts.fillers | pack.references.light
    first = next((w.text for w in said.words if w.text not in small), "")
    return first in pack.commands.calling_off


def _stops(step: Step, said: Line, room: Room) -> bool:
    """Whether a step stops something that is named: to call off a cycle is just that."""
    at, wanted = room.at(step.action), step.action.of("capability_id")
    command = None if at is None else next((c for c in room.subject(at).commands if c.id == wanted), None)
    if command is None:
        return False
    ability, lexicon = room.index.ability(command.name, command.description), room.lexicon
    stems = lexicon.stems(w.text for w in said.words if w.text not in lexicon.light)
    named = {spot.name for role in lexicon.by_role for spot in lexicon.spots(role, stems)}
    return ability.act == _STOP and not ability.things.isdisjoint(named)


def _is_planned(entry: Entry, names: list[str]) -> bool:
    """Whether an entry is an order for later to one of these."""
    is_ahead = entry.when is not None and "T" in entry.when and not entry.is_done
    return is_ahead and any(entry.name.casefold().startswith(name) for name in names)


def _removed(planned: list[Entry], said: Line, action: Action, records: Records, pack: Pack) -> Step:
    span = (said.words[0].start, said.words[-1].end)
    if len(planned) > 1:
        return Ask(action, ask_which(pack, planned), suggest(planned, action, pack, records.today))
    entry = planned[0]
    given = Argument(action.key("record"), entry.id, Source("message", span, record=entry.id))
    found = replace(action, arguments=(given,))
    return Confirm(found, confirm(pack, found, entry.name, records.today))
