"""A machine of which only a side word is said, or a slip of one: where that word is a task's as well, or nothing else
speaks for the machine, it is never switched unasked."""

from typing import Any

import pytest

from sayso import Engine

NOW = "2030-10-08T09:15:00+02:00"
# what a machine is called, the word that is not what it is, a task with that word
SIDE_WORDS = {
    "en": (
        ("Vaccine Fridge", "vaccines", "order rabies vaccines"),
        ("Wine Fridge", "wine", "choose the wine for sunday"),
        ("Laundry Lights", "laundry", "fold the laundry"),
        ("Garden Heater", "garden", "weed the garden"),
    ),
    "it": (
        ("Frigo Vaccini", "i vaccini", "ordinare i vaccini antirabbica"),
        ("Frigo Vini", "i vini", "scegliere i vini per domenica"),
        ("Luci Giardino", "il giardino", "diserbare il giardino"),
        ("Stufa Cantina", "la cantina", "svuotare la cantina"),
    ),
}
ORDERS = {
    "en": ("put {} to 5", "set {} to 6", "{} to 4", "turn off {}", "move {} to the 12th", "put {} on the 14th"),
    "it": ("metti {} a 5", "imposta {} a 6", "{} a 4", "spegni {}", "sposta {} al 12", "metti {} al 14"),
}
SLIPS = {
    "en": ("wats on today", "wats on 2day", "wat is on", "wats up"),
    "it": ("giardno a 5", "cantna a domani"),
}


def machine(name: str) -> dict[str, Any]:
    commands = ("turn_on", "turn_off", "set_temperature")
    return {"id": "m1", "name": name, "commands": [{"id": f"m1:{c}", "name": c} for c in commands]}


def decided(engine: Engine, language: str, message: str, machines: list[Any], titles: tuple[str, ...]) -> Any:
    tasks = [{"id": f"t{i}", "number": i, "title": t, "due": "2030-10-20"} for i, t in enumerate(titles, 1)]
    context = {"tasks": tasks, "machines": machines}
    return engine.decide({"message": message, "language": language, "now": NOW, "context": context}).to_dict()


@pytest.mark.parametrize("language", ["en", "it"])
def test_a_word_that_is_a_tasks_as_well_switches_no_machine(language: str, engine: Engine) -> None:
    for name, word, title in SIDE_WORDS[language]:
        for order in ORDERS[language]:
            message = order.format(word)
            steps = decided(engine, language, message, [machine(name)], (title,))["steps"]
            done = [s for s in steps if s["status"] == "call" and s["tool_name"] == "machine_command_execute"]
            assert not done, (message, name)


@pytest.mark.parametrize(
    ("language", "message"),
    [("en", "move the vaccines to the 12th"), ("it", "metti i vaccini al 12"), ("it", "sposta i vaccini al 12")],
)
def test_a_day_is_the_tasks(language: str, message: str, engine: Engine) -> None:
    name, _, title = SIDE_WORDS[language][0]
    (step,) = decided(engine, language, message, [machine(name)], (title,))["steps"]
    assert (step["tool_name"], step["parameters"]["new_due"]) == ("update_task", "2030-10-12")


@pytest.mark.parametrize("language", ["en", "it"])
def test_what_it_is_still_says_which(language: str, engine: Engine) -> None:
    name, _, title = SIDE_WORDS[language][0]
    message = {"en": "set the vaccine fridge to 5", "it": "metti il frigo vaccini a 5"}[language]
    (step,) = decided(engine, language, message, [machine(name)], (title,))["steps"]
    assert (step["status"], step["tool_name"]) == ("call", "machine_command_execute")


@pytest.mark.parametrize("language", ["en", "it"])
def test_a_slip_of_a_side_word_switches_no_machine(language: str, engine: Engine) -> None:
    names = ("Waiting Room Lights", "Garden Heater", "Luci Giardino", "Stufa Cantina")
    for message in SLIPS[language]:
        for name in names:
            steps = decided(engine, language, message, [{**machine(name), "place": "Waiting Room"}], ("buy milk",))[
                "steps"
            ]
            assert not [s for s in steps if s["status"] == "call" and s["tool_name"] == "machine_command_execute"], (
                message,
                name,
            )


@pytest.mark.parametrize(
    ("language", "message"),
    [("en", "turn off the wating room lights"), ("en", "turn on the waiting rom lights")],
)
def test_a_slip_beside_the_rest_of_the_name_is_understood(language: str, message: str, engine: Engine) -> None:
    others = {
        **machine("Front Door"),
        "id": "m2",
        "place": "Waiting Room",
        "commands": [{"id": "m2:o", "name": "open"}],
    }
    lights = {**machine("Waiting Room Lights"), "place": "Waiting Room"}
    (step,) = decided(engine, language, message, [lights, others], ("buy milk",))["steps"]
    assert step["parameters"]["device_id"] == "m1"
