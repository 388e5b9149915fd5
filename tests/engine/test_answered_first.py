"""An answer that a remark follows is one: "sunbeds, they are dry by now"; it is asked about."""

from typing import Any

import pytest

from sayso import Engine

NOW = "2036-07-10T08:40:00+02:00"
TASKS: list[dict[str, Any]] = [
    {"id": "t1", "number": 1, "title": "order lemons (ordinare i limoni)", "priority": "high"},
    {"id": "t2", "number": 2, "title": "fix the sunbeds (aggiustare i lettini)", "due": "2036-07-12T09:30:00+02:00"},
    {"id": "t3", "number": 3, "title": "paint the pedal boat (verniciare il pedalò)"},
]
MACHINES: list[dict[str, Any]] = [
    {
        "id": m,
        "name": m,
        "description": told,
        "commands": [{"id": f"{m}:{c}", "name": c} for c in ("turn_on", "turn_off")],
    }
    for m, told in (("Fryer", "friggitrice"), ("Coffee Machine", "macchina del caffè"))
]
FRYER = {"device_id": "Fryer", "machine_command_id": "Fryer:turn_on"}
SAID: dict[str, list[tuple[str, str, dict[str, str]]]] = {  # what leads to the question, the answer, what comes of it
    "en": [
        ("mark one as done", "sunbeds, they are dry by now", {"task_identifier": "t2"}),
        ("delete a task", "the pedal boat, it sank", {"task_identifier": "t3"}),
        ("turn on", "the fryer, lunch is near", FRYER),
        ("change the lemons", "low, nobody's coming", {"task_identifier": "t1", "new_priority": "low"}),
        (
            "reschedule the sunbeds",
            "the 14th, with the whistles",
            {"task_identifier": "t2", "new_due": "2036-07-14T09:30:00+02:00"},
        ),
    ],
    "it": [
        ("vorrei cancellare una cosa", "il pedalò, tanto è affondato", {"task_identifier": "t3"}),
        ("accendi", "la friggitrice, ho fame", FRYER),
        ("cambia i limoni", "bassa, tanto nessuno li vuole", {"task_identifier": "t1", "new_priority": "low"}),
    ],
}
TAKEN_BACK = {
    "en": (
        ("delete a task", "the pedal boat, no wait"),
        ("turn on", "the fryer, or not"),
        ("turn on", "not the fryer, thanks"),
    ),
    "it": (("vorrei cancellare una cosa", "il pedalò, anzi no"), ("accendi", "non la friggitrice, grazie")),
}


def answered(engine: Engine, language: str, asking: str, answer: str) -> Any:
    context = {"tasks": TASKS, "machines": MACHINES}
    request: dict[str, Any] = {"language": language, "now": NOW, "context": context}
    asked: Any = engine.decide({**request, "message": asking}).to_dict()
    assert asked["status"] == "ask"
    return engine.decide({**request, "message": answer, "pending": asked}).to_dict()


@pytest.mark.parametrize(("language", "said"), [(lang, said) for lang in SAID for said in SAID[lang]])
def test_what_is_said_first_is_the_answer(language: str, said: tuple[str, str, dict[str, str]], engine: Engine) -> None:
    decision = answered(engine, language, *said[:2])
    assert decision["status"] == "confirm"
    assert [s["parameters"] for s in decision["steps"]] == [said[2]]
    assert "'t" not in decision["reply"]


@pytest.mark.parametrize(("language", "said"), [(lang, said) for lang in TAKEN_BACK for said in TAKEN_BACK[lang]])
def test_what_is_taken_back_is_none(language: str, said: tuple[str, str], engine: Engine) -> None:
    steps = answered(engine, language, *said)["steps"]
    assert not [s for s in steps if s["status"] in ("call", "confirm")]
