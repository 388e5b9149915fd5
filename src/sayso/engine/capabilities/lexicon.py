"""What acts, things, readings and kinds of subjects are called, in every language at once: a fleet named in English is
commanded in Italian, and the other way round."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import Any, Literal, NamedTuple

from sayso.dataclass import dataclass
from sayso.engine.fuzzy import OSA
from sayso.engine.pack import CommandWords, Harm, Phrase
from sayso.engine.records.words import Endings, stem
from sayso.engine.text import SlipIndex, fold
from sayso.regex import regex

Role = Literal["act", "thing", "component", "metric", "kind", "room", "value", "unit"]
_PIECES = regex(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+(?:\.\d+)?|[^\W\d_]+")
_LONGEST = 6  # words of a phrase
_SHORT = 4  # letters
_STEMS = 5_000  # words whose stems are kept
_Part = Literal["things", "kinds", "values", "rooms"]
_SLIPS: tuple[_Part, ...] = ("things", "kinds", "values", "rooms")
_LEAST = 4  # letters


class Spot(NamedTuple):
    """A word or phrase that stands for something."""

    start: int
    end: int
    name: str


@dataclass(frozen=True, slots=True)
class UnsaidSettings:
    """What is set where it is not said what: "to 30 percent", "to half", "higher"."""

    usual: tuple[str, ...] = ()  # what a number sets, the first that a subject has
    moves: Mapping[str, Sequence[str]] = field(default_factory=dict)  # what else an act may mean
    set_as: Mapping[str, Sequence[str]] = field(default_factory=dict)  # what is set where what is measured is named
    bare: frozenset[str] = frozenset()  # what is set by a word alone: a colour, a mode
    percent: Mapping[str, float] = field(default_factory=dict)  # words that are a share of a hundred
    any_choice: frozenset[str] = frozenset()  # what any setting with options may be called: "comfort mode"
    bounds: tuple[str, ...] = ()  # what is set where a range is said: the least and the most
    graded: Mapping[str, Sequence[str]] = field(default_factory=dict)  # options that a share may mean: "full" is "high"
    shades: Mapping[str, Sequence[str]] = field(default_factory=dict)  # an act on a thing that a subject has not: the
    # setting and the option that are meant instead


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The packs' words for subjects, by their stems; `endings` are the inflections of all the languages."""

    endings: Endings
    by_role: Mapping[Role, Mapping[Phrase, str]]
    light: frozenset[str]  # what neither names a subject nor what it does
    next: Mapping[str, tuple[str, ...]]
    offers: Mapping[str, Mapping[str, Any]]  # what may come next besides: a tool, its arguments, and their label
    dangerous: frozenset[frozenset[str]]
    acts_on: Mapping[str, frozenset[str]]  # what one does to a thing
    weatherly: frozenset[str]
    slips: SlipIndex
    harm: Harm  # what tools do, by their words
    plain: frozenset[str]  # words in a command's name that say nothing about what it does
    kin: Mapping[str, frozenset[str]]  # kinds that are like one, to be suggested and never meant
    phrases_of: Mapping[str, tuple[Phrase, ...]]  # what each kind is called
    any_kind: str  # the kind that any of them is
    alike: Mapping[str, str]  # acts that stand for each other where a subject knows one of them
    opposites: Mapping[str, str]  # acts that take each other back
    whole: Mapping[str, str]  # what an act is called where it is done to all of a subject
    switched: frozenset[str]  # the part that stands for all of it, where nothing else can be switched
    work: frozenset[str]  # what a subject is started for
    usual: str  # what is set, or measured, where nobody says what
    share: str  # what is measured where a share of a hundred is said
    instead: Mapping[str, Sequence[str]]  # what is read where a subject does not measure what is asked for
    called: Mapping[str, Sequence[tuple[str, str]]]  # things, and words for them, by which a kind is called, too
    covers: Mapping[str, Sequence[str]]  # kinds that one word stands for: radiators and thermostats are the heating
    within: Mapping[str, Sequence[str]]  # rooms that lie in what a wider word says: the garden is outdoors
    floors: frozenset[str]  # of these, those that tell subjects apart only where some are said to stand there
    stands_for: Mapping[str, Sequence[str]]  # kinds that the word for a part may mean, too: a lock is "the door"
    room_words: frozenset[str]  # as they are written
    plausible: Mapping[str, Mapping[str, Sequence[float]]]  # what a setting can be, by kind: the least and the most
    air: frozenset[str] = frozenset()  # kinds that make the air of a place warm or cold
    telling: frozenset[str] = frozenset()  # small words that tell subjects apart where they stand in a name
    settings: UnsaidSettings = UnsaidSettings()
    longest: Mapping[Role, Mapping[str, int]] = field(init=False)  # how many words a phrase with this first one has
    known_stems: dict[str, str] = field(default_factory=dict, init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        longest: dict[Role, dict[str, int]] = {role: {} for role in self.by_role}
        for role, phrases in self.by_role.items():
            for phrase in phrases:
                longest[role][phrase[0]] = min(max(longest[role].get(phrase[0], 0), len(phrase)), _LONGEST)
        object.__setattr__(self, "longest", longest)

    @property
    def houses(self) -> frozenset[str]:
        """The floors that have others in them."""
        return frozenset(f for f in self.floors if not self.floors.isdisjoint(self.within.get(f, ())))

    def stem(self, word: str) -> str:
        """The word less its inflection."""
        found = self.known_stems.get(word)
        if found is None:
            if len(self.known_stems) >= _STEMS:
                self.known_stems.clear()
            found = self.known_stems[word] = stem(word, self.endings)
        return found

    def stems(self, words: Iterable[str]) -> tuple[str, ...]:
        """The words less their inflection."""
        return tuple([self.stem(w) for w in words])

    def mended(self, word: str) -> str:
        """The word for a thing that this one is a slip of; else the word itself."""
        known = (self.stem(word),)
        if len(word) < 4 or not word.isalpha() or any(known in words for words in self.by_role.values()):
            return word
        near = self.slips.near(word)
        close = sorted(w for w in near if w[0] == word[0] and self._is_slip(word, w))
        kinds = {self.kinds(self.stems((w,))) for w in close}
        return close[0] if len(close) == 1 or (len(kinds) == 1 and frozenset() not in kinds) else word

    def _is_slip(self, word: str, meant: str) -> bool:
        """Whether one letter is off; of a kind in four letters only where two changed places."""
        is_place = (self.stem(meant),) in self.by_role["room"]
        is_short = len(meant) == _SHORT and (is_place or bool(self.kinds(self.stems((meant,)))))
        return OSA.distance(meant, word, score_cutoff=1) <= 1 and (not is_short or sorted(word) == sorted(meant))

    def is_listed(self, bare: str) -> bool:
        """Whether a word without its inflection is one of ours: then it is a slip of no other."""
        return any((bare,) in words for words in self.by_role.values())

    def done_to(self, act: str | None) -> frozenset[str]:
        """The one thing that an act is done to, where there is only one."""
        found = [thing for thing, acts in self.acts_on.items() if act in acts]
        return frozenset(found) if len(found) == 1 else frozenset()

    def is_act(self, word: str) -> bool:
        """Whether a word by itself says what to do."""
        return (self.stem(word),) in self.by_role["act"]

    def heavy(self, words: Iterable[str]) -> list[str]:
        """The words that name something; all of them where nothing else is left."""
        given = list(words)
        return [w for w in given if w not in self.light] or given

    def spots(self, role: Role, stems: Sequence[str]) -> list[Spot]:
        """Where words of a role stand among words without the light ones: the longest phrases, none overlapping."""
        phrases, longest = self.by_role[role], self.longest[role]
        out: list[Spot] = []
        after = 0
        for at, first in enumerate(stems):
            if at < after or first not in longest:
                continue
            for length in range(min(longest[first], len(stems) - at), 0, -1):
                name = phrases.get(tuple(stems[at : at + length]))
                if name is not None:
                    after = at + length
                    out.append(Spot(at, after, name))
                    break
        return out

    def words_for(self, kinds: Iterable[str]) -> Iterator[str]:
        """All words by which these kinds are called."""
        for kind in kinds:
            for phrase in self.phrases_of.get(kind, ()):
                yield from phrase

    def said_otherwise(self, stems: Sequence[str]) -> list[str]:
        """The other words, in any language, for the rooms that words speak of: "bibite" is "drinks"."""
        rooms = {s.name for s in self.spots("room", self.heavy(stems))} - {"other"}
        return [phrase[0] for phrase, room in self.by_role["room"].items() if room in rooms and len(phrase) == 1]

    def kinds(self, stems: Sequence[str]) -> frozenset[str]:
        """The kinds of subject that words speak of; the word for any of them is none."""
        return frozenset(s.name for s in self.spots("kind", stems) if s.name != self.any_kind)


def lexicon(vocabularies: Sequence[CommandWords], endings: Endings, domain: Mapping[str, Any], harm: Harm) -> Lexicon:
    """The words of all these languages together; `domain` is what holds in every language."""

    light = frozenset(w for m in vocabularies for w in m.light)
    besides = [
        (p[0], thing) for m in vocabularies for p, thing in (*m.things.items(), *m.called.items()) if len(p) == 1
    ]

    def merged(
        parts: Iterable[Mapping[Phrase, str]], keeps_light: bool = False, keeps_both: bool = False
    ) -> dict[Phrase, str]:
        out: dict[Phrase, str] = {}
        for part in parts:
            for phrase, name in part.items():
                heavy = [w for w in phrase if keeps_light or w not in light] or phrase
                out.setdefault(tuple(stem(w, endings) for w in heavy), name)
                if keeps_both:
                    out.setdefault(tuple(stem(w, endings) for w in phrase), name)
        return out

    by_role: dict[Role, Mapping[Phrase, str]] = {
        "act": merged((m.acts for m in vocabularies), keeps_light=True),
        "thing": merged(m.things for m in vocabularies),
        "component": merged((m.components for m in vocabularies), keeps_both=True),  # "power on behavior"
        "metric": merged(m.metrics for m in vocabularies),
        "kind": merged(m.kinds for m in vocabularies),
        "room": merged(m.rooms for m in vocabularies),
        "value": merged(m.values for m in vocabularies),
        "unit": merged((m.units for m in vocabularies), keeps_light=True),
    }
    return Lexicon(
        endings,
        by_role,
        light,
        {k: tuple(v) for k, v in domain["next"].items()},
        domain["offers"],
        frozenset(frozenset(d.split()) for d in domain["dangerous"]),
        {thing: frozenset(acts) for thing, acts in domain["acts_on"].items()},
        frozenset(domain["weatherly"]),
        SlipIndex(word for part in _SLIPS for word in _words(vocabularies, part)),
        harm,
        frozenset(stem(w, endings) for w in domain["plain"]),
        {kind: frozenset(group) - {kind} for kind, group in _groups(domain["kin"]).items()},
        _called(by_role["kind"]),
        **_switches(domain["switches"]),
        instead=domain.get("instead", {}),
        called={
            kind: tuple((thing, stem(w, endings)) for w, name in besides if name == thing)
            for thing, kinds in domain.get("called", {}).items()
            for kind in kinds
        },
        covers=domain.get("covers", {}),
        within=domain.get("within", {}),
        floors=frozenset(domain.get("floors", ())),
        stands_for=domain.get("stands_for", {}),
        room_words=frozenset(
            w for m in vocabularies for phrase, room in m.rooms.items() if room != "other" for w in phrase
        ),
        plausible=domain.get("plausible", {}),
        air=frozenset(domain.get("air", ())),
        telling=frozenset(w for m in vocabularies for w in m.telling),
        settings=_settings(domain.get("settings")),
    )


def _settings(given: Mapping[str, Any] | None) -> UnsaidSettings:
    if given is None:
        return UnsaidSettings()
    percent = {name: float(value) for name, value in given["percent"].items()}
    named = {key: dict(given[key]) for key in ("moves", "set_as")}
    return UnsaidSettings(
        tuple(given["usual"]),
        named["moves"],
        named["set_as"],
        frozenset(given["bare"]),
        percent,
        frozenset(given.get("any_choice", ())),
        tuple(given.get("bounds", ())),
        dict(given.get("graded", {})),
        dict(given.get("shades", {})),
    )


def _switches(acts: Mapping[str, Any]) -> dict[str, Any]:
    plain = {key: acts[key] for key in ("any_kind", "usual", "share")}
    words = {key: frozenset(acts[key]) for key in ("switched", "work")}
    back = {two: one for one, two in acts.get("opposites", {}).items()} | dict(acts.get("opposites", {}))
    return {**plain, **words, "opposites": back, "alike": dict(acts["alike"]), "whole": dict(acts["whole"])}


def _called(kinds: Mapping[Phrase, str]) -> dict[str, tuple[Phrase, ...]]:
    out: dict[str, list[Phrase]] = {}
    for phrase, kind in kinds.items():
        out.setdefault(kind, []).append(phrase)
    return {kind: tuple(phrases) for kind, phrases in out.items()}


def _groups(kin: Iterable[Sequence[str]]) -> dict[str, set[str]]:
    """Every kind with all that stand in a group with it."""
    out: dict[str, set[str]] = {}
    for group in kin:
        for kind in group:
            out.setdefault(kind, set()).update(group)
    return out


def _words(vocabularies: Sequence[CommandWords], part: _Part) -> Iterator[str]:
    for one in vocabularies:
        phrases = {"things": one.things, "kinds": one.kinds, "values": one.values, "rooms": one.rooms}[part]
        yield from (p[0] for p in phrases if len(p[0]) >= _LEAST and (len(p) == 1 or part == "rooms"))


def pieces(name: str) -> tuple[str, ...]:
    """The words of a technical name: "turnOnLight", "turn_on_light" and "Turn on light" alike."""
    return tuple(fold(p) for p in _PIECES.findall(name))
