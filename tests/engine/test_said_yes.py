"""The many words for a yes to a question about a deletion; and what sounds like one and is none."""

from typing import Any

import pytest

from sayso import Engine

NOW = "2036-07-10T08:40:00+02:00"
TASKS = [{"id": "t1", "number": 1, "title": "paint the pedal boat (verniciare il pedalò)"}]
YES = {
    "en": (
        "yes",
        "yep bin it",
        "yes get rid of it",
        "sure am",
        "obviously",
        "I confirm",
        "that's fine",
        "works for me",
        "make it so",
        "yes I'm sure",
        "aye go on",
        "yes thank you dear",
    ),
    "it": (
        "sì",
        "sì buttala buttala",
        "eh sì",
        "massì",
        "come no",
        "s'intende",
        "va benissimo",
        "sicurissimo",
        "proprio così",
        "certo, via",
        "daje",
        "affermativo",
    ),
}
NONE = {
    "en": (
        "sure?",
        "obviously not",
        "yes or no?",
        "yes but why",
        "yes what?",
        "yes and no",
        "yes, if it's dry",
        "yes once it's dry",
        "yes unless it rains",
        "yes I know",
        "is that fine?",
        "it works for me on friday",
        "make it friday",
        "good morning",
        "go away",
    ),
    "it": (
        "sicuro?",
        "ma sì che lo so",
        "sì o no?",
        "sì ma perché",
        "sì e no",
        "sì, se è asciutto",
        "sì quando è asciutto",
        "sì lo so",
        "eh no",
        "come sarebbe?",
        "va benissimo lasciarla",
        "proprio no",
        "daje no",
        "buongiorno",
    ),
}


def answered(engine: Engine, language: str, message: str) -> list[str]:
    asking = {"en": "delete the pedal boat", "it": "elimina il pedalò"}[language]
    request: dict[str, Any] = {"language": language, "now": NOW, "context": {"tasks": TASKS}}
    asked: Any = engine.decide({**request, "message": asking}).to_dict()
    assert asked["status"] == "confirm"
    decision: Any = engine.decide({**request, "message": message, "pending": asked}).to_dict()
    return [s["tool_name"] for s in decision["steps"] if s["status"] == "call"]


@pytest.mark.parametrize(("language", "message"), [(lang, m) for lang in YES for m in YES[lang]])
def test_it_is_a_yes(language: str, message: str, engine: Engine) -> None:
    assert answered(engine, language, message) == ["delete_task"]


@pytest.mark.parametrize(("language", "message"), [(lang, m) for lang in NONE for m in NONE[lang]])
def test_it_is_none(language: str, message: str, engine: Engine) -> None:
    assert "delete_task" not in answered(engine, language, message)
