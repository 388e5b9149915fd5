"""The period beside the one whose list was shown: "and the weekend after?", "e il venerdì successivo?"."""

from collections.abc import Iterator, Mapping
from datetime import date, timedelta

from sayso.engine.ellipsis.before import Before, last
from sayso.engine.ellipsis.change import SURE
from sayso.engine.nouns import Action, Argument, Call, Clause, Reading, Source, Step
from sayso.engine.refuse import with_defaults
from sayso.engine.thread import Thread

_PERIOD, _BEFORE = "period ", "before"  # what the names of such patterns begin and end with
_SATURDAY, _WEEK = 5, 7
_NEAR = ("today", "tomorrow")
_WEEKS = ("this_week", "next_week")
_ROLES = ("asks", "too", "only", "same")  # of words that may stand beside it
Days = tuple[date, date]


def of_another_period(thread: Thread) -> list[Step] | None:
    """The list that was shown last, of the period before or after it; None where a message says anything else."""
    before = last(thread, lambda _: True) if thread.scene.history else None
    if before is None or before.tool.does != "list":
        return None
    when, tool = _beside(before, thread), before.tool
    if when is None:
        return None
    gone = {when.name, *(tool.key(role) for role in ("search", "limit", "offset"))}
    source = Source("history", turn=before.turn)
    kept = (Argument(n, v, source) for n, v in before.done.parameters.items() if n not in gone)
    reading = Reading(tool.intent, "named", Clause(0, len(thread.heard.said.words), "request"), {}, does=tool.does)
    arguments = with_defaults((when, *kept), tool)
    return [Call(Action(tool.intent, tool.name, arguments, SURE, False, reading, tool=tool))]


def _beside(before: Before, thread: Thread) -> Argument | None:
    """When the records of the list are due that a message asks for by nothing but the period beside the one shown."""
    said, pack = thread.heard.said, thread.heard.pack
    shown = _shown(before, thread)
    if shown is None:
        return None
    patterns = [p for p in pack.leaning.of(said.texts) if p.intent.startswith(_PERIOD)]
    found = [(p.intent.removeprefix(_PERIOD), m) for p in patterns for m in p.search_all(said.flat, 0, len(said.flat))]
    if not found:
        return None
    kind, match = max(found, key=lambda f: f[1].end() - f[1].start())
    unit, _, side = kind.partition(" ")
    words = said.index(match.start()), said.index(match.end() - 1) + 1
    texts = [w.text for w in said.words[words[0] : words[1]]]
    idle = pack.ellipsis.small | pack.references.light | {w for r in _ROLES for p in pack.ellipsis.marks[r] for w in p}
    if any(w.text not in idle for i, w in enumerate(said.words) if not words[0] <= i < words[1]):
        return None
    days = [pack.times.weekdays[t] for t in texts if t in pack.times.weekdays]
    try:
        moved = _moved(shown, unit, -1 if side == _BEFORE else 1, days[0] if days else 0)
    except OverflowError:  # there is no day after the last one
        moved = None
    if moved is None:
        return None
    key = before.tool.key("when")
    return Argument(key, _told(moved, thread.scene.now.date()), Source("message", said.span(*words)))


def _shown(before: Before, thread: Thread) -> Days | None:
    """The first and the last day of the list that was shown."""
    when, today = before.done.parameters.get(before.tool.key("when")), thread.scene.now.date()
    if isinstance(when, Mapping):
        ends = [_day(when.get(end)) for end in ("from", "to")]
        return (ends[0], ends[1]) if ends[0] is not None and ends[1] is not None else None
    if when in _NEAR:
        day = today + timedelta(days=_NEAR.index(str(when)))
        return day, day
    if when in _WEEKS:
        monday = today - timedelta(days=today.weekday()) + timedelta(weeks=_WEEKS.index(str(when)))
        return monday, monday + timedelta(days=_WEEK - 1)
    told = _day(when)
    return (told, told) if told is not None else None


def _day(value: object) -> date | None:
    try:
        return date.fromisoformat(value[:10]) if isinstance(value, str) else None
    except ValueError:
        return None


def _moved(shown: Days, unit: str, way: int, weekday: int) -> Days | None:
    """The nearest such period after the days that were shown, or before them."""
    first, last = shown
    at = last if way > 0 else first
    match unit:
        case "days":
            day = at + timedelta(days=way)
            return day, day
        case "weekday":
            day = next(d for d in _away(at, way) if d.weekday() == weekday)
            return day, day
        case "weeks":
            monday = at - timedelta(days=at.weekday()) + timedelta(weeks=way)
            return monday, monday + timedelta(days=_WEEK - 1)
        case "weekends":
            begins = _SATURDAY if way > 0 else _WEEK - 1
            day = next(d for d in _away(at, way) if d.weekday() == begins)
            return (day, day + timedelta(days=1)) if way > 0 else (day - timedelta(days=1), day)
        case "months":
            month = next(d for d in _away(at, way) if d.month != at.month)
            begins_on = month.replace(day=1)
            ends_on = next(d for d in _away(begins_on, 1) if d.month != begins_on.month) - timedelta(days=1)
            return begins_on, ends_on
    return None


def _away(day: date, way: int) -> Iterator[date]:
    """The days after one, or before it."""
    return (day + timedelta(days=way * n) for n in range(1, 2 * 31))


def _told(days: Days, today: date) -> object:
    """Days as a list is asked for them: by a name where they have one."""
    first, last = days
    if first == last:
        return first.isoformat()
    monday = today - timedelta(days=today.weekday())
    weeks = {(monday + timedelta(weeks=n), monday + timedelta(days=7 * n + 6)): name for n, name in enumerate(_WEEKS)}
    return weeks.get(days) or {"from": first.isoformat(), "to": last.isoformat()}
