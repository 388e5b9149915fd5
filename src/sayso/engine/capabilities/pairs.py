"""Subjects with what they have of what is asked: their commands, or their readings."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sayso.engine.capabilities.acts import RELATIVE, SET, SETTING, SWITCHING
from sayso.engine.capabilities.asked import Asked
from sayso.engine.capabilities.capability import EXACTLY, LOOSELY, UNSAID, Able, CapabilityQuery, able, readings
from sayso.engine.capabilities.chosen import valued
from sayso.engine.capabilities.room import Room
from sayso.engine.nouns import Subject
from sayso.engine.records.matches import Match

_IN_DOUBT = 0.72  # fits, but is to be confirmed
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
    if asked.command:
        exact = [c for c in subject.commands if asked.command.casefold() in (c.id.casefold(), c.name.casefold())]
        if exact:
            return [Able(c, EXACTLY, 1.0) for c in exact[:1]]
    if act is None and not asked.things_but(frozenset()) and not left and not asked.command:
        return [Able(c, UNSAID, 0.5) for c in subject.commands]
    found = able(subject, CapabilityQuery(act, asked.things_but(frozenset()), left), room.index)
    if not found and not match.covered.isdisjoint(asked.things):
        found = able(subject, CapabilityQuery(act, asked.things_but(match.covered), left), room.index)
    found = [a for a in found if _is_in(a, asked.unit)] or _usual(asked, match, subject, room, left)
    found = found or _in_other_words(asked, match, subject, room)
    core = asked.wanted.things | {t.name for t in asked.things.values() if t.role == "thing"}
    if not found and core:  # "the wash cycle": which cycle is said by the way
        found = [a._replace(fit=a.fit * 0.95) for a in able(subject, CapabilityQuery(act, core, left), room.index)]
    if not found and not left and act not in SETTING | SWITCHING and not asked.things_but(match.covered):
        doing = [c for c in subject.commands if room.index.ability(c.name, c.description).act == act]
        found = [Able(c, LOOSELY, 0.5) for c in doing if not c.is_setting] if len(doing) > 1 else []
    return found


def _in_other_words(asked: Asked, match: Match, subject: Subject, room: Room) -> list[Able]:
    """The commands that are named by what can be chosen, in any language: "arm it in night mode", "away"."""
    free = [i for i in range(len(asked.named.texts)) if i not in match.covered and asked.named.texts]
    stems = [asked.named.stems[i] for i in free]
    spots = room.lexicon.spots("value", stems)
    if not spots or asked.wanted.act is None:
        return []
    said = {i for s in spots for i in range(s.start, s.end)}
    rest = [(i, stems[i]) for i in range(len(stems)) if i not in said]
    named = {t.name for t in asked.things.values()} & room.lexicon.settings.bare
    things = {spot.name for spot in room.lexicon.spots("component", [s for _, s in rest])} - named
    words = frozenset(w for s in spots for w in room.lexicon.stems(s.name.split("_")))
    left = words | {s for i, s in rest if free[i] in asked.named.musts}
    are_parts = all(free[i] in asked.things for i in said)  # "night" is a part of what it does, too
    acts = (asked.wanted.act, *room.lexicon.settings.moves.get(asked.wanted.act, ()))
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
    renamed = frozenset(settings.set_as.get(t, t) for t in said)
    for things in [renamed, *(rest | {usual} for usual in settings.usual if is_usual)]:
        query = CapabilityQuery(act, things, left)
        found = [a for a in able(subject, query, room.index) if _is_in(a, asked.unit)] if things else []
        if found and (has_value or act == SET or room.index.ability(found[0].command.name).act == act):
            return found
    return _moved(asked, match, subject, room, left) if is_usual and not has_value else []


def _moved(asked: Asked, match: Match, subject: Subject, room: Room, left: frozenset[str]) -> list[Able]:
    """What is done to a subject that cannot be raised, or turned on: a shutter is opened, an alarm armed."""
    act = asked.wanted.act or ""
    things = frozenset(t.name for i, t in asked.things.items() if i not in match.covered)
    for other in room.lexicon.settings.moves.get(act, ()):
        found = able(subject, CapabilityQuery(other, things, left), room.index)
        if found:
            return [a._replace(fit=min(a.fit, 0.92 if act in RELATIVE else _IN_DOUBT)) for a in found]
    return []


def _is_in(able: Able, unit: str) -> bool:
    """Whether a value is taken in what it was said."""
    return not unit or all(not t.unit or t.unit[:1] == unit[:1] for t in able.command.takes)


def ablest(found: list[Pair]) -> list[Pair]:
    """Without the subjects that merely might do it, where one does just what is asked."""
    just = [p for p in found if not p.commands or p.commands[0].way == EXACTLY]
    sure = [p for p in found if not p.commands or p.commands[0].way != LOOSELY]
    return just or sure or found
