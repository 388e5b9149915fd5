"""Several new things in one message, with what is said of all of them; each is asked about."""

from typing import Any

import pytest

from sayso import Engine

NOW = "2036-07-10T08:40:00+02:00"  # a Thursday
SAID = (
    ("en", "Tomorrow: bank at 9, then pick up the flyers at 11. Put both in.", ["bank 07-11T09", "flyers 07-11T11"]),
    ("en", "put down 'order napkins' and 'print the menus', both for Friday", ["order napkins 07-11", "menus 07-11"]),
    ("en", "new tasks - hoover the hall - scrub the pans - wipe the windows", ["hall", "pans", "windows"]),
    ("en", "New to-dos please. One, oil the gate by Monday. Two, print badges. Three, buy toner.", ["07-14", "", ""]),
    ("it", "il 2 agosto visita alle 8:40. il 5 agosto rinnovo patente. scrivili tutti e due", ["08-02T08:40", "08-05"]),
    (
        "it",
        "Sabato alle 10 taglio di capelli, alle 15 lavaggio del furgone. inseriscili tutti e due",
        ["T10", "12T15"],
    ),
    ("it", "lunedì alle 7 analisi del sangue, mercoledì ritiro dei referti: crea i due appuntamenti", ["07-14T07", ""]),
)
ONE = (
    ("en", "add buy bread, milk and pasta"),
    ("en", "remind me to go to the pharmacy to fetch the pills on friday"),
    ("it", "segna comprare pane, latte e pasta"),
    ("it", "ricordami di passare dal grossista a ritirare i collari venerdì"),
)


def steps_of(message: str, language: str, engine: Engine) -> list[dict[str, Any]]:
    decision: Any = engine.decide({"message": message, "now": NOW, "language": language, "context": {"tasks": []}})
    found: list[dict[str, Any]] = decision.to_dict()["steps"]
    return found


@pytest.mark.parametrize(("language", "message", "parts"), SAID)
def test_each_of_several_has_its_own_and_what_is_said_of_all(
    language: str, message: str, parts: list[str], engine: Engine
) -> None:
    steps = steps_of(message, language, engine)
    assert [s["tool_name"] for s in steps] == ["add_task"] * len(parts)
    assert {s["status"] for s in steps} == {"confirm"}
    for step, part in zip(steps, parts, strict=True):
        told = f"{step['parameters']['title']} {step['parameters'].get('due', '')}"
        assert all(word in told for word in part.split()), told


@pytest.mark.parametrize(("language", "message", "parts"), SAID)
def test_every_value_is_from_words_of_the_message(
    language: str, message: str, parts: list[str], engine: Engine
) -> None:
    for step in steps_of(message, language, engine):
        start, end = step["sources"]["title"]["span"]
        assert step["parameters"]["title"].casefold() in message[start:end].casefold()
        if "due" in step["parameters"]:
            first, last = step["sources"]["due"]["span"]
            assert any(c.isalnum() for c in message[first:last])


@pytest.mark.parametrize(("language", "message"), ONE)
def test_the_things_of_one_act_are_one(language: str, message: str, engine: Engine) -> None:
    assert [s["tool_name"] for s in steps_of(message, language, engine)] == ["add_task"]
