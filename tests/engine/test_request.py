"""A request of the wrong shape gets one error that names the field."""

from pathlib import Path

import pytest

from sayso import Catalogue, Engine, SaysoError
from sayso.domains.load import load
from sayso.domains.shipped import shipped_tools
from sayso.engine.nouns import Done, RecordRef, Turn
from sayso.engine.request import read_request
from sayso.engine.tool import Toolbox
from sayso.errors import RequestError

CALENDAR = Path(__file__).parent.parent / "domains/calendar"

WRONG: list[tuple[object, str]] = [
    ([], "request"),
    ({}, "message"),
    ({"message": 3}, "message"),
    ({"mesage": "hi"}, "mesage"),
    ({"message": "hi", "id": []}, "id"),
    ({"message": "hi", "history": "no"}, "history"),
    ({"message": "hi", "history": [3]}, "history[0]"),
    ({"message": "hi", "history": [{"role": "system", "content": "x"}]}, "history[0].role"),
    ({"message": "hi", "history": [{"role": "user"}]}, "history[0].content"),
    ({"message": "hi", "context": 3}, "context"),
    ({"message": "hi", "context": {"tasks": {}}}, "context.tasks"),
    ({"message": "hi", "context": {"tasks": [3]}}, "context.tasks[0]"),
    ({"message": "hi", "context": {"tasks": [{"title": "x"}]}}, "context.tasks[0].id"),
    ({"message": "hi", "context": {"tasks": [{"id": "1"}]}}, "context.tasks[0].title"),
    ({"message": "hi", "context": {"tasks": [{"id": "1", "title": "x", "number": "2"}]}}, "context.tasks[0].number"),
    (
        {"message": "hi", "context": {"tasks": [{"id": "1", "title": "x", "completed": 1}]}},
        "context.tasks[0].completed",
    ),
    ({"message": "hi", "context": {"partial": "yes"}}, "context.partial"),
    ({"message": "hi", "context": {"user": {"id": "u", "timezone": "Mars/Base"}}}, "context.user.timezone"),
    ({"message": "hi", "context": {"user": {"id": "u", "timezone": "../etc"}}}, "context.user.timezone"),
    ({"message": "hi", "context": {"user": 3}}, "context.user"),
    ({"message": "hi", "tools": [{}]}, "tools[0].name"),
    ({"message": "hi", "now": "yesterday"}, "now"),
    ({"message": "hi", "now": "2026-11-16T10:00:00"}, "now"),
    ({"message": "hi", "now": 3}, "now"),
    ({"message": "hi", "now": "9999-12-31T23:00:00+00:00"}, "now"),
    ({"message": "hi", "context": {"machines": 3}}, "context.machines"),
    ({"message": "hi", "context": {"machines": [3]}}, "context.machines[0]"),
    ({"message": "hi", "preferences": {}}, "preferences"),
    ({"message": "hi", "call": []}, "call"),
    ({"message": "hi", "call": {"name": 3}}, "call.name"),
    ({"message": "hi", "call": {"name": "x", "arguments": ["y"]}}, "call.arguments"),
    ({"message": "hi", "language": "tlh"}, "language"),
    ({"message": "hi", "pending": []}, "pending"),
    ({"message": "hi", "pending": {}}, "pending.steps"),
    ({"message": "hi", "pending": {"steps": [3]}}, "pending.steps[0]"),
    ({"message": "hi", "pending": {"steps": [{"intent": 3}]}}, "pending.steps[0].intent"),
    ({"message": "hi", "pending": {"steps": [{"intent": "x", "status": "maybe"}]}}, "pending.steps[0].status"),
    (
        {"message": "hi", "pending": {"steps": [{"intent": "x", "status": "ask", "confidence": "high"}]}},
        "pending.steps[0].confidence",
    ),
    (
        {"message": "hi", "pending": {"steps": [{"intent": "x", "status": "ask", "parameters": []}]}},
        "pending.steps[0].parameters",
    ),
    (
        {"message": "hi", "pending": {"steps": [{"intent": "x", "status": "ask", "suggestions": [{}]}]}},
        "pending.steps[0].suggestions",
    ),
]
STEP = {"tool_name": "add_task", "parameters": {"title": "milk"}, "outcome": "done"}
MILK = {"kind": "task", "id": "t1", "name": "milk"}


def said(**more: object) -> dict[str, object]:
    return {"message": "hi", "history": [{"role": "assistant", "content": "Done.", **more}]}


WRONG += [
    ({"message": "hi", "context": {"task": []}}, "context.task"),
    ({"message": "hi", "context": {"events": []}}, "context.events"),
    (said(steps={}), "history[0].steps"),
    (said(steps=["x"]), "history[0].steps[0]"),
    (said(steps=[{"outcome": "done"}]), "history[0].steps[0].tool_name"),
    (said(steps=[{**STEP, "tool_name": 3}]), "history[0].steps[0].tool_name"),
    (said(steps=[{**STEP, "parameters": []}]), "history[0].steps[0].parameters"),
    (said(steps=[STEP, {**STEP, "outcome": "perhaps"}]), "history[0].steps[1].outcome"),
    (said(steps=[{"tool_name": "undo"}]), "history[0].steps[0].outcome"),
    (said(steps=[{**STEP, "records": MILK}]), "history[0].steps[0].records"),
    (said(steps=[{**STEP, "records": [{**MILK, "kind": None}]}]), "history[0].steps[0].records[0].kind"),
    (said(steps=[{**STEP, "records": [{**MILK, "id": None}]}]), "history[0].steps[0].records[0].id"),
    (said(steps=[{**STEP, "records": [{"kind": "task", "id": 1}]}]), "history[0].steps[0].records[0].name"),
    (said(shown="t1"), "history[0].shown"),
    (said(shown=["t1", None]), "history[0].shown[1]"),
    ({"message": "hi", "history": [{"role": "user", "content": "x", "steps": []}]}, "history[0].steps"),
    ({"message": "hi", "history": [{"role": "tool", "content": "x", "shown": []}]}, "history[0].shown"),
]


@pytest.mark.parametrize(("request_", "field"), WRONG, ids=[w[1] + f"-{i}" for i, w in enumerate(WRONG)])
def test_the_error_names_the_field(request_: object, field: str, engine: Engine) -> None:
    with pytest.raises(RequestError) as wrong:
        engine.decide(request_)  # type: ignore[arg-type]
    assert wrong.value.where == field
    assert str(wrong.value).startswith(field)


def test_a_close_field_name_is_suggested(engine: Engine) -> None:
    with pytest.raises(SaysoError, match="did you mean 'message'"):
        engine.decide({"mesage": "hi"})


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("task", "did you mean 'tasks'"),
        ("machine", "did you mean 'machines'"),
        ("x", "fields are tasks, machines, user"),
    ],
)
def test_a_context_of_records_that_nobody_knows_is_told_with_the_nearest_key(
    key: str, said: str, engine: Engine
) -> None:
    with pytest.raises(RequestError, match=said):
        engine.decide({"message": "hi", "context": {key: []}})


def test_records_of_a_domain_that_is_loaded_are_known() -> None:
    calendar = Toolbox([*shipped_tools().domains, load(CALENDAR)])
    assert read_request({"message": "hi", "context": {"events": []}}, calendar).message == "hi"
    with pytest.raises(RequestError, match="did you mean 'events'"):
        read_request({"message": "hi", "context": {"event": []}}, calendar)


def test_a_turn_carries_what_was_done_and_what_was_shown() -> None:
    decided = {**STEP, "status": "call", "confidence": 0.9, "records": [MILK, {**MILK, "id": 2}]}
    history = [
        {"role": "user", "content": "add milk and fly"},
        {"role": "tool", "content": "added"},
        {
            "role": "assistant",
            "content": "Done.",
            "steps": [decided, {"tool_name": None, "outcome": "failed"}],
            "shown": ["t1", 2],
        },
        {"role": "assistant", "content": "And?", "steps": None},
    ]
    user, done, bare = read_request({"message": "hi", "history": history}, shipped_tools()).history
    assert user == Turn("user", "add milk and fly")
    records = (RecordRef("task", "t1", "milk"), RecordRef("task", "2", "milk"))
    assert done.steps == (Done("add_task", {"title": "milk"}, "done", records), Done(None, {}, "failed"))
    assert done.shown == ("t1", "2")
    assert bare == Turn("assistant", "And?")


def test_a_catalogue_refuses_what_is_no_task() -> None:
    with pytest.raises(RequestError, match=r"tasks\[1\].title"):
        Catalogue([{"id": "1", "title": "a"}, {"id": "2"}])


def test_an_empty_pending_decision_is_no_question(engine: Engine) -> None:
    call = {"intent": "undo", "tool_name": "undo", "status": "call", "parameters": {}, "confidence": 1}
    assert engine.decide({"message": "yes", "pending": {"steps": [call]}}).status == "decline"


def test_only_registered_tools_are_proposed(engine: Engine) -> None:
    request = {"message": "add buy milk and show my list", "tools": [{"name": "list_tasks"}]}
    steps = engine.decide(request).to_dict()["steps"]
    assert [s["tool_name"] for s in steps] == ["list_tasks"]  # type: ignore[attr-defined]
