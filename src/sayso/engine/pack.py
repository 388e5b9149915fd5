"""One language as frozen values: everything the engine knows of it."""

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import NamedTuple

from sayso.dataclass import dataclass
from sayso.engine.fuzzy import OSA
from sayso.engine.packed_rows import PackedRows
from sayso.engine.pattern import Pattern
from sayso.engine.repeating import RepeatWords
from sayso.engine.shelf import PatternIndex, Starting
from sayso.engine.speech import Speech
from sayso.engine.text import Line, SlipIndex, Word, informal, line, rewritten, uncontracted
from sayso.engine.time_words import Times

_LINES = 8  # that are kept: one message is made into several


@dataclass(frozen=True, slots=True)
class Numbers:
    """Number words and how they combine."""

    cardinals: Mapping[str, int]
    ordinals: Mapping[str, int]
    ones: frozenset[str]  # articles that count as one before a unit
    powers: Mapping[str, int]  # words after a number that make it larger
    points: frozenset[str] = frozenset()  # words between a number and its decimals
    hundreds: tuple[str, ...] = ()  # words for 100, which stand in longer ones: "duecento"
    thousands: tuple[str, ...] = ()
    units: frozenset[str] = frozenset()  # of time, which may be written to the number: "2h"


@dataclass(frozen=True, slots=True)
class Harm:
    """Words of tools' names and descriptions, by what a tool does that they speak of."""

    destroys: frozenset[str]
    changes: frozenset[str]  # here or in the world outside: it adds, sends, spends
    may_change: frozenset[str]  # words that are nouns as well: an order, a record
    reads: frozenset[str]  # and computes

    def __or__(self, other: "Harm") -> "Harm":
        return Harm(
            self.destroys | other.destroys,
            self.changes | other.changes,
            self.may_change | other.may_change,
            self.reads | other.reads,
        )


@dataclass(frozen=True, slots=True)
class References:
    """How records are pointed at."""

    pronouns: PatternIndex
    indefinite: PatternIndex
    everything: PatternIndex
    plural: PatternIndex  # several that were spoken of, or just two
    numbers: PatternIndex
    positions: PatternIndex
    counted: PatternIndex  # so many of those that were spoken of, or at an end of a list: "those two", "the last three"
    wrappings: PatternIndex  # "the entry called {name}", "the {name} one"
    articles: frozenset[str]
    light: frozenset[str]  # articles and the like, which neither help nor harm a match
    vague: frozenset[str]  # adjectives that need their noun ("the old one")
    is_head_last: bool  # "gym membership", and not "abbonamento in palestra"


@dataclass(frozen=True, slots=True)
class ListWords:
    """What can be said about the entries of one list."""

    foreign: Mapping[str, PatternIndex]  # what is somebody else's business, by how surely
    doubtful: frozenset[str]  # words that make a bare command doubtful ("meeting")
    unnamed: frozenset[str]  # with which a bare command names nothing ("add more")
    verbs: frozenset[str]  # with which things to do begin
    verb_endings: tuple[str, ...]  # by which an infinitive is told, where a language has such
    statuses: PatternIndex
    undated: PatternIndex  # "without a date"
    priorities: PatternIndex
    limits: PatternIndex
    details: PatternIndex  # "{title} with description {description}"
    values: PatternIndex  # what a new value can be besides a title
    implied: tuple[Pattern, ...]  # verbs that say the new value themselves ("reopen")
    destinations: frozenset[str]  # "to", "into": a bare "add X to Y" may be about another list
    own: PatternIndex  # words that say it is about these, whatever else is mentioned
    brings_back: PatternIndex  # what is said to have something back that is gone
    deeds: Mapping[str, tuple[str, ...]]  # a word for a deed: others for the same, by which a record may be named
    things: Mapping[str, tuple[str, ...]]  # a word for a thing: others for the same
    spoken_values: Mapping[str, str]  # words that say a value where one was heard, and nothing elsewhere
    people: frozenset[str]  # "call mom" is a thing to do, where an order to a phone would sound alike
    pairs: Mapping[str, frozenset[str]]  # a word before the first of two things to do: those before the second

    def indexes(self) -> tuple[PatternIndex, ...]:
        """Everything that is searched for in a message."""
        return (*self.foreign.values(), self.own, self.priorities, self.statuses, self.limits)

    def is_verb(self, word: str) -> bool:
        """Whether a thing to do may begin with this word."""
        return word in self.verbs or (len(word) > 5 and word.endswith(self.verb_endings))


Phrase = tuple[str, ...]


def _nothing() -> PatternIndex:
    return PatternIndex(())


@dataclass(frozen=True, slots=True)
class CommandWords:
    """What can be said to and about subjects: words and phrases, each with the name that all languages share for it."""

    acts: Mapping[Phrase, str] = field(default_factory=dict)
    things: Mapping[Phrase, str] = field(
        default_factory=dict
    )  # parts of a subject that have commands of their own: its light, its door
    components: Mapping[Phrase, str] = field(
        default_factory=dict
    )  # the same, where they may as well be subjects themselves: a fan, a pump
    metrics: Mapping[Phrase, str] = field(default_factory=dict)
    kinds: Mapping[Phrase, str] = field(default_factory=dict)
    rooms: Mapping[Phrase, str] = field(default_factory=dict)
    light: frozenset[str] = frozenset()  # no part of a subject's name
    everything: frozenset[str] = frozenset()
    no_name: frozenset[str] = frozenset()  # words that stand in no subject's name
    corrections: frozenset[str] = frozenset()  # words that take back what was just said
    breaks: frozenset[str] = frozenset()  # words after which something else is said
    whether: PatternIndex = field(default_factory=_nothing)  # how a question begins that asks whether one may
    not_last: frozenset[str] = frozenset()  # words with which none ends: "the oven is … on"
    minus: frozenset[str] = frozenset()
    foreign: Mapping[str, PatternIndex] = field(default_factory=dict)  # by how surely, and the weather
    spans: PatternIndex = field(default_factory=_nothing)  # stretches of time that lie behind
    latest: PatternIndex = field(default_factory=_nothing)
    limits: PatternIndex = field(default_factory=_nothing)
    states: PatternIndex = field(default_factory=_nothing)  # connected or not
    lasting: PatternIndex = field(
        default_factory=_nothing
    )  # how long something is to last, in minutes, or a number of a unit
    amounts: PatternIndex = field(default_factory=_nothing)  # an amount with its unit
    lately: PatternIndex = field(
        default_factory=_nothing
    )  # words by which the last time that something happened is asked for
    since: frozenset[str] = frozenset()  # words before a day from which on until now is meant
    halves: frozenset[str] = frozenset()  # words for half of a unit
    plurals: frozenset[str] = frozenset()  # words for several subjects of a kind
    both: frozenset[str] = frozenset()  # those of everything that mean two
    aggregates: PatternIndex = field(
        default_factory=_nothing
    )  # what is asked of values: the most, the least, the mean, how long
    past: PatternIndex = field(default_factory=_nothing)  # whether it ever was, or stayed so, though no time is said
    beyond: PatternIndex = field(default_factory=_nothing)  # above or below an amount
    compares: PatternIndex = field(default_factory=_nothing)  # words that set subjects against each other
    versus: frozenset[str] = frozenset()  # words between those that are
    is_so: PatternIndex = field(default_factory=_nothing)  # what a subject is asked to be: on, open, running
    values: Mapping[Phrase, str] = field(default_factory=dict)  # what can be chosen: colours, modes, half of it
    units: Mapping[Phrase, str] = field(default_factory=dict)  # in what a number is said
    joining: frozenset[str] = frozenset()  # words between a number and the half that is added to it
    slight: frozenset[str] = frozenset()  # words for a little: how far is then to be said
    excepting: frozenset[str] = frozenset()  # words after which those are named that are not meant
    telling: frozenset[str] = frozenset()  # small words that tell subjects apart where they stand in a name
    until: frozenset[str] = frozenset()  # words before a time at which something is to end
    invariable: frozenset[str] = frozenset()  # words for one of a kind and for several
    many_led: frozenset[str] = frozenset()  # before these several are meant
    towards: frozenset[str] = frozenset()  # words before what something is to be, where more or less is said as well
    binding: frozenset[str] = frozenset()  # words that begin when, or on what condition, something is to be done
    including: frozenset[str] = frozenset()  # words beside what is among all of them anyway
    everywhere: PatternIndex = field(default_factory=_nothing)  # the whole place: all that there is
    told: frozenset[str] = frozenset()  # words with which somebody begins to tell what was done
    paired: Mapping[Phrase, str] = field(default_factory=dict)  # words that join two after a word before both of them
    calling_off: frozenset[str] = frozenset()  # words with which an order for later is taken back
    onward: Mapping[Phrase, str] = field(
        default_factory=dict
    )  # what is said alone of what was just ordered, by its act
    called: Mapping[Phrase, str] = field(default_factory=dict)  # what subjects of some kinds are called besides
    beside_acts: frozenset[str] = frozenset()  # words beside such an act that say nothing else: "all the way"


@dataclass(frozen=True, slots=True)
class Shifts:
    """How a language says that something is moved in time."""

    later: frozenset[str]
    earlier: frozenset[str]
    halves: Mapping[str, int]  # words for a stretch of its own, in minutes; before a unit, half of it
    several: Mapping[str, float]  # "a couple of", "a quarter of"
    between: frozenset[str]  # small words between a number and its unit
    lead: frozenset[str]  # small words before a thing to do that is one of several ("e di chiamare")
    ahead: frozenset[str]  # small words before a time
    polite: frozenset[str]  # words with which politeness begins that else make a condition ("if")
    taken_back: frozenset[tuple[str, ...]]  # what takes back the words before it in favour of those after it
    one: frozenset[str]  # nouns and pronouns that stand for a record ("the overdue one")
    many: frozenset[str]  # those that stand for several ("the overdue ones")
    fillers: frozenset[str]  # words around a bare value ("no, actually friday then")
    only: frozenset[str]  # words around them that say nothing more ("the only one that is due tomorrow")
    spoken: Mapping[tuple[str, ...], str]  # marks of writing, as who dictates says them
    contracted: Mapping[str, str]  # the verb that a name with "'s" holds before a word: "milk's bought"
    pairs: frozenset[tuple[str, ...]]  # words that join two: "sia … che …"
    reasons: frozenset[tuple[str, ...]]  # "so that i", "because"
    hesitations: frozenset[str]  # sounds of somebody who looks for words
    asking: frozenset[str]  # words with which questions begin
    sparing: frozenset[str]  # words before what is to be left alone ("keep the milk, delete …")
    helping: frozenset[str]  # verbs that stand after a name and are no part of it ("the milk can wait")
    particles: frozenset[str]  # words that end what is to be done ("take the bins out")
    reminding: frozenset[str]  # words after which one counts on being told at an hour ("remind me", "tonight")
    replacing: frozenset[str]  # verbs by which what is written is put in the place of what was ("change the note to …")
    speaker: frozenset[str]  # who speaks ("tell me")
    openings: frozenset[tuple[str, ...]]  # words that begin a sentence without a pause ("… I am busy")
    still: frozenset[tuple[str, ...]]  # what somebody says of what is not done yet: "I still have to"
    reports: frozenset[tuple[str, ...]]  # what stands before somebody's words, which are no order: "she goes"


@dataclass(frozen=True, slots=True)
class Elliptic:
    """How a language says only what is new."""

    marks: Mapping[str, frozenset[Phrase]]  # what corrects, adds, or points: "I meant", "too", "the other one"
    small: frozenset[str]  # words that say nothing beside a value
    at: Phrase  # what stands before a time of day
    on: Phrase  # what stands before a day
    past: Mapping[Phrase, int]  # minutes past an hour that is not said
    fields: Mapping[str, frozenset[str]]  # what one calls what a record has, by its role
    says: tuple[Pattern, ...]  # a whole message about the record that was last spoken of


@dataclass(frozen=True, slots=True)
class Likeness:
    """A trained scorer: one row of weights for each bucket of word features, one column for each intent."""

    intents: tuple[str, ...]
    bias: tuple[float, ...]
    rows: PackedRows
    scale: float
    cues: frozenset[str]  # a clause that has none of these is like no reading tool's wording
    words: frozenset[str]  # words seen in training: none of them is a slip


@dataclass(frozen=True, slots=True)
class ToolWords:
    """By which words tools that were handed in are told apart, and their values found; all keys are folded words."""

    is_decimal_comma: bool
    acts: Mapping[str, str]  # what a word does: "fetch" reads, "drop" destroys
    marks: Mapping[str, str]  # what a small word before a value states: "from", "in", "named"
    small: frozenset[str]  # words of no content
    roles: Mapping[str, frozenset[str]]  # what a parameter holds that bears the word: a place, a count
    examples: tuple[str, ...]  # what stands before an example in a description
    units: Mapping[str, str]
    truths: Mapping[str, bool]  # words that switch something on or off
    things: Mapping[str, str]  # one name for a thing in every language


@dataclass(frozen=True, slots=True)
class ValueWords:
    """How values are written in other words; all words are folded."""

    same: Mapping[Phrase, tuple[Phrase, ...]]  # what may be written for it: codes, abbreviations, synonyms
    forms: tuple[str, ...]  # endings that derive a word from another of the same meaning
    glosses: frozenset[str]  # between an option and what is said of it
    defaults: frozenset[str]  # before a default that is written down
    scales: Mapping[str, tuple[str, float]]  # a unit: what it measures, and how much
    places: Mapping[Phrase, tuple[str, ...]]  # a city: what may stand after it, the narrower first
    options: Mapping[Phrase, tuple[Phrase, ...]]  # an option of a list: by which words else people name it
    spans: frozenset[str]  # before a unit by itself, which then is one of it: "the next week"
    single: frozenset[str]  # the units that stand so
    amounts: Mapping[Phrase, Mapping[str, float]]  # words that say a number, by what it is of: "from rest"
    past: Mapping[Phrase, int]  # a day gone by: how many days ago
    ago: frozenset[str]  # after an amount of time that went by
    times_a_year: Mapping[str, int]  # how many times a year something happens: "quarterly"
    counting: frozenset[str]  # words of a parameter that counts how often


class IntentRoute(NamedTuple):
    """Where an intent leads: to which domain, and what its tool does."""

    domain: str
    does: str
    has_capabilities: bool = False  # the domain's records can do something by themselves


NO_INTENT = IntentRoute("", "")


@dataclass(frozen=True, slots=True)
class Pack:
    """A language."""

    language: str
    name: str
    is_eliding: bool
    formal: tuple[
        Mapping[str, str], frozenset[str], frozenset[str]
    ]  # verbs, the pronouns before them, words that bar it
    rewrite: dict[str, tuple[str, ...]]
    endings: tuple[tuple[str, str], ...]
    hints: frozenset[str]
    vocabulary: frozenset[str]
    slips: SlipIndex
    openers: Pattern
    leaning: PatternIndex  # times that lean on one that was spoken of: "the same day", "before that"
    courtesies: PatternIndex  # politeness that says nothing, wherever it stands: "if it is no trouble"
    closers: Pattern
    joiners: Starting
    not_requests: Starting
    answers: tuple[Pattern, ...]
    numbers: Numbers
    times: Times
    shifts: Shifts
    repeats: RepeatWords
    ellipsis: Elliptic
    references: References
    patterns: Starting  # of all domains
    loose: PatternIndex  # of subjects, with which any word may begin: only where something speaks of one
    making: frozenset[str]  # the words in which something new is asked for
    subject_words: frozenset[str]  # words that speak of one
    intents: Mapping[str, IntentRoute]  # what the patterns lead to
    lists: Mapping[str, ListWords]  # by domain
    commands: CommandWords
    replies: Mapping[str, str]
    variants: Mapping[str, tuple[str, ...]]  # other ways to say some of the replies
    labels: Mapping[str, Mapping[str, str]]
    likeness: Likeness
    abbreviations: frozenset[str]
    is_heard: bool  # whether the tagger was trained in this language
    negations: frozenset[str]  # words that take back what follows them
    harm: Harm
    speech: Speech  # to and from a language model
    values: ValueWords
    tools: ToolWords  # for tools that were handed in
    lines: dict[tuple[str, tuple[Word, ...]], Line] = field(default_factory=dict, init=False, compare=False, repr=False)

    def line(self, raw: str, words: Sequence[Word]) -> Line:
        """A message's words as this language writes them; asked for again while it is read, it is the same line."""
        key = raw, tuple(words)
        known = self.lines.get(key)
        if known is None:
            if len(self.lines) >= _LINES:
                self.lines.clear()
            spoken = uncontracted(words, self.shifts.contracted) if self.shifts.contracted else words
            spoken = informal(spoken, *self.formal) if self.formal[0] else spoken
            known = self.lines[key] = line(raw, rewritten(spoken, self.rewrite, self.is_eliding))
        return known

    def intent(self, name: str) -> IntentRoute:
        """Where an intent leads."""
        return self.intents.get(name, NO_INTENT)

    def words(self, intent: str) -> ListWords:
        """The words of the list that an intent is about; of the first, where it is about none."""
        found = self.lists.get(self.intent(intent).domain)
        return found if found is not None else next(iter(self.lists.values()))

    def knows(self, word: str) -> bool:
        """Whether this is a word of the language, as far as the pack can tell."""
        return word in self.vocabulary or word in self.hints or word in self.likeness.words or word in self.rewrite

    def repair(self, word: str) -> str | None:
        """The pack's own word that this one is a slip of, or None."""
        if len(word) < 4 or not word.isalpha() or self.knows(word):
            return None
        if any(word.endswith(end) and word[: -len(end)] + bare in self.vocabulary for end, bare in self.endings):
            return None
        near = self.slips.near(word)
        close = sorted(w for w in near if _is_slip(word, w))
        close = [w for w in close if w in self.patterns.by_word] or close  # what a request begins with comes first
        close = [w for w in close if sorted(w) == sorted(word)] or close  # letters that changed places come first
        is_one = len({"".join(sorted(w)) for w in close}) == 1  # two spellings of one word
        return close[0] if is_one else None

    def warm(self) -> None:
        """Compile every pattern now, so that no message has to wait for it."""
        times, commands = self.times, self.commands
        indexes = (
            *(index for words in self.lists.values() for index in words.indexes()),
            *(times.dates, times.clocks, self.repeats.rules),
            *(self.repeats.adverbs, self.loose),
            *commands.foreign.values(),
            *(commands.spans, commands.latest, commands.limits, commands.states),
        )
        searched = (p for index in indexes for p in index.patterns)
        for pattern in (*self.patterns.all(), *self.not_requests.all(), *self.joiners.all(), *searched):
            pattern.warm()
        self.slips.near("")


def _is_slip(word: str, meant: str) -> bool:
    if word[0] != meant[0] or OSA.distance(word, meant, score_cutoff=1) > 1:
        return False
    # four letters are few: only letters that changed places, or one too few or too many, count as a slip there
    return len(word) > 4 or len(word) != len(meant) or sorted(word) == sorted(meant)
