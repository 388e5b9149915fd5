"""The founding documents' views: their tables, in their shapes."""

import pytest

from sayso import ToolDecisionEngine, map_intent_to_tool, map_user_input_to_tool
from sayso.founding import Intent

TOOLS: dict[str, object] = {"add_task": {}, "list_tasks": {}, "complete_task": {}, "delete_task": {}, "update_task": {}}


@pytest.mark.parametrize(
    ("intent", "tool"),
    [
        ("add_task", "add_task"),
        ("list_tasks", "list_tasks"),
        ("complete_task", "complete_task"),
        ("delete_task", "delete_task"),
        ("update_task", "update_task"),
        ("identity_query", "get_user_info"),
        ("unknown", None),
        ("ADD_TASK", None),
        ("ad_task", None),
        ("", None),
        (None, None),
        (7, None),
        (["add_task"], None),
        ({"intent": "add_task"}, None),
    ],
)
def test_an_intent_maps_by_the_table_alone(intent: object, tool: str | None) -> None:
    assert map_intent_to_tool(intent) == tool


def test_a_tool_that_is_not_registered_is_never_returned() -> None:
    assert map_intent_to_tool("delete_task", {"add_task"}) is None


@pytest.mark.parametrize(
    ("said", "suggested"),
    [
        (
            "Please add a task to buy groceries.",
            {"tool_name": "add_task", "params": {"user_id": "u", "title": "buy groceries"}},
        ),
        (
            "Can you list my completed tasks?",
            {"tool_name": "list_tasks", "params": {"user_id": "u", "status": "completed"}},
        ),
        (
            "Complete task 'TASK-789'.",
            {"tool_name": "complete_task", "params": {"user_id": "u", "task_id": "TASK-789"}},
        ),
        ("Delete task 'ABC-123'.", {"tool_name": "delete_task", "params": {"user_id": "u", "task_id": "ABC-123"}}),
        (
            "Update task 'DEF-456' title to 'Read a book'.",
            {"tool_name": "update_task", "params": {"user_id": "u", "task_id": "DEF-456", "title": "Read a book"}},
        ),
        ("Just add a task.", {"tool_name": "add_task", "params": {"user_id": "u"}}),
        ("Tell me a joke.", None),
    ],
)
def test_the_decision_engine_suggests_by_its_table(said: str, suggested: object) -> None:
    assert ToolDecisionEngine(TOOLS).detect_intent_and_extract_params(said, "u") == suggested


def test_the_decision_engine_suggests_only_what_is_available() -> None:
    assert ToolDecisionEngine({"add_task": {}}).detect_intent_and_extract_params("show my tasks", "u") is None


def test_user_input_becomes_a_tool_call() -> None:
    call = map_user_input_to_tool("Add a task to finish the report")
    assert call is not None
    assert (call.intent, call.tool_name, call.clarification_needed) == (Intent.ADD, "add_task", None)
    assert call.parameters == {"title": "finish the report", "priority": "medium"}


def test_a_delete_requires_confirmation() -> None:
    tasks = [{"id": "task-123", "title": "finish the report"}]
    call = map_user_input_to_tool("Delete the report", [], tasks)
    assert call is not None
    assert call.requires_confirmation
    assert call.parameters == {"task_identifier": "task-123"}
    assert "finish the report" in (call.clarification_needed or "")


def test_what_must_be_asked_first_names_no_tool() -> None:
    call = map_user_input_to_tool("complete it", [], [{"id": "1", "title": "a"}, {"id": "2", "title": "b"}])
    assert call is not None
    assert (call.tool_name, dict(call.parameters)) == ("", {})
    assert call.clarification_needed


def test_history_is_used() -> None:
    history = [{"role": "user", "content": "add call mom"}, {"role": "assistant", "content": "I've added 'call mom'."}]
    call = map_user_input_to_tool("mark it done", history, [{"id": "9", "title": "call mom"}])
    assert call is not None
    assert call.parameters == {"task_identifier": "9"}


def test_small_talk_is_none() -> None:
    assert map_user_input_to_tool("The weather is nice today") is None
