"""The language model over HTTP: the mode of a conversation, the stream, the stop, the cost in the metrics."""

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path

import httpx2
import pytest
from model_server import Call, Garbles, Hangs, ModelServer, Says
from served import Caller

from sayso import Engine
from sayso.assemble import assembled
from sayso.settings import Settings
from sayso.web.app import build_app
from sayso.web.desk import Desk, signed_in
from sayso.web.limits import Rate
from sayso.web.metrics import Metrics

HELLO = "hello there my friend"


async def calling(folder: Path, engine: Engine, environment: dict[str, str]) -> AsyncIterator[Caller]:
    async with assembled(Settings.read({"XDG_DATA_HOME": str(folder), **environment})) as parts:
        identify = signed_in(parts, "local")
        desk = Desk(parts, engine, parts.assistant(engine), identify, "local", Rate(0), Metrics())
        headers = {"Authorization": f"Bearer {parts.tokens.issue((await parts.local_person()).id)}"}
        transport = httpx2.ASGITransport(build_app(desk))
        async with httpx2.AsyncClient(
            transport=transport, base_url="http://127.0.0.1", timeout=30, headers=headers
        ) as client:
            yield await Caller(client).begin()


@pytest.fixture
async def caller(tmp_path: Path, engine: Engine, scripted: ModelServer, api: str) -> AsyncIterator[Caller]:
    async for caller in calling(tmp_path, engine, dict(scripted.environment(api))):
        yield caller


@pytest.fixture
async def alone(tmp_path: Path, engine: Engine) -> AsyncIterator[Caller]:
    async for caller in calling(tmp_path, engine, {}):
        yield caller


async def test_a_conversation_chooses_its_mode(caller: Caller, scripted: ModelServer) -> None:
    script = scripted.plays(Says("Hello."))
    path = caller.path.removesuffix("/messages")
    assert (await caller.client.get("/api/me")).json()["model"] == {"name": "scripted", "mode": "model"}
    assert (await caller.say(HELLO))["content"] == "Hello."
    chosen = await caller.client.patch(path, json={"mode": "engine"})
    assert (chosen.status_code, chosen.json()["mode"]) == (200, "engine")
    assert (await caller.say(HELLO))["model"]["asked"] is False
    assert len(script.asked) == 1
    assert (await caller.client.patch(path, json={"mode": None})).json()["mode"] is None
    assert (await caller.client.patch(path, json={"mode": "clever"})).status_code == 422
    elsewhere = "/api/conversations/1b4e28ba-2fa1-41d2-883f-0016d3cca427"
    assert (await caller.client.patch(elsewhere, json={"mode": "engine"})).status_code == 404
    assert (await caller.client.post(f"{elsewhere}/cancel")).status_code == 404


async def test_without_a_model_there_is_only_the_engine(alone: Caller) -> None:
    path = alone.path.removesuffix("/messages")
    assert (await alone.client.get("/api/me")).json()["model"] is None
    refused = await alone.client.patch(path, json={"mode": "cascade"})
    assert (refused.status_code, refused.json()["error"]) == (422, "no_model")
    assert (await alone.client.patch(path, json={"mode": "engine"})).status_code == 200
    assert (await alone.client.post(f"{path}/cancel")).json() == {"stopped": False}
    assert (await alone.say("add buy milk"))["model"] is None


async def test_the_answer_comes_as_it_comes_about(caller: Caller, scripted: ModelServer) -> None:
    scripted.plays(Says("Hello. How are you today?"))
    events = await caller.stream({"content": HELLO})
    names = [name for name, _ in events]
    assert names[:3] == ["user", "model", "draft"]
    assert names[-1] == "done"
    assert "".join(data["delta"] for name, data in events if name == "reply") == "Hello. How are you today?"


async def test_a_malformed_stream_is_no_error_of_ours(caller: Caller, scripted: ModelServer) -> None:
    scripted.plays(Garbles())
    told = await caller.say("add buy milk")
    assert told["content"] == "Added 'buy milk'."
    assert told["model"]["fallback"] == "broken"


async def test_the_model_is_stopped_and_what_was_done_stays(caller: Caller, scripted: ModelServer) -> None:
    hangs = Hangs("Well")
    scripted.plays(Says(calls=(Call("add_task", {"title": "buy milk"}),)), hangs)
    try:
        streaming = asyncio.create_task(caller.stream({"content": "add buy milk and add call mom"}))
        await asyncio.to_thread(hangs.began.wait, 10)
        path = caller.path.removesuffix("/messages")
        assert (await caller.client.post(f"{path}/cancel")).json() == {"stopped": True}
        done = dict(await streaming)["done"]
        assert done["content"] == "Added 'buy milk'. Stopped; nothing more was done."
        assert done["model"]["fallback"] == "stopped"
    finally:
        hangs.until.set()


async def test_the_cost_is_in_the_metrics_and_nobodys_words_are(caller: Caller, scripted: ModelServer) -> None:
    scripted.plays(Says("Hello."))
    await caller.say(HELLO)
    counted = (await caller.client.get("/metrics")).text
    assert 'sayso_model_messages_total{mode="model",outcome="answered"} 1' in counted
    assert "sayso_model_tokens_in_total 100" in counted
    assert "sayso_model_money_total 0.00014" in counted
    assert "friend" not in json.dumps(counted)
