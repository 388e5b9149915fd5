"""How warm it is, or is to be, somewhere: of several that could be meant in a place, the one that makes its air so."""

from collections.abc import Sequence

from sayso.engine.capabilities.acts import SETTING
from sayso.engine.capabilities.asked import Asked
from sayso.engine.capabilities.pairs import Pair
from sayso.engine.capabilities.room import Room


def of_the_air(asked: Asked, found: Sequence[Pair], room: Room) -> Sequence[Pair]:
    """The only one of several that makes the air of a place warm or cold, where nothing but the place is named and what
    is usually set there is asked for: "the salon at 21" is not the coffee machine's. All of them where that tells none
    apart."""
    usual, does = room.lexicon.usual, asked.reading.does
    is_set = does == "command" and asked.wanted.act in SETTING and asked.wanted.things <= {usual}
    is_measured = does == "measure" and usual in asked.metrics
    names = {t.name for t in asked.things.values()}
    if len(found) < 2 or asked.is_group or not (is_set or is_measured) or not names <= {usual}:
        return found
    if not names_a_place(asked, room):
        return found
    air = [p for p in found if not room.lexicon.air.isdisjoint(room.index.kinds[p.match.at])]
    return air if len(air) == 1 else found


def names_a_place(asked: Asked, room: Room) -> bool:
    """Whether the words name where something stands, and nothing else."""
    named = asked.named
    rooms = {i for s in room.lexicon.spots("room", named.stems) for i in range(s.start, s.end)}
    is_place = bool(named.musts) and all(i in rooms or named.stems[i] in room.index.by_place for i in named.musts)
    return is_place and not room.lexicon.kinds(named.stems)
