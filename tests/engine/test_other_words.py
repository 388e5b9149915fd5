"""Other words for the same thing name a record, and are asked about; what is merely kindred does not."""

from typing import Any

import pytest

from sayso import Engine

NOW = "2036-07-10T08:40:00+02:00"
TITLES = {
    "en": ["wedding invitations for the Rossis", "print the leaflets", "return the faulty stapler", "pay the gas bill"],
    "it": [
        "inviti per le nozze dei Rossi",
        "stampare i volantini",
        "intervento al cane Rex",
        "pagare la bolletta del gas",
    ],
}
SAID = {
    "en": (
        ("bin the wedding invites", 1),
        ("tick off the flyers", 2),
        ("move the dodgy stapler to friday", 3),
        ("please remove the entry concerning the gas bill", 4),
    ),
    "it": (
        ("elimina gli inviti del matrimonio", 1),
        ("sposta i manifestini a venerdì", 2),
        ("rimanda l'operazione di Rex a lunedì", 3),
        ("cancella la voce relativa alla bolletta del gas", 4),
    ),
}
KINDRED = {
    "en": ("delete the electricity bill", "tick off the funeral invitations", "move the annual report to friday"),
    "it": ("elimina la bolletta della luce", "sposta la visita oculistica a venerdì", "spunta la rata della macchina"),
}


def steps_of(message: str, language: str, engine: Engine) -> list[dict[str, Any]]:
    tasks = [{"id": f"t{i}", "number": i, "title": title} for i, title in enumerate(TITLES[language], 1)]
    request = {"message": message, "now": NOW, "language": language, "context": {"tasks": tasks}}
    decision: Any = engine.decide(request).to_dict()
    found: list[dict[str, Any]] = decision["steps"]
    return found


@pytest.mark.parametrize(("language", "message", "number"), [(lang, *said) for lang in SAID for said in SAID[lang]])
def test_another_word_for_the_same_thing_names_it(language: str, message: str, number: int, engine: Engine) -> None:
    (step,) = steps_of(message, language, engine)
    assert step["parameters"]["task_identifier"] == f"t{number}"


@pytest.mark.parametrize(("language", "message"), [(lang, said) for lang in KINDRED for said in KINDRED[lang]])
def test_what_is_kindred_is_another_thing(language: str, message: str, engine: Engine) -> None:
    steps = steps_of(message, language, engine)
    assert not [s for s in steps if s["status"] in ("call", "confirm") and s["tool_name"] != "list_tasks"]
