"""A value that a tool does not take: the same bounds and the same sentence at every door."""

import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from doors import Door, service_of, told
from served import Caller, Served, calling

from sayso import Engine
from sayso.domains.shipped import shipped_tools
from sayso.storage.database import Database

LONG = "call the plumber about the leaking tap of the neighbour's " * 5
TASKS = [{"id": "1", "title": "buy milk"}]
ROWS = [  # what is said, the call that means the same, and how both are told
    (
        "show me 5000 tasks",
        ("list_tasks", {"limit": 5000}),
        ("invalid_value", "The limit can't be 5000: it goes from 1 to 500."),
    ),
    (
        f"add {LONG.strip()}",
        ("add_task", {"title": LONG}),
        ("too_long", f"The title has {len(LONG.strip())} characters; at most 200 fit."),
    ),
    (
        f"rename buy milk to {LONG.strip()}",
        ("update_task", {"task_identifier": "buy milk", "new_title": LONG}),
        ("too_long", f"The title has {len(LONG.strip())} characters; at most 200 fit."),
    ),
    (
        "set the priority of buy milk to turbo",
        ("update_task", {"task_identifier": "buy milk", "new_priority": "turbo"}),
        ("invalid_value", "The priority can't be 'turbo': it is one of low, medium, high."),
    ),
]
PROPOSED = [  # what nobody says in such words, but programs may send
    ("list_tasks", {"limit": 0}, "The limit can't be 0: it goes from 1 to 500."),
    ("list_tasks", {"offset": -1}, "The offset can't be -1: it goes from 0 to 1000000."),
    ("list_tasks", {"filter": "old"}, "The filter can't be 'old': it is one of all, pending, completed, overdue."),
    ("add_task", {"title": "x", "priority": "turbo"}, "The priority can't be 'turbo': it is one of low, medium, high."),
    ("add_task", {"title": "x", "description": "y" * 1001}, "The description has 1001 characters; at most 1000 fit."),
    ("list_machines", {"limit": 5000}, "The limit can't be 5000: it goes from 1 to 500."),
    ("metrics_read", {"device_name": "Cella", "limit": 5000}, "The limit can't be 5000: it goes from 1 to 1000."),
]
CALLS = [(*call, sentence) for _, call, (_, sentence) in ROWS] + PROPOSED
TURBO: list[dict[str, object]] = [
    {"message": ROWS[3][0]},
    {"call": {"name": "update_task", "arguments": {"task_identifier": "buy milk", "new_priority": "turbo"}}},
]
Arguments = dict[str, Any]


@pytest.fixture
def served(sqlite_served: Served) -> Served:
    return sqlite_served


@pytest.fixture
async def ann(served: Served) -> AsyncIterator[Caller]:
    async with calling(served) as caller:
        yield caller


@pytest.fixture
async def door(sqlite_template: Path, tmp_path: Path) -> AsyncIterator[Door]:
    copy = shutil.copy(sqlite_template, tmp_path / "bounds.db")
    async with Database(f"sqlite:///{copy}") as database:
        yield Door(database, service_of(database), "modern")


@pytest.mark.parametrize(("said", "told"), [(said, told) for said, _, told in ROWS])
def test_in_words(engine: Engine, said: str, told: tuple[str, str]) -> None:
    decision = engine.decide({"message": said, "context": {"tasks": TASKS}}).to_dict()
    step = decision["steps"][0]  # type: ignore[index]
    assert (step["status"], step["reason"], step["question"]) == ("failed", *told)
    assert decision["reply"] == told[1]


@pytest.mark.parametrize(("tool", "arguments", "sentence"), CALLS)
def test_as_a_proposed_call(engine: Engine, tool: str, arguments: Arguments, sentence: str) -> None:
    known = {"tasks": TASKS, "machines": [{"id": "c", "name": "Cella", "serial": "", "commands": [], "metrics": ["t"]}]}
    decision = engine.decide({"call": {"name": tool, "arguments": arguments}, "context": known})
    step = decision.to_dict()["steps"][0]  # type: ignore[index]
    assert (step["status"], step["question"]) == ("failed", sentence)
    assert step["reason"] == ("too_long" if "characters" in sentence else "invalid_value")


@pytest.mark.parametrize(("tool", "arguments", "sentence"), CALLS)
async def test_over_mcp(door: Door, tool: str, arguments: Arguments, sentence: str) -> None:
    who = await door.person("Ann")
    async with door.client(who) as client:
        await told(client, "add_task", title="buy milk")
        answer = await told(client, tool, **arguments)
    assert (answer["status"], answer["error"], answer["error_message"]) == ("error", "invalid", sentence)
    assert answer["suggestion"]


@pytest.mark.parametrize(("tool", "arguments", "sentence"), CALLS)
async def test_over_the_api(ann: Caller, tool: str, arguments: Arguments, sentence: str) -> None:
    answered = await _called(ann.client, tool, arguments)
    if answered is not None:
        assert answered.status_code == 422, answered.text
        assert (answered.json()["error"], answered.json()["message"]) == ("invalid", sentence)
        assert answered.json()["next"]


async def _called(client: httpx2.AsyncClient, tool: str, arguments: Arguments) -> httpx2.Response | None:
    """The route that does what a tool does, where there is one."""
    match tool:
        case "list_tasks":
            return await client.get("/api/tasks", params=arguments)
        case "list_machines":
            return await client.get("/api/machines", params=arguments)
        case "add_task":
            return await client.post("/api/tasks", json=arguments)
        case "update_task":
            task = (await client.post("/api/tasks", json={"title": "buy milk"})).json()
            changes = {name: value for name, value in arguments.items() if name.startswith("new_")}
            return await client.patch(f"/api/tasks/{task['task_id']}", json=changes)
        case _:
            return None


async def test_over_the_api_in_words(ann: Caller) -> None:
    said, _, (_, sentence) = ROWS[0]
    assert (await ann.post({"content": said})).json()["assistant"]["content"] == sentence


async def test_the_api_shows_the_same_bounds(ann: Caller) -> None:
    shown = (await ann.client.get("/api/openapi.json")).json()
    takes = {p["name"]: p["schema"] for p in shown["paths"]["/api/tasks"]["get"]["parameters"]}
    limit = shipped_tools()["list_tasks"].parameter("limit")
    assert (takes["limit"]["minimum"], takes["limit"]["maximum"]) == (limit.least, limit.most)
    assert takes["limit"]["default"] == limit.default
    body = shown["components"]["schemas"]["NewTaskBody"]["properties"]
    assert body["title"]["maxLength"] == 200
    assert body["priority"]["anyOf"][0]["enum"] == ["low", "medium", "high"]


def test_what_may_be_taken_instead_is_offered_and_taken(engine: Engine) -> None:
    asked = engine.decide({"message": "show me 5000 tasks"}).to_dict()
    settled = engine.decide({"message": "yes", "pending": asked}).to_dict()
    assert settled["status"] == "call"
    assert settled["steps"][0]["parameters"] == {"limit": 500, "filter": "all"}  # type: ignore[index]


def test_an_option_is_picked_for_the_task_that_was_meant(engine: Engine) -> None:
    context = {"tasks": TASKS}
    for request in TURBO:
        asked = engine.decide({**request, "context": context}).to_dict()
        settled = engine.decide({"message": "high", "pending": asked, "context": context}).to_dict()
        assert settled["steps"][0]["parameters"] == {"new_priority": "high", "task_identifier": "1"}  # type: ignore[index]


def test_nothing_is_offered_where_it_is_not_clear_for_which_task(engine: Engine) -> None:
    context = {"tasks": [*TASKS, {"id": "2", "title": "buy milk"}]}
    for request in TURBO:
        step = engine.decide({**request, "context": context}).to_dict()["steps"][0]  # type: ignore[index]
        assert (step["status"], step["suggestions"]) == ("failed", [])


def test_a_title_that_is_too_long_as_an_answer_is_told_the_same(engine: Engine) -> None:
    asked = engine.decide({"message": "add a task"}).to_dict()
    step = engine.decide({"message": LONG, "pending": asked}).to_dict()["steps"][0]  # type: ignore[index]
    assert (step["reason"], step["question"]) == ROWS[1][2]


def test_in_the_language_of_the_person(engine: Engine) -> None:
    reply = engine.decide({"message": "mostrami 5000 attività"}).reply
    assert reply == "Il limite: 5000 non va bene, si va da 1 a 500."
