"""How a language says that something repeats: words and patterns, and what such a phrase becomes in its line."""

from collections.abc import Mapping
from typing import NamedTuple

from sayso.dataclass import dataclass
from sayso.engine.pattern import Pattern
from sayso.engine.shelf import PatternIndex


class Repeated(NamedTuple):
    """A phrase that says how something repeats: the letters that say so, and what they say."""

    start: int
    end: int
    rule: str  # as RFC 5545 writes it
    clock: str = ""  # HH:MM, where a time of day is part of it
    starts: str = ""  # the ISO date from which on, where one is part of it
    part: str = ""  # the half of the day it speaks of
    bare: int = 0  # where the rule itself begins, after words such as "repeating"
    is_of_noun: bool = False  # "a weekly reminder to …": the rest reads as if it were said last
    is_adjective: bool = False  # "settimanale": of something that exists, how it repeats; of a title, a part of it
    tail: tuple[int, int] = (0, 0)  # the letters farther on that say when it ends, or at what time of day it is
    also: tuple[str, ...] = ()  # HH:MM, the other times of one day


@dataclass(frozen=True, slots=True)
class RepeatWords:
    """The phrases of repetition of a language; each pattern's `intent` is the mechanism it stands for."""

    stand_in: str  # a day as a single word: it takes the phrase's place, so that the rest reads as with any day
    days: Mapping[str, int]
    parts: Mapping[str, str]
    last: frozenset[str]
    nouns: frozenset[str]  # of which an adverb may be said before or after: "a weekly reminder"
    rules: PatternIndex
    adverbs: PatternIndex  # only where nothing follows: "weekly", but not "weekly report"
    adjectives: PatternIndex
    lead: tuple[Pattern, ...]  # words before such a phrase that go with it: "repeating"
    until: tuple[Pattern, ...]
    until_end: tuple[Pattern, ...]  # the last day of a month, rather than its first
    starting: tuple[Pattern, ...]
    times: tuple[Pattern, ...]
    joiners: frozenset[str]  # between one thing to do and the next
