"""A broken model: the conversation goes on by the engine, within the time limit, and a small mark says so."""

import asyncio
from dataclasses import replace

import pytest
from model_server import Breaks, Call, Fails, Garbles, Hangs, ModelServer, Says, Turn
from model_talk import Talk, talking

from sayso import Engine
from sayso.storage.database import Database

BROKEN = [
    (Fails(429), "rate_limited"),
    (Fails(500), "down"),
    (Fails(503), "down"),
    (Fails(401), "broken"),
    (Breaks(), "broken"),
    (Garbles(), "broken"),
    (Says(""), "broken"),
]


@pytest.mark.parametrize(("turn", "mark"), BROKEN)
async def test_the_engine_answers_where_the_model_does_not(
    talk: Talk, scripted: ModelServer, turn: Turn, mark: str
) -> None:
    scripted.plays(turn)
    assert await talk.say("add buy milk") == "Added 'buy milk'."
    assert talk.model["fallback"] == mark
    assert (await talk.say("good morning to you")).startswith("Hello!")
    assert await talk.titles() == ["buy milk"]


async def test_nobody_there_is_a_fallback_too(own_file: Database, engine: Engine, scripted: ModelServer) -> None:
    model = scripted.model()
    async with talking(own_file, engine, replace(model, url="http://127.0.0.1:1/v1")) as talk:
        assert await talk.say("add buy milk") == "Added 'buy milk'."
        assert talk.model["fallback"] == "down"
        assert talk.model["tokens_in"] == 0  # nobody read it: an outage uses up no budget


async def test_a_slow_model_is_not_waited_for(
    own_file: Database, engine: Engine, scripted: ModelServer, api: str
) -> None:
    hangs = Hangs("Well, let me")
    scripted.plays(hangs)
    try:
        async with talking(own_file, engine, scripted.model(api, seconds=0.3)) as talk:
            assert await talk.say("add buy milk") == "Added 'buy milk'."
            assert talk.model["fallback"] == "slow"
            assert talk.model["tokens_in"] > 0  # what was broken off is counted, too
    finally:
        hangs.until.set()


async def test_what_was_done_before_it_broke_stays_and_is_told(talk: Talk, scripted: ModelServer) -> None:
    scripted.plays(Says(calls=(Call("add_task", {"title": "buy milk"}),)), Breaks())
    assert await talk.say("add buy milk and add call mom") == "Added 'buy milk'. Added 'call mom'."
    assert await talk.titles() == ["buy milk", "call mom"]
    assert talk.model["fallback"] == "broken"


async def test_endless_calls_end(talk: Talk, scripted: ModelServer) -> None:
    def endless(body: dict[str, object]) -> Turn:
        priority = ("low", "high", "medium")[len(scripted.script.asked) % 3]
        return Says(calls=(Call("list_tasks", {"priority": priority, "filter": "all"}),))

    scripted.plays(Says(""))
    scripted.script.turns = endless
    told = await talk.say("show my high priority, low priority and medium priority tasks")
    assert len(scripted.script.asked) <= 4
    assert told


async def test_a_person_can_stop_it(talk: Talk, scripted: ModelServer) -> None:
    hangs = Hangs("Well, let me")
    scripted.plays(hangs)
    try:
        answering = asyncio.create_task(talk.say("add buy milk"))
        await asyncio.to_thread(hangs.began.wait, 10)
        assert talk.assistant.model
        assert talk.assistant.model.stops.stop((talk.person.id, talk.id))
        assert await answering == "Stopped; nothing more was done."
        assert talk.model["fallback"] == "stopped"
        assert await talk.titles() == []
        assert not talk.assistant.model.stops.stop((talk.person.id, talk.id))
    finally:
        hangs.until.set()


async def test_what_was_done_before_the_stop_stays_told(talk: Talk, scripted: ModelServer) -> None:
    hangs = Hangs("Let me")
    scripted.plays(Says(calls=(Call("add_task", {"title": "buy milk"}),)), hangs)
    try:
        answering = asyncio.create_task(talk.say("add buy milk and add call mom"))
        await asyncio.to_thread(hangs.began.wait, 10)
        assert talk.assistant.model
        talk.assistant.model.stops.stop((talk.person.id, talk.id))
        assert await answering == "Added 'buy milk'. Stopped; nothing more was done."
        assert await talk.titles() == ["buy milk"]
    finally:
        hangs.until.set()
