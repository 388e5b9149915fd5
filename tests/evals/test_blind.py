"""Lines that were written without sight of the code: a floor of what is right, a ceiling of wrong actions."""

import json
import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest
from blind_sets import BLIND, FLOORS, folder_of, place_of, sets

from sayso import Engine, SaysoError
from sayso_evals.blind import World, main, singles, verdict

COUNTS = {"blind": 330, "twentyfourth": 220}  # lines of the sets that have not 300
WORLD = World("2026-11-16T10:00:00+01:00", {}, {"t1": "buy milk", "t2": "call mom"})


@pytest.mark.whole
@pytest.mark.parametrize(("name", "language"), sets("lines"))
def test_what_was_once_right_stays_right_and_wrong_actions_do_not_grow(
    name: str, language: str, engine: Engine
) -> None:
    floor, wrong_actions = FLOORS[name][language]["lines"]
    score = singles(folder_of(name), language, engine)
    assert score.count == COUNTS.get(name, 300)
    assert score.share >= floor, "\n".join(score.misses)
    assert score.wrong_actions <= wrong_actions, "\n".join(m for m in score.misses if "WRONG ACTION" in m)


@pytest.mark.parametrize(("name", "language"), sets("some_lines"))
def test_of_every_tenth_line_none_is_lost(name: str, language: str, engine: Engine) -> None:
    right, wrong_actions = FLOORS[name][language]["some_lines"]
    score = singles(folder_of(name), language, engine, slice(place_of(name) % 10, None, 10))
    assert score.right >= right, "\n".join(score.misses)
    assert score.wrong_actions <= wrong_actions, "\n".join(m for m in score.misses if "WRONG ACTION" in m)


def decision(*steps: tuple[str, str, Mapping[str, object]]) -> dict[str, object]:
    made = [{"status": status, "tool_name": tool, "parameters": given} for status, tool, given in steps]
    return {"status": made[0]["status"] if made else "decline", "steps": made}


DELETE = ("confirm", "delete_task", {"task_identifier": "t1"})
COMPLETE = ("call", "complete_task", {"task_identifier": "t1"})
MILK_DONE = {"do": "act", "calls": [{"tool": "complete_task", "task": "buy milk"}]}


@pytest.mark.parametrize(
    ("expect", "decided", "is_right", "is_wrong_action"),
    [
        (MILK_DONE, decision(COMPLETE), True, False),
        (MILK_DONE, decision(("confirm", *COMPLETE[1:])), True, False),  # asked for a yes: as good
        (MILK_DONE, decision(("call", "complete_task", {"task_identifier": "t2"})), False, True),
        (MILK_DONE, decision(COMPLETE, ("call", "add_task", {"title": "eggs"})), False, True),
        (MILK_DONE, decision(DELETE), False, False),  # a wrong question is no wrong action
        (MILK_DONE, decision(), False, False),
        ({"do": "nothing"}, decision(), True, False),
        ({"do": "nothing"}, decision(COMPLETE), False, True),
        ({"do": "ask"}, decision(("ask", "complete_task", {})), True, False),
        ({"do": "fail"}, decision(("failed", "complete_task", {})), True, False),
        ([{"do": "nothing"}, MILK_DONE], decision(COMPLETE), True, False),
    ],
)
def test_a_decision_is_judged_by_what_would_be_done(
    expect: dict[str, object], decided: dict[str, object], is_right: bool, is_wrong_action: bool
) -> None:
    found = verdict(expect, decided, WORLD)
    assert (found.is_right, found.is_wrong_action) == (is_right, is_wrong_action)


def call(tool: str, **given: object) -> dict[str, object]:
    return decision(("call", tool, given))


@pytest.mark.parametrize(
    ("tool", "wanted", "decided", "is_right"),
    [
        ("add_task", {"title": "the bins"}, call("add_task", title="Bins."), True),
        ("add_task", {"title": "bins", "due": "2026-11-17"}, call("add_task", title="bins", due="2026-11-17"), True),
        ("add_task", {"title": "bins", "due": "2026-11-17"}, call("add_task", title="bins"), False),
        ("add_task", {"title": "bins", "priority": "medium"}, call("add_task", title="bins"), True),
        ("list_tasks", {"due": "today"}, call("list_tasks", due="2026-11-16"), True),
        ("list_tasks", {"due": "this_week"}, call("list_tasks", due={"from": "a", "to": "b"}), True),
        ("list_tasks", {"filter": "pending"}, call("list_tasks"), True),
        ("list_tasks", {"filter": "completed"}, call("list_tasks"), False),
        ("list_tasks", {"search": "the invoice"}, call("list_tasks", search="invoices"), True),
        ("states_read", {}, call("events_read"), True),
        ("metrics_read", {"metric": "power"}, call("metrics_read", metric_names=["humidity"]), False),
        ("update_task", {"new_status": "completed"}, call("complete_task"), True),
        ("complete_task", {}, call("update_task", new_status="completed"), True),
        ("update_task", {"new_due": "2026-11-17"}, call("update_task", new_due="2026-11-17", new_title="x"), False),
        ("machine_command_execute", {"value": -2}, call("machine_command_execute", overrides={"t": {"by": -2}}), True),
        ("machine_command_execute", {"value": 4}, call("machine_command_execute", overrides={"t": 5}), False),
        (
            "machine_command_execute",
            {"command": "raise_temperature"},
            call("machine_command_execute", machine_command_id="Cella:set_temperature"),
            True,
        ),
    ],
)
def test_ways_to_say_the_same_are_equally_right(
    tool: str, wanted: dict[str, object], decided: dict[str, object], is_right: bool
) -> None:
    expect = {"do": "act", "calls": [{"tool": tool, "values": wanted}]}
    assert verdict(expect, decided, WORLD).is_right is is_right


def test_a_machine_that_was_not_meant_is_a_wrong_action() -> None:
    expect = {"do": "act", "calls": [{"tool": "machine_command_execute", "machine": "Forno"}]}
    assert verdict(expect, call("machine_command_execute", device_id="Forno"), WORLD).is_right
    assert verdict(expect, call("machine_command_execute", device_id="Cella"), WORLD).is_wrong_action


@pytest.fixture
def fewer(tmp_path: Path) -> Path:
    """A folder with some lines of every class, and all that deny: what becomes of the others is tested above."""
    shutil.copy(BLIND / "world.yaml", tmp_path)
    for name in ("single_en.jsonl", "single_it.jsonl"):
        lines = (BLIND / name).read_text(encoding="utf-8").splitlines()
        kept = [line for at, line in enumerate(lines) if at % 6 == 0 or json.loads(line)["class"] == "negated"]
        (tmp_path / name).write_text("\n".join(kept), encoding="utf-8")
    return tmp_path


def test_the_command_tells_each_language_and_each_class(
    fewer: Path, engine: Engine, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(fewer)], engine) == 0
    told = capsys.readouterr().out
    for language in ("en", "it"):
        count = len((fewer / f"single_{language}.jsonl").read_text(encoding="utf-8").splitlines())
        assert f"## {language}: {count} lines" in told
    assert "needless questions" in told
    assert "negated                       13 of 13" in told
    assert main([]) == 2


def test_a_folder_without_lines_says_so(tmp_path: Path, engine: Engine) -> None:
    (tmp_path / "world.yaml").write_text((BLIND / "world.yaml").read_text(encoding="utf-8"), encoding="utf-8")
    with pytest.raises(SaysoError, match="no such file"):
        singles(tmp_path, "en", engine)
