"""The tools as their readers see them: names, words for a model, and the schemas of what goes in and comes out."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from sayso.tasks.task import DESCRIPTION_LIMIT, FILTERS, LARGEST_PAGE, PAGE, PRIORITIES, STATUSES, TITLE_LIMIT

Schema = dict[str, object]


@dataclass(frozen=True, slots=True)
class Shape:
    """An answer of one `status`: what is always in it, and what may be."""

    status: str
    always: Mapping[str, Schema]
    perhaps: Mapping[str, Schema] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ToolCard:
    """One tool, as it is listed. The hints are MCP's: what a client may do without asking."""

    name: str
    title: str
    description: str
    properties: Mapping[str, Schema]
    answers: tuple[Shape, ...]
    required: tuple[str, ...] = ()
    is_read_only: bool = False
    is_destructive: bool = False
    is_idempotent: bool = False

    def input_schema(self) -> Schema:
        """What the tool takes; nothing else is let in, and never a user."""
        schema: Schema = {"type": "object", "properties": dict(self.properties), "additionalProperties": False}
        return {**schema, "required": list(self.required)} if self.required else schema

    def output_schema(self) -> Schema:
        """What the tool answers: one of its shapes, told apart by `status`."""
        shapes = (*self.answers, _ERROR)
        properties: dict[str, Schema] = {"status": {"type": "string", "enum": [shape.status for shape in shapes]}}
        for shape in shapes:
            properties |= {**shape.always, **shape.perhaps}
        variants = [{"properties": {"status": {"const": s.status}}, "required": list(s.always)} for s in shapes]
        return {"type": "object", "properties": properties, "required": ["status"], "oneOf": variants}


_TEXT: Schema = {"type": "string"}
_WHEN: Schema = {"type": "string", "format": "date-time"}
_COUNT: Schema = {"type": "integer", "minimum": 0}
_PRIORITY: Schema = {"type": "string", "enum": list(PRIORITIES)}
_YES_NO: Schema = {"type": "boolean"}
_PERHAPS: Schema = {"anyOf": [{"type": "string"}, {"type": "null"}]}
_NAMED: dict[str, Schema] = {"number": {"type": "integer", "minimum": 1}, "title": _TEXT}
_TASK: dict[str, Schema] = {
    **_NAMED,
    "description": _TEXT,
    "completed": _YES_NO,
    "priority": _PRIORITY,
    "due": _PERHAPS,
    "created_at": _WHEN,
    "updated_at": _WHEN,
}
_BRIEF: Schema = {"type": "object", "properties": {"task_id": _TEXT, **_NAMED, "completed": _YES_NO}}
_ERROR = Shape(
    "error",
    {"error": _TEXT, "error_message": _TEXT, "suggestion": _TEXT},
    {
        "suggestions": {"type": "array", "items": _BRIEF},
        "candidates": {"type": "array", "items": _BRIEF},
        "field": _TEXT,
        "task_id": _TEXT,
        "title": _TEXT,
    },
)
_CHANGED = Shape("success", {"task_id": _TEXT, **_TASK}, {"unchanged": _YES_NO})
_UNDONE = Shape("success", {"task_id": _TEXT, **_TASK, "undone": _TEXT, "deleted": _YES_NO})
_WAITING = Shape(
    "needs_confirmation",
    {"confirmation_id": _TEXT, "expires_at": _WHEN, "summary": _TEXT, "task_id": _TEXT, **_NAMED, "suggestion": _TEXT},
)
_LISTED = Shape(
    "success",
    {
        "count": _COUNT,
        "total": _COUNT,
        "offset": _COUNT,
        "has_more": _YES_NO,
        "tasks": {
            "type": "array",
            "items": {"type": "object", "properties": {"id": _TEXT, **_TASK}, "required": ["id", *_TASK]},
        },
    },
)
_PERSON = Shape("success", {"user_id": _TEXT, "name": _TEXT, "email": _PERHAPS, "timezone": _TEXT})

_DUE_WORDS = "A date such as 2026-11-17 or, where a time was said, a time with its offset: 2026-11-17T17:00:00+01:00."
_IDENTIFIER: Schema = {
    "type": "string",
    "minLength": 1,
    "description": "Which task: its id, its number ('3' or '#3'), its title, or a part of the title.",
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
        (_CHANGED,),
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
        (_LISTED,),
        is_read_only=True,
        is_idempotent=True,
    ),
    ToolCard(
        "complete_task",
        "Complete a task",
        "Mark a task of the user as done. Where several fit, nothing is changed and the candidates are given: ask the "
        "user which one.",
        {"task_identifier": _IDENTIFIER},
        (_CHANGED,),
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
        (_CHANGED, _WAITING),
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
        (_CHANGED,),
        ("task_identifier",),  # not idempotent: after a new title the same words may mean another task
    ),
    ToolCard(
        "undo",
        "Undo the last change",
        "Take the user's last change back, whichever tool made it, a deletion too. `undone` says which tool that was. "
        "Refused where the task was changed since.",
        {},
        (_UNDONE,),
    ),
    ToolCard(
        "get_user_info",
        "Who the user is",
        "Say who the user is: name, address and time zone. Changes nothing.",
        {},
        (_PERSON,),
        is_read_only=True,
        is_idempotent=True,
    ),
)
