"""Conversations that were written without sight of the code: a floor of what goes right, and how they are played."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from blind_sets import BLIND, FLOORS, folder_of, place_of, sets

from sayso import Engine
from sayso_evals.blind import world_of
from sayso_evals.stage import Stage
from sayso_evals.stories import main, stories


@pytest.mark.whole
@pytest.mark.parametrize(("name", "language"), sets("stories"))
def test_conversations_that_went_right_still_do_and_wrong_actions_do_not_grow(
    name: str, language: str, engine: Engine
) -> None:
    floor, whole, wrong_actions = FLOORS[name][language]["stories"]
    told = stories(folder_of(name), language, engine)
    assert told.count == 40
    assert told.turns.share >= floor, "\n".join(told.turns.misses)
    assert told.whole >= whole
    assert told.turns.wrong_actions <= wrong_actions, "\n".join(m for m in told.turns.misses if "WRONG ACTION" in m)


@pytest.mark.parametrize(("name", "language"), sets("some_stories"))
def test_of_every_eighth_conversation_no_turn_is_lost(name: str, language: str, engine: Engine) -> None:
    right, wrong_actions = FLOORS[name][language]["some_stories"]
    told = stories(folder_of(name), language, engine, slice(place_of(name) % 8, None, 8))
    assert told.turns.right >= right, "\n".join(told.turns.misses)
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
