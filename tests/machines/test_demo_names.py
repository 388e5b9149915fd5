"""The demo kitchen in the language that is read: one name for each machine, found by the words of every language."""

import json
from typing import Any

import pytest

from sayso.accounts.here import language_here
from sayso.domains.shipped import FOLDER
from sayso.face import Engine
from sayso.machines.simulated.named import named
from sayso.machines.simulated.plant import KITCHEN

NAMES = json.loads((FOLDER / "machines/kitchen.json").read_text(encoding="utf-8"))
SAID = {
    "frigo-cucina": ("frigo cucina", "frigo della cucina", "kitchen fridge", "the fridge in the kitchen"),
    "frigo-sala": ("frigo sala", "frigo in sala", "dining room fridge"),
    "abbattitore": ("abbattitore", "blast chiller"),
    "forno": ("forno", "oven"),
    "cella": ("cella", "cold room"),
}


def test_every_machine_has_its_name_in_every_language() -> None:
    assert set(NAMES) == {plant.key for plant in KITCHEN} == set(SAID)
    assert all(set(names) == {"en", "it"} for names in NAMES.values())
    assert [named("cella", code).name for code in ("en", "it", "", "fr")] == ["Cold Room", "Cella", "Cella", "Cella"]


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("key", list(SAID))
def test_the_words_of_both_languages_find_it_whichever_is_shown(engine: Engine, language: str, key: str) -> None:
    devices = [plant.device("home", True, language) for plant in KITCHEN]
    machines = [
        {
            "id": device.id,
            "name": device.name,
            "serial": device.serial,
            "place": device.place,
            "description": device.description,
            "commands": [],
            "metrics": ["temperature"],
        }
        for device in devices
    ]
    wanted = next(plant.id_in("home") for plant in KITCHEN if plant.key == key)
    for words in (*SAID[key], *(names["name"] for names in NAMES[key].values())):
        for message in (f"temperatura {words}", f"temperature of the {words}"):
            decided: Any = engine.decide({"message": message, "context": {"machines": machines}}).to_dict()
            assert [step["parameters"].get("device_id") for step in decided["steps"]] == [wanted], message


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({"LANG": "it_IT.UTF-8"}, "it"),
        ({"LC_ALL": "en_GB", "LANG": "it_IT"}, "en"),
        ({"LANG": "C.UTF-8"}, ""),
        ({}, ""),
    ],
)
def test_a_terminal_reads_the_language_of_its_machine(environ: dict[str, str], language: str) -> None:
    assert language_here(environ) == language
