"""What was heard, put right by the words around it: where a title, a name or a note ends, and which value counts."""

import pytest
from records import ENGLISH, ITALIAN, Record, deeds, talk

from sayso import Engine


def values(engine: Engine, context: Record, message: str) -> list[dict[str, object]]:
    steps = deeds(talk(engine, context, message))
    assert {status for status, _, _ in steps} <= {"call", "confirm"}
    return [given for _, _, given in steps]


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ("remind me to drop the keys off on thursday", [{"title": "drop the keys off", "due": "2026-11-19"}]),
        (
            "remind me to send Priya the rota plan by friday",
            [{"title": "send Priya the rota plan", "due": "2026-11-20"}],
        ),
        ("the milk can slip a day", [{"task_identifier": "milk", "new_due": "2026-11-18"}]),
        ("take the milk from high down to low", [{"task_identifier": "milk", "new_priority": "low"}]),
        ("the milk is not that pressing, low will do", [{"task_identifier": "milk", "new_priority": "low"}]),
        ("boiler inspection 23/11 at 10am", [{"title": "boiler inspection", "due": "2026-11-23T10:00:00+01:00"}]),
        ("move the milk to a week on tuesday", [{"task_identifier": "milk", "new_due": "2026-11-24"}]),
        ("move the milk to friday week", [{"task_identifier": "milk", "new_due": "2026-11-27"}]),
    ],
)
def test_a_text_ends_where_it_ends(message: str, told: list[dict[str, object]], engine: Engine) -> None:
    assert values(engine, ENGLISH, message) == told


def test_a_number_with_a_slash_that_is_no_date_stays_in_the_title(engine: Engine) -> None:
    assert values(engine, ENGLISH, "add set up 24/7 support") == [{"title": "set up 24/7 support"}]


@pytest.mark.parametrize("message", ["il latte, mi raccomando, non cancellarlo", "il latte non spostarlo a venerdì"])
def test_what_is_forbidden_is_neither_done_nor_asked_about(message: str, engine: Engine) -> None:
    assert deeds(talk(engine, ITALIAN, message)) == []


def test_a_remark_that_holds_a_no_takes_nothing_back(engine: Engine) -> None:
    steps = deeds(talk(engine, ENGLISH, "milk bought, the shop had no trouble finding it"))
    assert [(status, given) for status, _, given in steps] == [("confirm", {"task_identifier": "milk"})]


def test_what_another_language_says_of_a_machine_finds_it(engine: Engine) -> None:
    fridges = [
        {"id": f"f{i}", "name": f"Frigo {i}", "serial": f"F{i}", "connected": True, "description": told}
        | {"commands": [{"id": f"l{i}", "name": "turn_off_light"}], "metrics": ["temperature"]}
        for i, told in enumerate(("frigorifero carne", "frigorifero bibite"))
    ]
    context = {**ENGLISH, "machines": fridges}
    assert values(engine, context, "turn off the light in the drinks fridge") == [
        {"device_id": "f1", "machine_command_id": "l1"}
    ]


def test_several_machines_in_one_breath_are_all_asked_about_or_none(engine: Engine) -> None:
    assert deeds(talk(engine, ENGLISH, "turn on the microwave and the oven"))[0][0] == "failed"
