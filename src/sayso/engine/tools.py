"""The built-in tools: which intent leads to which, and which of them destroy something."""

from collections.abc import Container

TOOL_OF: dict[str, str] = {
    "add_task": "add_task",
    "list_tasks": "list_tasks",
    "complete_task": "complete_task",
    "delete_task": "delete_task",
    "update_task": "update_task",
    "undo": "undo",
    "identity_query": "get_user_info",
}
DESTRUCTIVE = frozenset(("delete_task",))
REGISTERED = frozenset(TOOL_OF.values())


def map_intent_to_tool(intent: object, registry: Container[str] = REGISTERED) -> str | None:
    """The tool of an intent, by the table alone; None for anything else, and for a tool that is not registered.

    >>> map_intent_to_tool("identity_query")
    'get_user_info'
    """
    tool = TOOL_OF.get(intent) if isinstance(intent, str) else None
    return tool if tool is not None and tool in registry else None
