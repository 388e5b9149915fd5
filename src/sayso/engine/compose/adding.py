"""A new entry: its title, and the date, priority and description that leave the title."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from sayso.engine.clauses import joined_until
from sayso.engine.compose.draft import Draft, Maker, Words, search
from sayso.engine.compose.parts import AFTER, OWN, WHOLE, described, is_value
from sayso.engine.compose.repeating import put_added, repeated, take
from sayso.engine.compose.title import put_text, put_title
from sayso.engine.pack import Pack
from sayso.engine.text import Line
from sayso.engine.understand.wording import HEARD
from sayso.engine.values.times import TimePhrase, as_clock, find_times

_HOUR = 2  # words of a time of day: "for 6"
_HEADING = 3  # words before which the colon of a heading stands
Stripped = tuple[Words | None, TimePhrase | None, tuple[str, Words] | None]


def add_several(maker: Maker) -> Iterator[Draft]:
    """The drafts of several entries whose titles are listed."""
    said, pack, reading = maker.said, maker.pack, maker.reading

    pieces = list(_listed(maker, reading.slots["titles"]))
    is_led = len(pieces) > 1 and is_value(maker, pieces[0])  # "these two for saturday: …"
    starts = [*(start for start, _ in pieces[is_led + 1 :]), reading.clause.end]
    for piece, after in zip(pieces[is_led:], starts, strict=True):
        led = (reading.clause.start, pieces[is_led][0])
        title = _after_heading(maker, piece) if len(pieces) > 1 and piece == pieces[0] else piece
        slots = {"title": title, "led": led, OWN: (piece[0], max(after, piece[1]))}
        yield add(Maker(said, pack, maker.now, reading._replace(slots=slots), maker.tool))


def _after_heading(maker: Maker, words: Words) -> Words:
    """The first title of a list without what the list is called: "shopping: bread, milk and eggs"."""
    colons = [i for i in range(words[0] + 1, min(words[0] + _HEADING, words[1])) if ":" in maker.said.gap(i)]
    return (colons[0], words[1]) if colons else words


def _listed(maker: Maker, titles: Words) -> Iterator[Words]:
    """The words of each title in a list."""
    said, pack = maker.said, maker.pack
    start, end = titles
    first = start
    for i in range(start, end):
        is_joiner = joined_until(said, i, end, pack) > i
        parts_here = i > start and any(mark in said.gap(i) for mark in ",;\n")
        if parts_here and first < i:
            yield first, i
            first = i
        if is_joiner and i > first:
            yield first, i
            first = i + 1
        elif is_joiner:
            first = i + 1
    if first < end:
        yield first, end


def add(maker: Maker) -> Draft:
    """The draft of a new entry."""
    said, pack, slots = maker.said, maker.pack, maker.reading.slots
    title = slots.get("title") or slots.get("noted")
    description = None
    if title is not None:
        title, description = described(maker, title)
    due = _due_beside(maker)
    has_own = title is not None and WHOLE in slots and _edge_priority(maker, title) is not None
    priority = None if has_own else _priority_outside(maker, title)  # one of several may say its own
    if title is not None:
        title, due, priority = _stripped(maker, title, due, priority)
    if title is not None and due is not None and WHOLE not in slots and not said.repeats:
        due = _completed(maker, title, due)
    if due is not None and WHOLE in slots:
        due = _on_the_day_before_it(maker, due)
    if title is None or _points(said, title, pack):
        maker.missing.append("name")
    else:
        put_title(maker, "name", title, maker.repeat[1] if maker.repeat is not None and due is None else due)
    description = description or slots.get("noted_more")
    if description is not None:
        put_text(maker, "details", description)
    if priority is not None:
        maker.put("rank", priority[0], priority[1])
    due = put_added(maker, due)
    if due is not None:
        maker.put("when", due.anchor(maker.now), (due.start, due.end))
    return maker.done()


def _on_the_day_before_it(maker: Maker, due: TimePhrase) -> TimePhrase:
    """A time of day of one of several things, on the day said for those before: "tonight at 7 … and at 9 …"."""
    if due.day is not None:
        return due
    earlier = find_times(maker.said, maker.pack, (maker.reading.clause.start, due.start))
    days = [t.day for t in earlier if t.day is not None and t.day.exact is None]
    return replace(due, day=days[-1]) if days else due


def _completed(maker: Maker, title: Words, due: TimePhrase) -> TimePhrase:
    """A day and a time of day that were said apart, before a thing and after it: "domani riunione, ore 11"."""
    if (due.day is None) == (due.clock is None):
        return due
    clause = maker.reading.clause
    beside = [t for t in find_times(maker.said, maker.pack, (clause.start, clause.end)) if not _within(t, title)]
    other = next(
        (t for t in beside if (t.day is None) != (due.day is None) and (t.clock is None) != (t.day is None)), None
    )
    if other is None or due.start <= other.start < due.end or other.start <= due.start < other.end:
        return due
    return replace(due, day=due.day or other.day, clock=due.clock or other.clock)


def _within(phrase: TimePhrase, words: Words) -> bool:
    return words[0] <= phrase.start < words[1]


def _points(said: Line, words: Words, pack: Pack) -> bool:
    """Whether what stands in the title's place only points ("it") or is mere politeness ("please")."""
    left, right = said.flat_at(words[0]), said.flat_at(words[1])
    pointing = (*pack.references.pronouns.of(said.texts), *pack.references.indefinite.of(said.texts))
    return any(p.match(said.flat, left, right) for p in (pack.closers, *pointing))


def _due_beside(maker: Maker) -> TimePhrase | None:
    """A time said outside the title: "remind me tomorrow to …", "… to my list for today"."""
    slots, clause = maker.reading.slots, maker.reading.clause
    for name in ("when", "when_rest", "due", "rest"):
        if name in slots:
            start = clause.start if name == "when_rest" else slots[name][0]
            times = find_times(maker.said, maker.pack, (start, slots[name][1]))
            if not times and name == "when" and maker.reading.grade == HEARD:
                times = _hour_alone(maker, slots[name])
            if times:
                first = _fuller(maker, times[0]) if name == "when" else times[0]
                return _said_first(maker, [first, *times[1:]])
    if "title" in slots and slots["title"][0] > clause.start:
        times = find_times(maker.said, maker.pack, slots.get("led", (clause.start, slots["title"][0])))
        return _said_first(maker, [t for t in times if not _is_anothers(maker, t)])
    return None


def _hour_alone(maker: Maker, words: Words) -> list[TimePhrase]:
    """A number that was heard as a time: "a reminder for 6 to …"."""
    found = as_clock(maker.said, words[1] - 1, maker.pack) if words[1] - words[0] <= _HOUR else None
    return [found] if found is not None and found.end == words[1] else []


def _is_anothers(maker: Maker, phrase: TimePhrase) -> bool:
    """Whether a time belongs to one of several things that was said before this one: it repeats, or this one does."""
    slots = maker.reading.slots
    if WHOLE not in slots or phrase.start < slots[WHOLE][0] or not maker.said.repeats:
        return False
    times = find_times(maker.said, maker.pack, slots["title"])
    return repeated(maker, phrase) is not None or any(repeated(maker, t) is not None for t in times)


def _said_first(maker: Maker, times: list[TimePhrase]) -> TimePhrase | None:
    """The first time that was said; what repeats is kept, and is none, nor is a day that is over."""
    return next((t for t in times if not take(maker, t) and not t.is_past(maker.now)), None)


def _fuller(maker: Maker, phrase: TimePhrase) -> TimePhrase:
    """A time with the words beside it that belong to it: "for 8 [tonight]"."""
    title = maker.reading.slots.get("title", (0, 0))
    clause = maker.reading.clause
    start = title[1] if title[1] <= phrase.start else clause.start
    end = title[0] if title[0] >= phrase.end else clause.end
    whole = find_times(maker.said, maker.pack, (start, end))
    return next((t for t in whole if t.start <= phrase.start and phrase.end <= t.end), phrase)


def _priority_outside(maker: Maker, title: Words | None) -> tuple[str, Words] | None:
    clause = maker.reading.clause
    ranges = [(clause.start, clause.end)] if title is None else [(clause.start, title[0]), (title[1], clause.end)]
    slots = maker.reading.slots
    if AFTER in slots and any(search(maker, maker.words.priorities, slots[name]) for name in (AFTER, WHOLE)):
        ranges = [slots[AFTER], (clause.start, slots[WHOLE][0])]  # each of several has its own
    for words in ranges:
        found = search(maker, maker.words.priorities, words)
        if found:
            return found
    before = search(maker, maker.words.priorities, (0, clause.start)) if clause.start else None
    return before if before is not None and before[1] == (0, clause.start) else None  # "urgent! add …"


def _stripped(maker: Maker, title: Words, due: TimePhrase | None, priority: tuple[str, Words] | None) -> Stripped:
    """The title without the date phrase and the priority that stand at its edges (a date may stand inside, too)."""
    words: Words | None = title
    for _ in range(4 + len(maker.said.repeats)):
        if words is None or words[0] >= words[1]:
            return None, due, priority
        edge = _edge_priority(maker, words)
        if edge is not None and (priority is None or (edge[2][0] == words[0] and edge[0] == priority[0])):
            priority, words = priority or (edge[0], edge[1]), edge[2]
            continue
        is_open = due is None or due.clock is None or bool(maker.said.repeats)
        phrase = _leaving(maker, words) if is_open else None
        if phrase is None:
            break
        if not take(maker, phrase):
            if due is not None and (phrase.clock is None or phrase.day is not None):
                break
            due = phrase if due is None else replace(due, clock=phrase.clock)
        if phrase.end == words[1]:
            words = _without_lead(maker, (words[0], phrase.start))
        elif phrase.start == words[0]:
            words = _after_lead(maker, (phrase.end, words[1]))
        else:
            break
    return (words if words and words[0] < words[1] else None), due, priority


def _without_lead(maker: Maker, words: Words) -> Words:
    """A title without the small word that stood before its date."""
    start, end = words
    while end - start > 1 and maker.said.words[end - 1].text in maker.pack.shifts.ahead:
        end -= 1
    return start, _without_joined(maker, start, end)


def _without_joined(maker: Maker, start: int, end: int) -> int:
    """Where a title ends, without the words that begin another clause about its date: "buy candles [and it is] …"."""
    said, pack, at = maker.said, maker.pack, end
    between = (pack.shifts.helping | pack.ellipsis.small) - pack.joiners.by_word.keys()
    while at - start > 1 and said.words[at - 1].text in between:
        at -= 1
    is_joined = at < end and at - start > 1 and said.words[at - 1].text in pack.joiners.by_word
    is_clause = any(said.words[i].text in pack.shifts.helping for i in range(at, end))
    return at - 1 if is_joined and is_clause else end


def _after_lead(maker: Maker, words: Words) -> Words:
    """A thing to do without the small word between its date and it: "on thursday [to] call the bank"."""
    start, end = words
    while end - start > 1 and maker.said.words[start].text in maker.pack.shifts.lead:
        if not maker.words.is_verb(maker.said.words[start + 1].text):
            break
        start += 1
    return start, end


def _edge_priority(maker: Maker, words: Words) -> tuple[str, Words, Words] | None:
    """The priority at an edge of a title, with the words that are left; of several the longest: "it's not urgent"."""
    said = maker.said
    found: list[tuple[str, Words, Words]] = []
    for pattern in maker.words.priorities.of(said.texts):
        for m in pattern.search_all(said.flat, said.flat_at(words[0]), said.flat_at(words[1])):
            at = (said.index(m.start()), said.index(m.end() - 1) + 1)
            is_denied = at[0] > words[0] and said.words[at[0] - 1].text in maker.pack.negations
            is_marked = at[1] < words[1] and ":" in said.gap(at[1])  # "urgent: fix the tap"
            if at == words:
                found.append((pattern.intent, at, (words[0], words[0])))
            elif at[1] == words[1] and not is_denied:
                found.append((pattern.intent, at, (words[0], at[0])))
            elif at[0] == words[0] and at[1] < words[1] and (at[1] - at[0] > 1 or is_marked):
                found.append((pattern.intent, at, (at[1], words[1])))
    return max(found, key=lambda one: one[1][1] - one[1][0], default=None)


def _leaving(maker: Maker, words: Words) -> TimePhrase | None:
    """The time phrase that is about when, not part of the thing itself."""
    said, pack = maker.said, maker.pack
    found = find_times(said, pack, words)
    if any(_are_joined(one, other, maker) for one, other in pairwise(found)):
        return None  # "monday and thursday", "tuesday or wednesday", "from the 18th to the 20th": no one day is meant
    for phrase in reversed(found):
        before = said.words[phrase.start - 1].text if phrase.start > words[0] else ""
        if before in pack.times.before_names or _is_name(maker, phrase) or phrase.is_past(maker.now):
            continue
        is_bare_day = phrase.end - phrase.start == 1 and said.words[phrase.start].text in pack.times.weekdays
        is_before_act = phrase.end < words[1] and maker.words.is_verb(said.words[phrase.end].text)
        if phrase.end == words[1] or (phrase.start == words[0] and (not is_bare_day or is_before_act)):
            return phrase
        # inside a title it must be followed by a small word: "friday with Anna", not "friday night lights"
        is_rule = phrase.end < words[1] and repeated(maker, phrase) is not None and "," not in said.gap(phrase.end)
        if phrase.start > words[0] and (is_rule or said.words[phrase.end].text in pack.references.light):
            return phrase
    return None


def _are_joined(one: TimePhrase, other: TimePhrase, maker: Maker) -> bool:
    """Whether two days, or two times of day, are said in one breath."""
    if (one.day is None) != (other.day is None):
        return False
    between = {w.text for w in maker.said.words[one.end : other.start]} or {maker.said.words[other.start].text}
    return between <= (maker.pack.times.range | maker.pack.times.either)


def _is_name(maker: Maker, phrase: TimePhrase) -> bool:
    """Whether capitals inside a sentence make a name of what sounds like a date ("The Day After Tomorrow")."""
    said = maker.said
    words = said.words[phrase.start : phrase.end]
    is_plain_word = len(words) == 1 and words[0].text not in maker.pack.times.weekdays
    if phrase.start == 0 or is_plain_word or said.raw.isupper():
        return False
    times = maker.pack.times
    capitals = [w.text for w in words if said.raw[w.start].isupper()]
    named = [w.text for w in words if w.text in times.weekdays or w.text in times.months]
    if times.names_are_capital and len(capitals) == 1 and not named:
        return False  # "a Natale"
    return len(capitals) > (0 if times.names_are_capital else len(named))
