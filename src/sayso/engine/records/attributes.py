"""Records meant by what they are: "the overdue one", "the one for friday", "all the completed ones"."""

from collections.abc import Iterator
from datetime import date, datetime
from typing import NamedTuple

from sayso.engine.nouns import Candidate, Entry, Mention
from sayso.engine.pack import Pack
from sayso.engine.records.titles import Records
from sayso.engine.records.words import stem
from sayso.engine.shelf import PatternIndex
from sayso.engine.text import Line, without_owners
from sayso.engine.values.open_ended import find_windows
from sayso.engine.values.times import TimePhrase

Words = tuple[int, int]
_COUNTED = 5  # words


class Attributes(NamedTuple):
    """What records are, by words that say nothing else, and whether several are spoken of."""

    status: str | None
    priority: str | None
    when: tuple[TimePhrase, ...]  # days, of which any will do
    is_undated: bool
    is_bare: bool  # "the overdue": a status with nothing but an article
    is_plural: bool
    number: int = 0  # how many there are said to be: "the two urgent ones"


def attributes_in(said: Line, words: Words, pack: Pack, domain: str | None = None) -> Attributes | None:
    """What a range of words says of records, in any list or in one; None where it says anything else besides."""
    known = next((w for name, w in pack.lists.items() if domain in (None, name)), None)
    if known is None:
        return None
    covered: set[int] = set()
    status = _value(said, words, known.statuses, covered)
    priority = _value(said, words, known.priorities, covered)
    is_undated = _value(said, words, known.undated, covered) is not None
    when = () if is_undated else _days(said, words, pack)
    covered.update(i for t in when for i in range(t.start, t.end))
    if status is None and priority is None and not when and not is_undated:
        return None
    texts = {i: said.words[i].text for i in range(*words) if i not in covered}
    standing = pack.shifts.one | pack.shifts.many
    shifts, either = pack.shifts, pack.times.either if len(when) > 1 else frozenset()
    plain = pack.references.light | standing | shifts.only | shifts.helping | shifts.fillers | either
    is_bare = status is not None and bool(texts) and all(t in pack.references.articles for t in texts.values())
    numbers = [n for t in texts.values() if (n := pack.numbers.cardinals.get(t, 0)) > 1]
    count = numbers[0] if len(numbers) == 1 else 0
    texts = {i: t for i, t in texts.items() if not count or pack.numbers.cardinals.get(t) != count}
    is_told = is_bare or count > 0 or any(t in standing for t in texts.values())
    if not is_told or any(t not in plain for t in texts.values()):
        return None
    is_plural = count > 0 or any(t in pack.shifts.many and t not in pack.shifts.one for t in texts.values())
    return Attributes(status, priority, when, is_undated, is_bare, is_plural, count)


def _days(said: Line, words: Words, pack: Pack) -> tuple[TimePhrase, ...]:
    """The day that is said, or the days, where nothing but "or" or "and" stands between them."""
    found = find_windows(without_owners(said), pack, words)
    between = pack.times.either | pack.joiners.by_word.keys() | pack.references.light
    kept = found[:1]
    for one in found[1:]:
        if any(w.text not in between for w in said.words[kept[-1].end : one.start]):
            break
        kept.append(one)
    return tuple(kept)


def described(said: Line, words: Words, pack: Pack, records: Records) -> Mention | None:
    """The records that attributes alone point at; None where other words are said, or none of them."""
    if records.now is None or not records.are_known:
        return None
    told = attributes_in(said, words, pack, records.domain.name)
    if told is None:
        return None
    found = tuple(_fitting(records, told))
    span = said.span(*words)
    is_many = told.is_plural or (told.is_bare and len(found) > 1)
    is_many &= told.number in (0, len(found)) or len(found) < 2  # of another number, it is asked which; of one, whether
    return Mention(said.raw[span[0] : span[1]], span, "group" if is_many else "title", found)


def counted(said: Line, words: Words, pack: Pack, records: Records) -> Mention | None:
    """Several records that bear a word, where their number or all of them are said: "both calls", "le due chiamate"."""
    if not records.are_known or words[1] - words[0] > _COUNTED:
        return None
    texts = [said.words[i].text for i in range(*words)]
    numbers = {pack.numbers.cardinals[t] for t in texts if t in pack.numbers.cardinals}
    left, right = said.flat_at(words[0]), said.flat_at(words[1])
    two = [p for p in pack.references.plural.of(said.texts) if p.intent == "two"]
    count = 2 if any(next(iter(p.search_all(said.flat, left, right)), None) for p in two) else max(numbers, default=0)
    if count < 2:
        return None
    small = pack.references.light | pack.shifts.many | pack.numbers.cardinals.keys() | pack.joiners.by_word.keys()
    index = records.index()
    stems = [stem(t, index.endings) for t in texts if t not in small]
    borne = [s for s in stems if index.is_borne(s)]
    bearing = index.by_stem.get(borne[0], ()) if len(borne) == 1 else ()
    open_ones = [records.all[i] for i in dict.fromkeys(bearing) if not records.all[i].is_done]
    if len(open_ones) != count:
        return None
    span = said.span(*words)
    found = tuple(Candidate(entry, 0.95, "one of several") for entry in open_ones)
    is_one = texts[0] in pack.numbers.ones and len(texts) > 1 and texts[1] in pack.references.light  # "one of my two"
    return Mention(said.raw[span[0] : span[1]], span, "title" if is_one else "group", found)


def _value(said: Line, words: Words, patterns: PatternIndex, covered: set[int]) -> str | None:
    """The longest of these within a range, and what it stands for."""
    best: tuple[int, str, Words] | None = None
    for pattern in patterns.of(said.texts):
        for m in pattern.search_all(said.flat, said.flat_at(words[0]), said.flat_at(words[1])):
            at = (said.index(m.start()), said.index(m.end() - 1) + 1)
            if best is None or at[1] - at[0] > best[0]:
                best = (at[1] - at[0], pattern.intent, at)
    if best is None:
        return None
    covered.update(range(*best[2]))
    return best[1]


def _fitting(records: Records, told: Attributes) -> Iterator[Candidate]:
    assert records.now is not None
    spans = [when.days(records.now) for when in told.when]
    for entry in records.all:
        due = entry.when[:10] if entry.when else None
        is_meant = (
            (told.status is None or _stands(entry, told.status, records.now))
            and (told.priority is None or entry.rank == told.priority)
            and (not spans or (due is not None and any(days[0] <= due <= days[1] for days in spans)))
            and not (told.is_undated and due is not None)
        )
        is_open = told.status is not None or not entry.is_done
        if is_meant and is_open:
            yield Candidate(entry, 0.95, "what it is")


def _stands(entry: Entry, status: str, now: datetime) -> bool:
    if status == "overdue":
        return not entry.is_done and entry.when is not None and _is_past(entry.when, now)
    return entry.is_done == (status == "completed")


def _is_past(due: str, now: datetime) -> bool:
    return datetime.fromisoformat(due) < now if "T" in due else date.fromisoformat(due) < now.date()
