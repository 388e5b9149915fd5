"""Several subjects at once: a step for each of them. What changes something waits for one yes to all of them, named."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from sayso.engine.capabilities import tell
from sayso.engine.capabilities.acts import SWITCHING
from sayso.engine.capabilities.asked import Asked
from sayso.engine.capabilities.besides import called_lamps, meant_by_a_part, with_lamps
from sayso.engine.capabilities.capability import EXACTLY, LIKEWISE
from sayso.engine.capabilities.fleet import command_of
from sayso.engine.capabilities.pairs import Pair, ablest, pairs
from sayso.engine.capabilities.room import NOTHING, Room
from sayso.engine.capabilities.settle import never_called, nobody_can, one
from sayso.engine.capabilities.several import named_between
from sayso.engine.capabilities.worth import chosen_words, is_worth_a_step
from sayso.engine.nouns import Action, Call, Confirm, Step, Subject
from sayso.engine.records.matches import Match
from sayso.engine.records.names import CALLED, PART, Named, find
from sayso.engine.records.words import parts_of
from sayso.engine.tell import say

_SHOWN = 20  # names that a question holds; of more, the first and how many there are
_MOST_READ, _MOST_ORDERED = 20, 100  # subjects at once
_OF_THE_LAST_DAY = "aggregate"
_NEAR = 5  # words from the beginning of an order in which it says that it is to everything
_SURE = 0.8  # how well a command of a group must fit


def together(asked: Asked, room: Room) -> list[Step]:
    """A step for each of the subjects that are meant at once; nothing where one is meant, or it is not clear which."""
    does = asked.reading.does
    if not room.is_known or not asked.is_group or does == "survey" or asked.is_proposed:
        return []
    if not is_worth_a_step(asked, room, NOTHING):
        return []
    lamps = called_lamps(asked, room) if _spared(asked, room) is None else []
    if lamps:  # "both lamps" are those that are called so, not the light of another subject
        return _ordered(replace(asked, things={}), room, lamps)
    if not asked.is_all and asked.count < 2 and not asked.is_comparing and _are_parts(asked, room):
        return []
    matches = _meant(asked, room)
    bare = _bare(asked, room)
    if bare >= asked.named.musts and asked.things:  # "the lights of all of them": those that have one
        asked = replace(asked, named=replace(asked.named, musts=frozenset()))
    if does == "command" and (asked.is_all or asked.count > 1) and not asked.named.musts:
        matches = matches if pairs(asked, room, matches) else _called(asked, room)  # "all the doors"
    spared = _spared(asked, room)
    if spared is not None and not spared & {m.at for m in matches}:
        return []  # whoever is not meant is not among them: better asked
    matches = [m for m in matches if m.at not in (spared or ())]
    if asked.count > 1 and asked.count != len(matches):
        able = _of_the_number(asked, pairs(asked, room, matches), room)
        if not able:
            return []
        matches = [p.match for p in able]
    if does == "command":
        return _ordered(asked, room, matches) or _one_called_so(asked, room, matches)
    if asked.is_comparing and not any(a.name == "since" for a in asked.arguments):  # how they are now
        kept = tuple(a for a in asked.arguments if a.name != _OF_THE_LAST_DAY)
        asked = replace(asked, arguments=kept)
    found = pairs(asked, room, matches)
    if not 1 < len(found) <= _MOST_READ:
        return []
    return [one(asked, room, pair) for pair in found]


def _meant(asked: Asked, room: Room) -> list[Match]:
    """All subjects that the words fit; all there are, where a word says any of them, or a thing that they have."""
    assert room.fleet is not None
    compared = _compared(asked, room) if asked.is_comparing else []
    if compared:
        return compared
    bare = _bare(asked, room)
    if asked.named.musts - bare:
        named = replace(asked.named, musts=asked.named.musts - bare)
        found = find(named, room.index) or _beside_values(named, asked, room)
        own = [] if asked.is_all or asked.count else _called_as_said(asked, found, room)
        if own:
            return own
        return [m for m in found if m.rank <= max(PART, found[0].rank)] if found else []
    is_of_all = asked.is_all and (bool(asked.things_but(frozenset())) or asked.reading.does == "events")
    is_of_all |= asked.is_all and asked.wanted.act in SWITCHING and _says_everything(asked, room)
    if bare or is_of_all:
        return [Match(i, PART, _SURE, "all of them", frozenset(bare)) for i in range(len(room.fleet))]
    return []


def _says_everything(asked: Asked, room: Room) -> bool:
    """Whether the order itself is to all there are: "turn everything off"; not "turn it off, it is all wet"."""
    line, (start, end) = asked.line, asked.reading.clause[:2]
    said = (i for i in range(start, min(end, start + _NEAR)) if line.words[i].text in room.pack.commands.everything)
    at = next(said, None)
    if at is not None and at + 1 < len(line.words) and line.words[at + 1].text in room.pack.times.units:
        return False  # "the whole week"
    return at is not None and not asked.count and not any(line.gap(i).strip() for i in range(start + 1, at + 1))


def _called_as_said(asked: Asked, found: Sequence[Match], room: Room) -> list[Match]:
    """Those whose own names hold the word for several, just as it was said: "the shutters" are the 'Hall Shutters', and
    not every shutter there is."""
    plurals = room.pack.commands.plurals
    many = {w.text for i in asked.at if (w := asked.line.words[i]).text in plurals}
    return [m for m in found[:_MOST_ORDERED] if many and many <= set(parts_of(room.subject(m.at).name))]


def _one_called_so(asked: Asked, room: Room, matches: Sequence[Match]) -> list[Step]:
    """The step for the only one whose name is itself that of several."""
    if asked.is_all or asked.count or len(matches) != 1 or not _called_as_said(asked, matches, room):
        return []
    able = [p for p in ablest(pairs(asked, room, matches)) if _is_sure(p)]
    return [one(asked, room, able[0])] if len(able) == 1 else []


def _left_alone(asked: Asked, room: Room) -> set[int] | None:
    """The subjects that another part of the message says to leave as they are: "… but leave the hall light on"; none
    where such a word names nobody that is known, and None where nothing of the kind is said."""
    line, start = asked.line, asked.reading.clause.start
    for i in (i for i in range(len(line.words)) if i != start):
        if line.words[i].text in room.pack.shifts.sparing:
            pauses = (j for j in range(i + 1, len(line.words)) if line.gap(j).strip())
            return set(named_between(line, (i + 1, next(pauses, len(line.words))), room))
    return None


def _spared(asked: Asked, room: Room) -> set[int] | None:
    """The subjects that are not meant; None where nobody is left out."""
    alone = _left_alone(asked, room)
    if asked.excepted is None or not asked.excepted.musts:
        return alone if asked.excepted is None else alone or set()
    return {m.at for m in find(asked.excepted, room.index)} | (alone or set())


def _bare(asked: Asked, room: Room) -> set[int]:
    """The words for whatever it is: "things"."""
    kinds = room.lexicon.spots("kind", asked.named.stems)
    return {i for s in kinds if s.name == room.lexicon.any_kind for i in range(s.start, s.end)}


def _called(asked: Asked, room: Room) -> list[Match]:
    """The subjects whose names bear the words that could else be said of a part."""
    named = replace(asked.named, musts=frozenset(asked.things))
    is_part = not asked.things or any(t.name in room.lexicon.switched for t in asked.things.values())
    found = () if is_part else find(named, room.index)
    called = [m for m in found if m.rank <= CALLED]
    return called if is_part else [*called, *meant_by_a_part(asked, called, room)]


def _beside_values(named: Named, asked: Asked, room: Room) -> Sequence[Match]:
    """The subjects that the words fit, but for those that say what is to be chosen: "all the kitchen lights red"."""
    assert room.fleet is not None
    own = {i for i in named.musts - asked.whole if named.stems[i] in room.index.command_words}
    own |= named.musts & chosen_words(named, room)
    if not own or asked.reading.does != "command":
        return []
    if own == named.musts:
        return [Match(i, PART, _SURE, "all of them", frozenset()) for i in range(len(room.fleet)) if asked.things]
    return find(replace(named, musts=named.musts - own), room.index)


def _are_parts(asked: Asked, room: Room) -> bool:
    """ "The lights of the oven" are those of one; "the lights in the hall", of a place, are all that stand there."""
    plurals = room.pack.commands.plurals
    many = {i for i, at in enumerate(asked.at) if asked.line.words[at].text in plurals}
    named = asked.named
    rooms = {i for s in room.lexicon.spots("room", named.stems) for i in range(s.start, s.end)}
    places = {i for i in named.musts if named.stems[i] in room.index.by_place} | rooms | chosen_words(named, room)
    if named.musts <= places or not many <= set(asked.things):
        return False
    found = find(named, room.index) or find(_beside_options(named, room), room.index)
    return not found or not all(many <= m.covered for m in found.best)  # "the bedside lamps" are called so


def _beside_options(named: Named, room: Room) -> Named:
    """The words but for those that say what can be chosen."""
    own = {i for i in named.musts if named.stems[i] in room.index.command_words}
    return replace(named, musts=named.musts - own - chosen_words(named, room))


def _compared(asked: Asked, room: Room) -> list[Match]:
    """The subjects that are set against each other, each named in a part of its own; nothing where not each is."""
    line, clause = asked.line, asked.reading.clause
    apart = [i for i in range(clause.start, clause.end) if line.words[i].text in room.pack.commands.versus]
    edges = sorted({clause.start, *apart, *(i for i in range(clause.start + 1, clause.end) if "," in line.gap(i))})
    found: list[int] = []
    for start, end in pairwise((*edges, clause.end)):
        named = named_between(line, (start, end), room)
        found.extend(m for m in named if len(named) == 1 and m not in found)
    return [Match(m, PART, _SURE, "set against another", frozenset()) for m in found] if len(found) > 1 else []


def _ordered(asked: Asked, room: Room, matches: Sequence[Match]) -> list[Step]:
    """An order to each, all by one question; where one of them needs asking, that question first."""
    found = pairs(asked, room, matches)
    if asked.is_all and not asked.named.musts and asked.excepted is None:  # "all the lights"
        found = _of_the_number(asked, found, room) if asked.count else with_lamps(asked, found, room)
    if asked.is_all and not asked.things:  # everything that can be just that: what stops is not turned off
        found = [p for p in found if _does(p, asked, room)] or found
        found = [p for p in found if _is_plain(p, room)] or found  # nor is the light of one
        able = [p for p in found if _is_sure(p)]
    else:
        able = [p for p in ablest(found) if _is_sure(p)]
    if matches and asked.named.musts and len(matches) > 1 and not able:
        return [nobody_can(asked, room)]
    if not able or len(able) > _MOST_ORDERED or (len(able) == 1 and not asked.is_all):
        return []
    steps = [one(asked, room, pair) for pair in able]
    unclear = next((s for s in steps if not isinstance(s, Call | Confirm)), None)
    if unclear is not None:
        return [unclear]
    if len(steps) == 1:
        return [never_called(steps[0], room)]
    subjects = [room.subject(p.match.at) for p in able]
    question = question_of([s.action for s in steps], subjects, room)
    return [Confirm(step.action, question) for step in steps]


def _of_the_number(asked: Asked, able: list[Pair], room: Room) -> list[Pair]:
    """As many as are said: "both lights" are the two that are lamps, or the only two there are; else none."""
    every = with_lamps(asked, able, room)
    lamps = every[len(able) :]
    return next((found for found in (lamps, every) if len(found) == asked.count), [])


def _does(pair: Pair, asked: Asked, room: Room) -> bool:
    command = pair.commands[0].command
    return room.index.ability(command.name, command.description).act == asked.wanted.act


def _is_plain(pair: Pair, room: Room) -> bool:
    """Whether a command is of all that a subject is: that of a lamp, and not that of a fridge's lamp."""
    one = pair.commands[0].command
    things = room.index.ability(one.name, one.description).things
    main = (c for c in room.subject(pair.match.at).commands if not c.is_setting)
    return all(things <= room.index.ability(c.name, c.description).things for c in main)


def _is_sure(pair: Pair) -> bool:
    return len(pair.commands) == 1 and pair.commands[0].way in (EXACTLY, LIKEWISE) and pair.commands[0].fit >= _SURE


def question_of(actions: Sequence[Action], subjects: Sequence[Subject], room: Room) -> str:
    """The one question for all of them; what is offline is said to be."""
    offline = room.pack.replies["is_offline"]
    names = [f"'{m.name}' ({offline})" if m.is_connected is False else f"'{m.name}'" for m in subjects]
    more = f" … (+{len(names) - _SHOWN})" if len(names) > _SHOWN else ""
    told = {"command": _label_of_all(actions, subjects, room), "count": len(names)}
    return say(room.pack, f"confirm_several_{actions[0].intent}", {**told, "names": ", ".join(names[:_SHOWN]) + more})


def _label_of_all(actions: Sequence[Action], subjects: Sequence[Subject], room: Room) -> str:
    """What all of them are told to do: by the plainest label, where some have a longer one for the same ("turn off",
    "turn off the light"), else by each."""
    labels: dict[str, None] = {}
    for action, subject in zip(actions, subjects, strict=True):
        command = command_of(subject, str(action.of("capability_id")))
        assert command is not None
        labels[tell.order_label(command, action, room)] = None
    plainest = min(labels, key=len)
    return plainest if all(label.startswith(plainest) for label in labels) else " / ".join(labels)
