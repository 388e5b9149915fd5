"""Conversations that were written without sight of the code: a floor of what goes right, and how they are played."""

import json
import shutil
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import Path

import pytest

from sayso import Engine
from sayso_evals.blind import world_of
from sayso_evals.stage import Stage
from sayso_evals.stories import main, stories

BLIND = Path(__file__).parent.parent / "blind"
TRACED = ("blind", "third", "sixth")  # these count for the coverage: the others go where they go
Untraced = Callable[[], AbstractContextManager[None]]


@pytest.mark.parametrize(
    ("folder", "language", "floor", "whole", "wrong_actions"),
    [
        (BLIND, "en", 0.96, 34, 0),
        (BLIND, "it", 0.96, 34, 0),
        (BLIND / "third", "en", 0.93, 32, 0),
        (BLIND / "third", "it", 0.94, 32, 0),
        (BLIND / "fourth", "en", 0.92, 29, 0),
        (BLIND / "fourth", "it", 0.91, 27, 1),
        (BLIND / "fifth", "en", 0.95, 32, 0),
        (BLIND / "fifth", "it", 0.95, 32, 2),
        (BLIND / "sixth", "en", 0.95, 34, 0),
        (BLIND / "sixth", "it", 0.89, 28, 2),
        (BLIND / "seventh", "en", 0.95, 34, 0),
        (BLIND / "seventh", "it", 0.90, 26, 1),
        (BLIND / "eighth", "en", 0.96, 35, 0),
        (BLIND / "eighth", "it", 0.91, 28, 2),
        (BLIND / "ninth", "en", 0.93, 31, 0),
        (BLIND / "ninth", "it", 0.96, 36, 1),
        (BLIND / "tenth", "en", 0.92, 28, 0),
        (BLIND / "tenth", "it", 0.96, 35, 0),
        (BLIND / "eleventh", "en", 0.91, 29, 2),
        (BLIND / "eleventh", "it", 0.93, 29, 1),
        (BLIND / "twelfth", "en", 0.92, 27, 1),
        (BLIND / "twelfth", "it", 0.90, 27, 1),
        (BLIND / "thirteenth", "en", 0.83, 17, 1),
        (BLIND / "thirteenth", "it", 0.89, 25, 0),
        (BLIND / "fourteenth", "en", 0.90, 27, 0),
        (BLIND / "fourteenth", "it", 0.88, 20, 0),
        (BLIND / "fifteenth", "en", 0.86, 20, 0),
        (BLIND / "fifteenth", "it", 0.88, 23, 0),
        (BLIND / "sixteenth", "en", 0.88, 23, 0),
        (BLIND / "sixteenth", "it", 0.88, 21, 0),
        (BLIND / "seventeenth", "en", 0.85, 19, 1),
        (BLIND / "seventeenth", "it", 0.90, 26, 0),
        (BLIND / "eighteenth", "en", 0.85, 19, 2),
        (BLIND / "eighteenth", "it", 0.85, 14, 2),
        (BLIND / "nineteenth", "en", 0.86, 25, 2),
        (BLIND / "nineteenth", "it", 0.86, 17, 2),
        (BLIND / "twentieth", "en", 0.80, 18, 1),
        (BLIND / "twentieth", "it", 0.85, 19, 2),
        (BLIND / "twentyfirst", "en", 0.90, 24, 0),
        (BLIND / "twentyfirst", "it", 0.89, 25, 2),
        (BLIND / "twentysecond", "en", 0.87, 20, 1),
        (BLIND / "twentysecond", "it", 0.91, 27, 0),
        (BLIND / "twentythird", "en", 0.9, 23, 0),
        (BLIND / "twentythird", "it", 0.87, 19, 1),
        (BLIND / "twentyfourth", "en", 0.85, 9, 1),
        (BLIND / "twentyfourth", "it", 0.85, 12, 1),
        (BLIND / "twentyfifth", "en", 0.91, 23, 0),
        (BLIND / "twentyfifth", "it", 0.92, 27, 0),
        (BLIND / "twentysixth", "en", 0.84, 19, 0),
        (BLIND / "twentysixth", "it", 0.82, 15, 2),
        (BLIND / "twentyseventh", "en", 0.90, 21, 0),
        (BLIND / "twentyseventh", "it", 0.90, 23, 0),
        (BLIND / "twentyeighth", "en", 0.83, 14, 1),
        (BLIND / "twentyeighth", "it", 0.83, 17, 0),
        (BLIND / "twentyninth", "en", 0.86, 17, 1),
        (BLIND / "twentyninth", "it", 0.85, 22, 1),
        (BLIND / "thirtieth", "en", 0.82, 20, 0),
        (BLIND / "thirtieth", "it", 0.89, 22, 1),
        (BLIND / "thirtyfirst", "en", 0.85, 19, 3),
        (BLIND / "thirtyfirst", "it", 0.78, 16, 1),
        (BLIND / "thirtysecond", "en", 0.91, 26, 0),
        (BLIND / "thirtysecond", "it", 0.83, 18, 0),
        (BLIND / "thirtythird", "en", 0.68, 11, 0),
        (BLIND / "thirtythird", "it", 0.73, 9, 1),
        (BLIND / "thirtyfourth", "en", 0.65, 5, 3),
        (BLIND / "thirtyfourth", "it", 0.74, 14, 2),
        (BLIND / "thirtyfifth", "en", 0.73, 11, 2),
        (BLIND / "thirtyfifth", "it", 0.76, 14, 1),
        (BLIND / "thirtysixth", "en", 0.81, 16, 3),
        (BLIND / "thirtysixth", "it", 0.83, 18, 1),
        (BLIND / "thirtyseventh", "en", 0.68, 3, 1),
        (BLIND / "thirtyseventh", "it", 0.64, 5, 2),
        (BLIND / "thirtyeighth", "en", 0.67, 8, 1),
        (BLIND / "thirtyeighth", "it", 0.76, 11, 3),
        (BLIND / "thirtyninth", "en", 0.63, 3, 2),
        (BLIND / "thirtyninth", "it", 0.69, 6, 3),
        (BLIND / "fortieth", "en", 0.68, 7, 1),
        (BLIND / "fortieth", "it", 0.69, 8, 5),
    ],
)
def test_conversations_that_went_right_still_do_and_wrong_actions_do_not_grow(
    folder: Path,
    language: str,
    floor: float,
    whole: int,
    wrong_actions: int,
    *,
    engine: Engine,
    without_tracing: Untraced,
) -> None:
    with nullcontext() if folder.name in TRACED else without_tracing():
        told = stories(folder, language, engine)
    assert told.count == 40
    assert told.turns.share >= floor, "\n".join(told.turns.misses)
    assert told.whole >= whole
    assert told.turns.wrong_actions <= wrong_actions, "\n".join(m for m in told.turns.misses if "WRONG ACTION" in m)


def stage() -> Stage:
    world = world_of(BLIND, "en")
    return Stage(replace(world, bounds={"Forno": (50, 280)}), [dict(t) for t in world.context["tasks"]])


def decision(status: str, tool: str, **given: object) -> dict[str, object]:
    step = {"status": status, "tool_name": tool, "parameters": given}
    return {"status": status, "reply": None, "steps": [step]}


def test_what_is_done_stays_done_until_it_is_taken_back() -> None:
    here = stage()
    here.play("milk's done", decision("call", "complete_task", task_identifier="t1"), False)
    here.play("rename it", decision("call", "update_task", task_identifier="t1", new_title="buy cheese"), False)
    assert (here.tasks[0]["title"], here.tasks[0]["completed"]) == ("buy cheese", True)
    here.play("undo", decision("call", "undo"), False)
    assert here.tasks[0]["title"] == "buy milk"
    assert here.tasks[0]["completed"]


def test_a_question_stays_open_unless_it_is_agreed_to() -> None:
    here = stage()
    asked = decision("confirm", "delete_task", task_identifier="t1")
    here.play("delete milk", asked, False)
    assert here.pending == asked
    assert here.request("yes")["pending"] == asked
    here.play("delete milk", asked, True)
    assert here.pending is None
    assert "t1" not in here.titles()


def test_a_list_shows_what_fits_it() -> None:
    here = stage()
    here.play("what's urgent this week", decision("call", "list_tasks", priority="high", due="this_week"), False)
    assert here.turns[-1]["shown"] == ["t2", "t4"]


def test_a_machine_refuses_what_is_beyond_its_bounds() -> None:
    too_hot = decision("call", "machine_command_execute", device_id="Forno", overrides={"temperature": 400})
    assert stage().world.met(too_hot)["status"] == "failed"


@pytest.mark.untraced
def test_the_command_tells_whole_stories(tmp_path: Path, engine: Engine, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    shutil.copy(BLIND / "world.yaml", tmp_path)
    turns: dict[str, int] = {}
    for language in ("en", "it"):  # some of them: how the others go is tested above
        kept = (BLIND / f"stories_{language}.jsonl").read_text(encoding="utf-8").splitlines()[::8]
        (tmp_path / f"stories_{language}.jsonl").write_text("\n".join(kept), encoding="utf-8")
        turns[language] = sum(len(json.loads(story)["turns"]) for story in kept)
    assert main([str(tmp_path), "--misses"], engine) == 0
    told = capsys.readouterr().out
    for language, count in turns.items():
        assert f"## {language}: {count} turns" in told
    assert "of 5" in told.partition("whole stories")[2].partition("\n")[0]
