"""A cross-validation decides every line once, by weights that were trained without it."""

from sayso.languages.shipped import FOLDER
from sayso_evals.data import Case
from sayso_evals.hearing.folds import held_out
from sayso_evals.hearing.rows import Keeps

NOW = "2026-11-16T10:00:00+01:00"


def test_every_line_is_decided_once_in_the_fold_that_leaves_it_out() -> None:
    cases = [
        Case(f"line-{i}", "tasks", "en", "add", {"message": f"add buy {i} eggs", "now": NOW}, "add_task")
        for i in range(12)
    ]
    found = [v.case.id for v in held_out(cases, [FOLDER / "tagger.npz"] * 3)]
    assert sorted(found) == sorted(c.id for c in cases)
    folds = [next(k for k in range(3) if not Keeps(k, 3)(name)) for name in found]
    assert folds == sorted(folds)
    assert len(set(folds)) > 1
