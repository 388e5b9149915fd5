"""Times that lean on one that was spoken of: "the same day", "half an hour after that", "il giorno prima"."""

from collections.abc import Callable
from datetime import date, datetime, timedelta
from typing import NamedTuple

from sayso.dataclass import dataclass
from sayso.engine.nouns import Decision, Mention, Step
from sayso.engine.pack import Pack
from sayso.engine.records.focus import in_focus
from sayso.engine.text import Line, Word
from sayso.engine.thread import Around
from sayso.engine.values.shift import find_shift, further
from sayso.engine.values.times import find_times

_BEFORE = 6  # words in which a stretch of time may be told
_APART = "apart"  # "… after that": the stretch stands before it
_CLOCK = "clock"  # "at the same time"
_BESIDE = "beside"  # "the day before"
_WEEKDAY = "weekday"  # "the friday before"
_WEEK = "week"  # "the friday of that week"
_KINDS = frozenset(("day", _APART, _CLOCK, _BESIDE, _WEEKDAY, _WEEK))
_WEEKLY = timedelta(weeks=1)
_WHENS = ("when", "new_when")
Hear = Callable[[list[Word]], Decision]


class _Leaning(NamedTuple):
    """Where such words stand in a message, the day and the time that they stand for, and how they say it."""

    start: int
    end: int
    value: str
    kind: str


@dataclass(frozen=True, slots=True)
class Leaning:
    """A message and what was spoken of before it."""

    raw: str
    pack: Pack
    around: Around

    def found(self, words: list[Word]) -> tuple[list[Word], _Leaning] | None:
        """The words with the day in the place of what leans on it; None where nothing does, or on nothing."""
        if not self.around.scene.history:
            return None
        said = self.pack.line(self.raw, words)
        patterns = self.pack.leaning.of(said.texts)
        every = [(p.intent, m) for p in patterns for m in p.search_all(said.flat, 0, len(said.flat))]
        every = [(kind, m) for kind, m in every if kind in _KINDS and not self._goes_on(said, m.start(), m.end())]
        anchor = self._anchor() if every else None
        if anchor is None:
            return None
        kind, match = max(every, key=lambda found: found[1].end() - found[1].start())
        told = self._told(said, kind, (said.index(match.start()), said.index(match.end() - 1) + 1), anchor)
        if told is None:
            return None
        kept = [w for w in said.words if w.end <= told.start], [w for w in said.words if w.start >= told.end]
        return [*kept[0], *_spoken(told), *kept[1]], told

    def _goes_on(self, said: Line, left: int, right: int) -> bool:
        """Whether words are part of a time by themselves: "the day after" of "the day after tomorrow"."""
        start, end = said.index(left), said.index(right - 1) + 1
        times = find_times(said, self.pack, (0, len(said.words)))
        return any(t.start < end < t.end and t.start <= start for t in times)

    def _told(self, said: Line, kind: str, words: tuple[int, int], anchor: str) -> _Leaning | None:
        """What words stand for that lean on a time; None where they say no stretch, or no hour is known."""
        start, end = words
        first, last = said.words[start].start, said.words[end - 1].end
        if kind in (_WEEKDAY, _WEEK):
            value = self._weekday(said, kind, words, anchor)
            return None if value is None else _Leaning(first, last, value, kind)
        if kind == _CLOCK and find_shift(said, (0, start), self.pack) is not None:
            return None  # "a week later, same time": it is moved as it is
        if kind not in (_APART, _BESIDE):
            return _Leaning(first, last, anchor, kind) if kind != _CLOCK or "T" in anchor else None
        within = (max(0, start - _BEFORE), start) if kind == _APART else words
        shift = further(said, within, self.pack)
        small = self.pack.shifts.between | self.pack.numbers.ones | self.pack.times.units.keys()  # "half an hour"
        if shift is None or not all(w.text in small for w in said.words[shift.end : start]):
            return None
        way = 1 if self.pack.shifts.earlier.isdisjoint(w.text for w in said.words[start:end]) else -1
        if kind == _BESIDE and (shift.months or abs(shift.length) >= _WEEKLY) and self._listed_day() is not None:
            return None  # a list of the week after is of all its days
        shift = shift._replace(length=way * abs(shift.length), months=way * abs(shift.months))
        value = shift.moved(anchor)
        return None if value is None else _Leaning(min(first, said.words[shift.start].start), last, value, kind)

    def _weekday(self, said: Line, kind: str, words: tuple[int, int], anchor: str) -> str | None:
        """The day of a week before or after that of a time, or in the same week."""
        texts = [w.text for w in said.words[words[0] : words[1]]]
        days = [self.pack.times.weekdays[t] for t in texts if t in self.pack.times.weekdays]
        if len(days) != 1:
            return None
        day = date.fromisoformat(anchor[:10])
        away = days[0] - day.weekday()
        if kind == _WEEKDAY and self.pack.shifts.earlier.isdisjoint(texts):
            away = away % 7 or 7
        elif kind == _WEEKDAY:
            away = -(-away % 7 or 7)
        return (day + timedelta(days=away)).isoformat()

    def _anchor(self) -> str | None:
        """When that is due which was spoken of last: of a list, the day that it was of."""
        listed = self._listed_day()
        if listed is not None:
            return listed
        for records in self.around.all_records():
            focused = in_focus(self.around.scene.history, Mention("", None, "focus"), records)
            whens = {c.entry.when for c in focused.candidates}  # of several, as far as they are due together
            if len(whens) == 1:
                return _local(whens.pop(), self.around.scene.now)
        return None

    def _listed_day(self) -> str | None:
        """The day that the last step listed, where it listed one."""
        done = next((t.steps[-1] for t in reversed(self.around.scene.history) if t.steps), None)
        tool = self.around.policy.tools.get(done.tool_name) if done is not None else None
        if done is None or tool is None or tool.does != "list":
            return None
        told, today = done.parameters.get(tool.key("when")), self.around.scene.now.date()
        if not isinstance(told, str):
            return None
        day = {"today": today, "tomorrow": today + timedelta(days=1)}.get(told)
        return day.isoformat() if day is not None else _local(told, self.around.scene.now)


def _local(when: str | None, now: datetime) -> str | None:
    """A day as it is, a time on the clock of whoever speaks; None where it is neither."""
    try:
        if when is None or "T" not in when:
            return None if when is None else date.fromisoformat(when).isoformat()
        at = datetime.fromisoformat(when)
        return (at if at.tzinfo is None else at.astimezone(now.tzinfo).replace(tzinfo=None)).isoformat()
    except (ValueError, OverflowError):
        return None


def _spoken(told: _Leaning) -> list[Word]:
    """The day, and the time of the day where there is one, in the place of the words."""
    day, _, clock = told.value.partition("T")
    middle = (told.start + told.end) // 2
    if told.kind == _CLOCK:
        return [Word(clock[:5], told.start, told.end)]
    if not clock or told.kind == "day":
        return [Word(day, told.start, told.end)]
    return [Word(day, told.start, middle), Word(clock[:5], middle, told.end)]


def heard_leaning(words: list[Word], hear: Hear, leaning: Leaning) -> tuple[Decision, bool]:
    """The decision about a message, and whether a time of it leans on one that was spoken of."""
    found = leaning.found(words)
    if found is None:
        return hear(words), False
    decision = hear(found[0])
    if found[1].kind == _CLOCK:
        bare = hear([w for w in words if w.end <= found[1].start or found[1].end <= w.start])
        if bare.steps and _days(bare) == _days(decision) and all(_keeps_its_hour(s) for s in bare.steps):
            return bare, False  # "the other one to Wednesday, same hour": its own
    own = [s for s in decision.steps if _uses(s, found[1])]
    is_far = found[1].kind in (_APART, _BESIDE)  # of what is there already that is a stretch from its own time
    if not own or (is_far and any(s.action.does not in ("make", "list") for s in own)):
        return hear(words), False
    return decision, True


def _days(decision: Decision) -> list[tuple[object, str]]:
    return [(s.action.record, str(s.action.of("new_when") or "")[:10]) for s in decision.steps]


def _keeps_its_hour(step: Step) -> bool:
    """Whether a record that is there is moved to a day, at the time of day that it has."""
    return step.action.does == "change" and "T" in str(step.action.of("new_when") or "")


def _uses(step: Step, told: _Leaning) -> bool:
    """Whether a step's time is that of the words."""
    times = [a for a in step.action.arguments if a.name in map(step.action.key, _WHENS) and a.source.span is not None]
    inside = [a for a in times if a.source.span and a.source.span[0] < told.end and told.start < a.source.span[1]]
    return any(told.kind == _CLOCK or str(a.value)[:10] == told.value[:10] for a in inside)
