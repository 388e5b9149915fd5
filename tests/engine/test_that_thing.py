""" "That thing" is the machine that was spoken of; one that is called by a word for any of them is asked about."""

from typing import Any

import pytest

from sayso import Engine

NOW = "2036-07-10T08:40:00+02:00"
MACHINES: list[dict[str, Any]] = [
    {"id": m, "name": m, "description": told, "commands": [{"id": f"{m}:{c}", "name": c} for c in able]}
    for m, told, able in (
        ("Oven", "forno", ("turn_on", "turn_off", "set_temperature", "raise_temperature", "lower_temperature")),
        ("Washing Machine", "lavatrice", ("turn_on", "turn_off", "start_cycle", "stop_cycle", "pause", "resume")),
    )
]
SAID = {
    "en": {
        "turn the thing off": "turn_off",
        "put the bloody thing off": "turn_off",
        "switch that contraption off": "turn_off",
        "set that thing to 180": "set_temperature",
        "make it 180": "set_temperature",
    },
    "it": {
        "spegni quell'aggeggio": "turn_off",
        "spegni 'sto coso": "turn_off",
        "spegni la macchina": "turn_off",
        "metti a 180 quel coso": "set_temperature",
    },
}


def decided(engine: Engine, language: str, message: str, *, is_spoken_of: bool = True) -> Any:
    done = {"device_id": "Oven", "machine_command_id": "Oven:turn_on"}
    steps = [{"tool_name": "machine_command_execute", "parameters": done, "outcome": "done"}]
    history = [{"role": "user", "content": "…"}, {"role": "assistant", "content": "OK.", "steps": steps}]
    request = {"message": message, "language": language, "now": NOW, "context": {"machines": MACHINES, "tasks": []}}
    return engine.decide({**request, "history": history if is_spoken_of else []}).to_dict()


@pytest.mark.parametrize(("language", "message"), [(lang, m) for lang in SAID for m in SAID[lang]])
def test_it_is_the_one_that_was_spoken_of(language: str, message: str, engine: Engine) -> None:
    (step,) = decided(engine, language, message)["steps"]
    assert step["parameters"]["machine_command_id"] == f"Oven:{SAID[language][message]}"


@pytest.mark.parametrize(
    ("language", "message"), [(lang, m) for lang in SAID for m in SAID[lang] if m != "make it 180"]
)
def test_where_none_was_it_is_none(language: str, message: str, engine: Engine) -> None:
    decision = decided(engine, language, message, is_spoken_of=False)
    assert decision["status"] not in ("call", "confirm")


def test_a_word_for_any_of_them_is_asked_about(engine: Engine) -> None:
    (step,) = decided(engine, "en", "switch the damn machine off")["steps"]
    assert step["status"] == "confirm"
