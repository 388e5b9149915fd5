"""What is joined to the verb is no title: "chiudere gli ombrelloni, ogni giorno alle 19, mettilo fisso"."""

from typing import Any

import pytest

from sayso import Engine

SAID = {
    "chiudere gli ombrelloni, tutti i giorni alle 19, mettilo fisso": "chiudere gli ombrelloni",
    "segnami di comprare il pane": "comprare il pane",
    "mettilo fisso": None,
    "mettimelo in lista": None,
}


@pytest.mark.parametrize("message", SAID)
def test_a_title_does_not_begin_inside_a_word(message: str, engine: Engine) -> None:
    request = {"message": message, "language": "it", "now": "2036-07-10T08:40:00+02:00", "context": {"tasks": []}}
    decision: Any = engine.decide(request).to_dict()
    titles = [s["parameters"].get("title") for s in decision["steps"] if s["status"] in ("call", "confirm")]
    assert titles == ([SAID[message]] if SAID[message] else [])
