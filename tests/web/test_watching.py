"""What is written down about a request: enough to find it again, and nobody's words."""

import json
import logging
from pathlib import Path

import httpx2
import pytest

from sayso import Engine
from sayso.assemble import assembled
from sayso.settings import Settings
from sayso.web.app import build_app
from sayso.web.desk import Desk, signed_in
from sayso.web.limits import Rate
from sayso.web.metrics import Metrics


async def test_the_log_has_a_line_a_request_without_words_or_tokens(
    tmp_path: Path, engine: Engine, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "sayso.web")
    async with assembled(Settings.read({"XDG_DATA_HOME": str(tmp_path)})) as parts:
        person = await parts.local_person()
        desk = Desk(parts, engine, parts.assistant(engine), signed_in(parts, "token"), "token", Rate(0), Metrics())
        token = parts.tokens.issue(person.id)
        transport = httpx2.ASGITransport(build_app(desk))
        headers = {"Authorization": f"Bearer {token}", "X-Request-Id": "r-1"}
        async with httpx2.AsyncClient(transport=transport, base_url="http://127.0.0.1", headers=headers) as client:
            begun = (await client.post("/api/conversations")).json()["id"]
            await client.post(f"/api/conversations/{begun}/messages", json={"content": "add a surprise for Bob"})
            await client.get("/api/conversations", params={"search": "surprise"})
    lines = [json.loads(r.getMessage()) for r in caplog.records if r.name == "sayso.web"]
    assert [(line["method"], line["route"], line["status"]) for line in lines] == [
        ("POST", "/api/conversations", 201),
        ("POST", "/api/conversations/{conversation_id}/messages", 200),
        ("GET", "/api/conversations", 200),
    ]
    assert {line["request_id"] for line in lines} == {"r-1"}
    told = json.dumps(lines)
    assert "surprise" not in told
    assert token not in told
