"""A new value for the record that was last spoken of: "at 11", "no, friday", "an hour later", "and high"."""

from datetime import date, datetime, timedelta

from sayso.engine.compose.changing import CLOCK_ALONE, IN_PART
from sayso.engine.decide import at_its_hour, settled
from sayso.engine.ellipsis.before import is_raised, last, last_change
from sayso.engine.ellipsis.fragment import Fragment
from sayso.engine.nouns import Action, Argument, Ask, Call, Clause, Confirm, Entry, Mention, Reading, Source, Step
from sayso.engine.refuse import checked
from sayso.engine.tell import confirm, say
from sayso.engine.text import tokens
from sayso.engine.thread import Thread
from sayso.engine.values.clocks import anchor_clock
from sayso.engine.values.days import anchor_day
from sayso.engine.values.shift import Shift, find_shift, nearer_half
from sayso.engine.values.times import TimePhrase, find_times

SURE = 0.95
_LONGEST = 400  # letters of an earlier turn that are looked at


def changed(said: Fragment, entry: Entry, source: Source, thread: Thread) -> Step | None:
    """The change of a record that a fragment's values say; None where it has no value for it."""
    before = last(thread, lambda _: True)
    is_named = source.kind == "message"
    if said.shift is not None and not is_named and before is not None and before.tool.does == "list":
        return None  # "the day before", of a list, moves nothing
    values = list(_values(said, entry, thread))
    if not values:
        return None
    tool = thread.deed("change")
    if not tool.name:
        return None
    clause = Clause(0, len(thread.heard.said.words), "request")
    mention = Mention(entry.name, None, "focus", (), turn=source.turn)
    reading = Reading(tool.intent, "named", clause, {}, does=tool.does)
    arguments = (Argument(tool.key("record"), entry.id, source), *values)
    action = Action(tool.intent, tool.name, arguments, SURE, tool.always_confirms, reading, mention, tool=tool)
    is_clock = said.time is not None and said.time.day is None
    part = said.time.day.part if said.time is not None and said.time.day is not None else ""
    told = {CLOCK_ALONE} if is_clock else {IN_PART + part} if part else set()
    action = at_its_hour(action, entry, told, thread.scene.now) if said.time is not None else action
    if said.shift is not None and not entry.when:
        return Ask(action, say(thread.heard.pack, "ask_value", {"name": entry.name}))
    return checked(
        settled(action, entry.name, thread.heard.pack, thread.policy), thread.policy.tools, thread.heard.pack
    )


def _values(said: Fragment, entry: Entry, thread: Thread) -> list[Argument]:
    line, tool = thread.heard.said, thread.deed("change")
    out: list[Argument] = []
    if said.priority is not None and tool.key("new_rank"):
        value, words = said.priority
        out.append(Argument(tool.key("new_rank"), value, Source("message", line.span(*words))))
    due = _due(said, entry, thread)
    if due is not None and "same" in said.marks and "T" not in due:
        due = _at_the_same_hour(due, entry, thread)
    if due is not None:
        at = said.time or said.shift
        words = (at.start, at.end) if at is not None else (0, len(line.words))
        out.append(Argument(tool.key("new_when"), due, Source("message", line.span(*words), record=entry.id)))
    return out


def _at_the_same_hour(day: str, entry: Entry, thread: Thread) -> str | None:
    """A day with the time of day of the record itself, or of the change before; None where neither has one."""
    change = last_change(thread)
    told = [change[0].text(change[0].tool.key(role)) for role in ("new_when", "when")] if change is not None else []
    hours = [when[10:] for when in (entry.when or "", *told) if "T" in when]
    return day + hours[0] if hours else None


def _due(said: Fragment, entry: Entry, thread: Thread) -> str | None:
    now = thread.scene.now
    if said.shift is not None:
        return _shifted(_same_way(said.shift, thread), entry.when, thread) if entry.when else None
    if said.past is not None:
        if not entry.when or "T" not in entry.when:
            return None
        return datetime.fromisoformat(entry.when).replace(minute=said.past).isoformat()
    if said.time is None:
        return None
    return _in_its_part(said.time, entry, thread) or _nearest(said.time, entry, now)


def _in_its_part(time: TimePhrase, entry: Entry, thread: Thread) -> str | None:
    """A time of day in the part of the day that was said with the record's day: "tomorrow evening …", "at half past
    seven"; None where none was said, or the time leaves nothing open."""
    clock, pack, now = time.clock, thread.heard.pack, thread.scene.now
    is_open = clock is not None and not clock.half and not clock.is_settled and time.day is None
    if clock is None or not is_open or not entry.when or "T" in entry.when:
        return None
    told = next((t.content for t in reversed(thread.scene.history) if t.role == "user"), "")[:_LONGEST]
    line = pack.line(told, tokens(told))
    days = [t.day for t in find_times(line, pack, (0, len(line.words))) if t.day is not None and t.day.part]
    if len(days) != 1 or days[0].exact is not None or anchor_day(days[0], now.date()).isoformat() != entry.when:
        return None
    on = datetime.combine(date.fromisoformat(entry.when), anchor_clock(clock, days[0]), now.tzinfo)
    return on.isoformat()


def _same_way(shift: Shift, thread: Thread) -> Shift:
    """A stretch that only says that there is more of it goes the way of the one before: "half an hour earlier", "and
    another half hour"."""
    pack, said = thread.heard.pack, thread.heard.said
    more = pack.shifts.between & pack.shifts.later
    beside = [*said.words[max(shift.start - 1, 0) : shift.start + 1], *said.words[shift.end :][-1:]]
    is_last = shift.end >= len(said.words) - 1
    is_more = any(w.text in more for w in (beside if is_last else beside[:2]))
    if shift.length <= timedelta() or not is_more or not said.texts & pack.shifts.later <= more:
        return shift
    for turn in reversed(thread.scene.history):
        if turn.role != "user":
            continue
        line = pack.line(turn.content[:_LONGEST], tokens(turn.content[:_LONGEST]))
        before = find_shift(line, (0, len(line.words)), pack) if line.words else None
        if before is not None and before.length < timedelta():
            return shift._replace(length=-shift.length, months=-shift.months)
        if before is None or not line.texts & pack.shifts.later <= more:
            return shift
    return shift


def _shifted(shift: Shift, when: str, thread: Thread) -> str | None:
    """A time moved; of what a reminder brought up, minutes and hours are counted from now."""
    now = thread.scene.now
    is_short = not shift.months and timedelta() < shift.length < timedelta(days=1)
    is_over = is_short and "T" in when and datetime.fromisoformat(when) <= now
    if is_over and is_raised(last(thread, lambda _: True), thread):
        return shift.moved(now.replace(second=0, microsecond=0).isoformat())
    return shift.moved(when)


def _nearest(time: TimePhrase, entry: Entry, now: datetime) -> str:
    """The time that is meant: of two halves of a day that would do, the one nearer to when it was due, unless only the
    other one is still to come."""
    due = time.anchor(now)
    clock = time.clock
    is_open = clock is not None and not clock.half and not clock.is_settled and 0 < clock.hour < 12
    if not is_open or "T" not in due or not entry.when or "T" not in entry.when or time.day:
        return due
    nearer = nearer_half(due, entry.when)
    return nearer if datetime.fromisoformat(entry.when[:10] + nearer[10:]) > now else due


def called(step: Step) -> Step:
    """A change that may be taken back, said in so few words right after the last one, is done."""
    return Call(step.action) if isinstance(step, Confirm) and not step.action.is_dangerous else step


def asked_change(value: Argument, entry: Entry, source: Source, thread: Thread) -> Step:
    """The change, to be confirmed: free words may have been meant otherwise."""
    pack, tool = thread.heard.pack, thread.deed("change")
    arguments = (Argument(tool.key("record"), entry.id, source), value._replace(name=tool.key(value.name)))
    clause = Clause(0, len(thread.heard.said.words), "request")
    reading = Reading(tool.intent, "named", clause, {}, does=tool.does)
    mention = Mention(entry.name, None, "focus", (), turn=source.turn)
    action = Action(tool.intent, tool.name, arguments, SURE, tool.always_confirms, reading, mention, tool=tool)
    asked = Confirm(action, confirm(pack, action, entry.name, thread.policy.today))
    return checked(asked, thread.policy.tools, pack)
