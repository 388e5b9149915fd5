""" "One eighty" is 180, however it is asked for: a number of which a word is lost is another one."""

from typing import Any

import pytest

from sayso import Engine

NOW = "2036-01-16T18:20:00+01:00"
SPOKEN: dict[str, dict[str, int]] = {
    "en": {
        f"{hundred} {rest}": h + r
        for hundred, h in {"one": 100, "two": 200, "a hundred and": 100, "two hundred": 200}.items()
        for rest, r in {"twenty": 20, "thirty": 30, "fifty": 50, "eighty": 80, "ninety": 90, "ninety five": 95}.items()
    }
    | {"a hundred": 100, "three hundred": 300},
    "it": {
        f"{hundred}{rest}": h + r
        for hundred, h in {"cento": 100, "duecento": 200, "cento ": 100, "duecento ": 200}.items()
        for rest, r in {"venti": 20, "trenta": 30, "cinquanta": 50, "ottanta": 80, "novantacinque": 95}.items()
    }
    | {"cento": 100, "trecento": 300},
}
ORDERS: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "en": ("set the oven", "set the oven to {}", ("{}", "no, {}", "make it {}", "sorry, {}")),
    "it": ("imposta il forno", "imposta il forno a {}", ("{}", "no, {}", "fai {}", "scusa, {}", "mettilo a {}")),
}
OVEN: dict[str, Any] = {
    "id": "Oven",
    "name": "Oven",
    "description": "forno",
    "commands": [{"id": f"Oven:{c}", "name": c} for c in ("turn_on", "turn_off", "set_temperature")],
}
ORDER: dict[str, Any] = {
    "tool_name": "machine_command_execute",
    "parameters": {"device_id": "Oven", "machine_command_id": "Oven:turn_on"},
    "outcome": "done",
}
HISTORY: list[dict[str, Any]] = [
    {"role": "user", "content": "…"},
    {"role": "assistant", "content": "…", "steps": [ORDER]},
]


@pytest.mark.parametrize(("language", "said"), [(language, said) for language in SPOKEN for said in SPOKEN[language]])
def test_a_hundred_that_is_said_is_never_lost(language: str, said: str, engine: Engine) -> None:
    request: dict[str, Any] = {"now": NOW, "language": language, "context": {"machines": [OVEN], "tasks": []}}
    bare, whole, onward = ORDERS[language]
    asked: Any = engine.decide({**request, "message": bare}).to_dict()
    afterwards: list[dict[str, Any]] = [{"message": o.format(said), "history": HISTORY} for o in onward]
    at_first: list[dict[str, Any]] = [{"message": whole.format(said)}, {"message": said, "pending": asked}]
    for more in (*at_first, *afterwards):
        steps: Any = engine.decide({**request, **more}).to_dict()["steps"]
        given = [s["parameters"].get("overrides") for s in steps]
        assert given == [{"temperature": SPOKEN[language][said]}], more
