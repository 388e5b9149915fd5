"""The HTTP API of a running server, on both databases."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx2
import pytest
from postgres import Server
from pydantic import ValidationError
from served import Caller, Json, Served, calling

from sayso.web.limits import LARGEST_BODY
from sayso.web.shapes import SubscriptionBody

YES = {"confirm": True}


@pytest.fixture
def served(kind: str, request: pytest.FixtureRequest) -> Served:
    found: Served = request.getfixturevalue(f"{kind}_served")
    return found


@pytest.fixture
async def ann(served: Served) -> AsyncIterator[Caller]:
    async with calling(served) as caller:
        yield caller


def assert_says_what_to_do(answered: httpx2.Response, status: int, kind: str) -> None:
    assert answered.status_code == status, answered.text
    assert answered.headers["content-type"] == "application/problem+json"
    told = answered.json()
    assert (told["type"], told["status"], told["detail"]) == ("about:blank", status, told["message"])
    assert told["title"]
    assert told["error"] == kind
    assert told["message"]
    assert told["next"]


async def test_a_message_is_answered_and_kept(ann: Caller) -> None:
    answered = await ann.post({"content": "add buy milk"})
    told = answered.json()
    assert told["user"]["content"] == "add buy milk"
    assert told["user"]["language"] == "en"
    assistant = told["assistant"]
    assert assistant["content"] == "Added 'buy milk'."
    assert assistant["decision"]["status"] == "call"
    assert assistant["results"][0]["tool_name"] == "add_task"
    assert assistant["results"][0]["result"]["number"] == 1
    assert not assistant["is_open"]
    kept = (await ann.client.get(ann.path)).json()
    assert kept == {"messages": [told["user"], assistant], "has_more": False, "mode": None}


async def test_words_that_waited_say_when_they_were_said(ann: Caller) -> None:
    said = datetime.now(UTC) - timedelta(minutes=10)
    waited = {"content": "remind me in 20 minutes to check the pasta", "said_at": said.isoformat()}
    told = (await ann.post(waited, Idempotency_Key="one")).json()
    assert datetime.fromisoformat(told["user"]["created_at"]) == said
    due = datetime.fromisoformat(told["assistant"]["results"][0]["parameters"]["due"])
    assert abs(due - said - timedelta(minutes=20)) < timedelta(minutes=1)
    later = {**waited, "said_at": datetime.now(UTC).isoformat()}
    assert (await ann.post(later, Idempotency_Key="one")).json() == told  # it is the same message
    drafted = {"text": "check the pasta in 20 minutes", "said_at": said.isoformat()}
    drafts = (await ann.client.post("/api/tasks/draft", json=drafted)).json()["drafts"]
    assert abs(datetime.fromisoformat(drafts[0]["parameters"]["due"]) - due) < timedelta(minutes=1)


async def test_messages_are_paged_from_the_last_one_back(ann: Caller) -> None:
    for i in range(3):
        await ann.say(f"add errand {i}")
    last = (await ann.client.get(ann.path, params={"limit": 2})).json()
    assert [m["content"] for m in last["messages"]] == ["add errand 2", "Added 'errand 2'."]
    assert last["has_more"]
    before = last["messages"][0]["id"]
    rest = (await ann.client.get(ann.path, params={"before": before})).json()
    assert [m["content"] for m in rest["messages"] if m["role"] == "user"] == ["add errand 0", "add errand 1"]
    assert not rest["has_more"]


async def test_the_answer_streams_in_order(ann: Caller) -> None:
    events = await ann.stream({"content": "add buy milk and show my tasks"})
    names = [name for name, _ in events]
    assert names[:6] == ["user", "decision", "call", "result", "call", "result"]
    assert set(names[6:-1]) == {"reply"}
    assert names[-1] == "done"
    done = events[-1][1]
    assert "".join(data["delta"] for name, data in events if name == "reply") == done["content"]
    assert (await ann.client.get(ann.path)).json()["messages"][-1] == done
    refused = await ann.post({"pick": {"message_id": done["id"], "index": 0}}, Accept="text/event-stream")
    assert_says_what_to_do(refused, 422, "question_closed")


async def test_what_stands_between_hands_a_stream_on_as_it_comes_and_keeps_nothing(ann: Caller) -> None:
    streamed = await ann.post({"content": "aggiungi comprare caffè perché è finito"}, Accept="text/event-stream")
    assert streamed.headers["content-type"].startswith("text/event-stream")
    assert (streamed.headers["cache-control"], streamed.headers["x-accel-buffering"]) == ("no-store", "no")
    assert "caffè perché è" in streamed.text  # as it was said


async def test_suggestions_and_confirmations_are_answered_by_their_id(ann: Caller) -> None:
    await ann.say("add buy milk")
    await ann.say("add buy bread")
    asked = await ann.say("delete buy")
    assert [s["label"] for s in asked["suggestions"]] == ["buy milk", "buy bread"]
    assert asked["is_open"]
    assert not asked["confirm"]
    assert_says_what_to_do(await ann.post({"pick": {"message_id": asked["id"], "index": 7}}), 422, "invalid")
    picked = (await ann.post({"pick": {"message_id": asked["id"], "index": 1}})).json()
    assert picked["user"]["content"] == "buy bread"
    confirm = picked["assistant"]
    assert confirm["content"] == "Delete 'buy bread'?"
    assert confirm["confirm"]
    kept = (await ann.client.get(ann.path)).json()["messages"]
    assert [m["is_open"] for m in kept if m["role"] == "assistant"] == [False, False, False, True]
    done = (await ann.post({"answer": {"message_id": confirm["id"], "yes": True}})).json()
    assert done["user"]["content"] == "Yes"
    assert done["assistant"]["content"].startswith("Deleted 'buy bread'.")
    assert_says_what_to_do(
        await ann.post({"answer": {"message_id": confirm["id"], "yes": True}}), 422, "question_closed"
    )


async def test_posting_twice_with_one_key_does_it_once(ann: Caller) -> None:
    first = await ann.post({"content": "add buy milk"}, Idempotency_Key="one")
    again = await ann.post({"content": "add buy milk"}, Idempotency_Key="one")
    assert first.json() == again.json()
    assert_says_what_to_do(await ann.post({"content": "add bread"}, Idempotency_Key="one"), 422, "key_reused")
    assert (await ann.client.get("/api/tasks")).json()["total"] == 1
    events = await ann.stream({"content": "show my tasks"})
    assert events[-1][1]["content"] == "You have one task:\n1. buy milk"


async def test_conversations_are_listed_searched_and_forgotten(ann: Caller) -> None:
    await ann.say("add buy milk")
    first = ann.conversation
    await ann.begin()
    await ann.say("mostrami le attività")
    listed = (await ann.client.get("/api/conversations", params={"limit": 1})).json()
    assert [c["id"] for c in listed["conversations"]] == [ann.conversation]
    assert listed["has_more"]
    before = listed["conversations"][0]["updated_at"]
    older = (await ann.client.get("/api/conversations", params={"before": before})).json()
    assert [c["title"] for c in older["conversations"]] == ["buy milk"]
    found = (await ann.client.get("/api/conversations", params={"search": "ATTIVITÀ"})).json()
    assert [c["id"] for c in found["conversations"]] == [ann.conversation]
    assert (await ann.client.delete(f"/api/conversations/{first}")).status_code == 204
    assert_says_what_to_do(await ann.client.delete(f"/api/conversations/{first}"), 404, "not_found")
    assert len((await ann.client.get("/api/conversations")).json()["conversations"]) == 1


async def test_tasks_can_be_changed_beside_the_conversation(ann: Caller) -> None:
    client = ann.client
    added = (await client.post("/api/tasks", json={"title": "buy milk", "due": "2026-11-20"})).json()
    path = f"/api/tasks/{added['task_id']}"
    assert (await client.patch(path, json={"new_status": "completed"})).json()["completed"]
    assert (await client.get("/api/tasks", params={"filter": "completed"})).json()["count"] == 1
    assert not (await client.post("/api/undo")).json()["completed"]
    assert (await client.patch(path, json={"new_status": "completed"})).json()["completed"]  # a click is no retry
    assert (await client.get("/api/tasks", params={"filter": "completed"})).json()["count"] == 1
    assert_says_what_to_do(await client.request("DELETE", path, json={"confirm": False}), 422, "invalid")
    assert (await client.request("DELETE", path, json=YES)).json()["status"] == "success"
    assert_says_what_to_do(await client.request("DELETE", path, json=YES), 404, "not_found")
    assert_says_what_to_do(await client.post("/api/tasks", json={"title": "x" * 201}), 422, "invalid")
    me = (await client.get("/api/me")).json()
    assert me["name"] == "Ann"
    assert me["mode"] == "token"


async def test_a_step_by_which_a_task_goes_away_asks_for_a_yes_to_that_task(ann: Caller) -> None:
    client = ann.client
    await client.post("/api/tasks", json={"title": "buy milk"})
    asked = await client.post("/api/undo")
    assert (asked.status_code, asked.json()["status"]) == (202, "needs_confirmation")
    assert asked.json()["question"] == "Undo would remove 'buy milk' (#1). Allow it?"
    yes = {"confirmation_id": asked.json()["confirmation_id"]}
    await client.post("/api/tasks", json={"title": "call mom"})
    other = await client.post("/api/undo", json={**yes, "language": "it"})
    assert (other.status_code, other.json()["status"]) == (202, "needs_confirmation")
    assert other.json()["question"] == "Annullando, 'call mom' (#2) andrebbe via. Vuoi che lo faccia?"
    assert (await client.get("/api/tasks")).json()["total"] == 2
    done = await client.post("/api/undo", json={"confirmation_id": other.json()["confirmation_id"]})
    assert done.json()["title"] == "call mom"
    assert (await client.get("/api/tasks")).json()["total"] == 1
    assert (await client.post("/api/redo")).json()["title"] == "call mom"  # nothing goes away by that


async def test_a_yes_to_an_undo_undoes_no_other_change_that_came_since(ann: Caller) -> None:
    client = ann.client
    other = (await client.post("/api/tasks", json={"title": "call mom"})).json()
    await client.post("/api/tasks", json={"title": "iota"})
    asked = await client.post("/api/undo")
    yes = {"confirmation_id": asked.json()["confirmation_id"]}
    await client.patch(f"/api/tasks/{other['task_id']}", json={"new_status": "completed"})
    refused = await client.post("/api/undo", json=yes)
    assert_says_what_to_do(refused, 422, "overtaken")
    assert "'call mom'" in refused.json()["message"]
    found = (await client.get("/api/tasks")).json()["tasks"]
    assert [(task["title"], task["completed"]) for task in found] == [("call mom", True), ("iota", False)]


async def test_a_task_that_repeats_goes_on_and_steps_go_back_and_forth(ann: Caller) -> None:
    client = ann.client
    new = {"title": "gym", "due": "2026-11-23", "repeat": "FREQ=WEEKLY"}
    added = (await client.post("/api/tasks", json=new)).json()
    assert added["repeat"] == "FREQ=WEEKLY"
    done = (await client.patch(f"/api/tasks/{added['task_id']}", json={"new_status": "completed"})).json()
    assert done["next"]["repeat"] == "FREQ=WEEKLY"
    assert (await client.post("/api/undo")).json()["repeat"] == "FREQ=WEEKLY"
    assert (await client.get("/api/tasks")).json()["total"] == 1
    assert (await client.post("/api/redo")).json()["completed"]
    assert (await client.get("/api/tasks")).json()["total"] == 2
    assert_says_what_to_do(await client.post("/api/redo"), 422, "nothing_to_redo")
    assert_says_what_to_do(await client.post("/api/tasks", json={**new, "repeat": "hourly"}), 422, "invalid")


async def test_deciding_and_composing_carry_nothing_out(ann: Caller) -> None:
    decided = (await ann.client.post("/api/decide", json={"message": "add buy milk"})).json()
    assert decided["steps"][0]["parameters"]["title"] == "buy milk"
    assert_says_what_to_do(
        await ann.client.post("/api/decide", json={"message": "yes", "pending": decided}), 422, "invalid"
    )
    assert_says_what_to_do(await ann.client.post("/api/decide", json={"massage": "yes"}), 422, "invalid")
    call = {"name": "add_task", "arguments": '{"title": "buy milk", "due": "tomorrow-ish"}'}
    composed = await ann.client.post("/api/compose", json={"user_message": "add buy milk", "function_call": call})
    assert composed.json()["steps"][0]["parameters"] == {"title": "buy milk", "priority": "medium"}
    assert (await ann.client.get("/api/tasks")).json()["total"] == 0


async def test_two_people_never_see_each_other(served: Served, ann: Caller) -> None:
    await ann.say("add buy milk")
    asked = await ann.say("delete milk")
    async with calling(served, "Bob") as bob:
        assert (await bob.client.get("/api/tasks")).json()["total"] == 0
        assert_says_what_to_do(await bob.client.get(ann.path), 404, "not_found")
        assert_says_what_to_do(await bob.client.post(ann.path, json={"content": "yes"}), 404, "not_found")
        answer = {"answer": {"message_id": asked["id"], "yes": True}}
        assert_says_what_to_do(await bob.client.post(bob.path, json=answer), 422, "question_closed")
    assert (await ann.client.get("/api/tasks")).json()["total"] == 1


BODIES: list[tuple[str, int, str]] = [
    ('{"content": ""}', 422, "invalid"),
    ('{"content": "   "}', 422, "invalid"),
    ('{"content": "%s"}' % ("x" * 2001), 422, "invalid"),
    ('{"content": "a\\u0000b"}', 422, "invalid"),
    ('{"content": "a\\ud800b"}', 422, "invalid"),
    ('{"content": "hi", "user_id": "x"}', 422, "invalid"),
    ('{"content": "hi", "pick": {"message_id": "x", "index": 0}}', 422, "invalid"),
    ('{"pick": {"message_id": "x", "index": 0}}', 422, "question_closed"),
    ('{"content": "hi", "said_at": 1763467200}', 422, "invalid"),
    ('{"content": "hi", "said_at": "2026-11-18T12:00:00"}', 422, "invalid"),  # where?
    ('{"pick": {"message_id": "x", "index": 0}, "said_at": "2026-11-18T12:00:00Z"}', 422, "invalid"),
    ("{}", 422, "invalid"),
    ("[]", 422, "invalid"),
    ("{", 400, "bad_request"),
    ('{"content": "%s"}' % ("x" * LARGEST_BODY), 413, "too_large"),
]


@pytest.mark.parametrize(("body", "status", "kind_of_error"), BODIES, ids=lambda v: str(v)[:40])
async def test_what_is_no_message_is_refused_with_a_word_what_to_do(
    sqlite_served: Served, body: str, status: int, kind_of_error: str
) -> None:
    async with calling(sqlite_served) as ann:
        answered = await ann.client.post(ann.path, content=body, headers={"Content-Type": "application/json"})
        assert_says_what_to_do(answered, status, kind_of_error)


async def test_without_a_good_token_nobody_is_let_in(sqlite_served: Served) -> None:
    async with httpx2.AsyncClient(base_url=sqlite_served.address) as client:
        for headers in ({}, {"Authorization": "Bearer nonsense"}, {"Authorization": "Basic YTpi"}):
            for path in ("/api/me", "/api/tasks", "/api/conversations"):
                answered = await client.get(path, headers=headers)
                assert_says_what_to_do(answered, 401, "unauthorized")
                assert answered.headers["www-authenticate"] == "Bearer"


async def test_another_name_or_page_is_refused(sqlite_served: Served) -> None:
    async with httpx2.AsyncClient(base_url=sqlite_served.address) as client:
        assert_says_what_to_do(await client.get("/health", headers={"Host": "evil.example"}), 403, "forbidden")
        assert_says_what_to_do(await client.get("/health", headers={"Origin": "http://evil.example"}), 403, "forbidden")
        own = await client.get("/health", headers={"Origin": sqlite_served.address})
        assert own.json() == {"status": "ok"}


async def test_health_readiness_metrics_and_safe_headers(sqlite_served: Served) -> None:
    async with calling(sqlite_served) as ann:
        await ann.say("remind me to run a secret errand")
        assert (await ann.client.get("/ready")).json() == {"status": "ready"}
        answered = await ann.client.get("/metrics", headers={"X-Request-Id": "abc-1"})
        assert answered.headers["x-request-id"] == "abc-1"
        assert answered.headers["content-security-policy"].startswith("default-src 'self'")
        assert 'sayso_messages_total{decision="call"}' in answered.text
        assert 'route="/api/conversations/{conversation_id}/messages"' in answered.text
        assert "secret" not in answered.text
        described = (await ann.client.get("/api/openapi.json")).json()
        assert "/api/conversations/{conversation_id}/messages" in described["paths"]


def test_a_pending_question_outlives_the_server(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'sayso.db'}"
    with Served(url, "--local") as first, first.visit() as ann:
        begun = ann.post("/api/conversations").json()["id"]
        path = f"/api/conversations/{begun}/messages"
        for words in ("add buy milk", "delete milk"):
            asked = ann.post(path, json={"content": words}).json()["assistant"]
        first.kill()
    with Served(url, "--local") as second, second.visit() as ann:
        kept = ann.get(path).json()["messages"][-1]
        assert kept == asked
        answer = {"answer": {"message_id": asked["id"], "yes": True}}
        done = ann.post(path, json=answer).json()
        assert done["assistant"]["content"].startswith("Deleted 'buy milk'.")
        assert ann.get("/api/me").json()["mode"] == "local"
        assert second.end() == 0


def test_too_many_messages_a_minute_are_refused(tmp_path: Path) -> None:
    few = {"SAYSO_MESSAGES_PER_MINUTE": "2"}
    with Served(f"sqlite:///{tmp_path / 'sayso.db'}", "--local", settings=few) as served, served.visit() as ann:
        begun = ann.post("/api/conversations").json()["id"]
        answers = [ann.post(f"/api/conversations/{begun}/messages", json={"content": "hello"}) for _ in range(3)]
        assert [a.status_code for a in answers] == [200, 200, 429]
        assert_says_what_to_do(answers[2], 429, "too_many")
        assert 1 <= int(answers[2].headers["retry-after"]) <= 60
        assert ann.get("/api/tasks").status_code == 200


def test_too_many_imports_a_minute_are_refused(tmp_path: Path) -> None:
    with Served(f"sqlite:///{tmp_path / 'sayso.db'}", "--local") as served, served.visit() as ann:
        answers = [ann.post("/api/import", json={"text": "title\nmilk", "twice": "add"}) for _ in range(6)]
        assert [a.status_code for a in answers] == [200] * 5 + [429]
        path = ann.post("/api/calendar").json()["path"]
        for reading, most in ((path, 30), ("/api/export", 10)):
            assert [ann.get(reading).status_code for _ in range(most + 1)] == [200] * most + [429]


def test_too_many_browsers_a_minute_are_refused(tmp_path: Path) -> None:
    with Served(f"sqlite:///{tmp_path / 'sayso.db'}", "--local") as served, served.visit() as ann:
        body = {"endpoint": "https://example.org/1", "p256dh": "x", "auth": "y"}
        assert [ann.post("/api/push", json=body).status_code for _ in range(21)] == [422] * 20 + [429]


async def test_a_file_of_what_no_database_takes_is_passed_over(ann: Caller) -> None:
    text = '[{"title": "\\ud800"}, {"title": "\\u0000", "description": "\\udfff"}, {"title": "milk"}]'
    answered = await ann.client.post("/api/import", json={"text": text})
    assert answered.status_code == 200, answered.text
    assert answered.json()["added"] == 1


@pytest.mark.parametrize(
    "body",
    [
        {"task_id": str(uuid4())},
        {"updated_at": "2026-11-18T12:00:00Z"},
        {"task_id": "milk", "updated_at": "2026-11-18T12:00:00Z"},
    ],
)
async def test_an_undo_that_names_half_a_change_takes_nothing_back(sqlite_served: Served, body: Json) -> None:
    async with calling(sqlite_served) as ann:
        await ann.say("add buy milk")
        assert_says_what_to_do(await ann.client.post("/api/undo", json=body), 422, "invalid")
        assert len((await ann.client.get("/api/tasks")).json()["tasks"]) == 1


def test_a_browsers_language_holds_nothing_that_a_database_refuses() -> None:
    given = {"endpoint": "https://example.org/1", "p256dh": "x", "auth": "y"}
    assert SubscriptionBody.model_validate({**given, "language": "it"})
    with pytest.raises(ValidationError):
        SubscriptionBody.model_validate({**given, "language": "i\x00t"})


def test_a_database_that_is_away_is_told_and_the_message_can_be_sent_again(postgres: Server) -> None:
    with Served(postgres.new_database(), "--local") as served, served.visit() as ann:
        begun = ann.post("/api/conversations").json()["id"]
        path = f"/api/conversations/{begun}/messages"
        milk: dict[str, Any] = {"json": {"content": "add milk"}, "headers": {"Idempotency-Key": "m1"}}
        postgres.stop()
        try:
            assert_says_what_to_do(ann.post(path, **milk), 503, "unavailable")
            assert ann.get("/ready").status_code == 503
            assert ann.get("/health").status_code == 200
        finally:
            postgres.start()
        for _ in range(2):
            assert ann.post(path, **milk).json()["assistant"]["content"] == "Added 'milk'."
        assert ann.get("/api/tasks").json()["total"] == 1
