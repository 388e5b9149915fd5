"""Lines that were written without sight of the code: a floor of what is right, a ceiling of wrong actions."""

import json
import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest

from sayso import Engine, SaysoError
from sayso_evals.blind import World, main, singles, verdict

BLIND = Path(__file__).parent.parent / "blind"
COUNTS = {"blind": 330, "twentyfourth": 220}  # lines of the sets that have not 300
WORLD = World("2026-11-16T10:00:00+01:00", {}, {"t1": "buy milk", "t2": "call mom"})


@pytest.mark.parametrize(
    ("folder", "language", "floor", "wrong_actions"),
    [
        (BLIND, "en", 0.95, 1),
        (BLIND, "it", 0.93, 1),
        (BLIND / "second", "en", 0.94, 0),
        (BLIND / "second", "it", 0.93, 0),
        (BLIND / "third", "en", 0.91, 0),
        (BLIND / "third", "it", 0.89, 0),
        (BLIND / "fourth", "en", 0.88, 1),
        (BLIND / "fourth", "it", 0.91, 0),
        (BLIND / "fifth", "en", 0.95, 0),
        (BLIND / "fifth", "it", 0.90, 0),
        (BLIND / "sixth", "en", 0.94, 0),
        (BLIND / "sixth", "it", 0.91, 1),
        (BLIND / "seventh", "en", 0.97, 0),
        (BLIND / "seventh", "it", 0.95, 0),
        (BLIND / "eighth", "en", 0.94, 0),
        (BLIND / "eighth", "it", 0.92, 0),
        (BLIND / "ninth", "en", 0.92, 0),
        (BLIND / "ninth", "it", 0.92, 0),
        (BLIND / "tenth", "en", 0.89, 0),
        (BLIND / "tenth", "it", 0.88, 2),
        (BLIND / "eleventh", "en", 0.90, 0),
        (BLIND / "eleventh", "it", 0.90, 1),
        (BLIND / "twelfth", "en", 0.92, 0),
        (BLIND / "twelfth", "it", 0.92, 1),
        (BLIND / "thirteenth", "en", 0.91, 2),
        (BLIND / "thirteenth", "it", 0.89, 2),
        (BLIND / "fourteenth", "en", 0.90, 1),
        (BLIND / "fourteenth", "it", 0.90, 0),
        (BLIND / "fifteenth", "en", 0.92, 3),
        (BLIND / "fifteenth", "it", 0.92, 1),
        (BLIND / "sixteenth", "en", 0.94, 1),
        (BLIND / "sixteenth", "it", 0.91, 3),
        (BLIND / "seventeenth", "en", 0.92, 1),
        (BLIND / "seventeenth", "it", 0.93, 0),
        (BLIND / "eighteenth", "en", 0.92, 0),
        (BLIND / "eighteenth", "it", 0.89, 3),
        (BLIND / "nineteenth", "en", 0.90, 1),
        (BLIND / "nineteenth", "it", 0.89, 1),
        (BLIND / "twentieth", "en", 0.90, 1),
        (BLIND / "twentieth", "it", 0.87, 1),
        (BLIND / "twentyfirst", "en", 0.91, 1),
        (BLIND / "twentyfirst", "it", 0.90, 0),
        (BLIND / "twentysecond", "en", 0.89, 0),
        (BLIND / "twentysecond", "it", 0.94, 0),
        (BLIND / "twentythird", "en", 0.91, 0),
        (BLIND / "twentythird", "it", 0.91, 0),
        (BLIND / "twentyfourth", "en", 0.86, 0),
        (BLIND / "twentyfourth", "it", 0.91, 0),
        (BLIND / "twentyfifth", "en", 0.93, 0),
        (BLIND / "twentyfifth", "it", 0.92, 0),
        (BLIND / "twentysixth", "en", 0.89, 0),
        (BLIND / "twentysixth", "it", 0.88, 0),
        (BLIND / "twentyseventh", "en", 0.92, 0),
        (BLIND / "twentyseventh", "it", 0.93, 0),
        (BLIND / "twentyeighth", "en", 0.89, 0),
        (BLIND / "twentyeighth", "it", 0.90, 0),
        (BLIND / "twentyninth", "en", 0.89, 0),
        (BLIND / "twentyninth", "it", 0.90, 1),
        (BLIND / "thirtieth", "en", 0.91, 0),
        (BLIND / "thirtieth", "it", 0.90, 0),
        (BLIND / "thirtyfirst", "en", 0.91, 0),
        (BLIND / "thirtyfirst", "it", 0.90, 1),
        (BLIND / "thirtysecond", "en", 0.92, 0),
        (BLIND / "thirtysecond", "it", 0.92, 0),
        (BLIND / "thirtythird", "en", 0.85, 2),
        (BLIND / "thirtythird", "it", 0.85, 3),
        (BLIND / "thirtyfourth", "en", 0.85, 1),
        (BLIND / "thirtyfourth", "it", 0.85, 2),
        (BLIND / "thirtyfifth", "en", 0.82, 1),
        (BLIND / "thirtyfifth", "it", 0.87, 3),
        (BLIND / "thirtysixth", "en", 0.91, 2),
        (BLIND / "thirtysixth", "it", 0.90, 0),
        (BLIND / "thirtyseventh", "en", 0.88, 0),
        (BLIND / "thirtyseventh", "it", 0.80, 3),
        (BLIND / "thirtyeighth", "en", 0.80, 0),
        (BLIND / "thirtyeighth", "it", 0.86, 1),
        (BLIND / "thirtyninth", "en", 0.79, 1),
        (BLIND / "thirtyninth", "it", 0.81, 1),
        (BLIND / "fortieth", "en", 0.77, 2),
        (BLIND / "fortieth", "it", 0.87, 1),
    ],
)
def test_what_was_once_right_stays_right_and_wrong_actions_do_not_grow(
    folder: Path, language: str, floor: float, wrong_actions: int, engine: Engine
) -> None:
    score = singles(folder, language, engine)
    assert score.count == COUNTS.get(folder.name, 300)
    assert score.share >= floor, "\n".join(score.misses)
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
