"""The tools as their readers see them: names, words for a model, and the schemas of what goes in and comes out."""

from sayso.tasks.task import DESCRIPTION_LIMIT, FILTERS, LARGEST_PAGE, PAGE, PRIORITIES, STATUSES, TITLE_LIMIT
from sayso.tools.card import COUNT, PERHAPS, TEXT, WHEN, YES_NO, Schema, Shape, ToolCard, error_shape

_PRIORITY: Schema = {"type": "string", "enum": list(PRIORITIES)}
_NAMED: dict[str, Schema] = {"number": {"type": "integer", "minimum": 1}, "title": TEXT}
_TASK: dict[str, Schema] = {
    **_NAMED,
    "description": TEXT,
    "completed": YES_NO,
    "priority": _PRIORITY,
    "due": PERHAPS,
    "created_at": WHEN,
    "updated_at": WHEN,
}
_BRIEF: Schema = {"type": "object", "properties": {"task_id": TEXT, **_NAMED, "completed": YES_NO}}
_ERROR = error_shape(
    {
        "suggestions": {"type": "array", "items": _BRIEF},
        "candidates": {"type": "array", "items": _BRIEF},
        "task_id": TEXT,
        "title": TEXT,
    }
)
_CHANGED = Shape("success", {"task_id": TEXT, **_TASK}, {"unchanged": YES_NO})
_UNDONE = Shape("success", {"task_id": TEXT, **_TASK, "undone": TEXT, "deleted": YES_NO})
_WAITING = Shape(
    "needs_confirmation",
    {"confirmation_id": TEXT, "expires_at": WHEN, "summary": TEXT, "task_id": TEXT, **_NAMED, "suggestion": TEXT},
)
_LISTED = Shape(
    "success",
    {
        "count": COUNT,
        "total": COUNT,
        "offset": COUNT,
        "has_more": YES_NO,
        "tasks": {
            "type": "array",
            "items": {"type": "object", "properties": {"id": TEXT, **_TASK}, "required": ["id", *_TASK]},
        },
    },
)
_PERSON = Shape("success", {"user_id": TEXT, "name": TEXT, "email": PERHAPS, "timezone": TEXT})

_DUE_WORDS = "A date such as 2026-11-17 or, where a time was said, a time with its offset: 2026-11-17T17:00:00+01:00."
_IDENTIFIER: Schema = {
    "type": "string",
    "minLength": 1,
    "description": "Which task: its id, its number ('3' or '#3'), its title, or words of the title.",
}


def _title(about: str) -> Schema:
    return {"type": "string", "minLength": 1, "maxLength": TITLE_LIMIT, "description": about}


def _description(about: str) -> Schema:
    return {"type": "string", "maxLength": DESCRIPTION_LIMIT, "description": about}


CATALOGUE = (
    ToolCard(
        "add_task",
        "Add a task",
        "Add a task to the user's list. Use the user's own words for the title, without the date. "
        "Answers with the new task and its number.",
        {
            "title": _title("What is to be done."),
            "description": {**_description("More about it, if the user said more."), "default": ""},
            "priority": {**_PRIORITY, "default": "medium", "description": "How important it is."},
            "due": {"type": "string", "description": _DUE_WORDS},
        },
        (_CHANGED, _ERROR),
        ("title",),
    ),
    ToolCard(
        "list_tasks",
        "List tasks",
        "List the user's tasks, all of them or those that fit. Changes nothing. "
        "`total` counts all that fit; where `has_more` is true, ask again with a larger `offset`.",
        {
            "filter": {
                "type": "string",
                "enum": list(FILTERS),
                "default": "all",
                "description": "Which of them, by how they stand; overdue ones are open and past their due date.",
            },
            "priority": {**_PRIORITY, "description": "Only those of this priority."},
            "due": {
                "anyOf": [
                    {"type": "string"},
                    {
                        "type": "object",
                        "properties": {
                            "from": {"type": "string", "format": "date"},
                            "to": {"type": "string", "format": "date"},
                        },
                        "additionalProperties": False,
                        "minProperties": 1,
                    },
                ],
                "description": "Only those due then: today, tomorrow, this_week, next_week, a date such as 2026-11-17, "
                "or the days from one date to another, both within.",
            },
            "search": {"type": "string", "description": "Only those whose title holds this; case does not matter."},
            "limit": {
                "type": "integer",
                "minimum": 1,
                "maximum": LARGEST_PAGE,
                "default": PAGE,
                "description": "How many at most.",
            },
            "offset": {"type": "integer", "minimum": 0, "default": 0, "description": "How many to pass over."},
        },
        (_LISTED, _ERROR),
        is_read_only=True,
        is_idempotent=True,
    ),
    ToolCard(
        "complete_task",
        "Complete a task",
        "Mark a task of the user as done. Where several fit, nothing is changed and the candidates are given: ask the "
        "user which one.",
        {"task_identifier": _IDENTIFIER},
        (_CHANGED, _ERROR),
        ("task_identifier",),
        is_idempotent=True,
    ),
    ToolCard(
        "delete_task",
        "Delete a task",
        "Delete a task of the user. The user is asked for a yes first, and only the user can give it. Where the answer "
        "is `needs_confirmation`, nothing happened yet: tell the user what `suggestion` says, and make the same call "
        "again when they have done it. A deleted task can be brought back with `undo`.",
        {"task_identifier": _IDENTIFIER},
        (_CHANGED, _WAITING, _ERROR),
        ("task_identifier",),
        is_destructive=True,
        is_idempotent=True,  # a second call finds nothing, or needs a yes of its own
    ),
    ToolCard(
        "update_task",
        "Change a task",
        "Change a task of the user: give at least one of the new values; what is left out stays as it is.",
        {
            "task_identifier": _IDENTIFIER,
            "new_title": _title("Another title."),
            "new_description": _description("Another description; an empty one takes it away."),
            "new_priority": {**_PRIORITY, "description": "Another priority."},
            "new_due": {"type": "string", "description": f"{_DUE_WORDS} An empty one takes it away."},
            "new_status": {"type": "string", "enum": list(STATUSES), "description": "Whether it is still to be done."},
        },
        (_CHANGED, _ERROR),
        ("task_identifier",),  # not idempotent: after a new title the same words may mean another task
    ),
    ToolCard(
        "undo",
        "Undo the last change",
        "Take the user's last change back, whichever tool made it, a deletion too. `undone` says which tool that was. "
        "Refused where the task was changed since.",
        {},
        (_UNDONE, _ERROR),
    ),
    ToolCard(
        "get_user_info",
        "Who the user is",
        "Say who the user is: name, address and time zone. Changes nothing.",
        {},
        (_PERSON, _ERROR),
        is_read_only=True,
        is_idempotent=True,
    ),
)
