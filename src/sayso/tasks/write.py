"""A task from what was said about it: new, or changed; every value checked, nothing kept yet."""

from dataclasses import replace
from datetime import datetime

from sayso.tasks.task import (
    PRIORITIES,
    STATUSES,
    Changes,
    NewTask,
    StoredTask,
    check_description,
    check_due,
    check_title,
    given,
)
from sayso.tools.wrong import Wrong, check_choice


def written(new: NewTask, task_id: str, now: datetime) -> StoredTask | Wrong:
    """A new task, still without its number."""
    title = check_title(new.title)
    description = check_description(new.description)
    priority = check_choice(new.priority, "priority", PRIORITIES)
    due = None if new.due is None else check_due(new.due)
    for value in (title, description, priority, due):
        if isinstance(value, Wrong):
            return value
    assert isinstance(title, str)
    assert isinstance(description, str)
    assert isinstance(priority, str)
    assert not isinstance(due, Wrong)
    return StoredTask(task_id, 0, title, description, priority, due, None, now, now, None, 1)


def changed(task: StoredTask, changes: Changes, now: datetime) -> StoredTask | Wrong:
    """A task with its changes; itself, where nothing is different."""
    if not given(changes):
        fields = "new_title, new_description, new_priority, new_due or new_status"
        return Wrong("new_title", "Nothing to change was given.", f"Give at least one of {fields}.")
    values: dict[str, object] = {}
    if changes.new_title is not None:
        values["title"] = check_title(changes.new_title, "new_title")
    if changes.new_description is not None:
        values["description"] = check_description(changes.new_description, "new_description")
    if changes.new_priority is not None:
        values["priority"] = check_choice(changes.new_priority, "new_priority", PRIORITIES)
    if changes.new_due is not None:
        values["due"] = check_due(changes.new_due, "new_due") if changes.new_due else None
    if changes.new_status is not None:
        status = check_choice(changes.new_status, "new_status", STATUSES)
        done = (task.completed_at or now) if status == "completed" else None
        values["completed_at"] = status if isinstance(status, Wrong) else done
    for value in values.values():
        if isinstance(value, Wrong):
            return value
    after = replace(task, **values)  # type: ignore[arg-type]  # each was checked above
    return task if after == task else renewed(after, now)


def renewed(task: StoredTask, now: datetime) -> StoredTask:
    """The same, as its next version."""
    return replace(task, updated_at=now, version=task.version + 1)
