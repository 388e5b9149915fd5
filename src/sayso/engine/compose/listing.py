"""What to list: status, priority, days, words to search for, how many."""

from calendar import monthrange
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta

from sayso.engine.capabilities.spans import window
from sayso.engine.compose.draft import Draft, Maker, Words, search
from sayso.engine.compose.spoken import spoken_value
from sayso.engine.nouns import Argument, Source
from sayso.engine.pattern import spans_of
from sayso.engine.text import without_owners
from sayso.engine.values.numbers import with_digits
from sayso.engine.values.open_ended import find_windows
from sayso.engine.values.times import TimePhrase, as_day, find_times, range_of, same_words, with_day_beside

_TAIL = 2  # words
_BEFORE = 3  # words before a status: "also what is"
_PAST = frozenset(("yesterday", "week -1", "month -1"))  # stretches that are over
_DONE = frozenset(("completed",))  # of which nobody knows when
_STATUSES, _WEIGHTS = frozenset(("overdue", "completed", "pending")), frozenset(("high", "medium", "low"))
_OPEN = "pending"
_LATE = "overdue"  # what is past its day is on no other


def list_each(maker: Maker) -> Iterator[Draft]:
    """The draft of a list; of two where one thing or another is asked for: "overdue or due today"."""
    draft = list_entries(maker)
    spans = {a.name: a.source.span for a in draft.arguments if a.source.span is not None}
    status, when = (maker.tool.key(role) for role in ("status", "when"))
    if status not in spans or when not in spans or draft.value(status) != _LATE:
        yield draft
        return
    (_, end), (start, _) = sorted((spans[status], spans[when]))
    between = [w.text for w in maker.said.words if end <= w.start < start]
    if not any(w in maker.pack.times.either or w in maker.pack.joiners.by_word for w in between):
        yield draft
        return
    for left_out in (when, status):
        yield replace(draft, arguments=tuple(a for a in draft.arguments if a.name != left_out))


def list_entries(maker: Maker) -> Draft:
    """The draft of a list: its filters as far as they were said."""
    said, pack, clause, slots = maker.said, maker.pack, maker.reading.clause, maker.reading.slots
    inside = (clause.start, clause.end)
    about = slots.get("about")
    if about is not None:  # a question about one record: that one is shown
        return maker.done(about)
    sought = slots.get("label") or slots.get("search")
    if sought is not None and not _is_when(maker, sought):
        _put_search(maker, sought)
        inside = (clause.start, sought[0]) if sought[0] > clause.start else (sought[1], clause.end)
    is_more = inside[0] < inside[1] and said.words[inside[0]].text in pack.joiners.by_word  # "and what is done?"
    with_end = (inside[0] + is_more, _with_tail(maker, inside[1]))  # "finished ones too"
    status = search(maker, maker.words.statuses, with_end) if with_end[0] < with_end[1] else None
    if status is not None and _is_denied(maker, status[1]):  # "overdue ones that I have not done"
        status = search(maker, maker.words.statuses, (inside[0], status[1][0])) or status
    status = status or _heard(maker, "status", _STATUSES)
    if status is not None:
        maker.put("status", status[0], status[1])
    if inside[0] >= inside[1]:
        return maker.done()
    priority = search(maker, maker.words.priorities, inside) or _heard(maker, "priority", _WEIGHTS)
    if priority is not None:
        maker.put("rank", priority[0], priority[1])
    times = find_windows(without_owners(said), pack, inside)
    times = times or _bare_day(maker)
    _put_window(maker, times)
    if not times and not _put_month(maker, inside) and "when" in slots:
        _put_week(maker, slots["when"])
    if not times and (status is None or status[0] not in _DONE):
        _put_past(maker, inside)
    _put_limits(maker, inside)
    return maker.done()


def _is_when(maker: Maker, words: Words) -> bool:
    """Whether all that is sought is a day, with the small word before it that says so: "anything on the 13th"."""
    start, end = max(words[0] - 1, maker.reading.clause.start), words[1]
    found = find_windows(without_owners(maker.said), maker.pack, (start, end))
    return start < words[0] and [(t.start, t.end) for t in found] == [(start, end)]


def _bare_day(maker: Maker) -> list[TimePhrase]:
    """The day that was heard in a bare number: "let's see the 11th"; not "the 3rd one"."""
    words, said = maker.reading.slots.get("when"), maker.said
    if words is None or {w.text for w in said.words[words[0] : words[1] + 1]} & maker.pack.shifts.one:
        return []
    return list(as_day(said, maker.pack, words))


def _heard(maker: Maker, slot: str, values: frozenset[str]) -> tuple[str, Words] | None:
    """A status or a weight in a word that says one only where it was heard as one: "am I behind with anything"."""
    words = maker.reading.slots.get(slot)
    known = {word: value for word, value in maker.words.spoken_values.items() if value in values}
    found = spoken_value(maker.said, words, known) if words is not None else None
    if found is None or slot != "status":
        return found
    assert words is not None
    before = [w.text for w in maker.said.words[max(words[0] - _BEFORE, maker.reading.clause.start) : found[1][0]]]
    if any((text,) in maker.pack.ellipsis.marks["too"] for text in before):
        return None  # "all of it, and also what is done"
    return (_OPEN, found[1]) if found[0] in _DONE and _is_denied(maker, words) else found


def _is_denied(maker: Maker, words: Words) -> bool:
    before = maker.said.words[max(words[0] - _TAIL, maker.reading.clause.start) : words[0]]
    return any(w.text in maker.pack.negations for w in before)


def _put_window(maker: Maker, times: list[TimePhrase]) -> None:
    if len(times) == 1:
        times = with_day_beside(maker.said, maker.pack, times[0])
    if len(times) > 1:
        between = {w.text for w in maker.said.words[times[0].end : times[1].start]}
        lead = {w.text for w in maker.said.words[times[1].start : times[1].start + 1]}
        ends = range_of(times[0], times[1], maker.now) if (between or lead) <= maker.pack.times.range else None
        if ends is not None:
            maker.put("when", {"from": ends[0], "to": ends[1]}, (times[0].start, times[1].end))
            return
    if times:
        maker.put("when", times[0].window(maker.now), (times[0].start, times[0].end))


def _put_past(maker: Maker, inside: Words) -> None:
    """Days that are over: "what was due yesterday", "le scadenze della settimana scorsa"."""
    found = None if maker.has("when") else search(maker, maker.pack.commands.spans, inside)
    if found is None or found[0] not in _PAST:
        return
    start, end = (datetime.fromisoformat(t) for t in window(found[0], maker.said, {}, maker.pack, maker.now))
    first, last = start.date().isoformat(), (end - timedelta(days=1)).date().isoformat()
    maker.put("when", first if first == last else {"from": first, "to": last}, found[1])


def _put_month(maker: Maker, inside: Words) -> bool:
    """A month that is named after a small word: "what do I have in february", "le scadenze di febbraio"."""
    said, months, light = maker.said, maker.pack.times.months, maker.pack.references.light
    at = next(
        (
            i
            for i in range(inside[0] + 1, inside[1])
            if said.words[i].text in months and said.words[i - 1].text in light
        ),
        None,
    )
    if at is None:
        return False
    month = months[said.words[at].text]
    year = maker.now.year + (month < maker.now.month)
    last = monthrange(year, month)[1]
    maker.put("when", {"from": f"{year}-{month:02}-01", "to": f"{year}-{month:02}-{last:02}"}, (at - 1, at + 1))
    return True


def _with_tail(maker: Maker, end: int) -> int:
    """Where the words end that are left behind a request, where they are few."""
    last = len(maker.said.words)
    return last if end == maker.reading.clause.end and last - end <= _TAIL else end


def _put_week(maker: Maker, words: Words) -> None:
    """The week, said without which: "how does the week look"."""
    texts = [maker.said.words[i].text for i in range(*words)]
    units = [t for t in texts if maker.pack.times.units.get(t) == "weeks"]
    if len(units) == 1 and all(t in units or t in maker.pack.references.light for t in texts):
        maker.put("when", "this_week", words)


def _put_search(maker: Maker, words: Words) -> None:
    light = maker.pack.references.light
    start, end = words
    while start < end - 1 and maker.said.words[start].text in light:
        start += 1
    maker.put("search", maker.text((start, end)), (start, end))


def _put_limits(maker: Maker, inside: Words) -> None:
    digits = with_digits(maker.said, maker.pack.numbers)
    start, end = same_words(maker.said, digits, inside)
    taken: set[int] = set()
    timed = {i for t in find_times(digits, maker.pack, (start, end)) for i in range(t.start, t.end)}  # "next 7 days"
    patterns = sorted(maker.words.limits.of(digits.texts), key=lambda p: p.intent != "offset")
    for pattern in patterns:
        for m in pattern.search_all(digits.flat, digits.flat_at(start), digits.flat_at(end)):
            a, b = spans_of(m)["n"]
            at, number = digits.index(a), digits.flat[a:b].strip()
            if at in timed:
                continue
            known = maker.has(pattern.intent) or not maker.tool.key(pattern.intent)
            if number.isdigit() and int(number) > 0 and at not in taken and not known:
                taken.add(at)
                word = digits.words[at]
                maker.arguments.append(
                    Argument(maker.tool.key(pattern.intent), int(number), Source("message", (word.start, word.end)))
                )
