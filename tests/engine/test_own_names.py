"""Commands by their own names: what only a command's name bears is no temperature, and a scene is called by all of its
name whatever stands around it; both after a yes, and not where it is denied or only a part of it is said."""

from typing import Any

import pytest

from sayso import Engine

PLUG = ("turn_on", "turn_off", "set_countdown", "raise_countdown", "lower_countdown")
SCENES = ("Captain's Table", "Anchor Down", "Casa a Nanna", "Tutti a Tavola")
SET = {
    "en": ("set the countdown of the washer socket to 45", "set the countdown on the washer socket to 45"),
    "it": ("imposta il countdown della washer socket a 45",),
}
CALLED = {
    "en": (
        ("right, anchor down, we're off to bed", 1),
        ("anchor down", 1),
        ("soup is ready, do the captain's table", 0),
        ("captain's table please", 0),
    ),
    "it": (
        ("fai casa a nanna per favore", 2),
        ("la pasta è scolata, metti tutti a tavola", 3),
        ("tutti a tavola", 3),
    ),
}
NOT_CALLED = {
    "en": (
        "don't do the captain's table",
        "the captain is at the table",
        "sit down",
        "is captain's table on?",
        "we love captain's table",
    ),
    "it": ("non fare casa a nanna", "vado a nanna", "sono tutti a casa", "ieri eravamo tutti a tavola"),
}


def decided(engine: Engine, language: str, message: str) -> Any:
    plug = {"id": "p", "name": "Washer Socket", "commands": [{"id": f"p:{c}", "name": c} for c in PLUG]}
    names = [(i, "activate_" + s.casefold().replace("'", "_").replace(" ", "_"), s) for i, s in enumerate(SCENES)]
    moods = {
        "id": "s",
        "name": "Moods",
        "commands": [{"id": f"s:{i}", "name": n, "description": d} for i, n, d in names],
    }
    request = {"message": message, "language": language, "context": {"machines": [plug, moods]}}
    return engine.decide({**request, "now": "2031-06-10T11:10:00+02:00"}).to_dict()


@pytest.mark.parametrize(("language", "message"), [(k, w) for k, some in SET.items() for w in some], ids=str)
def test_a_number_is_of_what_it_is_said_of(language: str, message: str, engine: Engine) -> None:
    (step,) = decided(engine, language, message)["steps"]
    assert step["status"] == "confirm"
    assert step["parameters"]["machine_command_id"] == "p:set_countdown"
    assert list(step["parameters"]["overrides"].values()) == [45]
    assert "temperature" not in step["parameters"]["overrides"]


@pytest.mark.parametrize(
    ("language", "message", "at"), [(k, *one) for k, some in CALLED.items() for one in some], ids=str
)
def test_a_scene_is_called_by_its_whole_name(language: str, message: str, at: int, engine: Engine) -> None:
    (step,) = decided(engine, language, message)["steps"]
    assert (step["status"], step["parameters"]["machine_command_id"]) == ("confirm", f"s:{at}")


@pytest.mark.parametrize(("language", "message"), [(k, w) for k, some in NOT_CALLED.items() for w in some], ids=str)
def test_a_part_of_its_name_or_a_denied_one_calls_nothing(language: str, message: str, engine: Engine) -> None:
    steps = decided(engine, language, message)["steps"]
    assert not any(s["parameters"].get("machine_command_id") for s in steps)
