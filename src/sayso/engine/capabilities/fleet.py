"""The subjects of a person, prepared once: found by what they are called, where they stand and what they can do."""

from collections.abc import Iterable, Sequence
from dataclasses import field, fields

from sayso.dataclass import dataclass
from sayso.engine.capabilities.lexicon import Lexicon, Role, pieces
from sayso.engine.nouns import Command, Subject
from sayso.engine.records.names import Names, names_of
from sayso.engine.records.words import words_of

PERCENT = "%"


@dataclass(frozen=True, slots=True)
class Ability:
    """What a command or a reading is for: the act, the things it is about, and words nobody foresaw; those of its name
    make it narrower than the act alone ("turn on the child lock")."""

    act: str | None
    things: frozenset[str]
    other: frozenset[str]
    narrower: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class SubjectIndex(Names):
    """What is looked up: what subjects are found by, and what they can do."""

    abilities: dict[tuple[str, str], Ability] = field(default_factory=dict)  # by name and description
    able: dict[tuple[str, str], list[int]] = field(default_factory=dict)  # sorts of subjects by the ability's spelling
    ways: dict[object, tuple[int, float] | None] = field(default_factory=dict)  # how a spelling does what was asked
    command_words: set[str] = field(default_factory=set)  # that only commands bear
    sorts: list[int] = field(default_factory=list)  # which sort each subject is: what they can do is spelt alike
    by_sort: dict[int, list[int]] = field(default_factory=dict)
    metric_words: set[str] = field(default_factory=set)  # that only readings bear
    named_abilities: set[tuple[str, str]] = field(default_factory=set)  # spellings that say more than act and thing in
    # words which stand in what some subject is called

    def name_words(self, subject: Subject) -> frozenset[str]:
        """The words of a subject's own name and place, and all words for its kind: they make no command narrower."""
        at = self.by_id[subject.id.casefold()]
        return self.own_words(at)

    def ability(self, name: str, description: str = "") -> Ability:
        """What a capability of this name is for."""
        key = (name, description)
        found = self.abilities.get(key)
        if found is None:
            found = self.abilities[key] = read_ability(name, description, self.lexicon)
        return found


class IndexedSubjects:
    """Subjects in the order the person last saw them, prepared for many requests."""

    def __init__(self, subjects: Iterable[Subject]) -> None:
        self.all: Sequence[Subject] = tuple(subjects)
        self._names: Names | None = None
        self._index: SubjectIndex | None = None

    def __len__(self) -> int:
        return len(self.all)

    def names(self, lexicon: Lexicon) -> Names:
        """What they are found by, with this lexicon; made when it is first asked for."""
        if self._names is None or self._names.lexicon is not lexicon:
            self._names = names_of(self.all, lexicon)
        return self._names

    def index(self, lexicon: Lexicon) -> SubjectIndex:
        """The same with what they can do."""
        if self._index is None or self._index.lexicon is not lexicon:
            self._index = _index(self.all, self.names(lexicon))
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
    spots = [spot for role in roles for spot in lexicon.spots(role, stems)]
    for spot in sorted(spots, key=lambda s: s.start - s.end):  # "color temperature" is no temperature
        if taken.isdisjoint(range(spot.start, spot.end)):
            things.add(spot.name)
            taken.update(range(spot.start, spot.end))
    other = frozenset(s for i, s in enumerate(stems) if i not in taken)
    return Ability(act, frozenset(things), other)


def _index(subjects: Sequence[Subject], names: Names) -> SubjectIndex:
    index = SubjectIndex(**{part.name: getattr(names, part.name) for part in fields(Names)})
    sorts: dict[object, int] = {}
    for i, subject in enumerate(subjects):
        spellings = tuple((c.name, c.description) for c in subject.commands)
        taken = tuple((c.takes, c.is_setting) for c in subject.commands if c.takes or c.is_setting)
        sort = sorts.setdefault((spellings, taken, subject.metrics), len(sorts))
        index.sorts.append(sort)
        alike = index.by_sort.setdefault(sort, [])
        for able in dict.fromkeys(spellings) if not alike else ():
            index.able.setdefault(able, []).append(sort)
        alike.append(i)
    called = index.all_words()
    for able in index.able:
        ability = index.ability(*able)
        index.command_words.update(ability.other)
        if not called.isdisjoint(ability.narrower):
            index.named_abilities.add(able)
    for places in index.by_sort.values():
        index.command_words.update(option_stems(subjects[places[0]].commands, names.lexicon))
    for places in index.by_sort.values():
        for metric in subjects[places[0]].metrics:
            index.metric_words.update(index.ability(metric).other)
    return index


def option_stems(commands: Iterable[Command], lexicon: Lexicon) -> set[str]:
    """All words by which something can be chosen: those of the options, and what these are called in any language."""
    out: set[str] = set()
    taken = [takes for command in commands for takes in command.takes]
    names = {"_".join(pieces(option)) for takes in taken for option in takes.options}
    if any(takes.unit == PERCENT for takes in taken):
        names |= set(lexicon.settings.percent)
    for option in names:
        out.update(lexicon.stems(option.split("_")))
    for phrase, value in lexicon.by_role["value"].items():
        if value in names:
            out.update(phrase)
    return out


def command_of(subject: Subject, command_id: str) -> Command | None:
    """The subject's command of this id."""
    return next((c for c in subject.commands if c.id.casefold() == command_id.casefold()), None)
