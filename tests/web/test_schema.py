"""The OpenAPI description says what the server does, and the server does what it says."""

from typing import Any

import httpx2
import pytest
from describing import PROBLEM, try_description
from served import Served, calling

EXAMPLES = 2  # of each kind for each operation: some hundreds in all

ASKING = ("/api/undo", "/api/redo", "/api/import")  # they answer that it is done, or with a question


@pytest.fixture
def served(sqlite_served: Served) -> Served:
    return sqlite_served


async def test_whatever_is_sent_is_answered_as_described(served: Served) -> None:
    tried = try_description(served.address, await served.token(), EXAMPLES)
    assert tried.is_right, tried.report
    assert tried.cases >= 300, tried.report


def described(served: Served) -> dict[str, Any]:
    found: dict[str, Any] = httpx2.get(f"{served.address}/api/openapi.json").json()
    return found


def test_every_operation_says_what_it_answers_and_what_may_go_wrong(served: Served) -> None:
    for path, methods in described(served)["paths"].items():
        for method, operation in methods.items():
            good = [answer for status, answer in operation["responses"].items() if status.startswith("2")]
            assert len(good) == (2 if path in ASKING else 1), (path, method)
            assert "content" in good[0] or "204" in operation["responses"], (path, method)
            problem = operation["responses"]["403"]["content"]["application/problem+json"]["schema"]
            assert problem == {"$ref": "#/components/schemas/Problem"}
            assert operation["summary"]
            assert operation["description"]


def test_only_the_routes_of_operations_and_of_signing_in_need_nobody(served: Served) -> None:
    found = described(served)
    assert found["components"]["securitySchemes"]["token"]["scheme"] == "bearer"
    is_open = {path for path, methods in found["paths"].items() for one in methods.values() if "security" not in one}
    assert is_open == {"/health", "/ready", "/metrics", "/api/signin", "/api/signout"}


def test_the_answer_to_a_message_is_also_described_as_a_stream(served: Served) -> None:
    post = described(served)["paths"]["/api/conversations/{conversation_id}/messages"]["post"]
    assert set(post["responses"]["200"]["content"]) == {"application/json", "text/event-stream"}


@pytest.mark.parametrize(
    ("method", "path", "status", "allow"),
    [
        ("GET", "/api/undo", 405, "POST"),
        ("PUT", "/api/tasks", 405, "GET, POST"),
        ("POST", "/api/tasks/1", 405, "DELETE, PATCH"),
        ("GET", "/api/nothing", 404, None),
    ],
)
async def test_what_no_route_does_is_said_with_what_can_be_done(
    served: Served, method: str, path: str, status: int, allow: str | None
) -> None:
    async with calling(served) as ann:
        answered = await ann.client.request(method, path)
    assert answered.status_code == status
    assert answered.headers.get("allow") == allow
    assert set(answered.json()) == PROBLEM


async def test_a_number_is_no_time(served: Served) -> None:
    async with calling(served) as ann:
        assert (await ann.client.get("/api/conversations", params={"before": "0.5"})).status_code == 422
