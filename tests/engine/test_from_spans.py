"""What was heard in the whole message counts where more of it was lost otherwise; it is asked about before anything
changes."""

import pytest
from machines_said import machine, steps_of

from sayso import Engine

NOW = "2026-11-18T10:00:00+01:00"
TASKS = [
    {"id": "t1", "title": "winter tyres at the garage", "due": "2026-11-20T09:00:00+01:00"},
    {"id": "t2", "title": "call the cooper about the barrels", "due": "2026-11-18"},
    {"id": "t3", "title": "mop the tasting room", "due": "2026-11-19"},
    {"id": "t4", "title": "pagare il fornitore dei coni", "due": "2026-11-19"},
    {"id": "t5", "title": "colloquio con Yusuf", "due": "2026-11-23T15:30:00+01:00"},
]
MACHINES = [
    machine("Cellar Cooler", "Cellar", "cantina", "turn_on turn_off set_temperature lower_temperature"),
    machine("Desk Lamp", "Study", "lampada da scrivania", "turn_on turn_off"),
    machine("Coffee Machine", "Bar", "macchina del caffè", "turn_on turn_off"),
]


def said(engine: Engine, message: str) -> list[tuple[object, object, dict[str, object]]]:
    context = {"tasks": TASKS, "machines": MACHINES}
    found = steps_of(engine, {"message": message, "now": NOW, "context": context})
    return [(s["status"], s["tool_name"], s["parameters"]) for s in found]


@pytest.mark.parametrize(
    ("message", "titles"),
    [
        ("add {} add {} add {}", ["ring the mayor", "grease the winch", "buy batteries"]),
        ("- {}\n- {}\n- {}", ["mow the lawn", "water the roses", "rake the leaves"]),
        ("put these on: {} / {} / {}", ["clean the grill", "sweep the porch", "oil the gate"]),
    ],
)
def test_none_of_several_new_things_is_lost(engine: Engine, message: str, titles: list[str]) -> None:
    found = said(engine, message.format(*titles))
    assert [given["title"] for _, _, given in found] == titles
    assert {status for status, _, _ in found} == {"confirm"}


def test_a_weight_between_two_things_is_of_the_one_after_it(engine: Engine) -> None:
    found = said(engine, "add pay the plumber and, high priority, chase the bank about the loan")
    assert [(g["title"], g["priority"]) for _, _, g in found] == [
        ("pay the plumber", "medium"),
        ("chase the bank about the loan", "high"),
    ]


def test_two_new_values_of_one_record_are_both_given(engine: Engine) -> None:
    (found,) = said(engine, "change the tyres to friday at 10 and note bring the receipt")
    assert found[:2] == ("confirm", "update_task")
    assert found[2]["new_due"] == "2026-11-20T10:00:00+01:00"
    assert found[2]["new_description"] == "bring the receipt"


@pytest.mark.parametrize(
    ("message", "order"),
    [
        ("ehi tu spegni la macchina del caffè, il bar è chiuso", ("Coffee Machine", "turn_off")),
    ],
)
def test_an_order_beside_a_remark_is_heard_and_asked_about(
    engine: Engine, message: str, order: tuple[str, str]
) -> None:
    (found,) = said(engine, message)
    assert found[0] in ("confirm", "call")
    assert (found[2]["device_id"], str(found[2]["machine_command_id"]).split(":")[-1]) == order


@pytest.mark.parametrize(
    "message",
    [
        "keep the tyres on the list, don't delete them",
        "if I turned off the desk lamp, would it save much",
        "he told me he had changed the tyres to friday once",
        "lo so che la lampada è accesa, tranquillo",
        "how do I move the tyres to friday?",
    ],
)
def test_what_is_denied_supposed_or_told_is_not_taken_out_of_its_spans(engine: Engine, message: str) -> None:
    assert all(status != "call" or tool == "list_tasks" for status, tool, _ in said(engine, message))
    assert not any(tool in ("delete_task", "machine_command_execute") for _, tool, _ in said(engine, message))


@pytest.mark.parametrize(
    ("message", "record"),
    [
        ("put the cooper off by two days", "t2"),
        ("move the cooper to friday", "t2"),
        ("done with the mopping", "t3"),
        ("the mopping to friday", "t3"),
        ("elimina quella cosa dei coni", "t4"),
        ("sposta i coni a venerdì", "t4"),
        ("sposta il colloquio con Yusuf a venerdì", "t5"),
    ],
)
def test_the_words_of_a_record_are_no_slip_no_ending_and_no_small_word(
    engine: Engine, message: str, record: str
) -> None:
    found = said(engine, message)
    assert [given.get("task_identifier") for _, _, given in found] == [record]
