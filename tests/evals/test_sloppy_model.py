"""What is measured with a sloppy model: the guard holds its wrong actions back, and the cascade asks it seldom."""

from pathlib import Path

import pytest

from sayso import Engine
from sayso_evals.cascade import is_wrong, main, sampled
from sayso_evals.data import Case

CASES = Path(__file__).parent.parent / "cases"


def test_the_guard_holds_back_what_a_sloppy_model_does_wrong(
    engine: Engine, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(CASES / "trial.jsonl"), "--seconds", "2"], engine) == 0
    told = capsys.readouterr().out.partition("## all")[2]
    share = {line[:40].strip(): float(line[40:].split()[0]) for line in told.splitlines() if line.startswith("wrong")}
    assert share["wrong actions, the model as it is"] > 0.3
    assert share["wrong actions, the model with the guard"] == 0
    assert share["wrong actions, the cascade"] == 0
    assert "answered without the model" in told
    assert "2.00 s by it alone" in told


@pytest.mark.parametrize(
    ("deed", "is_so"),
    [
        (("add_task", {"title": "buy milk"}), False),
        (("add_task", {"title": "buy oat milk"}), True),
        (("delete_task", {"task_identifier": "buy milk"}), True),
    ],
)
def test_a_wrong_action_is_another_tool_or_what_nobody_said(deed: tuple[str, dict[str, object]], is_so: bool) -> None:
    case = Case("1", "tasks", "en", "add_task", {"message": "Please add buy milk"}, "add_task")
    assert is_wrong(case, deed) is is_so


def test_a_sample_is_the_same_every_time() -> None:
    first, again = (dict(sampled(CASES / "trial.jsonl", 10)) for _ in range(2))
    assert [case.id for case in first["trial"]] == [case.id for case in again["trial"]]
    assert len(first["trial"]) == 10
