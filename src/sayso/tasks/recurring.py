"""Tasks that repeat: their first due day, and the next task when one is done. In the person's own days."""

from dataclasses import replace
from datetime import date, datetime, tzinfo

from sayso.engine.values.rules import Rule, read_rule
from sayso.tasks.task import Due, StoredTask
from sayso.tools.wrong import Wrong

_NEEDS_DUE = Wrong(
    "new_due",
    "A task that repeats has a due date.",
    "Give another one, or end the repetition with an empty new_repeat.",
)

NOT_REPEATING = Wrong("task_identifier", "It does not repeat, or is done.", "Change when it is due instead.")
LAST_TIME = Wrong("task_identifier", "No other time follows.", "Complete it, delete it, or end its repetition.")


def canonical(text: str | None) -> str | None:
    """A rule that was checked, in the one way that it is kept; None where there is none."""
    rule = read_rule(text) if text else None
    return rule.text() if rule is not None else None


def begun(task: StoredTask, now: datetime, zone: tzinfo) -> StoredTask:
    """A new task; one that repeats is due on the first day of its rule, if nothing else was said."""
    rule = _rule(task)
    if rule is None or task.due is not None:
        return task
    return replace(task, due=rule.first(now.astimezone(zone).date()))


def moved(before: StoredTask, after: StoredTask, now: datetime, zone: tzinfo) -> StoredTask | Wrong:
    """A changed task: with another rule it is due on the first day of that, counted from when it was due; its time of
    day stays. With another day and the same rule it remembers which day of that it stands for. Without a due date none
    repeats."""
    rule = _rule(after)
    if rule is None:
        return replace(after, occurrence=None)
    if after.due is None:
        return _NEEDS_DUE if before.due is not None and before.repeat == after.repeat else begun(after, now, zone)
    if after.repeat == before.repeat:
        return replace(after, occurrence=_occurrence(before, after.due, rule, zone))
    first = rule.first(_day(after.due, zone)) if after.due == before.due else None
    due = after.due if first is None else on_day(first, after.due, zone)
    return replace(after, due=due, occurrence=None)


def _occurrence(before: StoredTask, due: Due, rule: Rule, zone: tzinfo) -> date | None:
    """The day of the rule that a task stands for, where it is due on another one; a rule that names no day ("every
    three days") counts from whichever day it is due."""
    names_days = bool(rule.days or rule.month_days) or (rule.frequency, rule.interval) == ("DAILY", 1)
    if before.due is None or not names_days:
        return None
    stood_for = before.occurrence or _day(before.due, zone)
    return None if stood_for == _day(due, zone) else stood_for


def following(task: StoredTask, now: datetime, zone: tzinfo) -> StoredTask | None:
    """What comes after a task that is done, still without id and number: later than it was due, than the day of its
    rule that it was moved from, and than today. None where that was the last time."""
    rule = _rule(task)
    if rule is None:
        return None
    today = now.astimezone(zone).date()
    day = _day(task.due, zone) if task.due is not None else today
    start = task.occurrence or day
    found = rule.after(start, max(start, day, today))
    if found is None:
        return None
    due = found[0] if task.due is None else on_day(found[0], task.due, zone)
    fresh = replace(task, due=due, repeat=found[1].text(), completed_at=None, created_at=now, updated_at=now)
    return replace(fresh, version=1, occurrence=None)


def skipped(task: StoredTask, now: datetime, zone: tzinfo) -> StoredTask | Wrong:
    """A task that repeats, at its next time instead of the coming one, which counts as one of its times."""
    if task.repeat is None or task.is_completed:
        return NOT_REPEATING
    after = following(task, now, zone)
    return LAST_TIME if after is None else replace(task, due=after.due, repeat=after.repeat, occurrence=None)


def _rule(task: StoredTask) -> Rule | None:
    return read_rule(task.repeat) if task.repeat else None


def _day(due: Due, zone: tzinfo) -> date:
    return due.astimezone(clocks_of(due, zone)).date() if isinstance(due, datetime) else due


def clocks_of(due: datetime, zone: tzinfo) -> tzinfo:
    """The clocks by which a time was said: the person's, where they agree with its offset, else those of the offset."""
    is_theirs = due.astimezone(zone).utcoffset() == due.utcoffset()
    return zone if is_theirs or due.tzinfo is None else due.tzinfo


def on_day(day: date, due: Due, zone: tzinfo) -> Due:
    """Another day at the same time of day, as the clocks of the person show it."""
    if not isinstance(due, datetime):
        return day
    clocks = clocks_of(due, zone)
    at = datetime.combine(day, due.astimezone(clocks).time(), clocks)
    return datetime.fromisoformat(at.isoformat())  # with the offset of that day
