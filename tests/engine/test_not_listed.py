"""A name that nobody listed is no other one: what follows it in one breath is done to nothing that was spoken of."""

from itertools import product
from typing import Any

import pytest
from test_onward import WORLD

from sayso import Engine
from sayso_evals.blind import world_of
from sayso_evals.stage import Stage

NAMES = {
    "en": ["the fryer", "the barbecue", "the old fryer thing", "the car insurance", "the dog walk", "the bike repair"],
    "it": ["la friggitrice", "il barbecue", "quella del cane", "l'assicurazione", "la bici", "il tagliando"],
}
DEEDS = {
    "en": [
        "delete it",
        "tick it off",
        "move it to friday",
        "make it high priority",
        "push it back a day",
        "bin that one",
    ],
    "it": ["cancellala", "segnalo fatto", "spostala a venerdì", "mettila urgente", "rimandala di un giorno", "toglilo"],
}
FIRST = {
    "en": ["when's the dentist?", "move the milk to thursday"],
    "it": ["quando ho il dentista?", "sposta il latte a giovedì"],
}


@pytest.mark.parametrize("language", ["en", "it"])
def test_what_is_not_listed_is_no_other(engine: Engine, language: str) -> None:
    world = world_of(WORLD, language)
    amiss: list[tuple[str, str, Any]] = []
    for first, name, mark, deed in product(FIRST[language], NAMES[language], (", ", ": "), DEEDS[language]):
        stage = Stage(world, [dict(t) for t in world.context["tasks"]])
        stage.play(first, engine.decide(stage.request(first), stage.known()).to_dict(), False)
        message = f"{name}{mark}{deed}"
        steps: Any = engine.decide(stage.request(message), stage.known()).to_dict()["steps"]
        acted = [s for s in steps if s["status"] in ("call", "confirm") and s["parameters"].get("task_identifier")]
        amiss += [(first, message, s["parameters"]) for s in acted]
    assert not amiss
