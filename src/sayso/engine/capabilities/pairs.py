"""Subjects with what they have of what is asked: their commands, or their readings."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sayso.engine.capabilities.acts import RELATIVE, SET, SETTING, SWITCHING
from sayso.engine.capabilities.asked import Asked
from sayso.engine.capabilities.capability import (
    EXACTLY,
    LOOSELY,
    UNSAID,
    Able,
    CapabilityQuery,
    Chosen,
    able,
    first_word,
    readings,
)
from sayso.engine.capabilities.chosen import beside_the_name, valued
from sayso.engine.capabilities.fleet import option_stems
from sayso.engine.capabilities.room import Room
from sayso.engine.nouns import Subject
from sayso.engine.records.matches import Match

_OF_TIME = frozenset(("s", "min", "h"))  # units in which only a stretch of time is said
_IN_DOUBT = 0.72  # fits, but is to be confirmed
_TWO = 2  # a setting and its option
_Recipe = tuple[tuple[int, int, float], ...]  # which of its commands, how nearly, how well


class Pair(NamedTuple):
    """A subject with what it has of what is asked."""

    match: Match
    commands: tuple[Able, ...] = ()
    metrics: tuple[str, ...] = ()
    turn: int | None = None  # where it was said, if not here


def pairs(asked: Asked, room: Room, matches: Sequence[Match]) -> list[Pair]:
    """The subjects that have what is asked of them."""
    out: list[Pair] = []
    known: dict[tuple[int, frozenset[int]], _Recipe] = {}  # those of a sort have the same commands in one order
    for match in matches:
        subject = room.subject(match.at)
        left = frozenset(asked.named.stems[i] for i in asked.named.musts if i not in match.covered)
        match asked.reading.does:
            case "command":
                alike = (room.index.sorts[match.at], match.covered)
                recipe = known.get(alike)
                if recipe is not None:
                    out.extend(_cooked(match, subject, recipe))
                    continue
                found = valued(asked, match, subject, room) or _commands(asked, match, subject, room, left)
                if any(a.value for a in found):
                    out.append(Pair(match, tuple(found)))
                    continue
                if len(matches) > 1 and not asked.command and not depends_on_name(subject, room):
                    known[alike] = tuple((subject.commands.index(a.command), a.way, a.fit) for a in found)
                if found:
                    out.append(Pair(match, tuple(found)))
            case "measure":
                metrics = [*asked.metrics, *(t.name for i, t in asked.things.items() if i not in match.covered)]
                names = readings(subject, list(dict.fromkeys(metrics)), left, room.index)
                kinds = {t for n in names for t in room.index.ability(n).things} | {n.casefold() for n in names}
                kinds |= {m for m, others in room.lexicon.instead.items() if not kinds.isdisjoint(others)}
                if (metrics and all(m in kinds for m in metrics)) or (not metrics and subject.metrics):
                    out.append(Pair(match, metrics=tuple(names)))
            case _:
                out.append(Pair(match))
    return out


def _cooked(match: Match, subject: Subject, recipe: _Recipe) -> Iterator[Pair]:
    if recipe:
        yield Pair(match, tuple([Able(subject.commands[at], way, fit) for at, way, fit in recipe]))


def depends_on_name(subject: Subject, room: Room) -> bool:
    """Whether a command says more than its act and things, and the subject's own name may account for that."""
    return not room.index.named_abilities.isdisjoint((c.name, c.description) for c in subject.commands)


def _commands(asked: Asked, match: Match, subject: Subject, room: Room, left: frozenset[str]) -> list[Able]:
    """The commands that may be meant; a word that names the subject need not name a thing as well."""
    act = asked.wanted.act
    if _is_of_another_kind(asked, match, subject, room):
        return []
    if asked.command:
        exact = [c for c in subject.commands if asked.command.casefold() in (c.id.casefold(), c.name.casefold())]
        if exact:
            return [Able(c, EXACTLY, 1.0) for c in exact[:1]]
    main = [c for c in subject.commands if not c.is_setting]
    if asked.kind and act is None:  # the one thing that it is there for
        return [Able(c, EXACTLY, _IN_DOUBT) for c in main] if len(main) == 1 else []
    if act is None and not asked.things_but(frozenset()) and not left and not asked.command:
        return [Able(c, UNSAID, 0.5) for c in subject.commands]
    found = able(subject, CapabilityQuery(act, asked.things_but(frozenset()), left), room.index)
    if not match.covered.isdisjoint(asked.things) and not any(a.way == EXACTLY for a in found):
        plain = able(subject, CapabilityQuery(act, asked.things_but(match.covered), left), room.index)
        found = plain if not found or any(a.way == EXACTLY for a in plain) else found  # "off, in the wash house"
    found = [a for a in found if _is_in(a, asked.unit)] or _usual(asked, match, subject, room, left)
    found = found or _in_other_words(asked, match, subject, room)
    core = asked.wanted.things | {t.name for t in asked.things.values() if t.role == "thing"}
    if (
        not found and core and not _is_chosen(asked, match, subject, room)
    ):  # "the wash cycle": which cycle is said by the way
        found = [a._replace(fit=a.fit * 0.95) for a in able(subject, CapabilityQuery(act, core, left), room.index)]
    are_all = bool(main) and all(room.index.ability(c.name, c.description).act == act for c in main)
    if not found and not left and (act not in SETTING | SWITCHING or are_all) and not asked.things_but(match.covered):
        doing = [c for c in subject.commands if room.index.ability(c.name, c.description).act == act]
        found = [Able(c, LOOSELY, 0.5) for c in doing if not c.is_setting] if len(doing) > 1 else []
    if not found and not left and not asked.things_but(match.covered) - asked.wanted.things:
        moved = set(map(first_word, room.lexicon.settings.moves.get(act or "", ())))
        doing = [c for c in main if room.index.ability(c.name, c.description).act in moved]
        found = [Able(c, LOOSELY, 0.5) for c in doing] if len(doing) > 1 and not asked.arguments else []
    found = found or _shaded(asked, match, subject, room) or _of_a_lamp(asked, match, subject, room, left)
    found = [a for a in found if _is_in(a, asked.unit)] if asked.unit in _OF_TIME else found
    found = [a for a in found if _takes_it(a, asked, room)]
    return [a._replace(fit=min(a.fit, _IN_DOUBT)) for a in found] if asked.kind and not asked.named.musts else found


def _of_a_lamp(asked: Asked, match: Match, subject: Subject, room: Room, left: frozenset[str]) -> list[Able]:
    """What is asked of the light of a subject that is one by its name: "the light on the desk" is the desk lamp."""
    free = asked.things_but(frozenset())
    lit = free & room.lexicon.switched
    if not lit or not asked.named.musts or asked.wanted.act not in SWITCHING or match.at not in called_by(lit, room):
        return []
    plain = able(subject, CapabilityQuery(asked.wanted.act, free - lit, left), room.index)
    return [a._replace(fit=min(a.fit, _IN_DOUBT)) for a in plain if not a.command.is_setting]


def called_by(things: frozenset[str], room: Room) -> set[int]:
    """The subjects that are called by a word for such a thing, in their names or in those that descriptions give."""
    words = [phrase[0] for phrase, name in room.lexicon.by_role["thing"].items() if name in things and len(phrase) == 1]
    return {at for w in words for posts in (room.index.by_stem, room.index.by_alias) for at in posts.get(w, ())}


def _shaded(asked: Asked, match: Match, subject: Subject, room: Room) -> list[Able]:
    """What is meant of a subject that has not what is made more or less: a warmer lamp is one of a warmer white."""
    meant = room.lexicon.settings.shades.get(f"{asked.wanted.act} {' '.join(sorted(asked.wanted.things))}", ())
    free = {t.name for i, t in asked.things.items() if i not in match.covered} - room.lexicon.switched
    if len(meant) != _TWO or free - asked.wanted.things or any(a.name == "settings" for a in asked.arguments):
        return []
    thing, option = meant
    for command in subject.commands:
        ability = room.index.ability(command.name, command.description)
        told = [o for takes in command.takes for o in takes.options if o.casefold() == option]
        if ability.act == SET and thing in ability.things and told and not command.is_setting:
            return [Able(command, LOOSELY, _IN_DOUBT, Chosen(command.takes[0].name, told[0], ()))]
    return []


def _is_of_another_kind(asked: Asked, match: Match, subject: Subject, room: Room) -> bool:
    """Whether a word for a part is also one for a kind that the subject is not, and it has no such part: "the heater in
    the hall" is no fan that stands there."""
    for i, thing in asked.things.items():
        kinds = room.lexicon.kinds((asked.named.stems[i],)) if thing.role == "component" else frozenset()
        if not kinds or i in match.covered or kinds & room.index.kinds[match.at]:
            continue
        has_part = any(thing.name in room.index.ability(c.name, c.description).things for c in subject.commands)
        if not has_part and not any(thing.name in m for m in subject.metrics):
            return True
    return False


def _is_chosen(asked: Asked, match: Match, subject: Subject, room: Room) -> bool:
    """Whether a word for a part says what can be chosen of a subject: then it is not said by the way."""
    if asked.wanted.act not in SETTING:
        return False
    options = option_stems(subject.commands, room.lexicon)
    parts = (i for i, t in asked.things.items() if t.role == "component" and i not in match.covered)
    return any(asked.named.stems[i] in options for i in parts)


def _in_other_words(asked: Asked, match: Match, subject: Subject, room: Room) -> list[Able]:
    """The commands that are named by what can be chosen, in any language: "arm it in night mode", "away"."""
    free = beside_the_name(asked, match, room)
    stems = [asked.named.stems[i] for i in free]
    spots = room.lexicon.spots("value", stems)
    asked_for = asked.wanted.act or SET
    if not spots:
        return []
    said = {i for s in spots for i in range(s.start, s.end)}
    rest = [(i, stems[i]) for i in range(len(stems)) if i not in said]
    named = {t.name for t in asked.things.values()} & room.lexicon.settings.bare
    things = {spot.name for spot in room.lexicon.spots("component", [s for _, s in rest])} - named
    words = frozenset(w for s in spots for w in room.lexicon.stems(s.name.split("_")))
    left = words | {s for i, s in rest if free[i] in asked.named.musts}
    are_parts = all(free[i] in asked.things for i in said)  # "night" is a part of what it does, too
    acts = (asked_for, *map(first_word, room.lexicon.settings.moves.get(asked_for, ())))
    parts = {t.name for i, t in asked.things.items() if i not in match.covered} - named
    ways = [(things, left), (parts, left - words)] if are_parts else [(things, left)]
    for act in acts:
        for about, other in ways:
            found = able(subject, CapabilityQuery(act, frozenset(about), other), room.index)
            if found:
                return [a._replace(fit=min(a.fit, 0.92)) for a in found]
    return []


def _usual(asked: Asked, match: Match, subject: Subject, room: Room, left: frozenset[str]) -> list[Able]:
    """What a number sets, and what is made more or less, where nobody says what: the first that the subject has."""
    act, settings = asked.wanted.act, room.lexicon.settings
    if act not in SETTING:
        return _moved(asked, match, subject, room, left)
    has_value = any(a.name == "settings" for a in asked.arguments)
    free = [t for i, t in asked.things.items() if i not in match.covered]
    is_usual = asked.is_usual and all(t.name in room.lexicon.switched for t in free)
    rest = frozenset(t.name for t in free)
    said = rest if asked.is_usual else asked.things_but(match.covered)
    renamed = frozenset(settings.set_as.get(t, (t,))[0] for t in said)
    every = frozenset(t.name for t in asked.things.values() if t.name in room.lexicon.switched)
    rests = [rest | every, rest] if every - rest else [rest]  # a lamp is one whether or not its name says so
    for things in [renamed, *(some | {usual} for usual in settings.usual if is_usual for some in rests)]:
        query = CapabilityQuery(act, things, left)
        found = [a for a in able(subject, query, room.index) if _is_in(a, asked.unit)] if things else []
        if found and (has_value or act == SET or room.index.ability(found[0].command.name).act == act):
            return found
    return _moved(asked, match, subject, room, left) if is_usual and not has_value else []


def _moved(asked: Asked, match: Match, subject: Subject, room: Room, left: frozenset[str]) -> list[Able]:
    """What is done to a subject that cannot be raised, or turned on: a shutter is opened, an alarm armed."""
    act = asked.wanted.act or ""
    things = frozenset(t.name for i, t in asked.things.items() if i not in match.covered)
    for move in room.lexicon.settings.moves.get(act, ()):
        other, _, kind = move.partition(" ")
        if kind and kind not in room.index.kinds[match.at]:
            continue
        found = able(subject, CapabilityQuery(other, things, left), room.index)
        if found:
            return [a._replace(fit=min(a.fit, 0.92 if act in RELATIVE else _IN_DOUBT)) for a in found]
    return []


def _takes_it(able: Able, asked: Asked, room: Room) -> bool:
    """Whether a command can be given a value that is to be set: to set a fan to 18 is not to turn it on."""
    is_set = asked.wanted.act in SETTING and any(a.name == "settings" for a in asked.arguments)
    act = room.index.ability(able.command.name, able.command.description).act
    return not is_set or bool(able.command.takes) or act is None or act in SETTING


def _is_in(able: Able, unit: str) -> bool:
    """Whether a value is taken in what it was said; a stretch of time only where the command says that it takes one."""
    if unit in _OF_TIME:
        return any(t.unit[:1] == unit[:1] or t.name.casefold().endswith(f"_{unit}") for t in able.command.takes)
    return not unit or all(not t.unit or t.unit[:1] == unit[:1] for t in able.command.takes)


def ablest(found: list[Pair]) -> list[Pair]:
    """Without the subjects that merely might do it, where one does just what is asked."""
    just = [p for p in found if not p.commands or p.commands[0].way == EXACTLY]
    sure = [p for p in found if not p.commands or p.commands[0].way != LOOSELY]
    return just or sure or found
