"""A day of which only a part was read is no day: "two [fridays] from now", "the last but one day of [this month]",
"[friday] of the last week". It is left out, and asked about."""

from collections.abc import Sequence
from dataclasses import replace

from sayso.engine.capabilities.settle import never_called
from sayso.engine.compose.repeating import CHANGED
from sayso.engine.nouns import Action, Argument, Ask, Call, Confirm, Step
from sayso.engine.pack import Pack
from sayso.engine.tell import say
from sayso.engine.text import Line
from sayso.engine.thread import Thread
from sayso.engine.values.repeats import often
from sayso.engine.values.times import find_times

_GIVING = frozenset(("change", "make"))
_TIMES = ("when", "new_when")
_LONG = frozenset(("days", "weeks", "months", "years"))
_MARKS = frozenset(",;:.!?…\n–—")
_FEW = 3  # words between "of" and the stretch of time that a day is one of


def unless_half_read(steps: Sequence[Step], thread: Thread) -> list[Step]:
    """The steps; what would be given a day of which only a part was read is asked about without it."""
    return [_without_half(s, thread) if s.action.does in _GIVING else s for s in steps]


def unless_ambiguous(steps: Sequence[Step], thread: Thread) -> list[Step]:
    """The steps; a change whose time may be another one is asked about."""
    said, pack = thread.heard.said, thread.heard.pack
    changes = [s for s in steps if isinstance(s, Call) and s.action.does == "change"]
    unclear = [s for s in changes if _may_be_once(s.action, said, pack) or _may_be_two(s.action, said, pack)]
    return [never_called(s, thread.room) if s in unclear else s for s in steps]


def _without_half(step: Step, thread: Thread) -> Step:
    action, said, pack = step.action, thread.heard.said, thread.heard.pack
    times = {action.key(role) for role in _TIMES}
    half = [a for a in action.arguments if a.name in times and _is_half(a, said, pack)]
    if not half or not isinstance(step, Call | Confirm):
        return step
    rest = _as_written(replace(action, arguments=tuple(a for a in action.arguments if a not in half)), half, said)
    if action.does == "change" and not rest.changes:
        return Ask(rest, say(pack, "ask_day", {"name": _name(rest, thread), "said": _told(half, said)}))
    return never_called(Call(rest), thread.room)


def _as_written(action: Action, half: Sequence[Argument], said: Line) -> Action:
    """Something new, with the day that was not understood in its name, as it was written."""
    name = next((a for a in action.arguments if a.name == action.key("name")), None)
    if action.does != "make" or name is None or name.source.span is None:
        return action
    told = [a.source.span for a in action.arguments if a is not name and a.source.span is not None]
    start, end = name.source.span[0], max(a.source.span[1] for a in (name, *half) if a.source.span is not None)
    for i, word in enumerate(said.words):  # and with what goes on in the same breath
        is_free = not any(a <= word.start < b for a, b in told)
        if word.start >= end and is_free and _MARKS.isdisjoint(said.gap(i)):
            end = word.end
        elif word.start >= end:
            break
    whole = name._replace(value=said.raw[start:end], source=name.source._replace(span=(start, end)))
    return replace(action, arguments=tuple(whole if a is name else a for a in action.arguments))


def _told(half: Sequence[Argument], said: Line) -> str:
    """What was understood of a day, as it was written."""
    return next((said.raw[slice(*a.source.span)] for a in half if a.source.span is not None), "")


def _may_be_once(action: Action, said: Line, pack: Pack) -> bool:
    """Whether a record is to repeat by words that may as well mean one day, or is put on a day by words that may also
    say how it repeats: "move it to the last day of the month"."""
    key = action.key(CHANGED)
    spans = [a.source.span for a in action.arguments if a.name == key and a.value and a.source.span is not None]
    repeating = often(pack)
    said_so = [any(w.text in repeating for w in said.words if a <= w.start < b) for a, b in spans]
    if spans:
        return not all(said_so)
    days = [a.source.span for a in action.arguments if a.name == action.key("new_when") and a.source.span is not None]
    rules = [m for p in pack.repeats.rules.of(said.texts) for m in p.search_all(said.flat, 0, len(said.flat))]
    at = [(said.words[said.index(m.start())].start, said.words[said.index(m.end() - 1)].end) for m in rules]
    return any(a < end and start < b for a, b in days for start, end in at)


def _may_be_two(action: Action, said: Line, pack: Pack) -> bool:
    """Whether the time of a change may be two: "move the call at ten to eleven"."""
    spans = [a.source.span for a in action.arguments if a.name == action.key("new_when") and a.source.span is not None]
    told = [[w.text for w in said.words if a <= w.start < b] for a, b in spans]
    return any(
        texts[i] in pack.commands.towards and all(_is_number(texts[j], pack) for j in (i - 1, i + 1))
        for texts in told
        for i in range(1, len(texts) - 1)
    )


def _name(action: Action, thread: Thread) -> str:
    at = thread.entries.index().by_id.get(str(action.of("record")).casefold()) if thread.entries.are_known else None
    return thread.entries.all[at].name if at is not None else action.mention.text if action.mention is not None else ""


def _is_half(argument: Argument, said: Line, pack: Pack) -> bool:
    span = argument.source.span
    words = [i for i, w in enumerate(said.words) if span is not None and span[0] <= w.start < span[1]]
    return bool(words) and is_half(said, (words[0], words[-1] + 1), pack)


def is_half(said: Line, words: tuple[int, int], pack: Pack) -> bool:
    """Whether words that say a day are only a part of what is said of it."""
    start, end = words
    texts = [w.text for w in said.words]
    days = (i for i in range(*words) if texts[i] in pack.times.weekdays and i > 0)
    is_counted = any(_is_number(texts[i - 1], pack) for i in days)
    if is_counted and end < len(texts) and texts[end] in pack.commands.since:
        return True  # "two fridays from now"
    if start > 1 and _is_number(texts[start - 1], pack) and texts[start - 2] in _leading(pack):
        return True  # "tra due venerdì", "dalle 3 alle 4"
    return _goes_on_before(start, said, pack) or _goes_on_after(end, said, pack)


def _leading(pack: Pack) -> frozenset[str]:
    """The words before a number of days ahead, and before the beginning of a stretch."""
    ahead = frozenset(w for p in pack.times.dates.patterns if p.intent == "ahead" for w in p.first or ())
    return (ahead | pack.commands.since) - pack.numbers.cardinals.keys()


def _goes_on_before(start: int, said: Line, pack: Pack) -> bool:
    """Whether what stands before a day counts from it, or is a part of it: "three weeks", "the last but one day
    of"."""
    if start < 1 or said.words[start].text in pack.shifts.ahead or "," in said.gap(start):
        return False
    before, first = said.words[start - 1].text, said.words[start].text
    if first in pack.times.before:
        return _is_long(before, pack)
    is_of = before in pack.times.links and before not in pack.shifts.ahead
    if is_of and start > 1:
        return _is_long(said.words[start - 2].text, pack)
    return start > 1 and _is_long(before, pack) and _is_number(said.words[start - 2].text, pack)


def _goes_on_after(end: int, said: Line, pack: Pack) -> bool:
    """Whether a day is said to be one of some stretch of time: "of the last week", "dell'altra settimana"; or to be a
    week later: "tomorrow week"."""
    texts = [w.text for w in said.words[end : end + _FEW + 2]]
    pause = next((i for i in range(len(texts)) if "," in said.gap(end + i)), len(texts))
    texts = texts[:pause]
    if not texts:
        return False
    if texts[0] in pack.times.links and texts[0] not in pack.shifts.ahead:
        is_day = any(t[0].isdigit() for t in texts[1:3]) and _is_long(said.words[end - 1].text, pack)
        return is_day or any(_is_long(t, pack) for t in texts)  # "the week of the 18th", "monday of the last week"
    if texts[0] in pack.times.before:  # "the week before christmas"
        return any(t.start == end for t in find_times(said, pack, (end, len(said.words))))
    is_last = len(texts) == 1 or texts[1] in pack.shifts.ahead | pack.shifts.fillers
    return is_last and pack.times.units.get(texts[0]) == "weeks"


def _is_long(word: str, pack: Pack) -> bool:
    return pack.times.units.get(word) in _LONG


def _is_number(word: str, pack: Pack) -> bool:
    return word.isdecimal() or word in pack.numbers.cardinals
