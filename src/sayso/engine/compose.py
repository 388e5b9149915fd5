"""A reading becomes arguments, each with its source; what is missing or wrong is said, never filled in."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import NamedTuple

from sayso.engine.clauses import joined_until
from sayso.engine.nouns import DEFAULT, Argument, Clause, Evidence, Mention, Reading, Reason, Source
from sayso.engine.pack import Pack
from sayso.engine.pattern import Pattern, spans_of
from sayso.engine.text import QUOTE, Line
from sayso.engine.values.numbers import with_digits
from sayso.engine.values.times import TimePhrase, find_times, same_words

TITLE_LIMIT, DESCRIPTION_LIMIT = 200, 1000
Words = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Draft:
    """A tool call in the making."""

    reading: Reading
    arguments: tuple[Argument, ...] = ()
    missing: tuple[str, ...] = ()
    problem: tuple[Reason, str] | None = None
    evidence: tuple[Evidence, ...] = ()
    mention: Mention | None = None
    mention_words: Words | None = None

    def value(self, name: str) -> object:
        """The value of a parameter, or None."""
        return next((a.value for a in self.arguments if a.name == name), None)


class Business(NamedTuple):
    """Which words of a clause say whose business it is."""

    is_ours: bool
    is_never: bool  # surely somebody else's
    is_unlikely: bool
    is_other_list: bool


@dataclass(slots=True)
class Maker:
    """What composing one reading needs at hand, and what it has found so far."""

    said: Line
    pack: Pack
    now: datetime
    reading: Reading
    arguments: list[Argument] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    evidence: list[Evidence] = field(default_factory=list)
    problem: tuple[Reason, str] | None = None

    def put(self, name: str, value: object, words: Words) -> None:
        """A value that the message gives."""
        span = self.said.span(*words)
        if words[1] - words[0] == 1 and self.said.words[words[0]].text == QUOTE:
            span = (self.said.words[words[0]].start, self.said.words[words[0]].end)
        self.arguments.append(Argument(name, value, Source("message", span)))

    def text(self, words: Words) -> str:
        """The message's own words, without the quotes around them."""
        if words[1] - words[0] == 1 and self.said.words[words[0]].text == QUOTE:
            return self.said.raw[self.said.words[words[0]].start:self.said.words[words[0]].end].strip()
        return self.said.said(*words)

    def note(self, name: str, value: float = 1.0) -> None:
        """Something that the confidence weighs."""
        self.evidence.append(Evidence(name, value))

    def done(self, mention_words: Words | None = None) -> Draft:
        """The draft as it stands."""
        return Draft(self.reading, tuple(self.arguments), tuple(self.missing), self.problem, tuple(self.evidence),
                     mention_words=mention_words)


def business(said: Line, clause: Clause, pack: Pack) -> Business:
    """Whose business the words of a clause are."""
    words, foreign = (clause.start, clause.end), pack.tasks.foreign
    return Business(holds(pack.tasks.own, said, words), *(holds(foreign[kind], said, words) for kind in
                                                         ("never", "unlikely", "lists")))


def of_words(reading: Reading, said: Line, pack: Pack, whose: Business) -> Iterator[Evidence]:
    """What the words of a clause say for and against its being a request to us."""
    clause, title = reading.clause, reading.slots.get("title")
    is_thing_to_do = title is not None and said.words[title[0]].text in pack.tasks.verbs
    yield Evidence("speaks of tasks", float(whose.is_ours))
    yield Evidence("a word of other things", float((whose.is_never or whose.is_unlikely) and not is_thing_to_do))
    spoken = {w.text for w in said.words[clause.start:clause.end]}
    yield Evidence("a doubtful word", float(not pack.tasks.doubtful.isdisjoint(spoken)))
    rest = reading.slots.get("rest")
    if rest is not None and not find_times(said, pack, rest):
        yield Evidence("words left over", 1.0)


def holds(patterns: tuple[Pattern, ...], said: Line, words: Words) -> bool:
    """Whether one of these patterns stands somewhere in a range of words."""
    left, right = said.flat_at(words[0]), said.flat_at(words[1])
    for pattern in patterns:
        if not pattern.may_match(said.texts):
            continue
        if next(iter(pattern.search_all(said.flat, left, right)), None) is not None:
            return True
    return False


def compose(said: Line, pack: Pack, now: datetime, reading: Reading) -> list[Draft]:
    """The drafts of a reading: one, or one for each title where several are listed."""
    maker = Maker(said, pack, now, reading)
    match reading.intent:
        case "add_task":
            if "titles" in reading.slots:
                return list(_several(maker))
            return [_add(maker)]
        case "list_tasks":
            return [_list(maker)]
        case "complete_task" | "delete_task":
            return [_refer(maker)]
        case "update_task":
            return [_update(maker)]
        case _:
            return [maker.done()]


def _several(maker: Maker) -> Iterator[Draft]:
    said, pack, reading = maker.said, maker.pack, maker.reading

    def one(words: Words) -> Draft:
        return _add(Maker(said, pack, maker.now, replace(reading, slots={"title": words})))

    start, end = reading.slots["titles"]
    first = start
    for i in range(start, end):
        is_joiner = joined_until(said, i, end, pack) > i
        parts_here = i > start and any(mark in said.gap(i) for mark in ",;\n")
        if parts_here and first < i:
            yield one((first, i))
            first = i
        if is_joiner and i > first:
            yield one((first, i))
            first = i + 1
        elif is_joiner:
            first = i + 1
    if first < end:
        yield one((first, end))


def _add(maker: Maker) -> Draft:
    said, pack, slots = maker.said, maker.pack, maker.reading.slots
    title = slots.get("title") or slots.get("noted")
    description = None
    if title is not None:
        title, description = _detailed(maker, title)
    due = _due_beside(maker)
    priority = _priority_outside(maker, title)
    if title is not None:
        title, due, priority = _stripped(maker, title, due, priority)
    if title is None or _points(said, title, pack):
        maker.missing.append("title")
    else:
        _put_title(maker, "title", title, due)
    if description is not None:
        _put_limited(maker, "description", description)
    if priority is not None:
        maker.put("priority", priority[0], priority[1])
    else:
        maker.arguments.append(Argument("priority", "medium", DEFAULT))
    if due is not None:
        maker.put("due", due.anchor(maker.now), (due.start, due.end))
    return maker.done()


def _points(said: Line, words: Words, pack: Pack) -> bool:
    left, right = said.flat_at(words[0]), said.flat_at(words[1])
    return any(p.match(said.flat, left, right) for p in pack.references.pronouns.of(said.texts))


def _detailed(maker: Maker, title: Words) -> tuple[Words | None, Words | None]:
    said = maker.said
    left, right = said.flat_at(title[0]), said.flat_at(title[1])
    for pattern in maker.pack.tasks.details:
        found = pattern.match(said.flat, left, right)
        if found is not None:
            spans = spans_of(found)
            a, b = (said.index(spans["title"][0]), said.index(spans["title"][1] - 1) + 1)
            at = said.index(spans["description"][0])
            is_quoted = said.words[at].text == QUOTE
            return (a, b), (at, at + 1 if is_quoted else title[1])
    return title, None


def _due_beside(maker: Maker) -> TimePhrase | None:
    """A time said outside the title: "remind me tomorrow to …", "… to my list for today"."""
    slots, clause = maker.reading.slots, maker.reading.clause
    for name in ("when", "when_rest", "due", "rest"):
        if name in slots:
            start = clause.start if name == "when_rest" else slots[name][0]
            times = find_times(maker.said, maker.pack, (start, slots[name][1]))
            if times:
                return times[0]
    if "title" in slots and slots["title"][0] > clause.start:
        times = find_times(maker.said, maker.pack, (clause.start, slots["title"][0]))
        return times[0] if times else None
    return None


def _priority_outside(maker: Maker, title: Words | None) -> tuple[str, Words] | None:
    clause = maker.reading.clause
    ranges = [(clause.start, clause.end)] if title is None else [(clause.start, title[0]), (title[1], clause.end)]
    for words in ranges:
        found = _search(maker, maker.pack.tasks.priorities, words)
        if found:
            return found
    return None


def _search(maker: Maker, patterns: tuple[Pattern, ...], words: Words) -> tuple[str, Words] | None:
    """The longest match of one of these patterns within a range, and what it stands for."""
    said = maker.said
    best: tuple[str, Words] | None = None
    for pattern in patterns:
        if not pattern.may_match(said.texts):
            continue
        for m in pattern.search_all(said.flat, said.flat_at(words[0]), said.flat_at(words[1])):
            at = (said.index(m.start()), said.index(m.end() - 1) + 1)
            if best is None or at[1] - at[0] > best[1][1] - best[1][0]:
                best = (pattern.intent, at)
    return best


Stripped = tuple[Words | None, TimePhrase | None, tuple[str, Words] | None]


def _stripped(maker: Maker, title: Words, due: TimePhrase | None, priority: tuple[str, Words] | None) -> Stripped:
    """The title without the date phrase and the priority that stand at its edges (a date may stand inside, too)."""
    words: Words | None = title
    for _ in range(3):
        if words is None or words[0] >= words[1]:
            return None, due, priority
        edge = _edge_priority(maker, words) if priority is None else None
        if edge is not None:
            priority, words = (edge[0], edge[1]), edge[2]
            continue
        phrase = _leaving(maker, words) if due is None else None
        if phrase is None:
            break
        due = phrase
        if phrase.end == words[1]:
            words = (words[0], phrase.start)
        elif phrase.start == words[0]:
            words = (phrase.end, words[1])
        else:
            break
    return (words if words and words[0] < words[1] else None), due, priority


def _edge_priority(maker: Maker, words: Words) -> tuple[str, Words, Words] | None:
    said = maker.said
    for pattern in maker.pack.tasks.priorities:
        if not pattern.may_match(said.texts):
            continue
        for m in pattern.search_all(said.flat, said.flat_at(words[0]), said.flat_at(words[1])):
            at = (said.index(m.start()), said.index(m.end() - 1) + 1)
            if at[1] == words[1] and at[0] > words[0]:
                return pattern.intent, at, (words[0], at[0])
            if at[0] == words[0] and at[1] < words[1] and at[1] - at[0] > 1:
                return pattern.intent, at, (at[1], words[1])
    return None


def _leaving(maker: Maker, words: Words) -> TimePhrase | None:
    """The time phrase that is about when, not part of the thing itself."""
    said, times = maker.said, maker.pack.times
    for phrase in reversed(find_times(said, maker.pack, words)):
        before = said.words[phrase.start - 1].text if phrase.start > words[0] else ""
        if before in times.before_names:
            continue
        is_edge = phrase.end == words[1] or phrase.start == words[0]
        first = said.words[phrase.start].text
        is_bare_day = phrase.end - phrase.start == 1 and first in times.weekdays
        if is_edge and not (phrase.start == words[0] and is_bare_day):
            return phrase
        if not is_edge and not is_bare_day:
            return phrase
    return None


def _put_title(maker: Maker, name: str, words: Words, due: TimePhrase | None) -> None:
    said = maker.said
    text = maker.text(words)
    if due is not None and words[0] < due.start and due.end < words[1]:
        text = f"{said.said(words[0], due.start)} {said.said(due.end, words[1])}"
    text = " ".join(text.split()) if "\n" not in text else text.strip()
    if not text:
        maker.missing.append(name)
        return
    if len(text) > TITLE_LIMIT:
        maker.problem = ("too_long", "title")
    maker.put(name, text, words)
    first = said.words[words[0]].text
    is_bare = maker.reading.grade in ("plain", "elsewhere")
    is_thing_to_do = float(first in maker.pack.tasks.verbs)
    maker.note("a bare thing to do" if is_bare else "title begins with a verb", is_thing_to_do)
    maker.note("title names nothing", float(first in maker.pack.tasks.unnamed or _is_number(maker, words)))
    maker.note("title is long", max(0, words[1] - words[0] - 8) / 8)
    maker.note("title is quoted", float(first == QUOTE))


def _is_number(maker: Maker, words: Words) -> bool:
    """Whether a title is sums and nothing else ("twelve and twelve")."""
    spoken = [w.text for w in maker.said.words[words[0]:words[1]]]
    cardinals = maker.pack.numbers.cardinals
    numbers = [w for w in spoken if w in cardinals or w.isdigit()]
    return bool(numbers) and len(spoken) <= 2 * len(numbers)


def _put_limited(maker: Maker, name: str, words: Words) -> None:
    text = maker.text(words)
    if len(text) > DESCRIPTION_LIMIT:
        maker.problem = ("too_long", "description")
    maker.put(name, text, words)


def _list(maker: Maker) -> Draft:
    said, pack, clause, slots = maker.said, maker.pack, maker.reading.clause, maker.reading.slots
    inside = (clause.start, clause.end)
    search = slots.get("search")
    if search is not None:
        _put_search(maker, search)
        inside = (clause.start, search[0]) if search[0] > clause.start else (search[1], clause.end)
    status = _search(maker, pack.tasks.statuses, inside) if inside[0] < inside[1] else None
    if status is not None:
        maker.put("filter", status[0], status[1])
    else:
        maker.arguments.append(Argument("filter", "all", DEFAULT))
    if inside[0] >= inside[1]:
        return maker.done()
    priority = _search(maker, pack.tasks.priorities, inside)
    if priority is not None:
        maker.put("priority", priority[0], priority[1])
    _put_window(maker, find_times(said, pack, inside))
    _put_limits(maker, inside)
    return maker.done()


def _put_window(maker: Maker, times: list[TimePhrase]) -> None:
    if len(times) > 1:
        between = {w.text for w in maker.said.words[times[0].end:times[1].start]}
        lead = {w.text for w in maker.said.words[times[1].start:times[1].start + 1]}
        first, last = (t.anchor(maker.now)[:10] for t in times[:2])
        if (between or lead) <= maker.pack.times.range | lead and first < last:
            maker.put("due", {"from": first, "to": last}, (times[0].start, times[1].end))
            return
    if times:
        maker.put("due", times[0].window(maker.now), (times[0].start, times[0].end))


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
    patterns = sorted(maker.pack.tasks.limits, key=lambda p: p.intent != "offset")
    for pattern in patterns:
        if not pattern.may_match(digits.texts):
            continue
        for m in pattern.search_all(digits.flat, digits.flat_at(start), digits.flat_at(end)):
            a, b = spans_of(m)["n"]
            at, number = digits.index(a), digits.flat[a:b].strip()
            known = any(arg.name == pattern.intent for arg in maker.arguments)
            if number.isdigit() and int(number) > 0 and at not in taken and not known:
                taken.add(at)
                word = digits.words[at]
                maker.arguments.append(Argument(pattern.intent, int(number), Source("message", (word.start, word.end))))


def _refer(maker: Maker) -> Draft:
    task = maker.reading.slots.get("task") or maker.reading.slots.get("it")
    if task is None:
        maker.missing.append("task_identifier")
    return maker.done(task)


def _update(maker: Maker) -> Draft:
    slots = maker.reading.slots
    task = slots.get("task") or slots.get("it")
    if task is None:
        maker.missing.append("task_identifier")
    if "new_title" in slots:
        _put_title(maker, "new_title", slots["new_title"], None)
    if "new_description" in slots:
        _put_limited(maker, "new_description", slots["new_description"])
    if "priority" in slots:
        _put_priority(maker, slots["priority"])
    if "due" in slots:
        _put_due(maker, slots["due"])
    if "status" in slots:
        _put_status(maker, slots["status"])
    if "value" in slots:
        put_value(maker, slots["value"])
    _put_implied(maker)
    if not any(a.name.startswith("new_") for a in maker.arguments):
        maker.missing.append("value")
    return maker.done(task)


def _put_priority(maker: Maker, words: Words) -> bool:
    found = _search(maker, maker.pack.tasks.priorities, words)
    if found is None:
        return False
    maker.put("new_priority", found[0], found[1])
    return True


def _put_due(maker: Maker, words: Words) -> bool:
    times = find_times(maker.said, maker.pack, (max(words[0] - 1, maker.reading.clause.start), words[1]))
    if not times:
        return False
    maker.put("new_due", times[0].anchor(maker.now), (times[0].start, times[0].end))
    return True


def _put_status(maker: Maker, words: Words) -> bool:
    found = _search(maker, maker.pack.tasks.values, words)
    if found is None or found[1] != words:
        return False
    maker.put("new_status", found[0], words)
    return True


def put_value(maker: Maker, words: Words) -> None:
    """A new value of whatever kind: a priority, a status, a day, or else a title."""
    found = _search(maker, maker.pack.tasks.priorities, words)
    if found is not None and found[1] == words:
        maker.put("new_priority", found[0], words)
        return
    if _put_status(maker, words):
        return
    times = find_times(maker.said, maker.pack, (max(words[0] - 1, maker.reading.clause.start), words[1]))
    if times and times[-1].end == words[1] and times[0].start <= words[0]:
        _put_due(maker, words)
        return
    _put_title(maker, "new_title", words, None)


def _put_implied(maker: Maker) -> None:
    """What the verb alone says: "reopen …", "prioritize …"."""
    if any(a.name.startswith("new_") for a in maker.arguments):
        return
    said, clause = maker.said, maker.reading.clause
    for pattern in maker.pack.tasks.implied:
        found = pattern.match_start(said.flat, said.flat_at(clause.start), said.flat_at(clause.end))
        if found is not None:
            name, _, value = pattern.intent.partition(" ")
            maker.put(name, value, (clause.start, said.index(found.end() - 1) + 1))
            return
