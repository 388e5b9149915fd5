"""A message of values, references and small words alone, every word accounted for: "no, the report", "and at 9?"."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from rapidfuzz.distance import OSA

from sayso.engine.capabilities.lexicon import Lexicon, Role
from sayso.engine.pack import Pack, Phrase
from sayso.engine.text import Line, Word, line
from sayso.engine.values.numbers import with_digits
from sayso.engine.values.shift import Shift, find_shift
from sayso.engine.values.times import TimePhrase, find_times, same_words

Words = tuple[int, int]
Found = dict[str, object]
_NUMBER = re.compile(r"\d+(?:[.,]\d+)?")
_AT_MOST = 12  # words
_LONGEST = 4  # words of a phrase
_SHORT = 4  # letters of a word whose slips are not mended


@dataclass(frozen=True, slots=True)
class Fragment:
    """What a message says besides small words; every one of its words is in one of these, or says nothing."""

    marks: frozenset[str]  # that it corrects, adds, points at the other one, at the day or the place spoken of
    is_question: bool
    time: TimePhrase | None = None
    is_timed_bare: bool = False  # a number that is a time of day only where one is spoken of
    past: int | None = None  # minutes past an hour that nobody said
    shift: Shift | None = None
    priority: tuple[str, Words] | None = None
    amount: Words | None = None
    span: Words | None = None  # a stretch of time that lies behind
    metrics: tuple[str, ...] = ()
    things: frozenset[str] = frozenset()
    act: str = ""
    reference: Words | None = None  # the words that are left: they name a record, or it is no such message

    @property
    def has_value(self) -> bool:
        """Whether it says anything new about a record's time or weight."""
        return self.time is not None or self.shift is not None or self.priority is not None or self.past is not None

    @property
    def is_bare(self) -> bool:
        """Whether it says nothing but a number or a time."""
        return self.reference is None and not (self.metrics or self.things or self.act or "other" in self.marks)


def fragment(said: Line, pack: Pack, lexicon: Lexicon) -> Fragment | None:
    """The message as such a fragment; None where it is too long, or in words that leave no single reference."""
    if not said.words or len(said.words) > _AT_MOST:
        return None
    said = _mended(said, pack)
    texts = [w.text for w in said.words]
    found: Found = {}
    if any(_is_in(phrase, texts) for phrase in pack.ellipsis.marks["bye"]):
        return None
    taken = _timed(said, pack, found)
    taken |= _weighed(said, pack, found, taken)
    marks, marked = _marked(texts, pack.ellipsis.marks, taken)
    taken |= marked
    if {"more", "less"} <= marks or _denies(said, pack):
        return None
    is_more = bool({"more", "less"} & marks)
    if "time" not in found:
        taken |= _numbered(said, pack, found, taken, is_more)
    taken |= _of_subjects(texts, (lexicon, pack.commands.acts), taken, found)
    left = [i for i in range(len(texts)) if i not in taken]
    heavy = [i for i in left if texts[i] not in pack.ellipsis.small]
    if heavy and any(i in taken for i in range(heavy[0], heavy[-1] + 1)):
        return None
    reference = _whole((heavy[0], heavy[-1] + 1), texts, taken, pack) if heavy else None
    first = next((i for i, t in enumerate(texts) if t not in pack.joiners.by_word), 0)
    is_whether = (texts[first],) in pack.ellipsis.marks["whether"]
    is_told = "whether" in marks and not (is_whether or "?" in said.raw or marks & {"asks", "corrects", "instead"})
    if is_told or (found.get("is_timed_bare") and "priority" in found):
        return None  # "it is friday already", "high five"
    return Fragment(marks, "?" in said.raw or "asks" in marks or is_whether, reference=reference, **found)  # type: ignore[arg-type]


def _denies(said: Line, pack: Pack) -> bool:
    """Whether a "no" goes with the noun after it: "no milk today"."""
    words = said.words
    corrects, articles = pack.ellipsis.marks["corrects"], pack.references.articles | pack.shifts.one
    if len(words) < 2 or (words[0].text,) not in corrects or any(m in said.gap(1) for m in ",.;!"):
        return False
    after = words[1].text
    is_plain = after.isalpha() and after not in articles and after not in pack.ellipsis.small
    leads = {
        phrase[0]
        for role in ("corrects", "instead", "moves", "other", "asks", "too")
        for phrase in pack.ellipsis.marks[role]
    }
    return (
        is_plain
        and after not in leads
        and not find_times(_mended(said, pack), pack, (1, 2))
        and not _weighed(said, pack, {})
    )


def _mended(said: Line, pack: Pack) -> Line:
    """The line with slips in the names of days and months mended."""
    names = [n for n in (*pack.times.weekdays, *pack.times.months) if len(n) > _SHORT]
    words = []
    for word in said.words:
        is_slip = len(word.text) > _SHORT and word.text.isalpha() and not pack.knows(word.text)
        near = [n for n in names if n[0] == word.text[0] and OSA.distance(n, word.text, score_cutoff=1) <= 1]
        words.append(Word(near[0], word.start, word.end) if is_slip and len(near) == 1 else word)
    return said if tuple(words) == said.words else line(said.raw, words)


def _timed(said: Line, pack: Pack, found: Found) -> set[int]:
    """The one time, or the stretch by which something is moved, or that lies behind."""
    whole = (0, len(said.words))
    behind = _behind(said, pack)
    longer = [t for t in find_times(said, pack, whole) if behind and t.end - t.start > behind[1] - behind[0]]
    if behind is not None and not any(t.start <= behind[0] and behind[1] <= t.end for t in longer):  # "2pm today"
        found["span"] = behind
        return set(range(*behind))
    shift = find_shift(said, whole, pack)
    if shift is not None:
        found["shift"] = shift
        moving = pack.shifts.later | pack.shifts.earlier | pack.shifts.between
        return {*range(shift.start, shift.end), *(i for i, w in enumerate(said.words) if w.text in moving)}
    times = find_times(said, pack, whole)
    if len(times) == 2 and times[0].clock is None and times[1].day is None:  # "the 26th, at 3pm"
        first, second = times
        between = {w.text for w in said.words[first.end : second.start]}
        if between <= pack.ellipsis.small:
            times = [TimePhrase(first.start, second.end, first.day, second.clock)]
    if not times:
        times = list(_as_day(said, pack))
    if len(times) == 1:
        found["time"] = times[0]
        digits = [i for i in range(times[0].start, times[0].end) if _NUMBER.fullmatch(said.words[i].text)]
        if times[0].day is None and len(digits) == 1:  # "the hall one at 6": an hour, or degrees
            found["amount"] = (digits[0], digits[0] + 1)
        return set(range(times[0].start, times[0].end))
    return set()


def _as_day(said: Line, pack: Pack) -> Iterator[TimePhrase]:
    """The day that a bare number with its article would be after "on": "the 25th"."""
    numbers = [i for i, w in enumerate(said.words) if w.text[0].isdigit() and not _NUMBER.fullmatch(w.text)]
    if len(numbers) != 1:
        return
    at = numbers[0] - (numbers[0] > 0 and said.words[numbers[0] - 1].text in pack.references.articles)
    where = said.words[at].start
    lead = [Word(text, where, where) for text in pack.ellipsis.on]
    spoken = line(said.raw, (*lead, *said.words[at:]))
    for phrase in find_times(spoken, pack, (0, len(spoken.words)))[:1]:
        if phrase.start == 0 and phrase.day is not None:
            yield TimePhrase(at, at + phrase.end - len(lead), phrase.day, phrase.clock)


def _behind(said: Line, pack: Pack) -> Words | None:
    digits = with_digits(said, pack.numbers)
    for pattern in pack.commands.spans.of(digits.texts):
        for m in pattern.search_all(digits.flat, 0, len(digits.flat)):
            return same_words(digits, said, (digits.index(m.start()), digits.index(m.end() - 1) + 1))
    return None


def _weighed(said: Line, pack: Pack, found: Found, taken: Collection[int] = ()) -> set[int]:
    best: tuple[str, Words] | None = None
    for pattern in (p for known in pack.lists.values() for p in known.priorities.of(said.texts)):
        for m in pattern.search_all(said.flat, 0, len(said.flat)):
            at = (said.index(m.start()), said.index(m.end() - 1) + 1)
            if any(i in taken for i in range(*at)):
                continue  # "can wait" till a day tells the day
            if best is None or at[1] - at[0] > best[1][1] - best[1][0]:
                best = (pattern.intent, at)
    if best is None:
        return set()
    found["priority"] = best
    return set(range(*best[1]))


def _is_in(phrase: Phrase, texts: list[str]) -> bool:
    return any(tuple(texts[i : i + len(phrase)]) == phrase for i in range(len(texts) - len(phrase) + 1))


def _marked(
    texts: list[str], roles: Mapping[str, Collection[Phrase]], taken: set[int]
) -> tuple[frozenset[str], set[int]]:
    """Which marks stand in the message, and where: the longest phrases first."""
    marks: set[str] = set()
    at: set[int] = set()
    for length in range(_LONGEST, 0, -1):
        for i in range(len(texts) - length + 1):
            words = range(i, i + length)
            if any(j in taken or j in at for j in words):
                continue
            role = next((r for r, phrases in roles.items() if tuple(texts[i : i + length]) in phrases), None)
            if role is not None:
                marks.add(role)
                at.update(words)
    return frozenset(marks), at


def _numbered(said: Line, pack: Pack, found: Found, taken: set[int], is_more: bool) -> set[int]:
    """A number that stands alone, and the time of day that it may be."""
    texts = [w.text for w in said.words]
    for phrase, minutes in pack.ellipsis.past.items():
        at = next((i for i in range(len(texts)) if tuple(texts[i : i + len(phrase)]) == phrase), None)
        if at is not None and not any(_NUMBER.fullmatch(t) for t in texts):
            found["past"] = minutes
            return set(range(at, at + len(phrase)))
    cardinals = {w for w in pack.numbers.cardinals if w not in pack.shifts.one | pack.numbers.ones}
    numbers = [i for i, t in enumerate(texts) if i not in taken and (_NUMBER.fullmatch(t) or t in cardinals)]
    if not numbers and is_more:  # "one degree more"
        numbers = [i for i, t in enumerate(texts) if i not in taken and t in pack.numbers.cardinals][:1]
    if not numbers:
        return set()
    at = numbers[0]
    clock = None if is_more else _as_clock(said, at, pack)
    if clock is not None:
        found["time"], found["is_timed_bare"] = clock, True
        if len(numbers) == 1:
            found["amount"] = (at, at + 1)
        return set(range(clock.start, clock.end))
    if len(numbers) > 1:
        return set()
    found["amount"] = (at, at + 1)
    return {at}


def _as_clock(said: Line, at: int, pack: Pack) -> TimePhrase | None:
    """The time of day that the words from a number on would be after "at"."""
    where = said.words[at].start
    lead = [Word(text, where, where) for text in pack.ellipsis.at]
    spoken = line(said.raw, (*lead, *said.words[at:]))
    times = find_times(spoken, pack, (0, len(spoken.words)))
    if not times or times[0].start != 0 or times[0].clock is None:
        return None
    first = times[0]
    return TimePhrase(at, max(first.end - len(lead), 1) + at, first.day, first.clock)


def _of_subjects(
    texts: list[str], words: tuple[Lexicon, Mapping[Phrase, str]], taken: set[int], found: Found
) -> set[int]:
    """What subjects measure, what they have, and what one does to them."""
    lexicon, acts = words
    left = [i for i in range(len(texts)) if i not in taken and texts[i] not in lexicon.light]
    stems = lexicon.stems(texts[i] for i in left)
    out: set[int] = set()

    def spots(role: Role) -> Iterable[str]:
        for spot in lexicon.spots(role, stems):
            words = {left[j] for j in range(spot.start, spot.end)}
            if not words & out:
                out.update(words)
                yield spot.name

    told = {i: acts[texts[i],] for i in left if (texts[i],) in acts}  # as written, before its stem may mislead
    out.update(told)
    things = frozenset(spots("thing"))
    found["things"] = things
    found["metrics"] = tuple(dict.fromkeys(spots("metric")))
    said = [*told.values(), *spots("act")]
    found["act"] = said[0] if len(said) == 1 else ""
    return out


def _whole(words: Words, texts: list[str], taken: set[int], pack: Pack) -> Words:
    """A reference with the small words around it that go with it: "the … one"."""
    first, end = words
    light = pack.references.articles | pack.shifts.one
    while first > 0 and first - 1 not in taken and texts[first - 1] in light:
        first -= 1
    back = first - 1
    while (
        back >= 0 and back not in taken and texts[back] in pack.references.light and texts[back] not in pack.shifts.one
    ):
        back -= 1
    if 0 <= back < first and back not in taken and texts[back] in pack.shifts.one:  # "quello in cucina"
        first = back - (back > 0 and back - 1 not in taken and texts[back - 1] in pack.references.articles)
    if end < len(texts) and end not in taken and texts[end] in pack.shifts.one:
        end += 1
    return first, end
