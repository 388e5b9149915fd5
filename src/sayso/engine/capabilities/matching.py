"""The subjects that may be meant: those that words name, those in focus, else every one that can do what is asked."""

from collections.abc import Sequence

from sayso.engine.capabilities import besides
from sayso.engine.capabilities.asked import Asked
from sayso.engine.capabilities.capability import Able, CapabilityQuery, all_able, is_lamp
from sayso.engine.capabilities.crowd import FROM, Crowd, can_any, gathered, unnamed
from sayso.engine.capabilities.pairs import pairs
from sayso.engine.capabilities.room import NOTHING, InFocus, Room
from sayso.engine.capabilities.worth import of_kind
from sayso.engine.records.matches import Matches
from sayso.engine.records.names import CALLED, PART, WHOLE, find

_ONLY_ONE = 0.8  # how well "the only subject that can" fits, beside one that was named
_IN_FOCUS = 0.9


def possible(asked: Asked, room: Room, focus: InFocus) -> tuple[Matches, int | None]:
    """The subjects that may be meant, and in which turn they were named if not in this message."""
    if asked.kind:
        return Matches.of(of_kind(asked, room)), None
    if asked.is_pronoun:
        if not focus.at:
            return anyone(asked, room, NOTHING), None
        return Matches.alike(focus.at, PART, _IN_FOCUS, "spoken of before"), focus.turn
    if asked.named.texts:
        found = find(asked.named, room.index)
        if not found and asked.named.musts:
            found = besides.with_command_words(asked, room)
        best = besides.as_spelt(asked, found.best, room)
        if asked.named.musts:
            return _lamps_called_so(asked, found, room) or best, None
        whole = [m for m in best if pairs(asked, room, [m])] if best and best[0].rank == WHOLE else []
        if whole:
            return Matches.of(whole), None
        everything = frozenset(range(len(asked.named.texts)))
        if asked.reading.does == "inspect" and best and best[0].rank <= CALLED and best[0].covered == everything:
            return best.where(lambda m: m.covered == everything), None
        every = anyone(asked, room, focus)
        alike = besides.of_its_kind(asked, best, room)
        if alike and besides.only_settings(asked, every, room):  # "sound the siren": not another's beeper
            return alike, None
        if can_any(asked, room, every):
            return every, focus.turn
        return alike or every, None
    return anyone(asked, room, focus), focus.turn


def _lamps_called_so(asked: Asked, found: Matches, room: Room) -> Matches:
    """The lamps whose names bear the words, where what is wholly called so has no light: "the light behind the tv"."""
    lit = {t.name for t in asked.things.values()} & room.lexicon.switched
    if not lit or asked.reading.does != "command" or len(found) >= FROM or pairs(asked, room, found.best):
        return Matches(())
    lamps = found.where(lambda m: m.rank <= PART and is_lamp(room.subject(m.at), room.index))
    return lamps if pairs(asked, room, lamps) else Matches(())


def anyone(asked: Asked, room: Room, focus: InFocus) -> Matches:
    """No subject is named: those in focus if they can, else every one that can."""
    assert room.fleet is not None
    if focus.at:
        near = Matches.alike(focus.at, PART, _IN_FOCUS, "spoken of before")
        if can_any(asked, room, near):
            return near
    if asked.reading.does == "command" and not asked.command:
        wanted = CapabilityQuery(asked.wanted.act, asked.things_but(frozenset()))
        if wanted == CapabilityQuery(None, frozenset()):
            return Matches.alike(range(len(room.fleet.all)), PART, _ONLY_ONE, "any of them")
        subjects: Sequence[int] = all_able(wanted, room.index)
        if not subjects and besides.of_their_light(asked, room):
            subjects = range(len(room.fleet.all))
    else:
        subjects = range(len(room.fleet.all))
    return unnamed(subjects)


def nobody_named(asked: Asked, room: Room) -> Crowd | None:
    """Very many subjects that could be meant, where no word names one."""
    if asked.named.musts or len(room.fleet or ()) < FROM:
        return None
    if asked.named.texts and not asked.is_pronoun and find(asked.named, room.index).has_rank(WHOLE):
        return None
    crowd = all_that_can(asked, room, are_best=True)
    return crowd if crowd is not None and len(crowd) > room.policy.suggest_at_most else None


def all_that_can(asked: Asked, room: Room, are_best: bool) -> Crowd | None:
    """The subjects that can do what is asked, where they are many and nothing but that tells who is meant."""
    if len(room.fleet or ()) < FROM or asked.command or asked.named.musts:
        return None

    def judge(at: int) -> tuple[Able, ...] | None:
        found = pairs(asked, room, unnamed((at,)))
        return found[0].commands if found else None

    return gathered(room.index, judge, are_best)
