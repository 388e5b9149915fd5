"""What to list: status, priority, days, words to search for, how many."""

from dataclasses import replace

from sayso.engine.compose.draft import Draft, Maker, Words, search
from sayso.engine.nouns import Argument, Source
from sayso.engine.pattern import spans_of
from sayso.engine.values.numbers import ordinal, with_digits
from sayso.engine.values.times import TimePhrase, day_beside, find_times, range_of, same_words


def list_entries(maker: Maker) -> Draft:
    """The draft of a list: its filters as far as they were said."""
    said, pack, clause, slots = maker.said, maker.pack, maker.reading.clause, maker.reading.slots
    inside = (clause.start, clause.end)
    about = slots.get("about")
    if about is not None:  # a question about one record: that one is shown
        return maker.done(about)
    sought = slots.get("search")
    if sought is not None:
        _put_search(maker, sought)
        inside = (clause.start, sought[0]) if sought[0] > clause.start else (sought[1], clause.end)
    status = search(maker, maker.words.statuses, inside) if inside[0] < inside[1] else None
    if status is not None:
        maker.put("status", status[0], status[1])
    if inside[0] >= inside[1]:
        return maker.done()
    priority = search(maker, maker.words.priorities, inside)
    if priority is not None:
        maker.put("rank", priority[0], priority[1])
    _put_window(maker, find_times(said, pack, inside))
    _put_limits(maker, inside)
    return maker.done()


def _put_window(maker: Maker, times: list[TimePhrase]) -> None:
    if len(times) == 1:
        times = _with_day_beside(maker, times[0])
    if len(times) > 1:
        between = {w.text for w in maker.said.words[times[0].end : times[1].start]}
        lead = {w.text for w in maker.said.words[times[1].start : times[1].start + 1]}
        ends = range_of(times[0], times[1], maker.now) if (between or lead) <= maker.pack.times.range else None
        if ends is not None:
            maker.put("when", {"from": ends[0], "to": ends[1]}, (times[0].start, times[1].end))
            return
    if times:
        maker.put("when", times[0].window(maker.now), (times[0].start, times[0].end))


def _with_day_beside(maker: Maker, phrase: TimePhrase) -> list[TimePhrase]:
    """A day with the other end of its range, where that is a mere number: "18 to 30 november", "november 18 to 30"."""
    words, joins = maker.said.words, maker.pack.times.range
    before = phrase.start - 1 - (words[phrase.start - 1].text in joins)
    if before >= 0 and (words[phrase.start].text in joins or before < phrase.start - 1):
        found = day_beside(phrase, ordinal(words[before].text, maker.pack.numbers) or 0)
        if found is not None:
            return [replace(found, start=before, end=before + 1), phrase]
    after = phrase.end
    while after < len(words) and words[after].text in joins:
        after += 1
    if phrase.end < after < len(words):
        found = day_beside(phrase, ordinal(words[after].text, maker.pack.numbers) or 0)
        if found is not None:
            return [phrase, replace(found, start=after, end=after + 1)]
    return [phrase]


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
    patterns = sorted(maker.words.limits.of(digits.texts), key=lambda p: p.intent != "offset")
    for pattern in patterns:
        for m in pattern.search_all(digits.flat, digits.flat_at(start), digits.flat_at(end)):
            a, b = spans_of(m)["n"]
            at, number = digits.index(a), digits.flat[a:b].strip()
            known = maker.has(pattern.intent) or not maker.tool.key(pattern.intent)
            if number.isdigit() and int(number) > 0 and at not in taken and not known:
                taken.add(at)
                word = digits.words[at]
                maker.arguments.append(
                    Argument(maker.tool.key(pattern.intent), int(number), Source("message", (word.start, word.end)))
                )
