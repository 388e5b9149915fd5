"""Several machines at once: what changes something waits for one yes to all of them, what only reads is done."""

import pytest
from machines_said import KITCHEN, decided, deeds

from sayso import Engine

FRIDGES = ["Frigo Cucina", "Frigo Sala"]
LIT = [*FRIDGES, "Forno", "Cella"]


@pytest.mark.parametrize(
    ("message", "command", "machines"),
    [
        ("turn off all the lights", "turn_off_light", LIT),
        ("turn off the lights in both fridges", "turn_off_light", FRIDGES),
        ("set both fridges to 4", "set_temperature", FRIDGES),
        ("set the fridges to 4 degrees", "set_temperature", FRIDGES),
        ("defrost the two fridges", "start_defrost", FRIDGES),
        ("spegni tutte le luci", "turn_off_light", LIT),
        ("spegni le luci dei due frighi", "turn_off_light", FRIDGES),
        ("metti tutti e due i frighi a 4", "set_temperature", FRIDGES),
        ("imposta entrambi i frighi a 4 gradi", "set_temperature", FRIDGES),
        ("sbrina tutti e due i frighi", "start_defrost", FRIDGES),
        ("accendi le luci dei frighi", "turn_on_light", FRIDGES),
    ],
)
def test_an_order_to_several_is_confirmed_by_one_question_that_names_them(
    engine: Engine, message: str, command: str, machines: list[str]
) -> None:
    decision = decided(engine, message)
    steps = decision["steps"]
    assert [s["parameters"]["machine_command_id"] for s in steps] == [f"{m}:{command}" for m in machines]
    assert {s["status"] for s in steps} == {"confirm"}
    assert len({s["question"] for s in steps}) == 1
    assert all(f"'{m}'" in decision["reply"] for m in machines)


HALL = [
    {"id": name, "name": name, "commands": [{"id": f"{name}:{c}", "name": c} for c in able]}
    for name, able in {
        "Oven": ("turn_on", "turn_off"),
        "Awning": ("open", "close"),
        "Radio": ("turn_on", "turn_off"),
        "Fridge": ("turn_on_light", "turn_off_light", "set_temperature"),
    }.items()
]


@pytest.mark.parametrize(
    ("message", "command"),
    [
        ("turn off all the machines", "turn_off"),
        ("turn everything off", "turn_off"),
        ("switch on all the devices", "turn_on"),
        ("spegni tutte le macchine", "turn_off"),
        ("spegni tutti gli apparecchi", "turn_off"),
        ("spegni tutto", "turn_off"),
        ("accendi tutto", "turn_on"),
    ],
)
def test_everything_is_all_that_can_be_just_that_and_never_less(engine: Engine, message: str, command: str) -> None:
    decision = decided(engine, message, HALL)
    ordered = [s["parameters"]["machine_command_id"] for s in decision["steps"]]
    assert ordered == [f"{m}:{command}" for m in ("Oven", "Radio")], decision["reply"]
    assert decision["status"] == "confirm"


def test_one_yes_carries_all_of_them_out_and_a_no_none(engine: Engine) -> None:
    asked = decided(engine, "turn off the lights in both fridges")
    done = decided(engine, "yes", pending=asked)
    assert [(s["status"], s["parameters"]["device_id"]) for s in done["steps"]] == [("call", f) for f in FRIDGES]
    assert decided(engine, "no", pending=asked)["status"] == "decline"


def test_who_is_offline_is_said_in_the_question(engine: Engine) -> None:
    away = [{**m, "connected": m["id"] != "Frigo Sala"} for m in KITCHEN]
    assert "'Frigo Sala' (offline)" in decided(engine, "set both fridges to 4", away)["reply"]


@pytest.mark.parametrize("message", ["set both ovens to 200", "metti tutti e tre i frighi a 4"])
def test_where_it_is_not_clear_which_are_meant_it_is_asked(engine: Engine, message: str) -> None:
    assert all(status in ("ask", "failed") for status, _, _ in deeds(engine, message))


@pytest.mark.parametrize(
    "message", ["turn off all the microwaves", "turn on both dishwashers", "metti entrambi i congelatori a -18"]
)
def test_where_there_is_none_of_the_kind_that_is_said(engine: Engine, message: str) -> None:
    assert [status for status, _, _ in deeds(engine, message)] == ["failed"]


def test_of_too_few_of_a_kind_only_these_are_offered(engine: Engine) -> None:
    step = decided(engine, "turn off both ovens")["steps"][0]
    assert [offer["label"] for offer in step["suggestions"]] == ["Forno"]


def test_what_none_of_them_can_do_is_said(engine: Engine) -> None:
    assert [status for status, _, _ in deeds(engine, "turn off both fridges")] == ["failed"]


def test_a_value_that_cannot_be_is_asked_about_for_a_group_too(engine: Engine) -> None:
    assert [status for status, _, _ in deeds(engine, "set both fridges to 60")] == ["ask"]


@pytest.mark.parametrize(
    "message",
    [
        "temperature of both fridges",
        "how warm are the fridges?",
        "which fridge is colder?",
        "is the kitchen fridge colder than the dining room fridge?",
        "temperatura dei due frighi",
        "che temperatura hanno i frighi?",
        "quale frigo è più freddo?",
        "è più caldo il frigo cucina o il frigo sala?",
    ],
)
def test_readings_of_several_are_read_of_each(engine: Engine, message: str) -> None:
    found = deeds(engine, message)
    assert [(status, tool, given["device_id"]) for status, tool, given in found] == [
        ("call", "metrics_read", fridge) for fridge in FRIDGES
    ]


def test_a_reading_of_all_machines_is_of_all(engine: Engine) -> None:
    assert len(deeds(engine, "tell me the temperature of all machines")) == len(KITCHEN)
