"""Phrases of repetition, found in a line: "every monday at 8 until june". Each becomes a rule, with its letters."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime

from sayso.dataclass import dataclass
from sayso.engine.pack import Pack
from sayso.engine.pattern import Pattern, spans_of
from sayso.engine.repeating import Repeated
from sayso.engine.text import Line, Word
from sayso.engine.values.clocks import Clock, anchor_clock
from sayso.engine.values.days import Day, anchor_day
from sayso.engine.values.numbers import ordinal, with_digits
from sayso.engine.values.rules import FREQUENCIES, MOST, Rule
from sayso.engine.values.times import TimePhrase, as_clock, find_times

_OF_UNIT = {"days": "DAILY", "weeks": "WEEKLY", "months": "MONTHLY", "years": "YEARLY"}
_MARKS = ",;:.!?-–—(…\n"
_AT_MOST = 6  # phrases of one message
_MORE = 4  # parts of a phrase besides the rule: a time of day, a first and a last day
_BESIDE = 12  # words in which a time that stands beside a phrase has its place
_WORKDAYS = tuple((0, day) for day in range(5))
_WEEKEND = ((0, 5), (0, 6))
Words = tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Phrase:
    """A phrase in the making: its words so far, and what they say."""

    words: Words
    rule: Rule
    part: str = ""
    clock: Clock | None = None
    starts: date | None = None
    is_adjective: bool = False
    lead: int = 0  # words before the rule itself
    is_of_noun: bool = False
    tail: Words | None = None  # words farther on that say when it ends, or at what time of day it is
    also: tuple[Clock, ...] = ()  # the other times of one day


def find_repeats(given: Line, pack: Pack, now: datetime) -> tuple[Repeated, ...]:
    """What is said to repeat, in order; nothing that overlaps, nothing that no rule can say."""
    said = with_digits(given, pack.numbers)
    repeats = pack.repeats
    found: list[_Phrase] = []
    for index in (repeats.rules, repeats.adverbs, repeats.adjectives):
        patterns = index.of(said.texts)
        for bare in _longest(said, patterns, pack):
            phrase = _extended(said, bare, pack, now)
            if not all(phrase.words[1] <= p.words[0] or p.words[1] <= phrase.words[0] for p in found):
                continue
            if _is_part_of_a_day(said, bare, pack) or _is_moved_to(said, bare, pack):
                continue
            beside = _beside_noun(said, bare, pack) if index is not repeats.rules else None
            if beside is not None:
                found.append(beside)
            elif index is repeats.rules or _stands_alone(said, phrase, pack):
                is_part = index is repeats.adjectives and not _is_marked(said, phrase.words[0])
                found.append(replace(phrase, is_adjective=is_part))
    if len(found) == 1:
        found = [_timed_later(said, _ended_later(said, found[0], pack, now), pack)]
    return tuple(_written(said, p) for p in sorted(found, key=lambda p: p.words)[:_AT_MOST])


def _ended_later(said: Line, phrase: _Phrase, pack: Pack, now: datetime) -> _Phrase:
    """The phrase with its end, where that is said last of all: "every friday send the report, for 3 weeks"."""
    if phrase.rule.until is not None or phrase.rule.count:
        return phrase
    count = len(said.words)
    for at in range(phrase.words[1] + 1, count):
        for stop, rule, unit in _ends(said, phrase, at, pack, now):
            is_shorter = unit in _OF_UNIT and FREQUENCIES.index(_OF_UNIT[unit]) < FREQUENCIES.index(rule.frequency)
            if not is_shorter and (stop == count or _is_marked(said, stop) or _is_weight(said, stop, pack)):
                return replace(phrase, rule=rule, tail=(at, stop))
    return phrase


def _timed_later(said: Line, phrase: _Phrase, pack: Pack) -> _Phrase:
    """The phrase with its time of day, where it stands first and that is said last: "every monday order bread at 6"."""
    start, end = phrase.words
    if phrase.clock is not None or phrase.tail is not None or phrase.is_adjective or phrase.is_of_noun or start:
        return phrase
    times = find_times(said, pack, (end, len(said.words)))
    first = times[0] if times and all(t.day is None for t in times) else None
    is_one = first is not None and not any(
        _is_marked(said, i) or said.words[i].text in pack.joiners.by_word for i in range(end, first.start)
    )
    if first is None or not is_one:
        return phrase
    clocks, stop = _in_a_row(said, first, pack)
    is_last = stop == len(said.words) or _is_weight(said, stop, pack)
    is_closed = is_last or pack.closers.match_start(said.flat, said.flat_at(stop), len(said.flat)) is not None
    return replace(phrase, clock=clocks[0], also=clocks[1:], tail=(first.start, stop)) if is_closed else phrase


def _in_a_row(said: Line, first: TimePhrase, pack: Pack) -> tuple[tuple[Clock, ...], int]:
    """The times of day that stand one after the other, and where they end: "at 8, 14 and 20"."""
    assert first.clock is not None
    clocks, end, count = [first.clock], first.end, len(said.words)
    while end < count and len(clocks) < _AT_MOST:
        at = end + (said.words[end].text in pack.joiners.by_word)
        if at >= count or (at == end and "," not in said.gap(end)):
            break
        near = find_times(said, pack, (at, min(at + _BESIDE, count)))
        found = near[0] if near and near[0].start == at else _bare_hour(said, at, pack)
        if found is None or found.day is not None or found.clock is None or found.clock in clocks:
            break
        clocks.append(found.clock)
        end = found.end
    return tuple(clocks), end


def _bare_hour(said: Line, at: int, pack: Pack) -> TimePhrase | None:
    """A mere number as a time of day, where nothing follows that it could count."""
    if not said.words[at].text.isdigit():
        return None
    found = as_clock(said, at, pack)
    if found is None or found.end >= len(said.words) or _is_marked(said, found.end):
        return found
    after = said.words[found.end].text
    is_free = (
        after in pack.shifts.lead
        or after in pack.joiners.by_word
        or any(known.is_verb(after) for known in pack.lists.values())
    )
    is_free |= any(
        p.match_start(said.flat, said.flat_at(found.end), len(said.flat)) for p in pack.repeats.rules.of(said.texts)
    )
    return found if is_free else None


def _is_part_of_a_day(said: Line, phrase: _Phrase, pack: Pack) -> bool:
    """Whether a longer phrase names one day: "il 7 del mese prossimo" is no 7th of every month."""
    start, end = phrase.words
    around = find_times(said, pack, (start, min(end + 3, len(said.words))))
    return any(p.day is not None and p.clock is None and p.start <= start and p.end > end for p in around)


def _is_moved_to(said: Line, phrase: _Phrase, pack: Pack) -> bool:
    """Whether something is put on one day: "to the last day of the month" is no last day of every month."""
    start, end = phrase.words
    before = said.words[start - 1].text if start else ""
    is_towards = bool({before, said.words[start].text} & pack.commands.towards) and bool(phrase.rule.month_days)
    if not is_towards or not often(pack).isdisjoint(w.text for w in said.words[start:end]):
        return False
    return any(p.day is not None and p.end == end for p in find_times(said, pack, (start, end)))


def often(pack: Pack) -> frozenset[str]:
    """The words with which a phrase of repetition begins, and little else."""
    first = frozenset(w for p in pack.repeats.rules.patterns if p.intent == "unit" for w in p.first or ())
    return first - pack.references.light - pack.numbers.ones


def standing_in(words: Sequence[Word], repeats: Sequence[Repeated], pack: Pack) -> list[Word]:
    """The words with one in the place of each phrase: a day, so that what is around it reads as around any day."""
    out: list[Word] = [] if repeats else list(words)
    last: list[Word] = []
    for word in words if repeats else ():
        if any(r.tail[0] <= word.start and word.end <= r.tail[1] for r in repeats):
            continue
        inside = next((r for r in repeats if r.start <= word.start and word.end <= r.end), None)
        if inside is None:
            out.append(word)
        elif inside.is_of_noun:
            last = [Word(pack.repeats.stand_in, inside.start, inside.end)]
        elif not out or out[-1].start != inside.start:
            out.append(Word(pack.repeats.stand_in, inside.start, inside.end))
    return [*out, *last]


def _written(said: Line, phrase: _Phrase) -> Repeated:
    start, end = said.words[phrase.words[0]].start, said.words[phrase.words[1] - 1].end
    said_at = () if phrase.clock is None else (phrase.clock, *phrase.also)
    clocks = [f"{anchor_clock(clock, Day('day', part=phrase.part)):%H:%M}" for clock in said_at]
    starts = phrase.starts.isoformat() if phrase.starts is not None else ""
    bare = said.words[phrase.words[0] + phrase.lead].start
    how = (phrase.is_of_noun, phrase.is_adjective)
    last = phrase.tail
    tail = (said.words[last[0]].start, said.words[last[1] - 1].end) if last is not None else (0, 0)
    first, also = (clocks[0], tuple(clocks[1:])) if clocks else ("", ())
    return Repeated(start, end, phrase.rule.text(), first, starts, phrase.part, bare, *how, tail, also)


def _longest(said: Line, patterns: Sequence[Pattern], pack: Pack) -> list[_Phrase]:
    found: list[_Phrase] = []
    for pattern in patterns:
        for m in pattern.search_all(said.flat, 0, len(said.flat)):
            words = said.index(m.start()), said.index(m.end() - 1) + 1
            slots = {name: said.flat[a:b].strip() for name, (a, b) in spans_of(m).items()}
            rule = _rule(pattern.intent, slots, pack)
            if rule is not None:
                part = slots.get("parts") or slots.get("part", "")
                found.append(_Phrase(words, rule, pack.repeats.parts.get(part, "")))
    kept: list[_Phrase] = []
    for phrase in sorted(found, key=lambda p: (p.words[0] - p.words[1], p.words[0])):
        if all(phrase.words[1] <= p.words[0] or p.words[1] <= phrase.words[0] for p in kept):
            kept.append(phrase)
    return kept


def _rule(mechanism: str, slots: Mapping[str, str], pack: Pack) -> Rule | None:
    """The rule of a pattern's mechanism and slots; None where there is none (every hour, the 31st of June)."""
    kind, _, step = mechanism.partition(" ")
    frequency = kind.upper()
    if kind == "unit":
        frequency = _OF_UNIT.get(pack.times.units[slots["unit"]], "")
    interval = int(step or 1) * _number(slots.get("n", ""))
    match kind:
        case "workdays":
            return Rule("WEEKLY", days=_WORKDAYS)
        case "weekends":
            return Rule("WEEKLY", days=_WEEKEND)
        case "month_end":
            return Rule("MONTHLY", month_days=(-1,))
    if not frequency or not 0 < interval <= MOST:
        return None
    days = _days(slots, pack)
    month_days = tuple(sorted({ordinal(slots[name], pack.numbers) or 0 for name in ("d", "dd") if name in slots}))
    months = (pack.times.months[slots["month"]],) if "month" in slots else ()
    rule = Rule(frequency, interval, days, month_days, months)
    is_odd = (days and frequency == "DAILY") or (month_days and frequency in ("DAILY", "WEEKLY")) or 0 in month_days
    return None if is_odd or rule.first(date(2024, 1, 1)) is None else rule


def _number(text: str) -> int:
    return int(text) if text.isdigit() else 1


def _days(slots: Mapping[str, str], pack: Pack) -> tuple[tuple[int, int], ...]:
    known = pack.repeats.days
    if "last_day" in slots:
        first, last = known[slots["weekday"]], known[slots["last_day"]]
        return tuple((0, (first + i) % 7) for i in range((last - first) % 7 + 1))
    if "nth" in slots:
        place = -1 if slots["nth"] in pack.repeats.last else ordinal(slots["nth"], pack.numbers) or 1
        return ((place, known[slots["weekday"]]),)
    listed = (slots.get("days") or slots.get("plurals", "")).split()
    return tuple((0, day) for day in sorted({known[word] for word in listed if word in known}))


def _extended(said: Line, phrase: _Phrase, pack: Pack, now: datetime) -> _Phrase:
    """The phrase with what belongs to it: words before it that say the same, a time of day, a first and a last day."""
    for _ in range(_MORE):
        longer = next(_longer(said, phrase, pack, now), None)
        if longer is None:
            break
        phrase = longer
    start, end = phrase.words
    for first in range(max(start - 4, 0), start):
        left, right = said.flat_at(first), said.flat_at(start)
        if any(p.match(said.flat, left, right) for p in pack.repeats.lead):
            return replace(phrase, words=(first, end), lead=start - first)
    return phrase


def _longer(said: Line, phrase: _Phrase, pack: Pack, now: datetime) -> Iterator[_Phrase]:
    start, end = phrase.words
    count = len(said.words)
    after = find_times(said, pack, (end, min(end + _BESIDE, count)))
    before = find_times(said, pack, (max(start - _BESIDE, 0), start))
    for time in (*after[:1], *before):
        if phrase.clock is not None or time.day is not None or time.clock is None:
            continue
        clocks, stop = _in_a_row(said, time, pack)
        if time.start == end or stop == start:
            yield replace(phrase, words=(min(start, time.start), max(end, stop)), clock=clocks[0], also=clocks[1:])
    if phrase.rule.until is None and not phrase.rule.count:
        yield from _ending(said, phrase, pack, now)
    for lead in _leads(said, end, pack.repeats.starting):
        day = _day_after(said, (end, lead), pack)
        if day is not None and phrase.starts is None:
            on = anchor_day(day[0], now.date())
            yield replace(phrase, words=(start, day[1]), starts=on)


def _ending(said: Line, phrase: _Phrase, pack: Pack, now: datetime) -> Iterator[_Phrase]:
    for stop, rule, _ in _ends(said, phrase, phrase.words[1], pack, now):
        yield replace(phrase, words=(phrase.words[0], stop), rule=rule)


def _ends(said: Line, phrase: _Phrase, at: int, pack: Pack, now: datetime) -> Iterator[tuple[int, Rule, str]]:
    """Where words end that say at a place how long it goes on, the rule with that end, and in what they count."""
    today = phrase.starts or now.date()
    for is_end, patterns in ((True, pack.repeats.until_end), (False, pack.repeats.until)):
        for lead in _leads(said, at, patterns):
            day = _day_after(said, (at, lead), pack)
            if day is None or (is_end and day[0].kind != "in_month"):
                continue
            last = anchor_day(day[0], today)
            if is_end:
                last = anchor_day(Day("end_of_month"), last)
            yield day[1], replace(phrase.rule, until=last), ""
    for pattern in pack.repeats.times:
        m = pattern.match_start(said.flat, said.flat_at(at), len(said.flat)) if at < len(said.words) else None
        if m is None:
            continue
        slots = {name: said.flat[a:b].strip() for name, (a, b) in spans_of(m).items()}
        rule = _for_long(phrase.rule, slots, pack, today)
        if rule is not None:
            yield said.index(m.end() - 1) + 1, rule, pack.times.units.get(slots.get("unit", ""), "")


def _for_long(rule: Rule, slots: Mapping[str, str], pack: Pack, today: date) -> Rule | None:
    """ "5 times" and "for five weeks" of a weekly thing are a number of times, "for two months" has a last day."""
    number = _number(slots["n"])
    if not 0 < number <= MOST:
        return None
    if "unit" not in slots:
        return replace(rule, count=number)
    unit = pack.times.units[slots["unit"]]
    if unit not in _OF_UNIT:
        return None
    if _OF_UNIT[unit] == rule.frequency and rule.interval == 1 and len(rule.days) < 2:
        return replace(rule, count=number)
    months = {"months": 1, "years": 12}.get(unit, 0) * number
    days = {"days": 1, "weeks": 7}.get(unit, 0) * number
    return replace(rule, until=anchor_day(Day("months", months) if months else Day("day", days), today))


def _leads(said: Line, at: int, patterns: Sequence[Pattern]) -> Iterator[int]:
    """Where the words that announce a day end, if they stand at a place."""
    if at >= len(said.words):
        return
    for pattern in patterns:
        m = pattern.match_start(said.flat, said.flat_at(at), len(said.flat))
        if m is not None:
            yield said.index(m.end() - 1) + 1


def _day_after(said: Line, lead: Words, pack: Pack) -> tuple[Day, int] | None:
    """The day that stands after the words that announce it, and where it ends; a month by itself is its first day."""
    at = lead[1]
    for phrase in find_times(said, pack, (lead[0], len(said.words)))[:1]:
        if phrase.day is not None and phrase.day.exact is None and phrase.start <= at < phrase.end:
            return (phrase.day, phrase.end) if phrase.clock is None else None
    month = pack.times.months.get(said.words[at].text) if at < len(said.words) else None
    if month is None:
        return None
    year = said.words[at + 1].text if at + 1 < len(said.words) else ""
    if len(year) == 4 and year.isdigit():
        return Day("date", 1, month=month, year=int(year)), at + 2
    return Day("in_month", month=month), at + 1


def _beside_noun(said: Line, phrase: _Phrase, pack: Pack) -> _Phrase | None:
    """ "a weekly reminder", "un promemoria settimanale": of a thing that is made, how it repeats."""
    start, end = phrase.words
    after = said.words[end].text if end < len(said.words) else ""
    before = said.words[start - 1].text if start else ""
    definite = pack.references.articles - pack.numbers.ones  # "the weekly reminder" is there already
    is_first = after in pack.repeats.nouns and before not in definite
    is_second = before in pack.repeats.nouns and (start < 2 or said.words[start - 2].text not in definite)
    return replace(phrase, is_of_noun=True) if is_first or is_second else None


def _is_marked(said: Line, at: int) -> bool:
    return at < len(said.words) and any(mark in said.gap(at) for mark in _MARKS)


def _stands_alone(said: Line, phrase: _Phrase, pack: Pack) -> bool:
    """Whether nothing follows that the word could belong to, and no article makes a noun of it."""
    start, end = phrase.words
    before = said.words[start - 1] if start else None
    is_clitic = start > 1 and said.words[start - 2].start == said.words[start - 1].start  # "rendila"
    if before is not None and before.text in pack.references.articles and not is_clitic:
        return False
    if end >= len(said.words) or _is_marked(said, end) or said.words[end].text in pack.repeats.joiners:
        return True
    after = tuple(w.text for w in said.words[end:])
    if after in pack.ellipsis.marks["suits"]:  # "daily is better"
        return True
    if phrase.rule.month_days and said.words[end].text in pack.shifts.lead:  # "every 1st to pay the rent"
        return True
    if _is_weight(said, end, pack):  # "every 15th p1"
        return True
    return pack.closers.match_start(said.flat, said.flat_at(end), len(said.flat)) is not None


def _is_weight(said: Line, at: int, pack: Pack) -> bool:
    """Whether words that say how much something weighs stand at a place."""
    weights = (p for words in pack.lists.values() for p in words.priorities.of(said.texts))
    return any(p.match_start(said.flat, said.flat_at(at), len(said.flat)) for p in weights)
