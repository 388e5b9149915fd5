"""The language model and the machines: what it proposes is completed, asked about or confirmed as anybody's call is."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from model_server import Call, ModelServer, Says
from model_talk import tools_in
from served import Caller
from test_modes import calling

from sayso import Engine
from sayso.domains.shipped import shipped_tools


@pytest.fixture
async def caller(tmp_path: Path, engine: Engine, scripted: ModelServer) -> AsyncIterator[Caller]:
    settings = {**scripted.environment(), "SAYSO_SIMULATED_OUTAGES": "false"}
    async for caller in calling(tmp_path, engine, settings):
        yield caller


async def test_every_tool_is_offered_and_the_machines_are_told(caller: Caller, scripted: ModelServer) -> None:
    script = scripted.plays(Says("Hello."))
    await caller.say("hello there my friend")
    assert tools_in(script) == {tool.name for tool in shipped_tools()}
    assert "Frigo Cucina" in script.words


async def test_an_empty_call_is_completed_from_what_was_said(caller: Caller, scripted: ModelServer) -> None:
    scripted.plays(Says(calls=(Call("machine_command_execute", {}),)), Says("The light is on now!"))
    told = await caller.say("accendi la luce del frigo cucina")
    assert [deed["tool_name"] for deed in told["results"]] == ["machine_command_execute"]
    assert "Frigo Cucina" in told["content"]
    assert "The light" not in told["content"]


async def test_an_invented_machine_is_asked_about_where_several_fit(caller: Caller, scripted: ModelServer) -> None:
    invented = {"device_id": "fridge-9000", "command_name": "turn_on_light"}
    scripted.plays(Says(calls=(Call("machine_command_execute", invented),)))
    told = await caller.say("accendi la luce del frigo")
    assert not told["results"]
    assert {offer["label"] for offer in told["suggestions"]} == {"Frigo Cucina", "Frigo Sala"}


async def test_a_dangerous_command_waits_for_the_person(caller: Caller, scripted: ModelServer) -> None:
    unlock = Call("machine_command_execute", {"device_name": "Cella", "command_name": "unlock_door", "confirm": True})
    scripted.plays(Says("The user agreed.", (unlock, unlock)))
    told = await caller.say("sblocca la porta della cella")
    assert told["confirm"]
    assert not told["results"]


async def test_reads_of_several_machines_are_all_told(caller: Caller, scripted: ModelServer) -> None:
    reads = tuple(Call("metrics_read", {"device_name": name}) for name in ("Frigo Cucina", "Forno"))
    scripted.plays(Says(calls=reads), Says(""))
    told = await caller.say("che temperatura ha il frigo cucina e che temperatura ha il forno?")
    assert {deed["tool_name"] for deed in told["results"]} == {"metrics_read"}
    assert "Frigo Cucina" in told["content"]
    assert "Forno" in told["content"]


@pytest.mark.parametrize("said", ["fa caldo in cella", "che bella cella", "accendi la luce della cella"])
async def test_a_dangerous_idea_of_the_model_is_not_even_asked_about(
    caller: Caller, scripted: ModelServer, said: str
) -> None:
    opens = Call("machine_command_execute", {"device_name": "Cella", "command_name": "open_door"})
    scripted.plays(Says(calls=(opens,)), Says(""))
    told = await caller.say(said)
    assert not told["confirm"]
    assert "porta" not in told["content"]
    assert all(deed["result"].get("command_name") != "open_door" for deed in told["results"])
