"""Fits what each piece of evidence weighs, so that of the steps said with 0.9 nine in ten are right.

    python -m sayso_evals.calibrate FILE_OR_FOLDER ...

Reads labelled utterances and acceptance cases, decides them, and fits a logistic regression of "this step is right" on
the evidence. Writes only numbers.
"""

import json
import sys
from pathlib import Path

import numpy as np

from sayso import Engine, Policy
from sayso.languages.shipped import WEIGHTS
from sayso_evals.data import Case, read
from sayso_evals.judge import judge

RIDGE = 0.4
OWN_SHARE = 0.5  # how much a sentence that was written for a test counts beside one that somebody really said
UPDATE_SHARE = 1.2  # of changes to a task and of undoing the public utterances have no example
BY_RULE = {  # what no public utterance has an example of: set by the order in which machines are found, and kept
    "a listed subject": -11.8,
    "subjects are listed": 3.2,
    "asks how a subject is": 3.0,
    "a listed subject, said in passing": -0.5,
    "subject fits": 8.0,
    "capability fits": 8.0,
    "several subjects fit": 11.8,
    "a call was proposed": 1.0,
    "share of its values said": 2.5,
    "values left out": -1.0,
    "values filled in": -1.5,
    "one value twice": -3.0,
    "beside another parameter's name": -3.0,
    "another tool is spoken of": -3.0,
    "format mended": -0.2,
    "nothing of the tool is spoken of": -4.0,
}
STANDING = (  # each with a bias of its own
    "a listed subject",
    "subjects are listed",
    "asks how a subject is",
    "a call was proposed",
)
OFFERED = ("said by duty", "said by elsewhere", "said by report")
ROUNDS = 4000


def rows(paths: list[Path]) -> list[tuple[dict[str, float], bool, Case]]:
    """(evidence, right) of every step that the engine would propose, however unsure."""
    engine = Engine(policy=Policy(worth_asking=0.0, worth_asking_a_subject=0.0))
    out: list[tuple[dict[str, float], bool, Case]] = []
    for case in (c for p in paths for c in read(p)):
        if not case.is_judged or case.group == "near_negatives" or "call" in case.request or "pending" in case.request:
            continue
        decision = engine.decide(case.request)
        verdict = judge(case, decision.to_dict())
        for step in decision.steps:
            if step.action.evidence and step.action.evidence[0].name not in BY_RULE:
                right = verdict.is_tool_right and verdict.is_title_right is not False
                if case.expect:
                    right = not any(
                        f
                        for f in verdict.faults
                        if "status" not in f and ": call, expected" not in f and ": confirm, expected" not in f
                    )
                out.append(({e.name: e.value for e in step.action.evidence}, right, case))
    return out


def _share(case: Case, evidence: dict[str, float]) -> float:
    """How much a step counts: what is merely offered is learned from what people really said alone."""
    if not case.expect:
        return 1.0
    if any(name.startswith(("update_task by", "undo by")) for name in evidence):
        return UPDATE_SHARE
    return 0.0 if any(name in evidence for name in OFFERED) else OWN_SHARE


def fit(given: list[tuple[dict[str, float], bool, Case]]) -> dict[str, float]:
    """The weights by logistic regression with a ridge."""
    names = sorted({n for evidence, _, _ in given for n in evidence})
    column = {n: i for i, n in enumerate(names)}
    x = np.zeros((len(given), len(names) + 1))
    x[:, -1] = 1.0
    y = np.array([float(right) for _, right, _ in given])
    share = np.array([_share(case, evidence) for evidence, _, case in given])
    for i, (evidence, _, _) in enumerate(given):
        for name, value in evidence.items():
            x[i, column[name]] = value
    keep = np.full(len(names) + 1, RIDGE)
    keep[-1] = 0.0
    w = np.zeros(len(names) + 1)
    for _ in range(ROUNDS):  # Newton's method settles in a handful of rounds
        p = 1 / (1 + np.exp(-x @ w))
        slope = x.T @ (share * (p - y)) + keep * w
        curve = (x * (share * p * (1 - p))[:, None]).T @ x + np.diag(keep + 1e-9)
        step = np.linalg.solve(curve, slope)
        w -= step
        if np.abs(step).max() < 1e-8:
            break
    weights = {n: round(float(w[column[n]]), 4) for n in names}
    return {**weights, "bias": round(float(w[-1]), 4)}


def main(arguments: list[str]) -> int:
    """Fit on these files and write the weights into the packs' folder."""
    given = rows([Path(a) for a in arguments])
    fitted = fit(given)
    rules = {name: w - fitted["bias"] * (name in STANDING) for name, w in BY_RULE.items()}
    weights = {**rules, **fitted}
    target = WEIGHTS
    target.write_text(json.dumps({"weights": weights}, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    right = sum(r for _, r, _ in given)
    print(f"{target}: {len(weights)} weights from {len(given)} steps, {right} of them right")
    for name, weight in sorted(weights.items(), key=lambda kv: -abs(kv[1])):
        print(f"  {weight:+.3f}  {name}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
