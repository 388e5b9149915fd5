"""The built-in tools: which intent leads to which, what they take, and which of them destroy something."""

from collections.abc import Container, Mapping

TOOL_OF: dict[str, str] = {
    "add_task": "add_task",
    "list_tasks": "list_tasks",
    "complete_task": "complete_task",
    "delete_task": "delete_task",
    "update_task": "update_task",
    "undo": "undo",
    "identity_query": "get_user_info",
    "machine_command": "machine_command_execute",
    "read_metrics": "metrics_read",
    "device_status": "device_firmware_detail",
    "list_machines": "list_machines",
    "read_states": "states_read",
    "read_events": "events_read",
}
DESTRUCTIVE = frozenset(("delete_task",))
READING = frozenset(
    (
        "list_tasks",
        "get_user_info",
        "metrics_read",
        "device_firmware_detail",
        "list_machines",
        "states_read",
        "events_read",
    )
)
REGISTERED = frozenset(TOOL_OF.values())
INTENT_OF: dict[str, str] = {tool: intent for intent, tool in TOOL_OF.items()}

_TEXT: Mapping[str, object] = {"type": "string"}
_WHOLE: Mapping[str, object] = {"type": "integer", "minimum": 0}
_PRIORITY: Mapping[str, object] = {"type": "string", "enum": ["low", "medium", "high"]}
_TASK = {"task_identifier": {"type": "string", "minLength": 1}}
_DEVICE = {"device_id": _TEXT, "device_name": _TEXT, "serial": _TEXT}
_MOMENT: Mapping[str, object] = {"type": "string", "format": "iso"}
_RANGE = {"from": _MOMENT, "to": _MOMENT}


def _takes(properties: Mapping[str, object], *required: str) -> Mapping[str, object]:
    return {"type": "object", "properties": properties, "required": list(required)}


SCHEMAS: dict[str, Mapping[str, object]] = {
    "add_task": _takes(
        {
            "title": {"type": "string", "minLength": 1, "maxLength": 200},
            "description": {"type": "string", "maxLength": 1000},
            "priority": _PRIORITY,
            "due": _MOMENT,
        },
        "title",
    ),
    "list_tasks": _takes(
        {
            "filter": {"type": "string", "enum": ["all", "pending", "completed", "overdue"]},
            "priority": _PRIORITY,
            "due": {"type": ["string", "object"]},
            "search": _TEXT,
            "limit": _WHOLE,
            "offset": _WHOLE,
        }
    ),
    "complete_task": _takes(_TASK, "task_identifier"),
    "delete_task": _takes(_TASK, "task_identifier"),
    "update_task": _takes(
        {
            **_TASK,
            "new_title": {"type": "string", "minLength": 1, "maxLength": 200},
            "new_description": {"type": "string", "maxLength": 1000},
            "new_priority": _PRIORITY,
            "new_due": _MOMENT,
            "new_status": {"type": "string", "enum": ["pending", "completed"]},
        },
        "task_identifier",
    ),
    "undo": _takes({}),
    "get_user_info": _takes({}),
    "machine_command_execute": _takes(
        {**_DEVICE, "machine_command_id": _TEXT, "command_name": _TEXT, "overrides": {"type": "object"}}
    ),
    "metrics_read": _takes(
        {
            **_DEVICE,
            "metric_names": {"type": "array", "items": _TEXT},
            "last_value": {"type": "boolean"},
            **_RANGE,
            "limit": {"type": "integer", "minimum": 1, "maximum": 1000},
        }
    ),
    "device_firmware_detail": _takes(_DEVICE),
    "list_machines": _takes({"search": _TEXT, "is_connected": {"type": "boolean"}, "limit": _WHOLE}),
    "states_read": _takes({**_DEVICE, **_RANGE}, "from", "to"),
    "events_read": _takes({**_DEVICE, **_RANGE}, "from", "to"),
}


def map_intent_to_tool(intent: object, registry: Container[str] = REGISTERED) -> str | None:
    """The tool of an intent, by the table alone; None for anything else, and for a tool that is not registered.

    >>> map_intent_to_tool("identity_query")
    'get_user_info'
    """
    tool = TOOL_OF.get(intent) if isinstance(intent, str) else None
    return tool if tool is not None and tool in registry else None
