"""Several things said to machines in one breath: each is meant, at its own time, and "it" is the one just named."""

from itertools import product
from pathlib import Path
from typing import Any

import pytest

from sayso import Engine
from sayso_evals.blind import World, world_of
from sayso_evals.stage import Stage

BLIND = Path(__file__).parent.parent / "blind"
DAIRY, CAMPSITE, HOTEL = BLIND / "nineteenth", BLIND / "twentieth", BLIND / "eighteenth"
NAMES = {
    "en": {"the stove": "Stufa", "the dehumidifier": "Deumidificatore", "the pasteuriser": "Pasteurizer"},
    "it": {"la stufa": "Stufa", "il deumidificatore": "Deumidificatore", "il pastorizzatore": "Pasteurizer"},
}
LATER = {  # the world's clock stands at 14:10
    "en": {"in ten minutes": "14:20", "at 8 pm": "20:00", "in two hours": "16:10"},
    "it": {"tra dieci minuti": "14:20", "alle 20": "20:00", "fra due ore": "16:10"},
}
THEN = {
    "en": [
        "turn on {what} and turn it off {when}",
        "turn on {what} and {when} turn it off",
        "turn {what} on, then switch it off {when}",
    ],
    "it": [
        "accendi {what} e spegni{it} {when}",
        "accendi {what} e {when} spegni{it}",
        "accendi {what}, poi spegni{it} {when}",
    ],
}
LASTING = {
    "en": ["turn on {what} for ten minutes and then turn it off", "turn {what} on until 14:20 and then switch it off"],
    "it": ["accendi {what} per dieci minuti e poi spegni{it}", "accendi {what} fino alle 14:20 e poi spegni{it}"],
}


def told(engine: Engine, world: World, message: str) -> list[tuple[str, dict[str, Any]]]:
    """The steps of a message: tool and parameters."""
    stage = Stage(world, [dict(t) for t in world.context["tasks"]])
    decision: dict[str, Any] = engine.decide(stage.request(message), stage.known()).to_dict()
    return [(s["tool_name"], s["parameters"]) for s in decision["steps"]]


def orders(steps: list[tuple[str, dict[str, Any]]]) -> list[tuple[str, str, str]]:
    """Machine, command, and the time of day at which it begins or ends."""
    return [
        (
            given["device_id"],
            given["machine_command_id"].split(":")[1],
            (given.get("at") or given.get("until") or "")[11:16],
        )
        for tool, given in steps
        if tool == "machine_command_execute"
    ]


def said(language: str, form: str, what: str, when: str = "") -> str:
    """A message with its pronoun."""
    return form.format(what=what, when=when, it="la" if what.startswith("la ") else "lo")


@pytest.mark.parametrize("language", ["en", "it"])
def test_on_now_and_off_later(engine: Engine, language: str) -> None:
    """Neither the first is put off nor the second done at once, and none is lost."""
    world, wrong = world_of(DAIRY, language), {}
    for form, (what, name), (when, at) in product(THEN[language], NAMES[language].items(), LATER[language].items()):
        message = said(language, form, what, when)
        found = orders(told(engine, world, message))
        if found != [(name, "turn_on", ""), (name, "turn_off", at)]:
            wrong[message] = found
    assert not wrong


@pytest.mark.parametrize("language", ["en", "it"])
def test_what_ends_by_itself_is_not_ended_at_once(engine: Engine, language: str) -> None:
    """On for ten minutes, and then off: one order that ends, not one that is taken back at once."""
    world, wrong = world_of(DAIRY, language), {}
    for form, (what, name) in product(LASTING[language], NAMES[language].items()):
        found = orders(told(engine, world, said(language, form, what)))
        if found != [(name, "turn_on", "14:20")]:
            wrong[said(language, form, what)] = found
    assert not wrong


@pytest.mark.parametrize(
    ("language", "message", "machine"),
    [
        ("en", "turn on the dehumidifier and tell me what the humidity is", "Deumidificatore"),
        ("en", "turn on the cellar light and what's the humidity down there", "Cella Stagionatura"),
        ("en", "is the dehumidifier on, and what humidity does it show?", "Deumidificatore"),
        ("it", "accendi il deumidificatore e dimmi che umidità c'è", "Deumidificatore"),
        ("it", "accendi la luce in cella e dimmi quanta umidità c'è lì dentro", "Cella Stagionatura"),
    ],
)
def test_an_order_and_a_question(engine: Engine, language: str, message: str, machine: str) -> None:
    """What is asked after an order is asked of the machine that the order was for."""
    steps = told(engine, world_of(DAIRY, language), message)
    assert len(steps) == 2
    assert steps[1] == ("metrics_read", {"device_id": machine, "metric_names": ["humidity"]})


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "turn off both lamps"),
        ("en", "turn off the lamps"),
        ("en", "both lamps off please"),
        ("it", "spegni tutte e due le lampade"),
        ("it", "spegni le lampade"),
        ("it", "spegni entrambe le lampade"),
    ],
)
def test_lamps_are_those_that_are_called_so(engine: Engine, language: str, message: str) -> None:
    """The light of the cold room is none of them."""
    found = orders(told(engine, world_of(DAIRY, language), message))
    assert found == [("Lampada Studio", "turn_off", ""), ("Lampada Letto", "turn_off", "")]


@pytest.mark.parametrize(
    ("language", "message"),
    [("en", "turn off all the lights"), ("en", "all lights off"), ("it", "spegni tutte le luci")],
)
def test_all_the_lights_are_lamps_too(engine: Engine, language: str, message: str) -> None:
    """Whoever says all the lights means the lamps, and the lights of other machines."""
    found = orders(told(engine, world_of(DAIRY, language), message))
    assert sorted(found) == [
        ("Cella Stagionatura", "turn_off_light", ""),
        ("Lampada Letto", "turn_off", ""),
        ("Lampada Studio", "turn_off", ""),
    ]


@pytest.mark.parametrize(
    ("language", "message", "steps"),
    [
        ("en", "stove to 21", [("Stufa", "set_temperature", "")]),
        ("it", "stufa a 21 gradi", [("Stufa", "set_temperature", "")]),
        ("en", "stove to 21?", []),
        ("it", "la stufa è a 21 gradi", []),
        (
            "en",
            "end the pasteuriser cycle and then switch it off",
            [("Pasteurizer", "stop_cycle", ""), ("Pasteurizer", "turn_off", "")],
        ),
        (
            "it",
            "potresti accendere la stufa e portarla a 22 gradi?",
            [("Stufa", "turn_on", ""), ("Stufa", "set_temperature", "")],
        ),
    ],
)
def test_a_machine_and_its_value(
    engine: Engine, language: str, message: str, steps: list[tuple[str, str, str]]
) -> None:
    """A machine with a value is an order; with a question mark, or told, it is none."""
    assert orders(told(engine, world_of(DAIRY, language), message)) == steps


@pytest.mark.parametrize(
    ("folder", "language", "message", "steps"),
    [
        # a machine that is what else is a part of one
        (
            CAMPSITE,
            "it",
            "spegni la ventola e l'asciugatrice",
            [("Ventola Bagni", "turn_off"), ("Asciugatrice", "turn_off")],
        ),
        (
            CAMPSITE,
            "en",
            "turn off the dryer and the fan",
            [("Asciugatrice", "turn_off"), ("Ventola Bagni", "turn_off")],
        ),
        # a part of the machine that was just named
        (CAMPSITE, "it", "apri la sbarra e accendi la sua luce", [("Barrier", "open"), ("Barrier", "turn_on_light")]),
        (CAMPSITE, "en", "open the barrier and turn its light on", [("Barrier", "open"), ("Barrier", "turn_on_light")]),
        (HOTEL, "en", "turn on the pool and its lights", [("Piscina", "turn_on"), ("Piscina", "turn_on_light")]),
        (HOTEL, "it", "accendi la piscina e anche le sue luci", [("Piscina", "turn_on"), ("Piscina", "turn_on_light")]),
        (HOTEL, "en", "turn on the pool lights", [("Piscina", "turn_on_light")]),
        # a place whose name holds a word for what machines do
        (
            CAMPSITE,
            "en",
            "turn everything off in the wash house",
            [("Scaldabagno Docce", "turn_off"), ("Asciugatrice", "turn_off"), ("Ventola Bagni", "turn_off")],
        ),
    ],
)
def test_each_of_several_is_the_one_that_is_meant(
    engine: Engine, folder: Path, language: str, message: str, steps: list[tuple[str, str]]
) -> None:
    """Each machine by its own command, and none is lost beside another."""
    found = orders(told(engine, world_of(folder, language), message))
    assert [(machine, command) for machine, command, _ in found] == steps


@pytest.mark.parametrize("form", ["move the task {} to 5pm", "move {} to 5pm", "reschedule {} to 5pm"])
@pytest.mark.parametrize("title", ["Desk Fan: Turn on", "Desk Fan: Turn off"])
def test_a_planned_order_is_moved_and_not_given(engine: Engine, form: str, title: str) -> None:
    """What is planned for a machine stands in the list by its name and its order: to move that gives no order."""
    commands = [{"id": f"fan:{name}", "name": name} for name in ("turn_on", "turn_off")]
    machine = {"id": "fan", "name": "Desk Fan", "commands": commands, "metrics": []}
    task = {"id": "t1", "title": title, "status": "pending", "due": "2026-11-16T11:00:00+01:00"}
    context = {"tasks": [task], "machines": [machine]}
    request = {"message": form.format(title), "now": "2026-11-16T10:00:00+01:00", "context": context}
    decision: dict[str, Any] = engine.decide(request).to_dict()
    given = [(s["tool_name"], s["parameters"].get("new_due")) for s in decision["steps"]]
    assert given == [("update_task", "2026-11-16T17:00:00+01:00")]


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("it", "stufa 14 gradi!"),
        ("en", "stove 14 degrees"),
        ("it", "cella 9 gradi"),
        ("it", "la stufa a 21 va bene"),  # "a" is "at" as well as "to"
        ("it", "la stufa a 21 gradi?"),
        ("it", "stufa a 21, perfetto"),
        ("en", "stove to 21 would be too warm"),
    ],
)
def test_a_machine_and_a_number_alone_may_be_told(engine: Engine, language: str, message: str) -> None:
    """Whether it is so or is to be so is not said: nothing is set without a yes."""
    world = world_of(DAIRY, language)
    stage = Stage(world, [dict(t) for t in world.context["tasks"]])
    decision = engine.decide(stage.request(message), stage.known()).to_dict()
    assert decision["status"] != "call"
