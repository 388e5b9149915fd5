"""Very many machines of a kind: they are counted, not built one by one, and what is decided is what few would give."""

from collections.abc import Mapping
from functools import partial
from typing import Any

import pytest
from growth import work

from sayso import Catalogue, Engine

NOW = "2026-11-16T10:00:00+01:00"
KINDS = ("Forno", "Frigo", "Abbattitore")
MANY = 180


def machine(at: int, **more: object) -> dict[str, object]:
    """One of a fleet; each kind has its turn."""
    names = ("turn_on", "turn_off", "start_cycle")
    return {
        "id": f"m{at}",
        "name": f"{KINDS[at % 3]} Cucina {at}",
        "serial": f"SN{at}",
        "commands": [{"id": f"m{at}:{name}", "name": name} for name in names],
        "metrics": ["temperature"],
        **more,
    }


def fleet(count: int = MANY, others: Mapping[int, Mapping[str, object]] = {}) -> Catalogue:
    return Catalogue(machines=[machine(at, **others.get(at, {})) for at in range(count)])


def step(engine: Engine, message: str, known: Catalogue, **more: object) -> Any:
    steps: Any = engine.decide({"message": message, "now": NOW, **more}, known).to_dict()["steps"]
    assert len(steps) == 1
    return steps[0]


def test_of_very_many_of_a_kind_the_first_are_offered_with_their_command(engine: Engine) -> None:
    asked = step(engine, "spegni il forno", fleet())
    assert asked["status"] == "ask"
    assert "60" in asked["question"]
    ready = [(s["value"]["device_id"], s["value"]["machine_command_id"]) for s in asked["suggestions"]]
    assert ready == [(f"m{at}", f"m{at}:turn_off") for at in (0, 3, 6, 9, 12)]


def test_of_very_many_the_only_one_that_can_is_meant(engine: Engine) -> None:
    lit = {"commands": [{"id": "lit", "name": "turn_on_light"}]}
    found = step(engine, "accendi la luce del forno", fleet(others={90: lit}))
    assert found["parameters"] == {"device_id": "m90", "machine_command_id": "lit"}


def test_of_very_many_the_one_that_was_spoken_of_is_meant(engine: Engine) -> None:
    told = {"tool_name": "machine_command_execute", "outcome": "done"}
    before = {"device_id": "m33", "machine_command_id": "m33:turn_on"}
    history = [
        {"role": "user", "content": "accendi il forno cucina 33"},
        {"role": "assistant", "content": "Fatto.", "steps": [{**told, "parameters": before}]},
    ]
    found = step(engine, "spegni il forno", fleet(), history=history)
    assert found["parameters"] == {"device_id": "m33", "machine_command_id": "m33:turn_off"}


def test_a_command_that_a_name_accounts_for_is_told_apart_among_very_many(engine: Engine) -> None:
    """To turn on is no command to turn on the zorp of a machine, but where the machine itself is called so."""
    locked = [{"id": f"{at}", "name": "turn_on_zorp"} for at in range(MANY)]
    others: dict[int, dict[str, object]] = {at: {"commands": [locked[at]]} for at in range(MANY)}
    others[120] = {**others[120], "name": "Forno Zorp 120"}
    found = step(engine, "accendi il forno", fleet(others=others))
    assert found["parameters"] == {"device_id": "m120", "machine_command_id": "120"}


@pytest.mark.untraced
@pytest.mark.parametrize("message", ["spegni il forno", "accendi", "turn off the fridge", "che temperatura c'è"])
def test_asking_which_of_very_many_takes_no_work_for_each(message: str, engine: Engine) -> None:
    few, many = fleet(300), fleet(6_000)
    for known in (few, many):  # what is prepared is prepared
        engine.decide({"message": message, "now": NOW}, known)
    took, most = (work(partial(engine.decide, {"message": message, "now": NOW}, known)) for known in (few, many))
    assert most < 2 * took
