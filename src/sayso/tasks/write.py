"""A task from what was said about it: new, or changed; every value checked, nothing kept yet."""

from dataclasses import replace
from datetime import datetime

from sayso.tasks.recurring import canonical
from sayso.tasks.task import SKIPPED, Changes, NewTask, StoredTask, check_due, filled, given
from sayso.tools.wrong import Wrong, wrong_in


def written(new: NewTask, task_id: str, now: datetime) -> StoredTask | Wrong:
    """A new task, still without its number."""
    values = filled(new)
    wrong = wrong_in(new.tool, values)
    if wrong is not None:
        return wrong
    due = None if new.due is None else check_due(new.due)
    if isinstance(due, Wrong):
        return due
    title, description, priority = (str(values[name]) for name in ("title", "description", "priority"))
    repeat = canonical(new.repeat)
    return StoredTask(task_id, 0, title.strip(), description, priority, due, None, now, now, None, 1, repeat)


def changed(task: StoredTask, changes: Changes, now: datetime) -> StoredTask | Wrong:
    """A task with its changes; itself, where nothing is different."""
    asked = given(changes)
    if not asked:
        fields = "new_title, new_description, new_priority, new_due, new_repeat or new_status"
        return Wrong("new_title", "Nothing to change was given.", f"Give at least one of {fields}.")
    wrong = wrong_in(changes.tool, {"task_identifier": task.id, **asked})
    if wrong is not None:
        return wrong
    if changes.new_status == SKIPPED:
        return Wrong("new_status", "Skipped goes alone.", "Change the rest by a call of its own.")
    values: dict[str, object] = {}
    if changes.new_title is not None:
        values["title"] = changes.new_title.strip()
    if changes.new_description is not None:
        values["description"] = changes.new_description
    if changes.new_priority is not None:
        values["priority"] = changes.new_priority
    if changes.new_due is not None:
        values["due"] = check_due(changes.new_due, "new_due") if changes.new_due else None
    if changes.new_repeat is not None:
        values["repeat"] = canonical(changes.new_repeat)
    if changes.new_status is not None:
        values["completed_at"] = (task.completed_at or now) if changes.new_status == "completed" else None
    for value in values.values():
        if isinstance(value, Wrong):
            return value
    after = replace(task, **values)  # type: ignore[arg-type]  # each was checked above
    return task if after == task else renewed(after, now)


def renewed(task: StoredTask, now: datetime) -> StoredTask:
    """The same, as its next version."""
    return replace(task, updated_at=now, version=task.version + 1)
