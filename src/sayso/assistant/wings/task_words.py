"""What to say about tasks: pure, in the person's language, and only from what the tools answered."""

from collections.abc import Mapping
from datetime import date
from typing import assert_never

from sayso.engine import tell
from sayso.engine.fault import Wording, sentence
from sayso.engine.nouns import Action
from sayso.engine.pack import Pack
from sayso.engine.tell import either, say
from sayso.engine.tell_repeat import in_words
from sayso.tasks.outcome import (
    Added,
    ChangedSince,
    Completed,
    Deleted,
    Failure,
    InvalidTaskCall,
    Listed,
    NothingToRedo,
    NothingToUndo,
    Redone,
    SeveralMatch,
    Success,
    TaskKeyReused,
    TaskNeedsConfirmation,
    TaskNotFound,
    Undone,
    Updated,
    UserInfo,
)
from sayso.tasks.recurring import LAST_TIME, NOT_REPEATING
from sayso.tasks.task import SKIPPED, StoredTask
from sayso.tools.told import NoAccount

_NAMED = 10  # of many tasks
_NARROWING = ("priority", "due", "search")  # what makes a list one of tasks that fit


def about_success(pack: Pack, action: Action, outcome: Success, today: date | None = None) -> str:
    """What to say where a tool did what it was asked to."""
    match outcome:
        case Added(task):
            return say(pack, "told_added", {"title": task.title, "more": _in_brackets(_about(pack, task, today))})
        case Completed(task, _, StoredTask() as after):
            return _with_next(pack, task, after, today)
        case Completed(task, _, _, True):
            return say(pack, "told_completed_last", {"title": task.title})
        case Completed(task, is_changed):
            return say(pack, "told_completed" if is_changed else "told_completed_already", {"title": task.title})
        case Updated(task, _, StoredTask() as after):
            return _with_next(pack, task, after, today)
        case Updated(task) if action.of("new_status") == SKIPPED and task.due is not None:
            day = tell.day(pack, task.due.isoformat(), today)
            return say(pack, "told_skipped", {"title": task.title, "day": day})
        case Updated(task, is_changed):
            named = {"title": outcome.former_title or task.title, "changes": tell.changes(pack, action, today)}
            return say(pack, "told_updated" if is_changed else "told_updated_already", named)
        case Deleted(task):
            return say(pack, "told_deleted", {"title": task.title})
        case Undone():
            return _walked(pack, outcome, "undone", "before")
        case Redone():
            return _walked(pack, outcome, "redone", "after")
        case Listed():
            return _listed(pack, action, outcome, today)
        case UserInfo(_, name, email, timezone):
            known = {"name": name, "email": email, "timezone": timezone}
            return say(pack, "told_user_email" if email else "told_user", known)
        case impossible:
            assert_never(impossible)


def _walked(pack: Pack, walked: Undone | Redone, way: str, usual: str) -> str:
    """What was taken back or made again, of one task or of several at once."""
    by: dict[str, list[str]] = {}
    for task in (walked.task, *walked.others):
        there = "back" if task.id in walked.back else usual
        by.setdefault("gone" if task.deleted_at is not None else there, []).append(task.title)
    told = []
    for was, titles in by.items():
        names = ", ".join([f"'{title}'" for title in titles[:_NAMED]] + ["…"] * (len(titles) > _NAMED))
        key = f"told_{way}_{was}" if len(titles) == 1 else f"told_{way}_{was}_many"
        told.append(say(pack, key, {"title": titles[0], "names": names, "count": len(titles)}))
    return " ".join(told)


def about_removal(pack: Pack, waits: TaskNeedsConfirmation) -> str:
    """What to ask before a step back or forth by which tasks go away."""
    key = f"confirm_{waits.pending.tool}_removing{'_many' if waits.others else ''}"
    return say(pack, key, {"title": waits.task.title, "number": waits.task.number, "count": waits.others})


def about_failure(pack: Pack, outcome: Failure) -> str:
    """What to say where it did not."""
    match outcome:
        case TaskNotFound(identifier, nearest):
            names = either(pack, [task.title for task in nearest]) if nearest else ""
            return say(
                pack, "told_not_found_near" if nearest else "told_not_found", {"name": identifier, "names": names}
            )
        case SeveralMatch(_, candidates):
            return say(pack, "ask_which", {"names": either(pack, [task.title for task in candidates])})
        case NothingToRedo():
            return say(pack, "told_nothing_to_redo")
        case NothingToUndo():
            return say(pack, "told_nothing_to_undo")
        case ChangedSince(task):
            return say(pack, "told_changed_since", {"title": task.title})
        case InvalidTaskCall(wrong) if wrong in (NOT_REPEATING, LAST_TIME):
            return say(pack, "told_not_repeating" if wrong == NOT_REPEATING else "told_last_time")
        case InvalidTaskCall(wrong) if wrong.fault is not None:
            return sentence(wrong.fault, Wording(pack.replies, pack.labels))
        case InvalidTaskCall(wrong):
            return say(pack, "told_invalid", {"field": pack.labels["fields"].get(wrong.field, wrong.field)})
        case TaskKeyReused():
            return say(pack, "told_repeated_key")
        case NoAccount():
            return say(pack, "told_no_account")
        case impossible:
            assert_never(impossible)


def _with_next(pack: Pack, task: StoredTask, after: StoredTask, today: date | None) -> str:
    assert after.due is not None  # what repeats has one
    day = tell.day(pack, after.due.isoformat(), today)
    return say(pack, "told_completed_next", {"title": task.title, "day": day})


def _listed(pack: Pack, action: Action, listed: Listed, today: date | None) -> str:
    asked: Mapping[str, object] = {a.name: a.value for a in action.arguments}
    wanted = str(asked.get("filter", "all"))
    is_narrowed = any(name in asked for name in _NARROWING)
    if not listed.total and wanted == "completed" and not is_narrowed and listed.of:
        return _counted(pack, "told_none_done", listed.of)
    if not listed.total:
        return say(pack, "told_none" if is_narrowed or wanted != "all" else "told_empty")
    kind = "found" if is_narrowed and wanted == "all" else wanted
    lines = [_counted(pack, f"told_{kind}", listed.total)]
    lines.extend(_line(pack, task, today) for task in listed.tasks)
    more = listed.total - listed.offset - len(listed.tasks)
    if more > 0:
        lines.append(_counted(pack, "told_more", more))
    return "\n".join(lines)


def _counted(pack: Pack, key: str, count: int) -> str:
    return say(pack, f"{key}_one" if count == 1 else f"{key}_many", {"count": count})


def _line(pack: Pack, task: StoredTask, today: date | None) -> str:
    done = " ✓" if task.is_completed else ""
    return f"{task.number}. {task.title}{done}{_in_brackets(_about(pack, task, today))}"


def _about(pack: Pack, task: StoredTask, today: date | None) -> list[str]:
    """What is worth saying about a task besides its title."""
    due = task.due.isoformat() if task.due is not None else ""
    about = [say(pack, "told_due", {"day": tell.day(pack, due, today)})] if due else []
    if task.repeat:
        about.append(say(pack, "told_repeats", {"rule": in_words(pack, task.repeat, due)}))
    return about if task.priority == "medium" else [*about, say(pack, f"told_priority_{task.priority}")]


def _in_brackets(about: list[str]) -> str:
    return f" ({', '.join(about)})" if about else ""
