"""Names whose every word could also be said of a part: "night light", "front door", where a subject is called so."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from sayso.engine.capabilities.acts import SETTING
from sayso.engine.capabilities.asked import Asked
from sayso.engine.capabilities.room import Room
from sayso.engine.nouns import Argument, Subject

_LONGEST = 5  # words of a name
_MOST = 40  # words among which names are looked for
_FEW = 500  # subjects that bear a word, to be looked at one by one


def wholly_named(asked: Asked, room: Room) -> Asked:
    """The request, with words that together are all of a listed subject's name as its name, or can only name it."""
    if not room.is_known or not asked.things or asked.is_pronoun or len(asked.named.texts) > _MOST:
        return asked
    spots = list(_spots(asked, room))
    covered = {i for spot in spots for i in spot} or set(_only_bearers(asked, room))
    if not covered:
        return asked
    return replace(asked, named=replace(asked.named, musts=asked.named.musts | covered), whole=frozenset(covered))


def _only_bearers(asked: Asked, room: Room) -> Iterator[int]:
    """The words for a part that no command is about, and one subject is called by: "stop the pump cycle"."""
    index, named = room.index, asked.named
    if named.musts or len(asked.things) < 2:
        return
    for i, thing in asked.things.items():
        bearing = {at for posts in (index.by_stem, index.by_alias) for at in posts.get(named.stems[i], ())}
        if thing.role != "component" or len(bearing) != 1:
            continue
        if not any(thing.name in ability.things for ability in index.abilities.values()):
            yield i


def _spots(asked: Asked, room: Room) -> Iterator[range]:
    """Where whole names stand, the longest first, none overlapping."""
    taken: set[int] = set()
    count = len(asked.named.texts)
    for length in range(min(_LONGEST, count), 1, -1):
        for start in range(count - length + 1):
            spot = range(start, start + length)
            if taken.isdisjoint(spot) and not set(asked.things).isdisjoint(spot) and _is_name(asked, spot, room):
                taken.update(spot)
                yield spot


def _is_name(asked: Asked, spot: range, room: Room) -> bool:
    index, named = room.index, asked.named
    stems = {named.stems[i] for i in spot}
    posts = sorted((index.by_stem.get(s, ()) for s in stems), key=len)
    if not posts[0] or len(posts[0]) > _FEW:
        return False
    many = {named.texts[i] for i in spot if named.texts[i] in room.pack.commands.plurals}
    return any(set(index.names[at]) == stems and many <= set(index.words[at]) for at in posts[0])


def of_what_is_set(asked: Asked, room: Room) -> Asked:
    """The request, as of what is usually set where the only measure that it names is none of any subject: "the hot
    water a bit warmer" is the heater's temperature."""
    usual, act = room.lexicon.usual, asked.wanted.act
    told = {i: t for i, t in asked.things.items() if t.role == "metric" and t.name != usual}
    names = {t.name for t in told.values()}
    if not room.is_known or act not in SETTING or len(names) != 1 or asked.metrics or usual in asked.wanted.things:
        return asked
    (name,) = names
    able = {thing for ability in room.index.abilities.values() for thing in ability.things}
    if name in able or name not in asked.wanted.things or any(name in s.metrics for s in _subjects(room)):
        return asked
    things = asked.wanted.things - names | {usual}
    given = tuple(_renamed(a, name, usual) for a in asked.arguments)
    left = {i: t for i, t in asked.things.items() if i not in told}
    return replace(asked, wanted=asked.wanted._replace(things=things), things=left, arguments=given, is_usual=True)


def _subjects(room: Room) -> Sequence[Subject]:
    return room.fleet.all[:_FEW] if room.fleet is not None else ()


def _renamed(argument: Argument, name: str, usual: str) -> Argument:
    """A value under another name."""
    value = argument.value
    is_of_it = argument.name == "settings" and isinstance(value, Mapping) and name in value
    return argument._replace(value={usual: value[name]}) if is_of_it and isinstance(value, Mapping) else argument
