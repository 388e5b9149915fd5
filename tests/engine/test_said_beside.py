"""What stands beside what is meant: after a new name, before a question, after a part of the day, in a condition."""

from typing import Any

import pytest

from sayso import Engine

NOW = "2029-09-20T08:15:00+02:00"  # a Thursday
TASKS = {
    "en": ("pay the gas bill", "swimming lesson", "have the van serviced"),
    "it": ("pagare la bolletta del gas", "lezione di nuoto", "fare il tagliando al furgone"),
}
MACHINES = [
    {
        "id": name,
        "name": name,
        "connected": True,
        "commands": [{"id": f"{name}:{c}", "name": c} for c in ("turn_on", "turn_off")],
        "metrics": ["temperature"],
    }
    for name in ("Deck Oven", "Proofer", "Coffee Machine")
]
RENAMED = [
    (
        "en",
        "rename the gas bill to pay gas and water and make it urgent",
        "pay gas and water",
        {"new_priority": "high"},
    ),
    ("en", "rename the gas bill to heating bill and move it to friday", "heating bill", {"new_due": "2029-09-21"}),
    ("en", "rename the gas bill to gas and electricity", "gas and electricity", {}),
    (
        "it",
        "rinomina la bolletta in bolletta della luce e mettila a venerdì",
        "bolletta della luce",
        {"new_due": "2029-09-21"},
    ),
    ("it", "rinomina la lezione in tuffi, domenica alle 10", "tuffi", {"new_due": "2029-09-23T10:00:00+02:00"}),
    ("it", "cambia il nome della bolletta in luce e gas", "luce e gas", {}),
]


def tasks(language: str) -> list[dict[str, Any]]:
    due = ("2029-09-28", "2029-09-22T16:00:00+02:00", "2029-09-24T08:30:00+02:00")
    rows = zip(TASKS[language], due, strict=True)
    return [{"id": f"t{n}", "number": n, "title": title, "due": day} for n, (title, day) in enumerate(rows, start=1)]


def decided(engine: Engine, language: str, message: str, history: list[dict[str, Any]] | None = None) -> Any:
    context = {"tasks": tasks(language), "machines": MACHINES}
    request = {"message": message, "language": language, "now": NOW, "context": context, "history": history or []}
    return engine.decide(request).to_dict()


@pytest.mark.parametrize(("language", "message", "title", "more"), RENAMED, ids=[row[1] for row in RENAMED])
def test_a_new_name_ends_where_something_else_is_said(
    language: str, message: str, title: str, more: dict[str, str], engine: Engine
) -> None:
    (step,) = decided(engine, language, message)["steps"]
    given = {k: v for k, v in step["parameters"].items() if k != "task_identifier"}
    assert given == {"new_title": title, **more}


def test_words_that_may_be_part_of_a_new_name_are_not_dropped_unasked(engine: Engine) -> None:
    decision = decided(engine, "en", "rename the gas bill to check the oven and clean it on friday")
    assert decision["status"] != "call" or "clean it" in decision["steps"][0]["parameters"]["new_title"]


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "the swimming lesson, don't touch it"),
        ("en", "if I moved the van to tuesday what would change?"),
        ("it", "la lezione di nuoto non toccarla"),
        ("it", "no, la lezione di nuoto non toccarla"),
        ("it", "se spostassi il tagliando a martedì cosa cambierebbe?"),
    ],
)
def test_what_is_forbidden_or_only_imagined_is_not_offered(language: str, message: str, engine: Engine) -> None:
    assert decided(engine, language, message)["steps"] == []


@pytest.mark.parametrize(
    ("language", "message", "due"),
    [
        ("en", "move the gas bill to the last day of the month", "2029-09-30"),
        ("en", "put off the swimming lesson to the week after", "2029-09-29T16:00:00+02:00"),
        ("it", "sposta la bolletta all'ultimo giorno del mese", "2029-09-30"),
        ("it", "rimanda la lezione di nuoto alla settimana dopo", "2029-09-29T16:00:00+02:00"),
    ],
)
def test_one_day_is_no_rule_and_a_week_after_is_a_week_later(
    language: str, message: str, due: str, engine: Engine
) -> None:
    (step,) = decided(engine, language, message)["steps"]
    assert step["parameters"].get("new_due") == due
    assert "new_repeat" not in step["parameters"]


@pytest.mark.parametrize(
    ("language", "first", "then", "hour"),
    [
        ("en", "tomorrow evening pick up the shoes", "at half past seven", "19:30"),
        ("en", "tomorrow morning pick up the shoes", "at half past seven", "07:30"),
        ("it", "domani sera ritirare le scarpe", "alle sette e mezza", "19:30"),
    ],
)
def test_a_part_of_the_day_holds_for_the_hour_that_follows(
    language: str, first: str, then: str, hour: str, engine: Engine
) -> None:
    new = {"id": "t9", "number": 9, "title": "shoes", "due": "2029-09-21"}
    done: dict[str, Any] = {
        "tool_name": "add_task",
        "parameters": {"title": "shoes", "due": "2029-09-21"},
        "outcome": "done",
    }
    done["records"] = [{"kind": "task", "id": "t9", "name": "shoes"}]
    history = [{"role": "user", "content": first}, {"role": "assistant", "content": "Added 'shoes'.", "steps": [done]}]
    context = {"tasks": [*tasks(language), new]}
    request = {"message": then, "language": language, "now": NOW, "context": context, "history": history}
    decision: Any = engine.decide(request).to_dict()
    (step,) = decision["steps"]
    assert step["parameters"]["new_due"][11:16] == hour


def looked_at(name: str) -> list[dict[str, Any]]:
    seen = {"tool_name": "device_firmware_detail", "parameters": {"device_id": name}, "outcome": "done"}
    return [{"role": "user", "content": f"is the {name} on?"}, {"role": "assistant", "content": "", "steps": [seen]}]


def test_a_name_before_a_question_is_what_is_asked_about(engine: Engine) -> None:
    (step,) = decided(engine, "en", "and the proofer, is that running too?", looked_at("Deck Oven"))["steps"]
    assert step["parameters"]["device_id"] == "Proofer"


def test_an_order_after_a_question_is_an_order(engine: Engine) -> None:
    (step,) = decided(engine, "en", "coffee machine on as well", looked_at("Deck Oven"))["steps"]
    assert step["tool_name"] == "machine_command_execute"
    assert step["parameters"]["machine_command_id"] == "Coffee Machine:turn_on"


@pytest.mark.parametrize("message", ["and Betty, is that running?", "and Betty, is it done yet?"])
def test_a_name_before_a_question_is_no_error_where_nobody_knows_the_machines(engine: Engine, message: str) -> None:
    request = {"message": message, "language": "en", "now": NOW, "history": looked_at("m1")}
    assert engine.decide(request).to_dict()["status"] == "decline"
