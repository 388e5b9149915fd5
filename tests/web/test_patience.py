"""Those who send slowly, too much or nothing take nothing from the others."""

import asyncio
from collections.abc import AsyncIterator, Iterator

import httpx2
import pytest
from served import Caller, Served, calling
from starlette.types import Message, Scope

from sayso.web.limits import BODIES_OF_ADDRESS, SmallBodies

HEADERS = [(b"content-type", b"application/json")]


async def echo(scope: Scope, receive: object, send: object) -> None:
    message = await receive()  # type: ignore[operator]
    await send({"type": "http.response.start", "status": 200, "headers": []})  # type: ignore[operator]
    await send({"type": "http.response.body", "body": message["body"]})  # type: ignore[operator]


async def status(bodies: SmallBodies, parts: AsyncIterator[Message]) -> int:
    """What is answered to a body that comes in parts."""
    told: list[int] = []

    async def send(message: Message) -> None:
        if message["type"] == "http.response.start":
            told.append(message["status"])

    async def receive() -> Message:
        return await anext(parts)

    scope = {"type": "http", "method": "POST", "headers": HEADERS, "client": ("10.0.0.1", 1), "path": "/"}
    await bodies(scope, receive, send)
    return told[0] if told else 0


async def never() -> AsyncIterator[Message]:
    yield {"type": "http.request", "body": b"{", "more_body": True}
    await asyncio.Event().wait()


async def at_once() -> AsyncIterator[Message]:
    yield {"type": "http.request", "body": b"{}", "more_body": False}


async def endless() -> AsyncIterator[Message]:
    while True:
        yield {"type": "http.request", "body": b"x" * 100_000, "more_body": True}


async def test_a_body_that_does_not_come_ends_with_a_word() -> None:
    assert await status(SmallBodies(echo, seconds=0.01), never()) == 408


async def test_a_body_without_end_is_not_read_to_it() -> None:
    assert await status(SmallBodies(echo), endless()) == 413


async def test_of_one_address_only_so_many_bodies_are_read_at_a_time() -> None:
    bodies = SmallBodies(echo)
    slow = [asyncio.create_task(status(bodies, never())) for _ in range(BODIES_OF_ADDRESS)]
    await asyncio.sleep(0)
    assert await status(bodies, at_once()) == 503
    for one in slow:
        one.cancel()
    await asyncio.gather(*slow, return_exceptions=True)
    assert await status(bodies, at_once()) == 200


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    running = Served(f"sqlite:///{tmp_path_factory.mktemp('patience') / 'sayso.db'}")
    yield running
    running.kill()


@pytest.fixture
async def ann(served: Served) -> AsyncIterator[Caller]:
    async with calling(served) as caller:
        yield caller


async def test_a_yes_on_the_page_is_to_what_was_shown(ann: Caller) -> None:
    task = (await ann.client.post("/api/tasks", json={"title": "buy milk"})).json()
    path, shown = f"/api/tasks/{task['task_id']}", {"confirm": True, "updated_at": task["updated_at"]}
    renamed = (await ann.client.patch(path, json={"new_title": "the only copy of the contract"})).json()
    refused = await ann.client.request("DELETE", path, json=shown)
    assert (refused.status_code, refused.json()["error"]) == (409, "changed_since")
    assert (await ann.client.get("/api/tasks")).json()["total"] == 1
    seen = {"confirm": True, "updated_at": renamed["updated_at"]}
    assert (await ann.client.request("DELETE", path, json=seen)).status_code == 200


async def test_whoever_asks_for_a_web_socket_is_told_that_there_is_none(served: Served) -> None:
    headers = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "x"}
    async with httpx2.AsyncClient(base_url=served.address) as client:
        for path in ("/", "/api/me", "/mcp"):
            assert (await client.get(path, headers=headers)).status_code < 500


async def test_headers_without_end_and_garbage_close_only_their_own_connection(served: Served, ann: Caller) -> None:
    for sent in (b"GET / HTTP/1.1\r\nX: " + b"a" * 40_000, b"\x16\x03\x01\x00\xff" * 20, b"GET /\r\n\r\n"):
        reader, writer = await asyncio.open_connection("127.0.0.1", served.port)
        writer.write(sent)
        assert not (await reader.read()).startswith(b"HTTP/1.1 5")
        writer.close()
    assert (await ann.client.get("/api/me")).status_code == 200
