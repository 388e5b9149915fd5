"""hassil beside ours: judged by the same lines, as kindly as can be."""

import json
from typing import Any

import pytest

from sayso import Engine
from sayso_evals.home import HOME, House
from sayso_evals.home_peer import Peer


@pytest.fixture(scope="module")
def peers(engine: Engine) -> dict[str, Peer]:
    names = json.loads((HOME / "names.json").read_text(encoding="utf-8"))
    houses = {language: House(language, engine) for language in ("en", "it")}
    return {language: Peer(language, house.found, house.key_of, names) for language, house in houses.items()}


def line(message: str, *calls: dict[str, Any]) -> dict[str, Any]:
    return {"message": message, "expect": {"do": "act" if calls else "nothing", "calls": list(calls)}}


@pytest.mark.parametrize(
    ("language", "told", "verdict"),
    [
        ("en", line("turn on the hall light", {"machine": "hall_light", "command": "turn_on"}), "right"),
        ("en", line("turn on the hall light", {"machine": "desk_lamp", "command": "turn_on"}), "wrong action"),
        (
            "en",
            line("set desk lamp to 30%", {"machine": "desk_lamp", "command": "set_brightness", "value": 30}),
            "right",
        ),
        ("en", line("lock the front door", {"machine": "front_door", "command": "lock"}), "right"),
        ("en", line("what a day it was"), "right"),
        ("en", line("the fan, would you", {"machine": "ceiling_fan", "command": "turn_on"}), "nothing"),
        ("it", line("accendi luce ingresso", {"machine": "hall_light", "command": "turn_on"}), "right"),
    ],
)
def test_what_the_peer_would_do_is_judged_by_the_line(
    language: str, told: dict[str, Any], verdict: str, peers: dict[str, Peer]
) -> None:
    assert peers[language].judge(told) == verdict
