"""Whatever is sent, the API answers with something below 500."""

import json
import random
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import httpx2
import pytest
from conftest import FreshUrl
from describing import PROBLEM
from doors import SECRET, TOKENS
from fuzzing import Fuzz, Talker
from household import settle

from sayso import Engine
from sayso.assemble import assembled
from sayso.settings import Settings
from sayso.web.app import build_app
from sayso.web.desk import Desk, signed_in
from sayso.web.limits import Rate
from sayso.web.metrics import Metrics


@pytest.fixture
async def client(tmp_path: Path, engine: Engine) -> AsyncIterator[httpx2.AsyncClient]:
    async with assembled(Settings.read({"XDG_DATA_HOME": str(tmp_path)})) as parts:
        desk = Desk(parts, engine, parts.assistant(engine), signed_in(parts, "local"), "local", Rate(0), Metrics())
        transport = httpx2.ASGITransport(build_app(desk))
        headers = {"Authorization": f"Bearer {parts.tokens.issue((await parts.local_person()).id)}", "X-Sayso": "1"}
        async with httpx2.AsyncClient(transport=transport, base_url="http://127.0.0.1", headers=headers) as found:
            yield found


async def test_any_few_hundred_messages_are_answered(kind: str, fresh_url: FreshUrl, engine: Engine) -> None:
    settings = Settings.read({"SAYSO_DATABASE_URL": fresh_url(), "SAYSO_SECRET": SECRET})
    async with assembled(settings) as parts, AsyncExitStack() as stack:
        desk = Desk(parts, engine, parts.assistant(engine), signed_in(parts, "token"), "token", Rate(0), Metrics())
        transport = httpx2.ASGITransport(build_app(desk))
        people = []
        for name in ("zqanna", "zqbruno"):
            token = TOKENS.issue((await settle(parts.database, name)).user_id)
            headers = {"Authorization": f"Bearer {token}"}
            client = httpx2.AsyncClient(transport=transport, base_url="http://127.0.0.1", headers=headers)
            talker = Talker(await stack.enter_async_context(client), name, random.Random(f"{kind} {name}"))
            people.append(await talker.begin())
        fuzz = Fuzz(people, engine)
        for talker in people:
            await fuzz.talk(talker, 80)
        await fuzz.look()
    assert fuzz.answered[200] > 80


DEEP = "[" * 5000 + "]" * 5000
BODIES = [
    '{"message": "add milk", "id": NaN}',
    '{"message": "add milk", "context": {"tasks": [{"id": 1e999, "title": "x"}]}}',
    '{"message": "add milk", "context": {"tasks": [{"id": "1", "title": "x", "number": 1e30}]}}',
    '{"message": "add \\ud800"}',
    '{"message": "add \\u0000"}',
    '{"message": 5}',
    '{"message": "add milk", "now": "yesterday"}',
    f'{{"message": "add milk", "context": {DEEP}}}',
    f'{{"user_message": "add milk", "function_call": {DEEP}}}',
    '{"user_message": {}, "function_call": 7, "tools": "none"}',
    '{"user_message": "add milk", "function_call": {"name": "add_task", "arguments": {"title": NaN}}, "tools": [1]}',
    '{"title": "x", "due": "9999-12-31T23:59:59-14:00"}',
    '{"title": "\\ud800"}',
    '{"new_title": "\\u0000"}',
    '{"confirm": true}',
    "null",
    '"',
    "\xff",
    "",
]
PLACES = [
    ("POST", "/api/decide"),
    ("POST", "/api/compose"),
    ("POST", "/api/tasks"),
    ("PATCH", "/api/tasks/1"),
    ("DELETE", "/api/tasks/%00"),
    ("POST", "/api/undo"),
    ("POST", "/api/conversations"),
    ("POST", "/api/conversations/%00/messages"),
    ("POST", "/api/signin"),
    ("POST", "/api/signout"),
    ("POST", "/mcp"),
    ("POST", "/"),
    ("GET", "/api/conversations?before=0001-01-01T00:00:00%2B14:00"),
    ("GET", "/api/conversations?search=%25_%5C%00"),
    ("GET", "/api/conversations?search=%25_%5C"),
    ("GET", "/api/conversations/x/messages?before=%ff"),
    ("GET", "/api/tasks?search=%00"),
    ("GET", "/signin?key=%00%ff%f0"),
    ("GET", "/api/tasks?limit=99999999999999999999999"),
]


@pytest.mark.parametrize(("method", "path"), PLACES)
async def test_no_body_breaks_a_route(method: str, path: str, client: httpx2.AsyncClient) -> None:
    headers = {"Content-Type": "application/json"}
    for body in BODIES if method != "GET" else [""]:
        answered = await client.request(method, path, content=body.encode("latin-1", "ignore"), headers=headers)
        assert answered.status_code < 500, (body[:80], answered.text[:300])
        if answered.status_code >= 400:
            assert set(json.loads(answered.text)) == PROBLEM
