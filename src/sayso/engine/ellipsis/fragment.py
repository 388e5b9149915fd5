"""A message of values, references and small words alone, every word accounted for: "no, the report", "and at 9?"."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from sayso.dataclass import dataclass
from sayso.engine.capabilities.acts import RELATIVE
from sayso.engine.capabilities.lexicon import Lexicon, Role
from sayso.engine.ellipsis.no_act import is_no_act
from sayso.engine.ellipsis.numbered import NUMBER, numbered, signed, spelt
from sayso.engine.fuzzy import OSA
from sayso.engine.pack import Pack, Phrase
from sayso.engine.records.focus import COUNTED
from sayso.engine.text import Line, Word, line
from sayso.engine.understand.exact import ends_with_no
from sayso.engine.values.numbers import with_digits
from sayso.engine.values.shift import Shift, find_shift
from sayso.engine.values.times import TimePhrase, as_day, find_times, same_words

Words = tuple[int, int]
Found = dict[str, object]
_AT_MOST = 12  # words
_OVER = "over"
_LONGEST = 4  # words of a phrase
_DENIED = 6  # words of what is denied before what is meant
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
    count: int = 0  # how many are meant, where they are all meant and their number is said
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
    if ends_with_no(said, pack):
        return None  # "the flour no" is not the flour instead
    said = _mended(said, pack)
    end = _denied_after(said, pack)
    if end:
        meant = fragment(line(said.raw, said.words[:end]), pack, lexicon)
        return None if meant is None else replace(meant, marks=meant.marks | {"corrects", "denied"})
    texts = [w.text for w in said.words]
    found: Found = {}
    if any(_is_in(phrase, texts) for phrase in pack.ellipsis.marks["bye"]):
        return None
    denied = _denied(said, pack)
    taken = set(range(denied)) | _timed(said, pack, found, denied)
    taken |= _weighed(said, pack, found, taken) | signed(texts, pack, found, taken)
    marks, marked = _marked(texts, pack.ellipsis.marks, taken)
    marks |= {"corrects", "denied"} if denied else frozenset()
    taken |= marked
    them, count = _pointing_at_several(said, pack)
    if them and taken.isdisjoint(them):
        marks, taken = marks | {"them"}, taken | them
        found["count"] = count
    if {"more", "less"} <= marks or _denies(said, pack) or _says_a_state(said, pack):
        return None
    is_more = bool({"more", "less"} & marks)
    if "time" not in found and "amount" not in found:
        taken |= numbered(said, pack, found, taken, is_more)
    amount = found.get("amount")
    if is_more and isinstance(amount, tuple) and _is_apart(amount, said, pack):
        marks -= {"more", "less"}  # "more, 200": what it is to be, not by how much
    taken |= _of_subjects(texts, (lexicon, pack.commands.acts), taken, found)
    acts = found.pop("acts")
    by = (pack.shifts.ahead | pack.shifts.between) - pack.references.articles
    is_by = len(texts) > 2 and texts[-1] in pack.numbers.cardinals and texts[-2] in by
    if is_by and found["act"] in RELATIVE and "amount" not in found:  # "lower it again by one"
        found["amount"] = (len(texts) - 1, len(texts))
        taken.add(len(texts) - 1)
    is_talk = bool(acts) and is_no_act(said, pack, found["act"], is_timed="time" in found or "amount" in found)
    is_either = is_talk or (isinstance(acts, frozenset) and len(acts) > 1)  # "is it on or off?"
    if is_either or (_OVER in marks and not (is_more or acts or "amount" in found)):
        return None  # "the oven is too warm" is no "the oven too"
    if "instead" in marks and ("time" in found or "amount" in found):
        taken |= _replaced_numbers(texts, pack)
    left = [i for i in range(len(texts)) if i not in taken]
    heavy = [i for i in left if texts[i] not in pack.ellipsis.small or _is_a_place(texts, i, pack)]
    if heavy and (any(i in taken for i in range(heavy[0], heavy[-1] + 1)) or _is_counted(heavy[0], said, found)):
        return None
    reference = _whole((heavy[0], heavy[-1] + 1), texts, taken, pack) if heavy else None
    first = next((i for i, t in enumerate(texts) if t not in pack.joiners.by_word), 0)
    is_whether = (texts[first],) in pack.ellipsis.marks["whether"]
    is_told = "whether" in marks and not (
        is_whether or "?" in said.raw or marks & {"asks", "corrects", "instead", "other"}
    )
    if is_told or (found.get("is_timed_bare") and "priority" in found):
        return None  # "it is friday already", "high five"
    return Fragment(marks, "?" in said.raw or "asks" in marks or is_whether, reference=reference, **found)  # type: ignore[arg-type]


def _is_apart(amount: Words, said: Line, pack: Pack) -> bool:
    """Whether an amount stands after a pause, and nothing after it says that it is more or less: "too much, 5 less"."""
    after = [w.text for w in said.words[amount[1] :]]
    is_more = any(_is_in(phrase, after) for role in ("more", "less") for phrase in pack.ellipsis.marks[role])
    return amount[0] > 0 and "," in said.gap(amount[0]) and not is_more


def _is_counted(at: int, said: Line, found: Found) -> bool:
    """Whether a number that could be a time of day counts what follows it: "12 boxes is enough"."""
    time = found.get("time") if found.get("is_timed_bare") else None
    return isinstance(time, TimePhrase) and time.end == at and not said.gap(at).strip()


def _is_a_place(texts: list[str], i: int, pack: Pack) -> bool:
    """Whether a word says which of several: "the second", and not "a second"."""
    is_one = texts[i] in pack.numbers.ordinals and i > 0 and texts[i - 1] in pack.references.articles
    return is_one and texts[i - 1] not in pack.numbers.cardinals


def _says_a_state(said: Line, pack: Pack) -> bool:
    """Whether a message says how a record is to stand: "put it back to pending" goes on from nothing."""
    patterns = (p for known in pack.lists.values() for p in known.values.of(said.texts))
    return any(next(iter(p.search_all(said.flat, 0, len(said.flat))), None) is not None for p in patterns)


def _pointing_at_several(said: Line, pack: Pack) -> tuple[set[int], int]:
    """The words that mean all of those that were spoken of, and how many these are: "both", "all three", "all of them";
    0 where no number is said."""
    for pattern in pack.references.plural.of(said.texts):
        for m in pattern.search_all(said.flat, 0, len(said.flat)):
            words = set(range(said.index(m.start()), said.index(m.end() - 1) + 1))
            if pattern.intent in COUNTED or len(words) > 1:  # "them" alone may be said of one
                return words, COUNTED.get(pattern.intent, 0)
    return set(), 0


def _denied(said: Line, pack: Pack) -> int:
    """Where what is denied first ends: "not the milk, the flour"; 0 where nothing is."""
    leading = pack.ellipsis.small | {phrase[0] for phrase in pack.ellipsis.marks["whether"]}
    denying = pack.negations - {phrase[0] for phrase in pack.ellipsis.marks["corrects"] if len(phrase) == 1}
    first = next((i for i, w in enumerate(said.words) if w.text not in leading), 0)  # "it is not the milk, …"
    first = 0 if said.words[0].text in pack.negations else first
    corrects = {phrase[0] for phrase in pack.ellipsis.marks["corrects"] if len(phrase) == 1}
    if first == 0 and len(said.words) > 2 and said.words[0].text in corrects and said.words[1].text in pack.negations:
        first = 1  # "no, not friday, saturday"
    if said.words[first].text not in (denying if first else pack.negations) or said.is_unbroken:
        return _value_denied(said, pack, corrects)
    after = next((i for i in range(first + 1, min(len(said.words), first + _DENIED)) if "," in said.gap(i)), 0)
    return after if after > first + 1 else 0


def _value_denied(said: Line, pack: Pack, corrects: Collection[str]) -> int:
    """Where a value that is denied ends: "250 no, 320"; 0 where none is."""
    at = next((i for i in range(1, min(len(said.words) - 1, _DENIED)) if said.words[i].text in corrects), 0)
    before = [w.text for w in said.words[:at] if w.text not in pack.ellipsis.small]
    is_value = all(NUMBER.fullmatch(t) or t in pack.numbers.cardinals for t in before)
    is_apart = at > 0 and "," not in said.gap(at) and any(mark in said.gap(at + 1) for mark in ",.;!")
    return at + 1 if before and is_value and is_apart else 0


def _denied_after(said: Line, pack: Pack) -> int:
    """Where what is meant ends, and what is denied begins: "the flour, not the milk"; 0 where nothing is."""
    denying = pack.negations - {phrase[0] for phrase in pack.ellipsis.marks["corrects"] if len(phrase) == 1}
    at = next((i for i in range(1, len(said.words) - 1) if said.words[i].text in denying), 0)
    is_apart = at > 0 and "," in said.gap(at) and not any("," in said.gap(i) for i in range(at + 1, len(said.words)))
    is_apart |= at > 0 and all(NUMBER.fullmatch(said.words[i].text) for i in (at - 1, *range(at + 1, len(said.words))))
    return at if is_apart and len(said.words) - at <= _DENIED else 0


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


def _timed(said: Line, pack: Pack, found: Found, start: int = 0) -> set[int]:
    """The one time, or the stretch by which something is moved, or that lies behind."""
    whole = (start, len(said.words))
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
        times = list(as_day(said, pack, whole))
    if len(times) == 1:
        found["time"] = times[0]
        digits = [i for i in range(times[0].start, times[0].end) if NUMBER.fullmatch(said.words[i].text)]
        run = spelt(said, times[0].end - 1, pack)  # "make it one thirty": half past one, or degrees
        if times[0].day is None and len(digits) == 1:  # "the hall one at 6": an hour, or degrees
            found["amount"] = (digits[0], digits[0] + 1)
        elif times[0].day is None and run == (times[0].start, times[0].end) and run[1] - run[0] > 1:
            found["amount"] = run
        since = times[0].start - 1  # "and since 6 this morning?"
        is_since = since >= start and said.words[since].text in pack.commands.since
        return set(range(times[0].start - is_since, times[0].end))
    return set()


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
    found["acts"] = frozenset(said)
    return out


def _replaced_numbers(texts: list[str], pack: Pack) -> set[int]:
    """The number in whose place another one is to be: "6 instead of 5" names no fifth one."""
    ends = (i + len(p) for p in pack.ellipsis.marks["instead"] for i in range(len(texts)) if _is_at(texts, i, p))
    at = [end + (end < len(texts) and texts[end] in pack.ellipsis.small) for end in ends]
    return {i for i in at if i < len(texts) and (texts[i][0].isdigit() or texts[i] in pack.numbers.cardinals)}


def _is_at(texts: list[str], at: int, phrase: tuple[str, ...]) -> bool:
    return tuple(texts[at : at + len(phrase)]) == phrase


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
