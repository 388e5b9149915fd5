"""Where a value comes from: the message, the conversation, a record, a default. What nobody said has no source."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from sayso.engine.guarding.schema import Schema
from sayso.engine.nouns import Source, Turn, User
from sayso.engine.pack import Pack
from sayso.engine.records.words import Endings, stem, words_of
from sayso.engine.text import fold, tokens
from sayso.engine.values.times import TimePhrase, find_times

_WORD = re.compile(r"[^\W_]+")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_MARK = re.compile(r"(?=.*\d)(?=.*[^\W\d_])[\w\-]{5,}|\w+(?:-\w+){3,}")  # what looks like an id
_DATE = re.compile(r"(\d{1,4})[-/.](\d{1,2})[-/.](\d{1,4})(?:[T ]+(.*))?")
_CLOCK = re.compile(r"(\d{1,2}):(\d{2})(?::\d{2})?(?:Z|[+-]\d{2}:?\d{2})?")
_LARGEST = 1e15  # numbers beyond it are told by their digits, if at all
_READ_AT_MOST = 2000  # letters in which dates are looked for
_ENOUGH = 0.6  # the share of a text's words that must have been said


@dataclass(frozen=True, slots=True)
class Ground:
    """The texts that a value may come from."""

    message: str
    history: tuple[Turn, ...]
    user: User | None
    record_of: Callable[[str], str | None]  # the id of the record that bears this name or id
    packs: tuple[Pack, ...]
    endings: Endings
    now: datetime

    def of_the_person(self) -> "Ground":
        """The same without what the assistant said: it repeats titles, and a title is nobody's wish."""
        own = tuple(turn if turn.role == "user" else Turn(turn.role, "") for turn in self.history)
        return replace(self, history=own)

    def source(self, value: object, schema: Schema) -> Source | None:
        """Where a value comes from, or None where nobody said it."""
        span = said_in(value, self.message, self)
        if span is not None:
            return None if is_negated(span, self.message, self) else Source("message", span)
        for turn in range(len(self.history) - 1, -1, -1):
            if said_in(value, self.history[turn].content, self) is not None:
                return Source("history", turn=turn)
        if isinstance(value, str):
            record = self.record_of(value)
            if record is not None:
                return Source("context", record=record)
            if self.user is not None and value in (self.user.id, self.user.name, self.user.email, self.user.timezone):
                return Source("context", record=self.user.id)
        if "default" in schema and schema["default"] == value:
            return Source("default")
        return None


def said_in(value: object, text: str, ground: Ground) -> tuple[int, int] | None:
    """Where a text says a value: every part of it, as words, numbers, or a date in other words."""
    if not text:
        return None
    match value:
        case bool():
            return None  # yes and no are said in too many ways
        case int() | float():
            return _number_in(float(value), text, ground) if abs(value) < _LARGEST else None
        case str():
            return _text_in(value, text, ground)
        case list() | tuple():
            return _all_in(value, text, ground)
        case Mapping():
            return _all_in(list(value.values()), text, ground)
        case _:
            return None


def _all_in(values: list[object] | tuple[object, ...], text: str, ground: Ground) -> tuple[int, int] | None:
    spans = [said_in(v, text, ground) for v in values]
    found = [s for s in spans if s is not None]
    if not found or len(found) < len(spans):
        return None
    return min(s[0] for s in found), max(s[1] for s in found)


def _number_in(value: float, text: str, ground: Ground) -> tuple[int, int] | None:
    for number, span in _numbers(text, ground):
        if number == value or number / 100 == value:
            return span
    return None


def _numbers(text: str, ground: Ground) -> Iterator[tuple[float, tuple[int, int]]]:
    for found in _NUMBER.finditer(text):
        start = found.start() - (found.start() > 0 and text[found.start() - 1] in "-−")
        after = _WORD.match(text[found.end() : found.end() + 12].lstrip(" -"))
        power = max((p.numbers.powers.get(fold(after.group()), 1) for p in ground.packs), default=1) if after else 1
        for number in _readings(found.group()):
            yield number, (found.start(), found.end())
            yield -number if start < found.start() else number * power, (start, found.end())
    for word in _WORD.finditer(text):
        said = fold(word.group())
        for pack in ground.packs:
            for table in (pack.numbers.cardinals, pack.numbers.ordinals):
                if said in table:
                    yield float(table[said]), word.span()


def _readings(bare: str) -> Iterator[float]:
    """What digits with points and commas may mean: 1,000.5 or 1.000,5, a date's parts, two numbers of a pair."""
    for form in {bare.replace(",", ""), bare.replace(".", "").replace(",", "."), bare.replace(",", ".")}:
        if form.count(".") <= 1:
            yield float(form)
    parts = re.split("[.,]", bare)
    if len(parts) > 2 or ("," in bare and len(parts[-1]) != 3):
        yield from map(float, parts)


def _text_in(value: str, text: str, ground: Ground) -> tuple[int, int] | None:
    wanted = value.strip()
    if not wanted:
        return None
    at = fold(text).find(fold(wanted)) if len(fold(text)) == len(text) else -1
    if at >= 0 and _is_whole(text, at, at + len(wanted)) and len(wanted) > 1:
        return at, at + len(wanted)
    if _MARK.fullmatch(wanted):
        return None  # an id is said as it is, or not at all
    date, clock = _DATE.fullmatch(wanted), _CLOCK.fullmatch(wanted)
    if date is not None:
        return _date_in(date, text, ground)
    if clock is not None:
        return _clock_in(int(clock.group(1)), int(clock.group(2)), text, ground)
    if wanted[0] in "{[":
        inside = _read(wanted)
        if inside is not None:
            return said_in(inside, text, ground)
    return _words_in(wanted, text, ground)


def _read(text: str) -> object:
    try:
        read = json.loads(text)
    except ValueError:
        return None
    return read if isinstance(read, list | dict) else None


def _is_whole(text: str, start: int, end: int) -> bool:
    """Whether a range begins and ends with whole words: "on" is not in "cucina"."""
    before, after = text[start - 1 : start], text[end : end + 1]
    head = not (before.isalnum() and text[start].isalnum())
    return head and not (after.isalnum() and text[end - 1].isalnum())


def _words_in(wanted: str, text: str, ground: Ground) -> tuple[int, int] | None:
    """Most of the words, in whatever order and inflection; every number among them."""
    places = {stem(fold(w.group()), ground.endings): w.span() for w in reversed(list(_WORD.finditer(text)))}
    spoken = _WORD.findall(wanted[:_READ_AT_MOST])
    light = {w for pack in ground.packs for w in pack.references.light}
    heavy = [fold(w) for w in spoken if fold(w) not in light and not _is_suffix(w)] or [fold(w) for w in spoken]
    found: list[tuple[int, int]] = []
    for word in heavy:
        span = places.get(stem(word, ground.endings))
        if span is None and word.isdigit():
            span = _number_in(float(word), text, ground)
            if span is None:
                return None
        if span is not None:
            found.append(span)
    is_filler = all(fold(w) in light for w in spoken)  # "a" names nothing
    if not heavy or is_filler or len(found) / len(heavy) < _ENOUGH:
        return None
    return min(s[0] for s in found), max(s[1] for s in found)


def is_negated(span: tuple[int, int], text: str, ground: Ground) -> bool:
    """Whether the words just before a value take it back: "not in Rome", "without a projector"."""
    before = [fold(w) for w in _WORD.findall(text[max(0, span[0] - 30) : span[0]])][-2:]
    return any(w in pack.negations for w in before for pack in ground.packs)


def _is_suffix(word: str) -> bool:
    """A state's or a country's letters after a town ("Austin, TX") say no more than the town does."""
    return len(word) == 2 and word.isupper()


def _phrases(text: str, ground: Ground) -> Iterator[tuple[TimePhrase, tuple[int, int]]]:
    for pack in ground.packs:
        line = pack.line(text[:_READ_AT_MOST], tokens(text[:_READ_AT_MOST]))
        for phrase in find_times(line, pack, (0, len(line.words))) if line.words else ():
            yield phrase, line.span(phrase.start, phrase.end)


def _clock_in(hour: int, minute: int, text: str, ground: Ground) -> tuple[int, int] | None:
    """A time of day that the text says in other words."""
    wanted = f"{hour:02d}:{minute:02d}"
    for phrase, span in _phrases(text, ground):
        if phrase.clock is not None and phrase.anchor(ground.now)[11:16] == wanted:
            return span
    return None


def _date_in(date: re.Match[str], text: str, ground: Ground) -> tuple[int, int] | None:
    """A date that the text says in other words: a phrase that comes to it, or its day and month; and its time too."""
    span = _day_in(date, text, ground)
    clock = _CLOCK.fullmatch(date.group(4) or "")
    if span is None or not date.group(4):
        return span
    is_midnight = clock is not None and {clock.group(1), clock.group(2)} == {"00"}
    if clock is None or is_midnight:
        return span if is_midnight else None
    at = _clock_in(int(clock.group(1)), int(clock.group(2)), text, ground)
    return (min(span[0], at[0]), max(span[1], at[1])) if at is not None else None


def _day_in(date: re.Match[str], text: str, ground: Ground) -> tuple[int, int] | None:
    one, middle, three = (int(g) for g in date.groups()[:3])
    year, rest = (one, (middle, three)) if one > 31 else (three, (one, middle))
    days = {(rest[0], rest[1]), (rest[1], rest[0])}  # (month, day), whichever comes first
    for phrase, span in _phrases(text, ground):
        said = phrase.anchor(ground.now)[:10]
        if int(said[:4]) == year and (int(said[5:7]), int(said[8:10])) in days:
            return span
    numbers = {int(n) for n, _ in _numbers(text, ground) if n.is_integer()}
    months = {m for pack in ground.packs for w, m in pack.times.months.items() if w in set(words_of(text))}
    ordinals = {int(n) for n in re.findall(r"(\d{1,2})(?:st|nd|rd|th)\b", text)}
    for month, day in days:
        is_day = day in numbers or day in ordinals
        if is_day and (month in numbers or month in months) and (year in numbers or year == ground.now.year):
            return 0, len(text)
    return None
