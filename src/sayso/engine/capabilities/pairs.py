"""Subjects with what they have of what is asked: their commands, or their readings."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sayso.engine.capabilities.asked import Asked
from sayso.engine.capabilities.capability import EXACTLY, LOOSELY, UNSAID, Able, CapabilityQuery, able, readings
from sayso.engine.capabilities.room import Room
from sayso.engine.nouns import Subject
from sayso.engine.records.names import Match

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
                found = _commands(asked, match, subject, room, left)
                if len(matches) > 1 and not asked.command and not _depends_on_name(subject, room):
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


def _depends_on_name(subject: Subject, room: Room) -> bool:
    """Whether a command says more than its act and things: the subject's own name may account for that."""
    return any(room.index.ability(c.name, c.description).narrower for c in subject.commands)


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
    core = asked.wanted.things | {t.name for t in asked.things.values() if t.role == "thing"}
    if not found and core:  # "the wash cycle": which cycle is said by the way
        found = [a._replace(fit=a.fit * 0.95) for a in able(subject, CapabilityQuery(act, core, left), room.index)]
    return found


def ablest(found: list[Pair]) -> list[Pair]:
    """Without the subjects that merely might do it, where one does just what is asked."""
    just = [p for p in found if not p.commands or p.commands[0].way == EXACTLY]
    sure = [p for p in found if not p.commands or p.commands[0].way != LOOSELY]
    return just or sure or found
