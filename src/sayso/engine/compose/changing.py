"""A change to an entry that exists: which one, and its new values."""

from sayso.engine.compose.clearing import GAP, put_cleared
from sayso.engine.compose.draft import Draft, Maker, Words, search
from sayso.engine.compose.repeating import put_changed, repeated
from sayso.engine.compose.skipping import is_skipping, put_skipped
from sayso.engine.compose.spoken import spoken_value
from sayso.engine.compose.title import put_text, put_title
from sayso.engine.records.mention import matches
from sayso.engine.text import QUOTE
from sayso.engine.understand.wording import FOLLOWS, HEARD
from sayso.engine.values.shift import find_shift, further
from sayso.engine.values.times import TimePhrase, as_clock, as_day, find_times

_SURELY = 3.5  # log-odds of what was heard
_WIDER = 2  # words beside a weight that belong to it
_DENIAL = 4  # words before a weight that may deny it
_STATE = 2  # words by which a state may go on
CLOCK_ALONE = "a time of day and no day"
IN_PART = "a day and a part of it: "  # and which
EITHER_HALF = "a time of either half of the day"
_NOON = 12


def refer(maker: Maker) -> Draft:
    """The draft of a step that needs only its record."""
    entry = maker.reading.slots.get("entry") or maker.reading.slots.get("it")
    if entry is None and maker.reading.value != FOLLOWS:
        maker.missing.append("record")
    return maker.done(entry)


def update(maker: Maker) -> Draft:
    """The draft of a change: the record, and every new value that was said."""
    slots = maker.reading.slots
    entry = slots.get("entry") or slots.get("it")
    if entry is None and maker.reading.value != FOLLOWS:
        maker.missing.append("record")
    for name in ("new_title", "quoted_title"):
        if name in slots:
            put_title(maker, "new_name", title_alone(maker, slots[name]), None)
    described = slots.get("new_description") or slots.get("described")
    if described is not None and not _is_doubtful(maker, described):
        put_text(maker, "new_details", described)
    if "priority" in slots:
        _put_priority(maker, slots["priority"])
    if "unknown_priority" in slots:
        put_text(maker, "new_rank", slots["unknown_priority"])
    for name in ("due", "again"):
        if name in slots:
            _put_due(maker, slots[name])
    if "status" in slots:
        _put_status(maker, slots["status"])
    if "value" in slots:
        put_value(maker, slots["value"])
    _put_implied(maker)
    put_cleared(maker)
    if is_skipping(maker):
        entry = put_skipped(maker, entry)
    elif not maker.is_changing:
        entry = _put_shift(maker, entry)
    return maker.done(entry)


def _is_doubtful(maker: Maker, described: Words) -> bool:
    """Whether words that were heard as a note stand beside other new values, and nothing marks them as one."""
    reading = maker.reading
    others = {"due", "priority", "status"} & reading.slots.keys()
    gap = maker.said.gap(described[0])
    is_marked = ":" in gap or maker.said.words[described[0]].text == QUOTE
    is_sure = (reading.likeness or 0.0) >= _SURELY
    return reading.grade == HEARD and bool(others) and not is_marked and not is_sure


def _put_shift(maker: Maker, entry: Words | None) -> Words | None:
    """By how much the time is moved, and the words that name the record without those; else a value is missing."""
    clause, heard = maker.reading.clause, maker.reading.slots.get("shift")
    found = find_shift(maker.said, (clause.start, clause.end), maker.pack)
    if found is None and heard is not None:
        found = further(maker.said, heard, maker.pack)
    if found is None:
        maker.missing.append("value")
        return entry
    maker.shift = found
    if entry is None:
        return None
    start, end = entry
    if tuple(w.text for w in maker.said.words[start:end]) in maker.pack.ellipsis.marks["other"]:
        return entry  # "the other one"
    if start < found.start < end:
        end = found.start
    elif start < found.end < end:
        start = found.end
    moving = maker.pack.shifts.later | maker.pack.shifts.earlier | maker.pack.shifts.between
    while end - start > 1 and maker.said.words[end - 1].text in moving:
        end -= 1
    while end - start > 1 and maker.said.words[start].text in moving:
        start += 1
    return start, end


def title_alone(maker: Maker, words: Words) -> Words:
    """A new name without what else is said after it: "diving lesson, sunday at ten", "house rent and make it high"."""
    said, pronouns, shifts = maker.said, maker.pack.references.pronouns, maker.pack.shifts
    moving = shifts.later | shifts.earlier | {p[0] for p in maker.pack.ellipsis.marks["moves"] if len(p) == 1}
    for at in range(words[0] + 1, words[1]):
        rest = (at, words[1])
        if "," in said.gap(at):
            times = find_times(said, maker.pack, rest)
            if len(times) == 1 and times[0].start == at and times[0].end == words[1] and _put_due(maker, rest):
                return words[0], at
        if said.words[at].text not in maker.pack.joiners.by_word or at + 2 >= words[1]:
            continue
        if not any(matches(pronouns, said, (i, i + 1)) for i in range(at + 1, min(at + _STATE + 2, words[1]))):
            continue
        weight = search(maker, maker.words.priorities, rest)
        times = find_times(said, maker.pack, rest)
        is_weight = weight is not None and weight[1][1] == words[1] and _put_priority(maker, rest)
        is_moved = said.words[at + 1].text in moving and bool(times) and times[-1].end == words[1]
        if is_weight or (is_moved and _put_due(maker, (times[-1].start, words[1]))):
            return words[0], at
    return words


def _put_priority(maker: Maker, words: Words) -> bool:
    found = search(maker, maker.words.priorities, words)
    if maker.reading.grade == HEARD:
        found = _heard_priority(maker, words) if found is None else _with_its_denial(maker, found)
    if found is None:
        return False
    maker.put("new_rank", found[0], found[1])
    return True


def _with_its_denial(maker: Maker, found: tuple[str, Words]) -> tuple[str, Words] | None:
    """A weight as the words before it have it that deny it: "no longer that" "urgent"; none where they only deny."""
    (start, end), said = found[1], maker.said
    before = range(max(maker.reading.clause.start, start - _DENIAL), start)
    at = next((i for i in before if said.words[i].text in maker.pack.negations), None)
    if at is None or any(mark in said.gap(i) for i in range(at + 1, start + 1) for mark in ",;:."):
        return found
    wider = search(maker, maker.words.priorities, (at, end))
    return wider if wider is not None and wider[1][0] == at else None


def _heard_priority(maker: Maker, words: Words) -> tuple[str, Words] | None:
    """A weight that was heard in a word that only then says one ("mettilo basso"), or in more words than were heard:
    "at the" "highest level of" "priority"."""
    spoken = spoken_value(maker.said, words, maker.words.spoken_values)
    if spoken is not None:
        return spoken
    clause = maker.reading.clause
    wider = (max(clause.start, words[0] - _WIDER), min(clause.end, words[1] + _WIDER))
    found = search(maker, maker.words.priorities, wider)
    return found if found is not None and found[1][0] < words[1] and words[0] < found[1][1] else None


def _put_due(maker: Maker, words: Words) -> bool:
    times = find_times(maker.said, maker.pack, (max(words[0] - 1, maker.reading.clause.start), words[1]))
    if not times and maker.reading.grade == HEARD:
        times = list(as_day(maker.said, maker.pack, words)) or _clock(maker, words)
    after = maker.said.words[times[0].end].text if times and times[0].end < maker.reading.clause.end else ""
    if not times or (times[0].day is not None and times[0].day.kind == "week" and after in maker.pack.shifts.later):
        return False  # "the week after" is a week later
    if len(times) == 2 and times[0].clock is None and times[1].day is None:  # "wednesday morning, 9 sharp"
        times = [TimePhrase(times[0].start, times[1].end, times[0].day, times[1].clock)]
    elif len(times) == 2 and times[0].day is None and times[1].clock is None:  # "at 9 but friday"
        times = [TimePhrase(times[0].start, times[1].end, times[1].day, times[0].clock)]
    if len(times) == 1 and maker.reading.grade == HEARD:
        times = [_with_hour(maker, words, times[0])]
    if repeated(maker, times[0]) is not None:
        put_changed(maker, times[0])
        return True
    maker.put("new_when", times[0].anchor(maker.now), (times[0].start, times[0].end))
    clock = times[0].clock
    if times[0].day is not None and times[0].day.part and clock is None:
        maker.note(IN_PART + times[0].day.part)
    if times[0].day is None:
        maker.note(CLOCK_ALONE)
        if clock is not None and not clock.half and not clock.is_settled and 0 < clock.hour < _NOON:
            maker.note(EITHER_HALF)
    return True


def _with_hour(maker: Maker, words: Words, time: TimePhrase) -> TimePhrase:
    """A day with the number beside it that was heard as a part of the time: "six today", "tomorrow 9"."""
    if time.day is None or time.clock is not None:
        return time
    before, after = (words[0], time.start), (time.end, words[1])
    at = next((a for a, b in (before, after) if b - a == 1), None)
    hour = as_clock(maker.said, at, maker.pack) if at is not None else None
    if at is None or hour is None or hour.end not in (at + 1, time.end) or not _is_hour(maker, at, time):
        return time
    return TimePhrase(min(time.start, at), max(time.end, hour.end), time.day, hour.clock)


def _is_hour(maker: Maker, at: int, time: TimePhrase) -> bool:
    """Whether a number beside a day is an hour: not the day's own number, one that counts, or the end of a range."""
    said, pack, texts = maker.said, maker.pack, [w.text for w in maker.said.words]
    number = int(texts[at]) if texts[at].isdecimal() else pack.numbers.cardinals.get(texts[at], 0)
    is_date = at == time.end and (number > _NOON or time.anchor(maker.now)[8:10] == f"{number:02}")
    after = at + 1
    counts = at == time.end and after < maker.reading.clause.end and not said.gap(after).strip()
    counts = counts and texts[after] not in pack.ellipsis.small
    first = at - 1 - (at > 0 and texts[at - 1] in pack.commands.towards)
    is_range = at < time.start and first >= 0 and (texts[first].isdecimal() or texts[first] in pack.numbers.cardinals)
    return not (is_date or counts or is_range)


def _clock(maker: Maker, words: Words) -> list[TimePhrase]:
    """A number that was heard as a time: "move the dentist to 5"."""
    is_named = "entry" in maker.reading.slots and maker.reading.value != FOLLOWS  # "put it at 5" may be degrees
    found = as_clock(maker.said, words[0], maker.pack) if is_named and words[1] - words[0] == 1 else None
    return [found] if found is not None and found.end == words[1] else []


def _put_status(maker: Maker, words: Words) -> bool:
    is_heard = maker.reading.grade == HEARD
    within = (words[0], min(words[1] + _STATE, maker.reading.clause.end)) if is_heard else words  # "da" of "da fare"
    found = search(maker, maker.words.values, within)
    if found is None or (found[1] != words and (not is_heard or found[1][0] != words[0])):
        return False
    maker.put("new_status", found[0], found[1])
    return True


def put_value(maker: Maker, words: Words) -> None:
    """A new value of whatever kind: a priority, a status, a day, or else a title."""
    bare = _without_fillers(maker, words)
    if bare != words and find_times(maker.said, maker.pack, (max(bare[0] - 1, maker.reading.clause.start), bare[1])):
        words = bare  # "to 9pm though"
    found = search(maker, maker.words.priorities, words)
    if found is not None and found[1] == words:
        maker.put("new_rank", found[0], words)
        return
    if _put_status(maker, words):
        return
    times = find_times(maker.said, maker.pack, (max(words[0] - 1, maker.reading.clause.start), words[1]))
    if times and times[-1].end == words[1] and times[0].start <= words[0]:
        _put_due(maker, words)
        return
    days = list(as_day(maker.said, maker.pack, words))
    if days and days[0].start <= words[0] and days[0].end == words[1]:  # "the 24th"
        maker.put("new_when", days[0].anchor(maker.now), (days[0].start, days[0].end))
        return
    end = _times_until(maker, words, times)
    if end > words[0]:
        _put_due(maker, (words[0], end))
    elif not _put_both(maker, words):
        put_title(maker, "new_name", title_alone(maker, words), None)


def _times_until(maker: Maker, words: Words, times: list[TimePhrase]) -> int:
    """Where the times end that a value begins with, and only a remark or what is denied goes on: "thursday, 7 in the
    morning, before the heat", "six today, not five"; its start where it is a name: "friday lunch"."""
    end = words[0]
    for time in times:
        if time.start > end:
            break
        end = time.end
    is_apart = end < words[1] and (
        any(mark in maker.said.gap(end) for mark in ",;.") or maker.said.words[end].text in maker.pack.negations
    )
    return end if is_apart else words[0]


def _without_fillers(maker: Maker, words: Words) -> Words:
    end, fillers = words[1], maker.pack.shifts.fillers
    while end - words[0] > 1 and maker.said.words[end - 1].text in fillers:
        end -= 1
    return words[0], end


def _put_both(maker: Maker, words: Words) -> bool:
    """A weight and a day that are joined: "change the bill to medium and tomorrow"."""
    joiners = maker.pack.joiners.by_word
    at = next((i for i in range(words[0] + 1, words[1] - 1) if maker.said.words[i].text in joiners), None)
    if at is None:
        return False
    for rank, day in (((words[0], at), (at + 1, words[1])), ((at + 1, words[1]), (words[0], at))):
        found, times = search(maker, maker.words.priorities, rank), find_times(maker.said, maker.pack, day)
        if found is not None and found[1] == rank and times and (times[0].start, times[0].end) == day:
            maker.put("new_rank", found[0], rank)
            return _put_due(maker, day)
    return False


def _put_implied(maker: Maker) -> None:
    """What the verb alone says: "reopen …", "prioritize …"."""
    if maker.is_changing:
        return
    said, clause = maker.said, maker.reading.clause
    for pattern in maker.words.implied:
        found = pattern.match_start(said.flat, said.flat_at(clause.start), said.flat_at(clause.end))
        if found is not None:
            role, _, value = pattern.intent.partition(" ")
            maker.put(role, value, (clause.start, said.index(found.end() - 1) + 1))
            return
    if maker.reading.grade == HEARD:
        _put_implied_later(maker)
    is_moved = "shift" in maker.reading.slots or find_shift(said, (clause.start, clause.end), maker.pack) is not None
    if maker.reading.grade == HEARD and not maker.is_changing and not is_moved:
        _put_unheard_priority(maker)


def _put_unheard_priority(maker: Maker) -> None:
    """A weight that stands beside the record, and was not heard as one: "the report on top of the priorities"."""
    clause, entry = maker.reading.clause, maker.reading.slots.get("entry")
    if entry is None or any(w.text in maker.pack.negations for w in maker.said.words[clause.start : clause.end]):
        return
    for words in ((clause.start, entry[0]), (entry[1], clause.end)):
        found = search(maker, maker.words.priorities, words) if words[0] < words[1] else None
        if found is not None:
            maker.put("new_rank", found[0], found[1])
            return


def _put_implied_later(maker: Maker) -> None:
    """The same where the record is named first: "the plants, reopen them"."""
    said, clause, named = maker.said, maker.reading.clause, maker.reading.slots.values()
    for pattern in maker.words.implied:
        if GAP in pattern.text or not pattern.may_match(said.texts):
            continue
        for found in pattern.search_all(said.flat, said.flat_at(clause.start), said.flat_at(clause.end)):
            start, end = said.index(found.start()), said.index(found.end() - 1) + 1
            if not any(a < end and start < b for a, b in named):
                role, _, value = pattern.intent.partition(" ")
                maker.put(role, value, (start, end))
                return
