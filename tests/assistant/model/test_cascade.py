"""When the model is asked, what it costs, and what happens when the day's budget is used up."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from household import Clock, settle
from model_server import Call, ModelServer, Says
from model_talk import Talk, talking

from sayso import Engine, Policy
from sayso.assistant.message import Words
from sayso.assistant.model.cascade import asks_model
from sayso.assistant.model.cost import Cost
from sayso.assistant.model.store import UsageLedger, Use
from sayso.assistant.model.talker import Usage
from sayso.settings import Mode
from sayso.storage.database import Database

HELLO = "hello there my friend"


@pytest.fixture
async def cascade(own_file: Database, engine: Engine, scripted: ModelServer) -> AsyncIterator[Talk]:
    async with talking(own_file, engine, scripted.model(mode="cascade")) as talk:
        yield talk


async def test_the_engine_answers_at_once_where_it_is_sure(cascade: Talk, scripted: ModelServer) -> None:
    script = scripted.plays(Says("Hello."))
    assert await cascade.say("add buy milk") == "Added 'buy milk'."
    assert await cascade.say("delete buy milk") == "Delete 'buy milk'?"
    assert await cascade.say("no") == "Okay, I'll leave it as it is."
    assert await cascade.say("don't delete anything") == "All right, I'm not doing that."
    await cascade.say("how do I add a task?")
    assert not script.asked
    told = {"mode": "cascade", "asked": False, "fallback": None, "tokens_in": 0, "tokens_out": 0, "seconds": 0.0}
    assert cascade.model == {**told, "money": 0.0}


async def test_the_model_is_asked_where_the_engine_declines(cascade: Talk, scripted: ModelServer) -> None:
    script = scripted.plays(Says("Hello. How are you?"))
    assert await cascade.say(HELLO) == "Hello. How are you?"
    assert len(script.asked) == 1
    assert cascade.model["asked"]


async def test_what_the_model_hears_in_it_is_offered_not_done(cascade: Talk, scripted: ModelServer) -> None:
    scripted.plays(Says(calls=(Call("add_task", {"title": "passport renewal"}),)))
    told = await cascade.say("passport renewal, that thing again")
    assert "passport renewal" in told
    assert await cascade.titles() == []
    await cascade.answer(yes=True)
    assert await cascade.titles() == ["passport renewal"]


@pytest.mark.parametrize(
    ("mode", "said", "is_asked"),
    [
        ("engine", HELLO, False),
        ("engine", "add buy milk", False),
        ("cascade", HELLO, True),
        ("cascade", "add buy milk", False),
        ("cascade", "never delete the report", False),
        ("model", HELLO, True),
        ("model", "add buy milk", True),
    ],
)
def test_who_is_asked(engine: Engine, mode: Mode, said: str, is_asked: bool) -> None:
    decision = engine.decide({"message": said, "context": {"tasks": []}})
    assert asks_model(mode, Words(said), decision, Policy()) is is_asked


async def test_a_conversation_has_its_own_mode(cascade: Talk, scripted: ModelServer) -> None:
    script = scripted.plays(Says("Hello."))
    memory = cascade.assistant.memory
    await memory.choose(cascade.person.id, cascade.id, "engine")
    await cascade.say(HELLO)
    assert not script.asked
    assert cascade.model["mode"] == "engine"
    await memory.choose(cascade.person.id, cascade.id, "model")
    scripted.plays(Says(calls=(Call("add_task", {"title": "buy milk"}),)), Says(""))
    await cascade.say("add buy milk")
    assert cascade.model["mode"] == "model"
    assert cascade.model["asked"]


async def test_the_guard_holds_where_completing_calls_is_switched_off(
    own_file: Database, engine: Engine, scripted: ModelServer
) -> None:
    bare = Engine(engine.packs, Policy(composes=False))
    async with talking(own_file, bare, scripted.model()) as talk:
        await talk.add("report")
        scripted.plays(Says(calls=(Call("complete_task", {"task_identifier": "report"}),)), Says("Hello."))
        assert await talk.say(HELLO) == "Hello."
        assert await talk.open_titles() == ["report"]


async def test_tokens_time_and_money_are_counted(talk: Talk, scripted: ModelServer) -> None:
    scripted.plays(Says(calls=(Call("add_task", {"title": "buy milk"}),)), Says("Anything else?"))
    await talk.say("add buy milk")
    assert (talk.model["tokens_in"], talk.model["tokens_out"]) == (200, 40)
    assert talk.model["money"] == 0.00028  # 200 at 1 and 40 at 2 the million
    assert talk.model["seconds"] > 0
    assert ("model", "success") in await talk.lines()


async def test_tokens_that_nobody_counts_are_estimated(talk: Talk, scripted: ModelServer) -> None:
    scripted.plays(Says("Hello.", counts=False))
    await talk.say(HELLO)
    assert talk.model["tokens_in"] > 200
    assert talk.model["tokens_out"] > 0


@pytest.mark.parametrize("limit", [{"tokens_per_day": 100}, {"money_per_day": 0.0001}])
async def test_a_budget_that_is_used_up_leaves_the_engine(
    own_file: Database, engine: Engine, scripted: ModelServer, limit: dict[str, Any]
) -> None:
    script = scripted.plays(Says("Hello."))
    async with talking(own_file, engine, scripted.model(**limit)) as talk:
        assert await talk.say(HELLO) == "Hello."  # the message that reaches the limit is finished
        assert await talk.say("add buy milk") == "Added 'buy milk'."
        assert talk.model["fallback"] == "budget"
        assert len(script.asked) == 1
    async with talking(own_file, engine, scripted.model(**limit), "Bo") as other:
        assert await other.say(HELLO) == "Hello."  # another person has a budget of their own


async def test_the_sum_of_a_day_is_kept_by_person(database: Database) -> None:
    ledger, clock = UsageLedger(database, Clock()), Clock()
    ann, bo = await settle(database, "Ann"), await settle(database, "Bo")
    use = Use(clock().date(), "m", "model", Cost(Usage(10, 5), 0.1, 0.25), None)
    for session in (ann, ann, bo):
        await ledger.keep(session, use)
    spent = await ledger.spent(ann.user_id, clock().date())
    assert (spent.tokens, spent.money) == (30, 0.5)
    assert (await ledger.spent(bo.user_id, clock().date())).tokens == 15
