"""Which subjects are meant where the words beside their names are those of commands, of parts, of what is measured."""

from collections.abc import Sequence
from dataclasses import replace

from sayso.engine.capabilities import tell
from sayso.engine.capabilities.acts import RELATIVE, SET, SETTING, SWITCHING
from sayso.engine.capabilities.ambient import names_a_place
from sayso.engine.capabilities.asked import Asked
from sayso.engine.capabilities.capability import Able, CapabilityQuery, able, is_lamp
from sayso.engine.capabilities.crowd import FROM, Crowd, can_any, unnamed
from sayso.engine.capabilities.lexicon import pieces
from sayso.engine.capabilities.pairs import Pair, pairs
from sayso.engine.capabilities.room import InFocus, Room
from sayso.engine.nouns import Action, Ask, Command, Subject
from sayso.engine.records.matches import Match, Matches
from sayso.engine.records.names import CALLED, PART, WHOLE, find
from sayso.engine.records.words import parts_of, words_of
from sayso.engine.tell import say

_DEGREES, _USUAL_SCALE = "°", "°C"
_BY_NAME = 0.9  # how well one fits that is called so
_SO_CALLED = "called so"
_CALLED_SO = 0.8  # how well a lamp fits beside a light


def of_its_kind(asked: Asked, found: Matches, room: Room) -> Matches:
    """The subjects that are what a word else calls a part: "the fan", and none has one, but one is a fan."""
    measured = frozenset(i for i, thing in asked.things.items() if thing.role == "metric")
    everything = frozenset(range(len(asked.named.texts)))
    names = {thing.name for thing in asked.things.values()}
    is_kind = not names & room.lexicon.switched
    alike = found.where(lambda m: is_kind and bool(m.covered) and everything - m.covered <= measured)
    if not pairs(asked, room, alike):
        return Matches(())
    others = [p.match for p in pairs(asked, room, meant_by_a_part(asked, alike, room))]
    return Matches.of([*alike, *others]) if others and alike[0].rank != WHOLE else alike


def meant_by_a_part(asked: Asked, called: Sequence[Match], room: Room) -> list[Match]:
    """The subjects, beside those that are called so, of the kinds that the word for a part may mean: a lock is "the
    door"."""
    kinds = {kind for t in asked.things.values() for kind in room.lexicon.stands_for.get(t.name, ())}
    others = {at for kind in kinds for at in room.index.by_kind.get(kind, ())} - {m.at for m in called}
    everything = frozenset(range(len(asked.named.texts)))
    return [Match(at, PART, _CALLED_SO, "what it is", everything) for at in sorted(others)[:FROM]]


def as_spelt(asked: Asked, best: Matches, room: Room) -> Matches:
    """Of several that words mean alike, those that are called so to the letter: "grandma's lamp", where grandpa's only
    has the same stem; all of them where that tells none apart."""
    if not 1 < len(best) < FROM:
        return best
    kinds = {i for s in room.lexicon.spots("kind", asked.named.stems) for i in range(s.start, s.end)}
    telling = {asked.named.texts[i] for i in asked.named.musts - kinds}
    exact = [m for m in best if telling <= _words_of(room.subject(m.at))] if telling else []
    return Matches.of(exact) if exact and all(m.fit >= _BY_NAME for m in best) else best


def _words_of(subject: Subject) -> set[str]:
    return {*parts_of(subject.name), *words_of(subject.place)}


def only_settings(asked: Asked, every: Matches, room: Room) -> bool:
    """Whether nothing but settings of subjects would do what is asked."""
    if asked.reading.does != "command" or len(every) >= FROM:
        return False
    return all(a.command.is_setting for pair in pairs(asked, room, every) for a in pair.commands)


def with_command_words(asked: Asked, room: Room) -> Matches:
    """The subjects, where some of the words are only a command's or a reading's own."""
    index, named = room.index, asked.named
    stems = {i: named.mended.get(i, named.stems[i]) for i in named.musts - asked.whole}
    own = {i for i, stem in stems.items() if stem in index.command_words or stem in index.metric_words}
    near = find(replace(named, musts=frozenset()), index) if own and own == named.musts else Matches(())
    if near and near[0].rank == WHOLE:  # "make the night light pink": every word of its name is a thing, too
        return near.best
    parts = {i for i, thing in asked.things.items() if thing.role == "component"}
    alike = near.where(lambda m: m.rank <= CALLED and bool(parts) and parts <= m.covered)
    if alike and can_any(asked, room, alike):  # "fan to maximum"
        return alike
    if not own:
        return Matches(())
    if own == named.musts:
        return unnamed(range(len(room.fleet or ())))
    return find(replace(named, musts=named.musts - own), index)


def measuring(asked: Asked, found: list[Pair], room: Room) -> list[Pair]:
    """Of several that measure what is asked in a place, the one that does nothing else; else all of them."""
    if len(found) < 2 or asked.reading.does != "measure":
        return found
    plainly = [p for p in found if p.metrics and not any(room.index.ability(m).other for m in p.metrics)]
    found = plainly or found  # how warm a plug is inside is not how warm it is there
    if len(found) < 2 or not _is_measured_in_a_place(asked, room):
        return found
    only = [p for p in found if _does_nothing_else(p.match.at, room)]
    return only if len(only) == 1 else found


def called_so(asked: Asked, found: list[Pair], room: Room, focus: InFocus) -> list[Pair]:
    """Of several lights in a place, the one whose own name bears the words, where the others only stand there; where no
    place is said and none of them was spoken of, the only one that is a light, and no part of something else."""
    lit = {t.name for t in asked.things.values()} & room.lexicon.switched
    if len(found) < 2 or not lit or asked.reading.does != "command":
        return found
    is_spoken_of = any(p.match.at in focus.at for p in found)
    if not asked.named.musts and not asked.is_all and not is_spoken_of and asked.wanted.act in SWITCHING:
        lamps = [p for p in found if p.match.why == _SO_CALLED]
        return lamps if len(lamps) == 1 else found
    if asked.is_group or not names_a_place(asked, room):
        return found
    if not all(is_lamp(room.subject(p.match.at), room.index) for p in found):
        return found  # the light of a subject is none that is called so
    told = {asked.named.mended.get(i, asked.named.stems[i]) for i in asked.named.musts}
    named = [p for p in found if told <= set(room.index.names[p.match.at])]
    return named if len(named) == 1 else found


def called_wholly(asked: Asked, found: list[Pair], room: Room) -> list[Pair]:
    """Of several that are asked about, the one whose own name bears all the words: the street door, not the alarm in
    the street."""
    if len(found) < 2 or asked.is_group or asked.reading.does == "command":
        return found
    if all(thing.role == "metric" for thing in asked.things.values()):
        return found  # a word for a kind is said of another one, too
    told = {asked.named.mended.get(i, stem) for i, stem in enumerate(asked.named.stems)}
    named = [p for p in found if told <= set(room.index.names[p.match.at])]
    return named if len(named) == 1 and len(told) > 1 else found


def with_lamps(asked: Asked, found: list[Pair], room: Room) -> list[Pair]:
    """Those that have a light, and the lamps besides, which are called so: "the lamp" is not that of the cold room."""
    lit = ({t.name for t in asked.things.values()} | asked.wanted.things) & room.lexicon.switched
    if not lit or asked.reading.does != "command" or asked.named.musts or asked.wanted.act not in SWITCHING:
        return found
    index, known = room.index, {p.match.at for p in found}
    words = [phrase[0] for phrase, name in room.lexicon.by_role["thing"].items() if name in lit and len(phrase) == 1]
    called = {i for w in words for posts in (index.by_stem, index.by_alias) for i in posts.get(w, ())} - known
    wanted = CapabilityQuery(asked.wanted.act, frozenset())
    called = {at for at in called if not _is_of_another_kind(at, frozenset(words), room)}
    lamps = ((at, able(room.subject(at), wanted, index)) for at in sorted(called)[:FROM])
    none: frozenset[int] = frozenset()
    return [*found, *(Pair(Match(at, PART, _CALLED_SO, _SO_CALLED, none), tuple(w)) for at, w in lamps if w)]


def _is_of_another_kind(at: int, lamps: frozenset[str], room: Room) -> bool:
    """Whether the word for a lamp is only part of what a subject is: a heat lamp is a heater."""
    lexicon, names = room.lexicon, room.index.names[at]
    spots = [s for s in lexicon.spots("kind", names) if not lamps.isdisjoint(names[s.start : s.end])]
    phrases = [p for s in spots for p in lexicon.phrases_of.get(s.name, ())]
    return bool(phrases) and 2 * sum(1 for p in phrases if lamps.isdisjoint(p)) > len(phrases)


def called_lamps(asked: Asked, room: Room) -> list[Match]:
    """Several that are lamps by their names, where they are spoken of by that word and no command bears it."""
    lit = [i for i, t in asked.things.items() if t.name in room.lexicon.switched]
    if len(lit) != 1 or len(asked.things) > 1 or asked.named.musts or asked.reading.does != "command":
        return []
    index, stem = room.index, asked.named.stems[lit[0]]
    if asked.wanted.act not in SWITCHING or _is_borne(stem, asked.things[lit[0]].name, room):
        return []
    called = {i for posts in (index.by_stem, index.by_alias) for i in posts.get(stem, ())}
    if len(called) < 2 or len(called) > FROM or asked.count not in (0, len(called)):
        return []
    return [Match(at, PART, _CALLED_SO, _SO_CALLED, frozenset()) for at in sorted(called)]


def of_both_ends(asked: Asked, subject: Subject, room: Room) -> tuple[Able, ...]:
    """The commands for the two ends of what is to be set, where a subject has no other: "the thermostat to 21"."""
    wanted = asked.wanted
    if wanted.act not in SETTING or not wanted.things <= {room.lexicon.usual}:
        return ()
    ends = [wanted._replace(things=wanted.things | {end}) for end in room.lexicon.settings.bounds]
    found = [able(subject, end, room.index) for end in ends]
    return tuple(a for some in found for a in some[:1]) if found and all(found) else ()


def _is_borne(stem: str, thing: str, room: Room) -> bool:
    """Whether commands bear a word, in whichever language: the first word for a thing stands for all that have one."""
    if any(stem in _stems(spelling[0], room) for spelling in room.index.able):
        return True
    usual = next((phrase for phrase, name in room.pack.commands.things.items() if name == thing), ())
    if room.lexicon.stems(usual) != (stem,):
        return False
    return any(thing in room.index.ability(*spelling).things for spelling in room.index.able)


def _stems(command: str, room: Room) -> tuple[str, ...]:
    return room.lexicon.stems(pieces(command))


def _is_measured_in_a_place(asked: Asked, room: Room) -> bool:
    return asked.reading.does == "measure" and names_a_place(asked, room)


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
    is_slight = _is_slight(asked, room)
    moved = {act for raised in RELATIVE for act in room.lexicon.settings.moves.get(raised, ())}
    if not is_slight or asked.wanted.act not in moved or pair.commands[0].value is not None:
        return None
    usual = room.lexicon.settings.usual
    subject = room.subject(pair.match.at)
    things = [t for c in subject.commands for t in room.index.ability(c.name).things if c.takes and t in usual]
    if not things:
        return None
    name = tell.metric_label(things[0], room)
    return Ask(action, say(room.pack, "ask_argument", {"name": name.replace("_", " ")}))


def _is_slight(asked: Asked, room: Room) -> bool:
    """Whether a word says that it is to be little: "a bit"."""
    words = asked.line.words[asked.reading.clause.start : asked.reading.clause.end]
    return any(w.text in room.pack.commands.slight for w in words)


def how_much(action: Action, asked: Asked, pair: Pair, room: Room) -> Ask | None:
    """ "Raise the temperature of the oven": to what, where that can be set, too, and nobody said how much. What says
    which value it takes also knows by how much it moves without one."""
    if asked.is_proposed or _is_slight(asked, room):
        return None
    return moved_by(action, pair.commands[0].command, room.subject(pair.match.at), room)


def moved_by(action: Action, command: Command, subject: Subject, room: Room) -> Ask | None:
    """What to ask where something is to be raised or lowered that can be set, too, and nobody said how much."""
    ability = room.index.ability(command.name, command.description)
    if command.takes or ability.act not in RELATIVE or action.of("settings") is not None:
        return None
    others = (room.index.ability(c.name, c.description) for c in subject.commands)
    is_set = any(other.act == SET and other.things == ability.things for other in others)
    return _asked_for(action, command, room) if is_set else None


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
    is_setting = room.index.ability(command.name, command.description).act == SET
    return _asked_for(action, command, room) if is_setting and action.of("settings") is None else None


def in_its_own_scale(action: Action, unit: str, command: Command, room: Room) -> Ask | None:
    """What to ask where a number was said in another scale than the command takes: 350 °F are not 350 °C."""
    own = {t.unit for t in command.takes if t.unit[:1] == _DEGREES} or {_USUAL_SCALE}
    if unit[:1] != _DEGREES or unit in own or action.of("settings") is None:
        return None
    kept = tuple(a for a in action.arguments if a.name != action.key("settings"))
    told = {"name": _value_name(command, room), "own": min(own), "unit": unit}
    return Ask(replace(action, arguments=kept), say(room.pack, "ask_scale", told))


def _asked_for(action: Action, command: Command, room: Room) -> Ask:
    """The question which value a command is to set."""
    return Ask(action, say(room.pack, "ask_argument", {"name": _value_name(command, room)}))


def _value_name(command: Command, room: Room) -> str:
    things = room.index.ability(command.name, command.description).things
    name = " ".join(tell.metric_label(t, room) for t in sorted(things)) or command.name
    return name.replace("_", " ")
