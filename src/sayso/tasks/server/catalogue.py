"""What the tools of the tasks answer; the rest of them is defined in `domains/tasks/domain.yaml`."""

from sayso.tools.card import COUNT, PERHAPS, TEXT, WHEN, YES_NO, Schema, Shape, ToolCard, cards, error_shape

_NAMED: dict[str, Schema] = {"number": {"type": "integer", "minimum": 1}, "title": TEXT}
_TASK: dict[str, Schema] = {
    **_NAMED,
    "description": TEXT,
    "completed": YES_NO,
    "priority": TEXT,
    "due": PERHAPS,
    "repeat": PERHAPS,
    "created_at": WHEN,
    "updated_at": WHEN,
}
_BRIEF: Schema = {"type": "object", "properties": {"task_id": TEXT, **_NAMED, "completed": YES_NO}}
_NEXT: Schema = {"type": "object", "properties": {"id": TEXT, **_TASK}, "required": ["id", *_TASK]}
_ERROR = error_shape(
    {
        "suggestions": {"type": "array", "items": _BRIEF},
        "candidates": {"type": "array", "items": _BRIEF},
        "task_id": TEXT,
        "title": TEXT,
    }
)
_CHANGED = Shape("success", {"task_id": TEXT, **_TASK}, {"unchanged": YES_NO})
_MOVED = Shape("success", {"task_id": TEXT, **_TASK}, {"unchanged": YES_NO, "next": _NEXT})
_UNDONE = Shape(
    "success",
    {"task_id": TEXT, **_TASK, "undone": TEXT, "deleted": YES_NO},
    {"also": {"type": "array", "items": _BRIEF}},
)
_REDONE = Shape("success", {"task_id": TEXT, **_TASK, "redone": TEXT, "deleted": YES_NO})
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
            "items": _NEXT,
        },
    },
)
_PERSON = Shape("success", {"user_id": TEXT, "name": TEXT, "email": PERHAPS, "timezone": TEXT})

ANSWERS = {
    "add_task": (_CHANGED, _ERROR),
    "list_tasks": (_LISTED, _ERROR),
    "complete_task": (_MOVED, _ERROR),
    "delete_task": (_CHANGED, _WAITING, _ERROR),
    "update_task": (_MOVED, _ERROR),
    "undo": (_UNDONE, _WAITING, _ERROR),
    "redo": (_REDONE, _WAITING, _ERROR),
    "get_user_info": (_PERSON, _ERROR),
}


def catalogue() -> tuple[ToolCard, ...]:
    """The tools of the tasks, as the domain defines them."""
    return cards(ANSWERS)
