"""The other one and the other two are no number of the list, another day is no pick, and a thing is not what to do."""

from itertools import product
from typing import Any

import pytest
from machines_said import KITCHEN, NOW, machine, steps_of

from sayso import Engine

TASKS = [
    {"id": f"t{i}", "number": i, "title": title, "due": due}
    for i, (title, due) in enumerate(
        [
            ("book the dentist", "2026-11-17"),
            ("pick up the tyres", "2026-11-18T09:00:00+01:00"),
            ("birthday cake", "2026-11-21T16:00:00+01:00"),
            ("return the library books", "2026-11-16"),
            ("vendere la bici", None),
        ],
        1,
    )
]


def turns(*exchanges: tuple[str, str, dict[str, Any]]) -> list[dict[str, Any]]:
    """What was said and done before."""
    out: list[dict[str, Any]] = []
    for said, tool, given in exchanges:
        out.append({"role": "user", "content": said})
        out.append(
            {"role": "assistant", "content": "", "steps": [{"tool_name": tool, "parameters": given, "outcome": "done"}]}
        )
    return out


OTHERS = ["other two", "the other two", "the other three", "gli altri due", "le altre due", "altre tre"]
DAYS = ["{} monday then", "{} for friday", "move {} to monday", "sposta {} a lunedì", "{} a venerdì"]


@pytest.mark.parametrize("message", [d.format(o) for d, o in product(DAYS, OTHERS)])
def test_so_many_others_are_no_number_of_the_list(engine: Engine, message: str) -> None:
    steps = steps_of(engine, {"message": message, "now": NOW, "context": {"tasks": TASKS}})
    assert all(s["status"] != "call" or s["tool_name"] == "list_tasks" for s in steps)
    assert not any(s["parameters"].get("task_identifier") in ("t2", "t3") for s in steps if s["status"] == "confirm")


CAKE_MOVED = (
    "move the cake to sunday",
    "update_task",
    {"task_identifier": "t3", "new_due": "2026-11-22T16:00:00+01:00"},
)


@pytest.mark.parametrize("message", [d.format(o) for d, o in product(DAYS, OTHERS)])
def test_nor_are_they_after_a_change(engine: Engine, message: str) -> None:
    request = {"message": message, "now": NOW, "context": {"tasks": TASKS}, "history": turns(CAKE_MOVED)}
    assert all(s["status"] != "call" or s["tool_name"] == "list_tasks" for s in steps_of(engine, request))


def looked_at(name: str) -> tuple[str, str, dict[str, Any]]:
    return f"e {name}?", "device_firmware_detail", {"device_id": name}


@pytest.mark.parametrize(
    "message",
    ["l'altro invece mettilo a 3", "l'altro, mettilo a 3", "the other one, set it to 3", "l'altro mettilo a 3"],
)
@pytest.mark.parametrize(("first", "second"), [("Frigo Cucina", "Cella"), ("Frigo Sala", "Cella")])
def test_the_other_one_ahead_of_an_order_is_the_one_before(
    engine: Engine, message: str, first: str, second: str
) -> None:
    history = turns(looked_at(first), looked_at(second))
    context = {"machines": KITCHEN}
    steps = steps_of(engine, {"message": message, "now": NOW, "context": context, "history": history})
    assert [s["parameters"].get("device_id") for s in steps if s["status"] in ("call", "confirm")] in ([first], [])


@pytest.mark.parametrize(
    "message",
    [
        "wait no the partys saturday so put the cake back",
        "hang on, saturday is when they come, so put the cake there",
    ],
)
def test_a_remark_with_a_day_picks_nothing_that_is_due_then(engine: Engine, message: str) -> None:
    first = {"message": "cake dentist n tyres all to sunday plz", "now": NOW, "context": {"tasks": TASKS}}
    pending = engine.decide(first).to_dict()
    assert "birthday cake" in [offer["label"] for offer in steps_of(engine, first)[0]["suggestions"]]
    request = {"message": message, "now": NOW, "context": {"tasks": TASKS}, "pending": pending}
    steps = steps_of(engine, request)
    assert not any(
        s["status"] == "call" and str(s["parameters"].get("new_due", "")).startswith("2026-11-22") for s in steps
    )


@pytest.mark.parametrize(
    "message", ["books to friday", "move the books to friday", "delete the books", "the books are done"]
)
def test_a_thing_is_no_record_that_only_begins_with_such_a_verb(engine: Engine, message: str) -> None:
    steps = steps_of(engine, {"message": message, "now": NOW, "context": {"tasks": TASKS}})
    assert {s["parameters"].get("task_identifier") for s in steps} == {"t4"}


DESK = machine("Desk Lamp", "Study", "lampada della scrivania", "turn_on turn_off")
OVEN = machine("Kitchen Oven", "Kitchen", "forno", "turn_on turn_off turn_on_light turn_off_light")


@pytest.mark.parametrize(
    "message",
    ["kill the light on my desk", "switch off the desk light", "spegni la luce della scrivania", "desk light off"],
)
def test_the_light_on_the_desk_is_the_desk_lamp(engine: Engine, message: str) -> None:
    (step,) = steps_of(engine, {"message": message, "now": NOW, "context": {"machines": [OVEN, DESK]}})
    assert (step["status"], step["parameters"]["machine_command_id"]) == ("confirm", "Desk Lamp:turn_off")


@pytest.mark.parametrize("message", ["spegni forno e lampada", "turn off the oven and the lamp", "oven and lamp off"])
def test_the_light_of_the_oven_is_not_switched_unasked_where_a_lamp_is_there(engine: Engine, message: str) -> None:
    steps = steps_of(engine, {"message": message, "now": NOW, "context": {"machines": [OVEN, DESK]}})
    called = [s["parameters"].get("machine_command_id") for s in steps if s["status"] == "call"]
    assert "Kitchen Oven:turn_off_light" not in called


@pytest.mark.parametrize(
    ("remark", "message"),
    [
        ("he never picks up, that man", "wow he just called me back himself, so you can mark it as done"),
        ("good weather", "they gave the cake away, mark it as done"),
    ],
)
def test_a_word_of_another_name_in_a_remark_finishes_nothing_unasked(engine: Engine, remark: str, message: str) -> None:
    listed = [
        {"id": "t1", "title": "call the landlord about the boiler"},
        {"id": "t2", "title": "pay Sara back for the gas bill"},
        {"id": "t3", "title": "order a cake for Sofia's birthday party"},
    ]
    moved = ("move the landlord to friday", "update_task", {"task_identifier": "t1", "new_due": "2026-11-20"})
    history = [*turns(moved), {"role": "user", "content": remark}, {"role": "assistant", "content": "Right."}]
    steps = steps_of(engine, {"message": message, "now": NOW, "context": {"tasks": listed}, "history": history})
    assert all(s["status"] != "call" or s["parameters"]["task_identifier"] == "t1" for s in steps)


def test_a_question_about_a_day_picks_nothing_that_is_due_then(engine: Engine) -> None:
    first = {"message": "move the dentista studio lesson to friday", "now": NOW, "context": {"tasks": TASKS}}
    pending = engine.decide(first).to_dict()
    for message in ("so what do I have tomorrow?", "quindi domani che ho?"):
        request = {"message": message, "now": NOW, "context": {"tasks": TASKS}, "pending": pending}
        assert all(s["tool_name"] == "list_tasks" for s in steps_of(engine, request))
