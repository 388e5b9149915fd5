"""What is done once more, to another record or to the same one: what was said counts, not what came of it for the first
one."""

from itertools import permutations, product
from typing import Any

import pytest

from sayso import Engine

NOW = "2026-11-16T10:00:00+01:00"  # a Monday
TASKS = {  # the title, how it is called, and when it is due
    "en": {
        "t0": ("pay the rent", "the rent", "2026-11-18"),
        "t1": ("see the dentist", "the dentist", "2026-11-19T15:00:00+01:00"),
        "t2": ("order flour", "the flour", "2026-11-23T08:30:00+01:00"),
    },
    "it": {
        "t0": ("pagare l'affitto", "l'affitto", "2026-11-18"),
        "t1": ("andare dal dentista", "il dentista", "2026-11-19T15:00:00+01:00"),
        "t2": ("ordinare la farina", "la farina", "2026-11-23T08:30:00+01:00"),
    },
}
# what is said, and when a record is due then: its day, and its hour where it has one
ORDERS: dict[str, dict[str, tuple[str | int, str | None]]] = {
    "en": {
        "move {} to friday": ("2026-11-20", None),
        "push {} back a day": (1, None),
        "push {} back a week": (7, None),
        "move {} to friday at 18:00": ("2026-11-20", "T18:00:00+01:00"),
    },
    "it": {
        "sposta {} a venerdì": ("2026-11-20", None),
        "rimanda {} di un giorno": (1, None),
        "posticipa {} di una settimana": (7, None),
        "sposta {} a venerdì alle 18": ("2026-11-20", "T18:00:00+01:00"),
    },
}
MORE = {"en": ["and {}", "{} too", "same for {}"], "it": ["e {}", "anche {}", "lo stesso per {}"]}


def due_after(due: str, to: str | int, hour: str | None) -> str:
    """When a record is due that was due then."""
    day = to if isinstance(to, str) else f"2026-11-{int(due[8:10]) + to:02}"
    return day + (hour if hour is not None else due[10:])


def decided(engine: Engine, context: dict[str, Any], history: list[dict[str, Any]], message: str) -> Any:
    return engine.decide({"message": message, "now": NOW, "context": context, "history": history}).to_dict()


@pytest.mark.parametrize("is_confirmed", [False, True])
@pytest.mark.parametrize("language", ["en", "it"])
def test_another_record_gets_the_day_or_the_stretch_that_was_said(
    engine: Engine, language: str, is_confirmed: bool
) -> None:
    """With its own hour, unless one was said; also where the first change waited for a yes."""
    listed, wrong = TASKS[language], {}
    context = {"tasks": [{"id": i, "title": title, "due": due} for i, (title, _, due) in listed.items()]}
    pairs = list(permutations(listed, 2))
    for (one, other), (order, (to, hour)), more in product(pairs, ORDERS[language].items(), MORE[language]):
        first = order.format(listed[one][1])
        value = due_after(listed[one][2], to, hour)
        done = {"tool_name": "update_task", "parameters": {"task_identifier": one, "new_due": value}, "outcome": "done"}
        history: list[dict[str, Any]] = [{"role": "user", "content": first}]
        if is_confirmed:
            asked = {"role": "assistant", "content": "Change it?", "steps": [{**done, "outcome": "waiting"}]}
            history += [asked, {"role": "user", "content": "yes" if language == "en" else "sì"}]
        history.append({"role": "assistant", "content": "ok", "steps": [done]})
        found = decided(engine, context, history, more.format(listed[other][1]))
        changes = [s["parameters"] for s in found["steps"] if s["status"] in ("call", "confirm")]
        meant = {"task_identifier": other, "new_due": due_after(listed[other][2], to, hour)}
        if changes and changes != [meant]:
            wrong[first, more.format(listed[other][1])] = changes
    assert not wrong


@pytest.mark.parametrize("language", ["en", "it"])
def test_most_of_it_is_understood(engine: Engine, language: str) -> None:
    listed = TASKS[language]
    context = {"tasks": [{"id": i, "title": title, "due": due} for i, (title, _, due) in listed.items()]}
    order = next(iter(ORDERS[language]))
    done = {
        "tool_name": "update_task",
        "parameters": {"task_identifier": "t0", "new_due": "2026-11-20"},
        "outcome": "done",
    }
    history: list[dict[str, Any]] = [
        {"role": "user", "content": order.format(listed["t0"][1])},
        {"role": "assistant", "content": "ok", "steps": [done]},
    ]
    said = [more.format(listed[other][1]) for more, other in product(MORE[language], ("t1", "t2"))]
    assert [m for m in said if decided(engine, context, history, m)["status"] not in ("call", "confirm")] == []


OVEN = {
    "id": "m1",
    "name": "Pizza Oven",
    "commands": [{"id": f"m1:{c}", "name": c} for c in ("turn_on", "turn_off", "raise_temperature", "set_temperature")],
    "metrics": ["temperature", "power"],
}
PUMP = {
    "id": "m2",
    "name": "Pool Pump",
    "description": "pompa della piscina",
    "commands": [{"id": f"m2:{c}", "name": c} for c in ("turn_on", "turn_off")],
    "metrics": ["power"],
}
AGAIN = {
    "en": ["again", "once more", "one more time", "and again please", "do it again"],
    "it": ["ancora", "di nuovo", "un'altra volta", "e ancora", "ripeti per favore"],
}


def done(message: str, tool: str, parameters: dict[str, Any]) -> list[dict[str, Any]]:
    """A message, and what was done for it."""
    step = {"tool_name": tool, "parameters": parameters, "outcome": "done"}
    return [{"role": "user", "content": message}, {"role": "assistant", "content": "ok", "steps": [step]}]


@pytest.mark.parametrize(("language", "message"), [(k, m) for k, some in AGAIN.items() for m in some])
def test_a_command_is_given_once_more(engine: Engine, language: str, message: str) -> None:
    first = "raise the pizza oven by 20" if language == "en" else "alza il pizza oven di 20"
    given = {
        "device_id": "m1",
        "machine_command_id": "m1:raise_temperature",
        "overrides": {"temperature": {"by": 20}},
    }
    found = decided(engine, {"machines": [OVEN, PUMP]}, done(first, "machine_command_execute", given), message)
    assert [(s["status"], s["parameters"]) for s in found["steps"]] == [("call", given)]


@pytest.mark.parametrize("message", AGAIN["en"])
def test_a_record_is_moved_on_by_the_same_stretch(engine: Engine, message: str) -> None:
    context = {"tasks": [{"id": "t0", "title": "pay the rent", "due": "2026-11-19"}]}
    history = done("push the rent back a day", "update_task", {"task_identifier": "t0", "new_due": "2026-11-19"})
    found = decided(engine, context, history, message)
    assert [s["parameters"] for s in found["steps"]] == [{"task_identifier": "t0", "new_due": "2026-11-20"}]


@pytest.mark.parametrize(
    ("first", "tool", "parameters"),
    [
        ("add milk", "add_task", {"title": "milk"}),
        ("move the rent to friday", "update_task", {"task_identifier": "t0", "new_due": "2026-11-20"}),
        ("call it the flat", "update_task", {"task_identifier": "t0", "new_title": "the flat"}),
        ("delete the flour", "delete_task", {"task_identifier": "t2"}),
        ("undo", "undo", {}),
    ],
)
@pytest.mark.parametrize("message", AGAIN["en"][:3])
def test_nothing_is_added_named_removed_or_taken_back_twice(
    engine: Engine, first: str, tool: str, parameters: dict[str, Any], message: str
) -> None:
    context = {"tasks": [{"id": "t0", "title": "pay the rent", "due": "2026-11-20"}]}
    found = decided(engine, context, done(first, tool, parameters), message)
    assert [s["tool_name"] for s in found["steps"] if s["status"] == "call"] == []


@pytest.mark.parametrize(
    "message", ["and the pump", "the pump too", "same for the pump", "e la pompa", "anche la pompa"]
)
def test_a_machine_that_is_called_as_a_part_gets_the_same_command(engine: Engine, message: str) -> None:
    first = "turn on the pizza oven" if "pump" in message else "accendi il pizza oven"
    history = done(first, "machine_command_execute", {"device_id": "m1", "machine_command_id": "m1:turn_on"})
    found = decided(engine, {"machines": [OVEN, PUMP]}, history, message)
    meant = {"device_id": "m2", "machine_command_id": "m2:turn_on"}
    assert [(s["status"], s["parameters"]) for s in found["steps"]] == [("confirm", meant)]


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "then change the priority of the flour"),
        ("en", "and change the name of the flour"),
        ("en", "also change the note on the flour"),
        ("it", "poi cambia la priorità della farina"),
        ("it", "e cambia il nome della farina"),
        ("it", "poi cambia la nota della farina"),
    ],
)
def test_another_field_gets_no_value_of_the_one_before(engine: Engine, language: str, message: str) -> None:
    listed = TASKS[language]
    context = {"tasks": [{"id": i, "title": title, "due": due} for i, (title, _, due) in listed.items()]}
    moved = "move the rent to friday" if language == "en" else "sposta l'affitto a venerdì"
    history = done(moved, "update_task", {"task_identifier": "t0", "new_due": "2026-11-20"})
    found = decided(engine, context, history, message)
    assert not [s for s in found["steps"] if s["parameters"].get("new_due")]
    assert "call" not in [s["status"] for s in found["steps"]]


@pytest.mark.parametrize("message", ["250 no, 320!", "not 250, 320", "250 no. 320"])
def test_a_value_that_is_denied_is_not_set_once_more(engine: Engine, message: str) -> None:
    given = {"device_id": "m1", "machine_command_id": "m1:set_temperature", "overrides": {"temperature": 250}}
    history = done("set the pizza oven to 250", "machine_command_execute", given)
    found = decided(engine, {"machines": [OVEN, PUMP]}, history, message)
    assert [s["parameters"]["overrides"] for s in found["steps"]] == [{"temperature": 320}]


def test_a_change_is_asked_about_where_a_note_beside_it_was_not_understood(engine: Engine) -> None:
    context = {"tasks": [{"id": "t0", "title": "Giulia's dance show", "due": "2026-11-20"}]}
    found = decided(engine, context, [], "dance show: write row 5 in the notes and set it to high")
    assert [s["status"] for s in found["steps"]] == ["confirm"]
