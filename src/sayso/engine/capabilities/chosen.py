"""Values that words say: which of a subject's settings has an option of that name, in any language, or is a share."""

from collections.abc import Iterator, Sequence
from itertools import islice, pairwise
from typing import NamedTuple

from sayso.engine.capabilities.acts import OFF, RELATIVE
from sayso.engine.capabilities.asked import Asked
from sayso.engine.capabilities.capability import EXACTLY, Able, Chosen, is_own
from sayso.engine.capabilities.capability import CapabilityQuery as Query
from sayso.engine.capabilities.fleet import PERCENT, Ability
from sayso.engine.capabilities.lexicon import Lexicon, Role, Spot, pieces
from sayso.engine.capabilities.room import Room
from sayso.engine.nouns import Argument, Command, Source, Subject, Takes
from sayso.engine.records.matches import Match

_ENDS = frozenset((OFF, "stop", "pause", "lock", "unlock"))  # what takes no value
_HALF = 50.0
_MOST, _LEAST = "full", "least"  # the ends of a scale, as the lexicon calls them
_NAMING: tuple[Role, ...] = ("thing", "metric", "component")


class _Words(NamedTuple):
    """Words that do not name the subject, with where they stand among the naming words."""

    stems: tuple[str, ...]
    at: tuple[int, ...]


def valued(asked: Asked, match: Match, subject: Subject, room: Room) -> list[Able]:
    """The commands that set what the words beside the subject's name say; nothing where a word is left over."""
    if asked.reading.does != "command" or asked.wanted.act in _ENDS or asked.command:
        return []
    if any(a.name == "settings" for a in asked.arguments):
        return []
    named = asked.named
    free = [i for i in beside_the_name(asked, match, room) if i in named.musts or i in asked.things]
    words = _Words(tuple(named.mended.get(i, named.stems[i]) for i in free), tuple(free))
    if not free:
        return []
    found = [a for c in subject.commands for a in islice(_fitting(c, words, asked, room), 1)]
    found = [a for a in found if _is_said_so(a, asked, subject, room)]
    plain = [a for a in found if not a.command.is_setting]
    told = asked.wanted.things - {room.lexicon.usual}
    meant = [a for a in found if told and told <= room.index.ability(a.command.name).things]
    return _nearest(meant or plain or found, subject, words, asked, room)


def beside_the_name(asked: Asked, match: Match, room: Room) -> list[int]:
    """The words that do not name the subject, and those of its name that say what can be chosen where the rest of the
    name still means it: "inserisci l'allarme in modalità casa" and the subject is called "Allarme Casa"."""
    every = range(len(asked.named.texts))
    free = [i for i in every if i not in match.covered]
    if room.lexicon.spots("value", [asked.named.stems[i] for i in free]) == []:
        spots = room.lexicon.spots("value", asked.named.stems)
        named = [i for s in spots for i in range(s.start, s.end) if i in match.covered]
        free = sorted({*free, *named}) if set(named) < match.covered else free
    said = {i for s in room.lexicon.spots("value", asked.named.stems) for i in range(s.start, s.end)}
    is_split = any(i in said and i - 1 in said and i - 1 not in match.covered for i in match.covered)
    return sorted({*free, *(said & match.covered)}) if is_split and said & match.covered < match.covered else free


def _is_denied(asked: Asked, at: int, room: Room) -> bool:
    """Whether a word that denies stands right before one: "fan only, no cooling"."""
    place = asked.at[at]
    return place > 0 and asked.line.words[place - 1].text in room.pack.negations


def _fitting(command: Command, words: _Words, asked: Asked, room: Room) -> Iterator[Able]:
    lexicon = room.lexicon
    ability = room.index.ability(command.name, command.description)
    if len(command.takes) != 1 or ability.act != "set":
        return
    takes = command.takes[0]
    for start, end, value in _values(words, takes, lexicon):
        if _is_denied(asked, words.at[start], room):
            continue
        if isinstance(value, str) and asked.wanted.act in RELATIVE:
            continue
        rest = [i for i in range(len(words.stems)) if not start <= i < end]
        said = _things([words.stems[i] for i in rest], lexicon)
        meant = ability.things | (lexicon.settings.any_choice if takes.options else frozenset())
        if not _accounts(ability, meant, [words.stems[i] for i in rest], lexicon):
            continue
        wanted = Query(None, frozenset(said) | asked.wanted.things, frozenset(words.stems[i] for i in rest))
        if command.is_setting and not is_own(command, wanted, room.index):
            continue
        yield Able(command, EXACTLY, 1.0, Chosen(takes.name, value, words.at[start:end]))


def _is_said_so(able: Able, asked: Asked, subject: Subject, room: Room) -> bool:
    """To close something to a share is clear only half way; what cannot be closed is lowered and raised by a share,
    unless it is to one."""
    chosen, act = able.value, asked.wanted.act
    if chosen is None or not isinstance(chosen.value, float) or chosen.value in (_HALF, 1.0):
        return True
    if any(room.index.ability(c.name, c.description).act == "close" for c in subject.commands):
        return act not in ("close", "lower")
    line, small = asked.line, room.pack.references.articles | room.pack.numbers.ones
    before = next((i for i in range(asked.at[chosen.at[0]] - 1, -1, -1) if line.words[i].text not in small), 0)
    return act not in RELATIVE or line.words[before].text in room.pack.commands.towards


def _values(words: _Words, takes: Takes, lexicon: Lexicon) -> Iterator[tuple[int, int, object]]:
    """What may be chosen, where the words say it: the option's own words, or what any language calls it."""
    stems, spots = words.stems, list(_spots(words, lexicon))
    for option in takes.options:
        own = lexicon.stems(pieces(option))
        at = next((i for i in range(len(stems)) if own and tuple(stems[i : i + len(own)]) == own), None)
        if at is not None:
            yield at, at + len(own), option
        name = "_".join(pieces(option))
        yield from ((spot.start, spot.end, option) for spot in spots if spot.name == name)
    graded = lexicon.settings.graded
    for spot in spots if takes.options and takes.unit != PERCENT else ():
        meant = [option for name in graded.get(spot.name, ()) for option in takes.options if option.casefold() == name]
        yield from ((spot.start, spot.end, option) for option in meant[:1])
    if takes.unit == PERCENT:
        shares = lexicon.settings.percent
        yield from ((s.start, s.end, shares[s.name]) for s in spots if s.name in shares)
    elif not takes.options:  # "as low as it goes"
        ends = {_MOST: takes.most, _LEAST: takes.least}
        yield from ((s.start, s.end, end) for s in spots if (end := ends.get(s.name)) is not None)


def _spots(words: _Words, lexicon: Lexicon) -> Iterator[Spot]:
    """Where values are said, in words that stand together: "the light behind the tv, blue" is not light blue."""
    cuts = [i for i in range(1, len(words.at)) if words.at[i] != words.at[i - 1] + 1]
    for start, end in pairwise((0, *cuts, len(words.at))):
        for spot in lexicon.spots("value", words.stems[start:end]):
            yield Spot(start + spot.start, start + spot.end, spot.name)


def _things(stems: Sequence[str], lexicon: Lexicon) -> set[str]:
    return {spot.name for role in _NAMING for spot in lexicon.spots(role, stems)}


def _accounts(ability: Ability, things: frozenset[str], rest: Sequence[str], lexicon: Lexicon) -> bool:
    """Whether every other word speaks of what the command sets."""
    meant = things | {name for name, others in lexicon.settings.set_as.items() if not things.isdisjoint(others)}
    covered: set[int] = set()
    for role in _NAMING:
        for spot in lexicon.spots(role, rest):
            if spot.name in meant:
                covered.update(range(spot.start, spot.end))
    own = ability.other | ability.narrower
    return all(i in covered or rest[i] in own for i in range(len(rest)))


def _nearest(found: list[Able], subject: Subject, words: _Words, asked: Asked, room: Room) -> list[Able]:
    """Of several that have the option: those whose thing was named, else those that are set by a word alone."""
    lexicon = room.lexicon
    said = _things(words.stems, lexicon)
    said |= {other for name in said for other in lexicon.settings.set_as.get(name, ())}

    def unsaid(one: Able) -> frozenset[str]:
        things = room.index.ability(one.command.name, one.command.description).things
        return things - said - lexicon.settings.bare - lexicon.switched

    said |= asked.wanted.things - {lexicon.usual}
    named = [a for a in found if room.index.ability(a.command.name).things & said - lexicon.switched]
    sure = [a for a in named or found if not unsaid(a)]
    if sure or not found:
        return sure
    alone = [c for c in subject.commands if c.takes and c.takes[0].options and not c.is_setting]
    is_bound = all(not a.command.takes[0].options for a in found)
    return found if len(found) == 1 and (len(alone) == 1 or is_bound) else []


def value_argument(able: Able, asked: Asked, room: Room) -> tuple[Argument, ...]:
    """The value that words said."""
    if able.value is None:
        return ()
    at = [asked.at[i] for i in able.value.at] or range(asked.reading.clause.start, asked.reading.clause.end)
    value = int(able.value.value) if isinstance(able.value.value, float) else able.value.value
    source = Source("message", asked.line.span(min(at), max(at) + 1))
    return (Argument(room.key("settings"), {able.value.name: value}, source),)
