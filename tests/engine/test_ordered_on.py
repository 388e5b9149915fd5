"""What is said alone of the machine that was just ordered, with remarks around it: it is that machine that is meant,
what stops it does so at once, and all else waits for a yes."""

from typing import Any

import pytest

from sayso import Engine

NOW = "2036-01-16T18:20:00+01:00"
ABLE = {
    "Garage Door": ("porta del garage", ("open", "close", "stop")),
    "Shutters": ("tapparelle", ("open", "close", "stop")),
    "Washing Machine": ("lavatrice", ("turn_on", "turn_off", "start_cycle", "stop_cycle", "pause", "resume")),
    "Hallway Light": ("luce del corridoio", ("turn_on", "turn_off")),
}
TASKS = ["clear out the garage", "piano lesson with Luca", "lezione di pianoforte con Luca", "bring back the toys"]
SAID = [
    ("en", "Garage Door:open", "STOP there's a bike in the way", "call", "stop"),
    ("en", "Garage Door:open", "stop stop stop", "call", "stop"),
    ("en", "Garage Door:open", "halt halt halt there's a bike underneath", "call", "stop"),
    ("en", "Garage Door:open", "im in. shut behind me", "confirm", "close"),
    ("en", "Shutters:close", "the little one wants to look at the snow. up again pls", "confirm", "open"),
    ("en", "Shutters:open", "ok moved it, all the way down now", "confirm", "close"),
    ("en", "Shutters:stop", "moved it. carry on opening", "confirm", "open"),
    ("en", "Washing Machine:start_cycle", "pause!! forgot a sock", "confirm", "pause"),
    ("en", "Washing Machine:pause", "found it. keep going", "confirm", "resume"),
    ("it", "Garage Door:open", "bloccala lì bloccala che c'è la bici di Luca in mezzo!!", "call", "stop"),
    ("it", "Garage Door:open", "sono dentro, puoi chiudere", "confirm", "close"),
    ("it", "Garage Door:stop", "ok spostata, su tutta", "confirm", "open"),
    ("it", "Washing Machine:pause", "messo. vai pure avanti", "confirm", "resume"),
]
NOTHING = [
    ("en", "Garage Door:open", "don't stop there's a bike coming"),
    ("en", "Garage Door:open", "my sister is up again, poor thing"),
    ("en", "Hallway Light:turn_on", "the shop shuts at eight"),
    ("en", "Washing Machine:start_cycle", "I couldn't stop laughing"),
    ("en", "Garage Door:open", "go on then, tell me more"),
    ("en", "Hallway Light:turn_off", "go ahead with it"),
    ("it", "Garage Door:open", "non fermarla, c'è tempo"),
    ("it", "Hallway Light:turn_off", "vai avanti, dimmi"),
    ("it", "Hallway Light:turn_on", "il negozio chiude alle otto"),
]


def decided(engine: Engine, language: str, message: str, done: str) -> Any:
    machines = [
        {"id": m, "name": m, "description": told, "commands": [{"id": f"{m}:{c}", "name": c} for c in able]}
        for m, (told, able) in ABLE.items()
    ]
    given = {"device_id": done.partition(":")[0], "machine_command_id": done}
    step = {"tool_name": "machine_command_execute", "parameters": given, "outcome": "done"}
    history = [{"role": "user", "content": "…"}, {"role": "assistant", "content": "OK.", "steps": [step]}]
    tasks = [{"id": f"t{i}", "number": i, "title": t} for i, t in enumerate(TASKS, 1)]
    request = {"message": message, "now": NOW, "language": language, "history": history}
    return engine.decide({**request, "context": {"machines": machines, "tasks": tasks}}).to_dict()


@pytest.mark.parametrize("said", SAID)
def test_it_is_the_machine_that_was_just_ordered(said: tuple[str, str, str, str, str], engine: Engine) -> None:
    language, done, message, status, command = said
    decision = decided(engine, language, message, done)
    (step,) = decision["steps"]
    assert step["parameters"]["machine_command_id"] == f"{done.partition(':')[0]}:{command}"
    assert step["status"] == status
    start, end = step["sources"]["machine_command_id"]["span"]
    assert 0 <= start < end <= len(message)


@pytest.mark.parametrize(("language", "done", "message"), NOTHING)
def test_talk_orders_nothing(language: str, done: str, message: str, engine: Engine) -> None:
    changed = [s for s in decided(engine, language, message, done)["steps"] if s["tool_name"].startswith("machine")]
    assert not [s for s in changed if s["status"] in ("call", "confirm")]


@pytest.mark.parametrize("message", ["pause", "pause it"])
def test_what_it_can_do_is_never_denied(message: str, engine: Engine) -> None:
    (step,) = decided(engine, "en", message, "Washing Machine:start_cycle")["steps"]
    assert step["parameters"]["machine_command_id"] == "Washing Machine:pause"
