"""What conversations are called: by what was first decided in them, in the language it was said in."""

import pytest
from household import Clock, settle
from talking import Parlour, Talk

from sayso import Engine
from sayso.storage.database import Database


@pytest.fixture
async def talk(database: Database, engine: Engine) -> Talk:
    return await Parlour(database, engine, Clock()).welcome(await settle(database, "Ann", "Europe/Rome"))


async def name(talk: Talk) -> str:
    found, _ = await talk.assistant.memory.list(talk.person.id, 10)
    return next(one.title for one in found if one.id == talk.id)


async def test_a_conversation_is_called_by_what_was_first_decided_in_it(talk: Talk) -> None:
    told = []
    for said in (
        "could you add buy milk tomorrow at 5?",
        "elimina buy milk",
        "segna buy milk come fatta",
        "cosa ho in lista?",
    ):
        await talk.say(said)
        told.append(await name(talk))
        await talk.anew()
    assert told == ["buy milk", "buy milk: elimina", "buy milk: fatta", "Le mie attività"]
    await talk.say("add call Ann and add call Bob")
    assert await name(talk) == "call Ann · call Bob"
    await talk.say("show my tasks")
    assert await name(talk) == "call Ann · call Bob"  # the first says what it is about


async def test_small_talk_names_nothing_and_the_first_request_does(talk: Talk) -> None:
    await talk.say("hello there")
    assert await name(talk) == "hello there"
    await talk.say("add buy milk")
    assert await name(talk) == "buy milk"


async def test_a_name_given_by_hand_stays(talk: Talk) -> None:
    await talk.say("hello there")
    await talk.assistant.memory.rename(talk.person.id, talk.id, "Plans")
    await talk.say("add buy milk")
    assert await name(talk) == "Plans"
