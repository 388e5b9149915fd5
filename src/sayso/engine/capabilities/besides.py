"""Which subjects are meant where the words beside their names are those of commands, of parts, of what is measured."""

from dataclasses import replace

from sayso.engine.capabilities import tell
from sayso.engine.capabilities.acts import SET
from sayso.engine.capabilities.asked import Asked
from sayso.engine.capabilities.crowd import Crowd, can_any, unnamed
from sayso.engine.capabilities.pairs import Pair, pairs
from sayso.engine.capabilities.room import InFocus, Room
from sayso.engine.nouns import Action, Ask, Command, Subject
from sayso.engine.records.matches import Matches
from sayso.engine.records.names import PART, WHOLE, find
from sayso.engine.tell import say


def of_its_kind(asked: Asked, found: Matches, room: Room) -> Matches:
    """The subjects that are what a word else calls a part: "the fan", and none has one, but one is a fan."""
    roles = {thing.role for thing in asked.things.values()}
    everything = frozenset(range(len(asked.named.texts)))
    names = {thing.name for thing in asked.things.values()}
    is_kind = roles <= {"component", "thing"} and not names & room.lexicon.switched
    alike = found.where(lambda m: is_kind and m.covered == everything)
    able = pairs(asked, room, alike)
    return alike if able and (len(able) > 1 or len(alike) == 1) else Matches(())


def with_command_words(asked: Asked, room: Room) -> Matches:
    """The subjects, where some of the words are only a command's or a reading's own."""
    index, named = room.index, asked.named
    stems = {i: named.mended.get(i, named.stems[i]) for i in named.musts}
    own = {i for i, stem in stems.items() if stem in index.command_words or stem in index.metric_words}
    near = find(replace(named, musts=frozenset()), index) if own and own == named.musts else Matches(())
    if near and near[0].rank == WHOLE:  # "make the night light pink": every word of its name is a thing, too
        return near.best
    parts = {i for i, thing in asked.things.items() if thing.role == "component"}
    alike = near.where(lambda m: m.rank <= PART and bool(parts) and parts <= m.covered)
    if alike and can_any(asked, room, alike):  # "fan to maximum"
        return alike
    if not own:
        return Matches(())
    if own == named.musts:
        return unnamed(range(len(room.fleet or ())))
    return find(replace(named, musts=named.musts - own), index)


def measuring(asked: Asked, found: list[Pair], room: Room) -> list[Pair]:
    """Of several that measure what is asked in a place, the one that does nothing else; else all of them."""
    if len(found) < 2 or not _is_measured_in_a_place(asked, room):
        return found
    only = [p for p in found if _does_nothing_else(p.match.at, room)]
    return only if len(only) == 1 else found


def _is_measured_in_a_place(asked: Asked, room: Room) -> bool:
    named = asked.named
    if asked.reading.does != "measure" or not named.musts:
        return False
    rooms = {i for s in room.lexicon.spots("room", named.stems) for i in range(s.start, s.end)}
    return all(i in rooms or named.stems[i] in room.index.by_place for i in named.musts)


def _does_nothing_else(at: int, room: Room) -> bool:
    return all(c.is_setting for c in room.subject(at).commands)


def is_narrowed(crowd: Crowd, asked: Asked, room: Room, focus: InFocus) -> bool:
    """Whether one of very many is singled out, as the one that was spoken of or that does nothing but measure."""
    if len(crowd.able.intersection(focus.at)) == 1:
        return True
    sorts = room.index.by_sort.values() if _is_measured_in_a_place(asked, room) else ()
    only = [sort for sort in sorts if _does_nothing_else(sort[0], room)]
    return sum(len(crowd.able.intersection(sort)) for sort in only) == 1


def how_far(action: Action, asked: Asked, pair: Pair, room: Room) -> Ask | None:
    """ "Open the blind a little": how far, where it can be opened by degrees."""
    words = asked.line.words[asked.reading.clause.start : asked.reading.clause.end]
    is_slight = any(w.text in room.pack.commands.slight for w in words)
    moved = {act for acts in room.lexicon.settings.moves.values() for act in acts}
    if not is_slight or asked.wanted.act not in moved or pair.commands[0].value is not None:
        return None
    usual = room.lexicon.settings.usual
    subject = room.subject(pair.match.at)
    things = [t for c in subject.commands for t in room.index.ability(c.name).things if c.takes and t in usual]
    if not things:
        return None
    name = tell.metric_label(things[0], room)
    return Ask(action, say(room.pack, "ask_argument", {"name": name.replace("_", " ")}))


def inspected(asked: Asked, room: Room) -> Asked:
    """The same request as a question about all that a subject says of itself."""
    intent = room.intent("inspect")
    return replace(asked, reading=asked.reading._replace(intent=intent, does="inspect"), arguments=())


def says_itself(asked: Asked, subject: Subject) -> bool:
    """Whether all that a subject says of itself answers: nothing is named that it would have to measure, or it does
    nothing but say how things are."""
    is_sensor = all(c.is_setting for c in subject.commands) and bool(subject.kind)
    return is_sensor or (not asked.metrics and not asked.things and not subject.metrics)


def of_their_light(asked: Asked, room: Room) -> bool:
    """ "Lower the lights": what of them is set, each subject's own settings say."""
    lit = {t.name for t in asked.things.values()} <= room.lexicon.switched
    return asked.is_usual and bool(asked.things) and lit


def to_what(action: Action, command: Command, room: Room) -> Ask | None:
    """What to ask where something is to be set and nobody said to what."""
    ability = room.index.ability(command.name, command.description)
    if ability.act != SET or action.of("settings") is not None:
        return None
    name = " ".join(tell.metric_label(t, room) for t in sorted(ability.things)) or command.name
    return Ask(action, say(room.pack, "ask_argument", {"name": name.replace("_", " ")}))
