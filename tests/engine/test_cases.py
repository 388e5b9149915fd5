"""Worked cases: a request, and what the decision must be."""

from pathlib import Path

import pytest
import yaml

from sayso import Engine
from sayso_evals.data import Case, read
from sayso_evals.judge import amiss

CASES = Path(__file__).parent.parent / "cases"
NOW = "2026-11-16T10:00:00+01:00"
TOLD = yaml.load((CASES / "times.yaml").read_text(), yaml.CSafeLoader)
TIMES = [(lang, *row) for lang, rows in TOLD.items() for row in rows]


@pytest.mark.parametrize("case", list(read(CASES)), ids=lambda c: c.id)
def test_the_case_holds(case: Case, engine: Engine) -> None:
    decision = engine.decide(case.request).to_dict()
    assert list(amiss(case.expect, decision, case.message)) == []


@pytest.mark.parametrize(("language", "message", "title", "due"), TIMES)
def test_dates_leave_the_title_and_are_reckoned_right(
    language: str, message: str, title: str, due: str | None, engine: Engine
) -> None:
    step = engine.decide({"message": message, "now": NOW, "language": language}).to_dict()["steps"][0]  # type: ignore[index]
    assert (step["parameters"].get("title"), step["parameters"].get("due")) == (title, due)
