"""The machines of a person, prepared once: found by what they are called, where they stand and what they can do."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from sayso.engine.catalogue import words_of
from sayso.engine.machines.lexicon import Lexicon, Role, pieces
from sayso.engine.nouns import Command, Machine
from sayso.engine.text import cut_deletes, fold

NAME, PLACE, ABOUT = 0, 1, 2  # where a word of a machine stands, the surest first


@dataclass(frozen=True, slots=True)
class Ability:
    """What a command or a reading is for: the act, the things it is about, and words nobody foresaw; those of its name
    make it narrower than the act alone ("turn on the child lock")."""

    act: str | None
    things: frozenset[str]
    other: frozenset[str]
    narrower: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Index:
    """What is looked up."""

    lexicon: Lexicon
    by_id: dict[str, int] = field(default_factory=dict)
    by_serial: dict[str, list[int]] = field(default_factory=dict)
    by_name: dict[tuple[str, ...], list[int]] = field(default_factory=dict)  # stems in order, light words left out
    names: list[tuple[str, ...]] = field(default_factory=list)
    by_stem: dict[str, dict[int, int]] = field(default_factory=dict)  # machine: where the word stands
    by_kind: dict[str, list[int]] = field(default_factory=dict)
    kinds: list[frozenset[str]] = field(default_factory=list)
    by_room: dict[str, list[int]] = field(default_factory=dict)
    slips: dict[str, list[str]] = field(default_factory=dict)
    abilities: dict[tuple[str, str], Ability] = field(default_factory=dict)  # by name and description
    able: dict[tuple[str, str], list[int]] = field(default_factory=dict)  # machines by the ability's spelling
    ways: dict[object, tuple[int, float] | None] = field(default_factory=dict)  # how a spelling does what was asked
    command_words: set[str] = field(default_factory=set)  # that only commands bear
    own_words: list[frozenset[str]] = field(default_factory=list)  # of each machine: its name, place and kinds

    def name_words(self, machine: Machine) -> frozenset[str]:
        """The words of a machine's own name and place, and all words for its kind: they make no command narrower."""
        at = self.by_id[machine.id.casefold()]
        return self.own_words[at]

    def ability(self, name: str, description: str = "") -> Ability:
        """What a capability of this name is for."""
        key = (name, description)
        found = self.abilities.get(key)
        if found is None:
            found = self.abilities[key] = read_ability(name, description, self.lexicon)
        return found


class Fleet:
    """Machines in the order the person last saw them, prepared for many requests."""

    def __init__(self, machines: Iterable[Machine]) -> None:
        self.machines: Sequence[Machine] = tuple(machines)
        self._index: Index | None = None

    def __len__(self) -> int:
        return len(self.machines)

    def index(self, lexicon: Lexicon) -> Index:
        """The index for this lexicon, made when it is first asked for."""
        if self._index is None or self._index.lexicon is not lexicon:
            self._index = _index(self.machines, lexicon)
        return self._index


def read_ability(name: str, description: str, lexicon: Lexicon) -> Ability:
    """A technical name as what it is for; where the name says nothing known, the description speaks."""
    found = _ability(pieces(name), lexicon)
    narrower = frozenset(w for w in found.other if w not in lexicon.plain and not w.isdigit())
    if not found.things and description and (found.act is None or found.other):
        told = _ability(words_of(description), lexicon)
        if told.act is not None or told.things:
            spelt = narrower if found.act is not None else frozenset()  # a code for a name says nothing
            return Ability(found.act or told.act, told.things, found.other | told.other, spelt)
    if description:
        told_words = frozenset(lexicon.stems(words_of(description)))
        return Ability(found.act, found.things, found.other | told_words, narrower)
    return Ability(found.act, found.things, found.other, narrower)


def _ability(words: Sequence[str], lexicon: Lexicon) -> Ability:
    stems = lexicon.stems([w for w in words if w not in lexicon.light or lexicon.is_act(w)])
    taken: set[int] = set()
    things: set[str] = set()
    act = None
    for spot in lexicon.spots("act", stems):
        if act is None or spot.name == act:  # a second act is what the first one is about: "turn_on_child_lock"
            act = spot.name
            taken.update(range(spot.start, spot.end))
    roles: tuple[Role, ...] = ("thing", "metric", "component")
    for role in roles:
        for spot in lexicon.spots(role, stems):
            if taken.isdisjoint(range(spot.start, spot.end)):
                things.add(spot.name)
                taken.update(range(spot.start, spot.end))
    other = frozenset(s for i, s in enumerate(stems) if i not in taken)
    return Ability(act, frozenset(things), other)


def _name_words(name: str, lexicon: Lexicon) -> list[str]:
    """The words of a name that tell it from others: a capital letter by itself does, an article does not."""
    letters = {fold(w) for w in name.split() if len(w) == 1 and w.isupper()}
    words = words_of(name)
    return [w for w in words if w not in lexicon.light or w in letters] or list(words)


def _index(machines: Sequence[Machine], lexicon: Lexicon) -> Index:
    index = Index(lexicon)
    for i, machine in enumerate(machines):
        index.by_id.setdefault(machine.id.casefold(), i)
        if machine.serial:
            index.by_serial.setdefault(machine.serial.casefold(), []).append(i)
        stems = lexicon.stems(_name_words(machine.name, lexicon))
        index.names.append(stems)
        index.by_name.setdefault(stems, []).append(i)
        kinds = lexicon.kinds(stems)
        index.kinds.append(kinds)
        for kind in kinds:
            index.by_kind.setdefault(kind, []).append(i)
        index.own_words.append(frozenset((*stems, *lexicon.stems(words_of(machine.place)), *lexicon.words_for(kinds))))
        standing = lexicon.stems(lexicon.heavy(words_of(f"{machine.name} {machine.place}")))
        for room in {s.name for s in lexicon.spots("room", standing)} - {"other"}:
            index.by_room.setdefault(room, []).append(i)
        for where, text in ((NAME, machine.name), (PLACE, machine.place), (ABOUT, machine.description)):
            for word in lexicon.stems(words_of(text)) if text else ():
                index.by_stem.setdefault(word, {}).setdefault(i, where)
        for able in dict.fromkeys((c.name, c.description) for c in machine.commands):
            index.able.setdefault(able, []).append(i)
            index.command_words.update(index.ability(*able).other)
    for word, places in index.by_stem.items():
        if len(word) >= 4 and min(places.values()) != ABOUT:
            for cut in {word, *cut_deletes(word)}:
                index.slips.setdefault(cut, []).append(word)
    return index


def command_of(machine: Machine, command_id: str) -> Command | None:
    """The machine's command of this id."""
    return next((c for c in machine.commands if c.id.casefold() == command_id.casefold()), None)
