"""A tool call in the making, and what is at hand while it is made."""

from dataclasses import field
from datetime import datetime

from sayso.dataclass import dataclass
from sayso.engine.nouns import Argument, Evidence, Mention, Reading, Source
from sayso.engine.pack import ListWords, Pack
from sayso.engine.repeating import Repeated
from sayso.engine.shelf import PatternIndex
from sayso.engine.text import QUOTE, Line
from sayso.engine.tool import Tool
from sayso.engine.values.shift import Shift
from sayso.engine.values.times import TimePhrase

Words = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Draft:
    """A tool call in the making."""

    reading: Reading
    arguments: tuple[Argument, ...] = ()
    missing: tuple[str, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    mention: Mention | None = None
    mention_words: Words | None = None
    shift: Shift | None = None  # by how much the record's own time is moved
    days: tuple[str, str] | None = None  # the first and the last of those on which it is passed over
    rivals: tuple[str, ...] = ()  # the intents of other readings of the same words

    def value(self, name: str) -> object:
        """The value of a parameter, or None."""
        return next((a.value for a in self.arguments if a.name == name), None)


@dataclass(slots=True)
class Maker:
    """What composing one reading needs at hand, and what it has found so far."""

    said: Line
    pack: Pack
    now: datetime
    reading: Reading
    tool: Tool
    arguments: list[Argument] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    evidence: list[Evidence] = field(default_factory=list)
    shift: Shift | None = None
    repeat: tuple[Repeated, TimePhrase] | None = None  # what repeats, and the day that stands for it
    days: tuple[str, str] | None = None

    @property
    def words(self) -> ListWords:
        """The words of the list that the reading is about."""
        return self.pack.words(self.reading.intent)

    def has(self, *roles: str) -> bool:
        """Whether a value was found for one of these roles."""
        names = {self.tool.key(role) for role in roles}
        return any(a.name in names for a in self.arguments)

    @property
    def is_changing(self) -> bool:
        """Whether a new value was found."""
        return any(self.tool.role(a.name).startswith("new_") for a in self.arguments)

    def put(self, role: str, value: object, words: Words) -> None:
        """A value that the message gives for a parameter that plays a role; none where the tool has no such."""
        name = self.tool.key(role)
        if not name:
            return
        span = self.said.span(*words)
        if words[1] - words[0] == 1 and self.said.words[words[0]].text == QUOTE:
            span = (self.said.words[words[0]].start, self.said.words[words[0]].end)
        self.arguments.append(Argument(name, value, Source("message", span)))

    def text(self, words: Words) -> str:
        """The message's own words, without the quotes around them."""
        if words[1] - words[0] == 1 and self.said.words[words[0]].text == QUOTE:
            return self.said.raw[self.said.words[words[0]].start : self.said.words[words[0]].end].strip()
        return self.said.said(*words)

    def note(self, name: str, value: float = 1.0) -> None:
        """Something that the confidence weighs."""
        self.evidence.append(Evidence(name, value))

    def done(self, mention_words: Words | None = None) -> Draft:
        """The draft as it stands."""
        return Draft(
            self.reading,
            tuple(self.arguments),
            tuple(self.missing),
            tuple(self.evidence),
            mention_words=mention_words,
            shift=self.shift,
            days=self.days,
        )


def search(maker: Maker, patterns: PatternIndex, words: Words) -> tuple[str, Words] | None:
    """The longest match of one of these patterns within a range, and what it stands for."""
    said = maker.said
    best: tuple[str, Words] | None = None
    for pattern in patterns.of(said.texts):
        for m in pattern.search_all(said.flat, said.flat_at(words[0]), said.flat_at(words[1])):
            at = (said.index(m.start()), said.index(m.end() - 1) + 1)
            if best is None or at[1] - at[0] > best[1][1] - best[1][0]:
                best = (pattern.intent, at)
    return best
