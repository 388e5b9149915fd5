""" "One eighty" is 180, however it is asked for: a number of which a word is lost is another one."""

from typing import Any

import pytest

from sayso import Engine

NOW = "2036-01-16T18:20:00+01:00"
ONES = {"one": 100, "two": 200}
TENS = {"twenty": 20, "thirty": 30, "fifty": 50, "eighty": 80, "ninety": 90, "ninety five": 95}
OVEN = {
    "id": "Oven",
    "name": "Oven",
    "commands": [{"id": f"Oven:{c}", "name": c} for c in ("turn_on", "turn_off", "set_temperature")],
}
ORDER = {
    "tool_name": "machine_command_execute",
    "parameters": {"device_id": "Oven", "machine_command_id": "Oven:turn_on"},
}
HISTORY = [
    {"role": "user", "content": "get the oven on"},
    {"role": "assistant", "content": "Done.", "steps": [{**ORDER, "outcome": "done"}]},
]


@pytest.mark.parametrize("hundred", ONES)
@pytest.mark.parametrize("rest", TENS)
def test_a_hundred_that_is_said_is_never_lost(hundred: str, rest: str, engine: Engine) -> None:
    request: dict[str, Any] = {"now": NOW, "context": {"machines": [OVEN], "tasks": []}}
    said, value = f"{hundred} {rest}", ONES[hundred] + TENS[rest]
    asked = engine.decide({**request, "message": "set the oven"}).to_dict()
    for more in (
        {"message": f"set the oven to {said}"},
        {"message": said, "pending": asked},
        {"message": said, "history": HISTORY},
        {"message": f"no, {said}", "history": HISTORY},
        {"message": f"make it {said}", "history": HISTORY},
    ):
        steps: Any = engine.decide({**request, **more}).to_dict()["steps"]
        given = [s["parameters"].get("overrides") for s in steps]
        assert given in ([{"temperature": value}], []), more
