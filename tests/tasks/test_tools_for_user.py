"""The founding functions: one person's tools as an agent gets them."""

import inspect
from typing import get_type_hints

import pytest
from household import serve, settle
from postgres import Server

from sayso.errors import RequestError
from sayso.session import Session
from sayso.storage.database import Database
from sayso.tasks.founding import OneUsersTasks, Tool, create_tools_for_user, resolve_task
from sayso.tasks.task import StoredTask

NAMES = ["add_task", "list_tasks", "complete_task", "delete_task", "update_task", "undo", "redo", "get_user_info"]


def named(tools: list[Tool]) -> dict[str, Tool]:
    return {tool.__name__: tool for tool in tools}


async def test_an_agent_gets_everything_done_through_plain_functions(database: Database) -> None:
    service, ann = serve(database), await settle(database)
    tools = named(create_tools_for_user(ann.user_id, service))
    assert list(tools) == NAMES
    added = await tools["add_task"](title="buy groceries", description="for the party", due="2026-11-20")
    assert (added["status"], added["title"]) == ("success", "buy groceries")
    await tools["update_task"](task_identifier="groceries", new_title="buy organic groceries", new_priority="high")
    listed = await tools["list_tasks"](filter="pending", due={"from": "2026-11-20", "to": "2026-11-20"})
    assert listed["count"] == 1
    assert listed["tasks"][0]["title"] == "buy organic groceries"  # type: ignore[index]
    assert (await tools["complete_task"]("1"))["completed"] is True
    assert (await tools["undo"]())["undone"] == "complete_task"
    assert (await tools["get_user_info"]())["name"] == "Ann"
    missing = await tools["complete_task"]("xyz")
    assert (missing["status"], missing["error"]) == ("error", "not_found")


async def test_a_deletion_waits_for_the_person(database: Database) -> None:
    service, ann = serve(database), await settle(database)
    tools = named(create_tools_for_user(ann.user_id, service))
    await tools["add_task"]("buy milk")
    first = await tools["delete_task"]("buy milk")
    assert first["status"] == "needs_confirmation"
    assert (await tools["list_tasks"]())["count"] == 1
    await service.confirmations.grant(str(first["confirmation_id"]), ann.user_id)
    assert (await tools["delete_task"]("buy milk"))["status"] == "success"
    assert (await tools["list_tasks"]())["count"] == 0


async def test_no_tool_takes_a_user(database: Database) -> None:
    service, ann = serve(database), await settle(database)
    for tool in create_tools_for_user(ann.user_id, service):
        parameters = inspect.signature(tool).parameters
        assert not {"user", "user_id", "session"} & set(parameters)
        assert set(get_type_hints(tool)) == {*parameters, "return"}
        told = inspect.getdoc(tool) or ""
        assert all(f"{name}: " in told for name in parameters)
    with pytest.raises(RequestError):
        create_tools_for_user("u1", service)


async def test_a_title_becomes_one_task_several_or_none(database: Database) -> None:
    service, ann = serve(database), await settle(database)
    tools = named(create_tools_for_user(ann.user_id, service))
    for title in ("buy milk", "buy bread"):
        await tools["add_task"](title)
    mine = OneUsersTasks(service, Session(ann.user_id, "test"))
    milk = await resolve_task(mine, "milk")
    assert isinstance(milk, StoredTask)
    assert await resolve_task(mine, milk.id) == milk
    both = await resolve_task(mine, "buy")
    assert isinstance(both, list)
    assert [task.title for task in both] == ["buy milk", "buy bread"]
    assert await resolve_task(mine, "xyz") is None


async def test_an_outage_is_an_answer_here(postgres: Server, postgres_template: str) -> None:
    async with Database(postgres.new_database(postgres_template)) as database:
        ann = await settle(database)
        tools = named(create_tools_for_user(ann.user_id, serve(database)))
        postgres.stop()
        try:
            answer = await tools["add_task"]("buy milk")
        finally:
            postgres.start()
        assert (answer["status"], answer["error"]) == ("error", "unavailable")
        assert "cannot be reached" in str(answer["error_message"])
        assert (await tools["add_task"]("buy milk"))["status"] == "success"
