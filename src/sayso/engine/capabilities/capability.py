"""What a subject can do of what was asked: its commands by act and thing, its readings by name."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sayso.engine.capabilities.acts import OFF, RELATIVE, RESTING, SET, SETTING, SWITCHING
from sayso.engine.capabilities.fleet import Ability, SubjectIndex
from sayso.engine.capabilities.lexicon import Lexicon
from sayso.engine.nouns import Command, Subject

_IN_DOUBT = 0.72  # fits, but is to be confirmed
_ITS_WORK = 0.95  # how well the work that a subject does fits the act
_BY_LIGHT = 0.9  # how well the light fits where it is all that can be switched
_KEPT = 20_000  # readings of spellings, before they are forgotten
EXACTLY, LIKEWISE, LOOSELY, UNSAID = 0, 1, 2, 3


class CapabilityQuery(NamedTuple):
    """What is asked of a subject."""

    act: str | None
    things: frozenset[str]
    other: frozenset[str] = frozenset()  # stems that nothing else accounts for


class Chosen(NamedTuple):
    """A value that words say: the setting's name, the value, and which of the naming words say it."""

    name: str
    value: object
    at: tuple[int, ...]


class Able(NamedTuple):
    """A command that does what is asked, and how nearly."""

    command: Command
    way: int
    fit: float
    value: Chosen | None = None  # what is to be set, where a word says it


def able(subject: Subject, wanted: CapabilityQuery, index: SubjectIndex) -> list[Able]:
    """The commands that may be meant: those that say just that; else the like; else those that say more."""
    found: list[Able] = []
    own = index.name_words(subject)
    for command in subject.commands:
        if command.is_setting and not is_own(command, wanted, index):
            continue
        way = _known_way(command, wanted, index)
        if way is not None and _is_moved_instead(command, wanted, subject, index):
            continue
        if way is not None and index.ability(command.name, command.description).narrower <= own | wanted.other:
            is_doubtful = way[1] == _BY_LIGHT and wanted.act == OFF and not is_lamp(subject, index)
            found.append(Able(command, way[0], _IN_DOUBT if is_doubtful else way[1]))
    if not found and wanted.act in RELATIVE:  # "raise it by 2", and it can only be set
        return able(subject, wanted._replace(act=SET), index)
    if not found:
        return found
    best = min((a.way for a in found), default=EXACTLY)
    chosen = [a for a in found if a.way == best]
    if any(a.fit == _ITS_WORK for a in chosen):  # to start what can be turned on, too, is to start its cycle
        return [a for a in chosen if a.fit == _ITS_WORK]
    is_by_light = best == LIKEWISE and all(a.fit in (_BY_LIGHT, _IN_DOUBT) for a in chosen)
    if is_by_light:  # the light is meant only where nothing else could be
        taken = {a.command.id for a in chosen}
        return [*chosen, *(Able(c, LOOSELY, _IN_DOUBT) for c in _doing(subject, wanted, index) if c.id not in taken)]
    return chosen


def _is_moved_instead(command: Command, wanted: CapabilityQuery, subject: Subject, index: SubjectIndex) -> bool:
    """Whether an act merely stands for the one that was said, and the same thing is moved: to turn off the water is not
    to stop its valve half way."""
    ability = index.ability(command.name, command.description)
    if wanted.act is None or ability.act == wanted.act or index.lexicon.alike.get(wanted.act) != ability.act:
        return False
    moved = set(map(first_word, index.lexicon.settings.moves.get(wanted.act, ())))
    others = (index.ability(c.name, c.description) for c in subject.commands if not c.is_setting)
    return any(other.act in moved and other.things == ability.things for other in others)


def first_word(text: str) -> str:
    """The act of a move, which may name the kind of subject that is moved so."""
    return text.partition(" ")[0]


def _doing(subject: Subject, wanted: CapabilityQuery, index: SubjectIndex) -> list[Command]:
    """All commands of an act, whatever narrower thing they are about."""
    main = (c for c in subject.commands if not c.is_setting)
    return [c for c in main if index.ability(c.name, c.description).act == wanted.act]


def _known_way(command: Command, wanted: CapabilityQuery, index: SubjectIndex) -> tuple[int, float] | None:
    """How a command does what is asked; subjects of a kind spell theirs alike, so that each spelling is read once."""
    key = (command.name, command.description, wanted)
    if key not in index.ways:
        if len(index.ways) > _KEPT:
            index.ways.clear()
        index.ways[key] = _way(index.ability(command.name, command.description), wanted, index.lexicon)
    return index.ways[key]


def is_lamp(subject: Subject, index: SubjectIndex) -> bool:
    """Whether all that a subject is for is its light."""
    main = (c for c in subject.commands if not c.is_setting)
    return all(index.ability(c.name, c.description).things >= index.lexicon.switched for c in main)


def is_own(command: Command, wanted: CapabilityQuery, index: SubjectIndex) -> bool:
    """Whether a setting is meant by its own name: neither the act nor the light of its subject stands for it."""
    ability = index.ability(command.name, command.description)
    told = ability.things - index.lexicon.switched - set(index.lexicon.settings.usual)
    if not told and not ability.narrower:
        return not ability.things and wanted.act == ability.act and not wanted.things
    return told <= wanted.things and ability.narrower <= wanted.other


def all_able(wanted: CapabilityQuery, index: SubjectIndex) -> Sequence[int]:
    """Every subject that has a command that may be meant, looking at each spelling of a command once."""
    found: set[int] = set()  # sorts of subjects
    ways = (wanted, wanted._replace(act=SET)) if wanted.act in RELATIVE else (wanted,)
    for spelling, sorts in index.able.items():
        if any(_way(index.ability(*spelling), way, index.lexicon) is not None for way in ways):
            found.update(sorts)
    if len(found) == 1:
        return index.by_sort[found.pop()]
    return sorted(at for sort in found for at in index.by_sort[sort])


def _way(ability: Ability, wanted: CapabilityQuery, lexicon: Lexicon) -> tuple[int, float] | None:
    things, other = wanted.things, wanted.other
    if things and things <= lexicon.work and ability.things and ability.things <= lexicon.work:
        things = ability.things  # to stop the wash is to stop the cycle
    if things and things <= lexicon.work and not ability.things and wanted.act in RESTING:
        things = ability.things  # to pause the wash is to pause all of it
    if not things <= ability.things or not other <= ability.other:
        return None
    if wanted.act is None and not things and not other:
        return None
    if ability.act is None and wanted.act is not None:
        return (LOOSELY, 0.7) if things or other else None  # "light": on or off, nobody says
    if not _is_act(ability.act, wanted.act, lexicon.alike):
        return None
    is_same = ability.act == wanted.act
    if ability.things == things:
        return (EXACTLY, 1.0) if is_same else (LIKEWISE, 0.92)
    more = ability.things - things  # to start an oven is to start its cycle
    is_its_work = more <= lexicon.work or more == lexicon.done_to(wanted.act)  # to lock a cold room is to lock its door
    if is_its_work and is_same:
        return (LIKEWISE, _ITS_WORK)
    if is_its_work or wanted.act is None or other:  # its own words were said
        return (LOOSELY, _IN_DOUBT)
    if not is_same:
        return None
    is_its_light = more <= lexicon.switched and wanted.act in SWITCHING | SETTING
    return (LIKEWISE, _BY_LIGHT) if is_its_light else None  # a plain act never means a narrower one


def _is_act(has: str | None, wanted: str | None, alike: Mapping[str, str]) -> bool:
    return wanted is None or has == wanted or alike.get(wanted) == has or (has is not None and alike.get(has) == wanted)


def readings(subject: Subject, metrics: Sequence[str], other: frozenset[str], index: SubjectIndex) -> list[str]:
    """The subject's own names of these readings; parts of it, and words that nobody foresaw, narrow them down."""
    out: list[str] = []
    parts = frozenset(metrics) & frozenset(index.lexicon.by_role["component"].values())
    metrics = [m for m in metrics if m not in parts]
    for metric in metrics:
        fitting = _measuring(subject, metric, index)
        fitting = fitting or next(
            filter(None, (_measuring(subject, m, index) for m in index.lexicon.instead.get(metric, ()))), []
        )
        narrow = [m for m in fitting if (other or parts) and other <= index.ability(m).other | {metric}]
        narrow = [m for m in narrow if parts <= index.ability(m).things]
        plain = [m for m in fitting if not index.ability(m).other and len(index.ability(m).things) < 2]
        out.extend(narrow or (() if parts else plain or fitting))
    return list(dict.fromkeys(out))


def _measuring(subject: Subject, metric: str, index: SubjectIndex) -> list[str]:
    return [m for m in subject.metrics if metric in index.ability(m).things or m.casefold() == metric]
