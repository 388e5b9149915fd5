"""A change that is made once more to another record: what was said counts, not what came of it for the first one."""

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
