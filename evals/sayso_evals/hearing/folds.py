"""How right the engine is on public utterances that its tagger was not trained on.

python -m sayso_evals.hearing.folds FOLDER WEIGHTS.npz…

Of N weights the n-th, counted from 0, were trained from rows that were made with `--without n/N`; they decide the lines
that were left out there, so that every line is decided once, by a tagger that never met it.
"""

import argparse
import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from sayso import Engine
from sayso.languages.shipped import ShippedTagger
from sayso_evals.data import Case, read
from sayso_evals.hearing.rows import Keeps
from sayso_evals.judge import Verdict, judge
from sayso_evals.report import report


def held_out(cases: list[Case], weights: list[Path]) -> list[Verdict]:
    """Every case, decided with the weights that were trained without it."""
    engine = Engine()
    out: list[Verdict] = []
    for fold, path in enumerate(weights):
        engine._deciding = replace(engine._deciding, hear=ShippedTagger(path))
        is_trained = Keeps(fold, len(weights))
        out.extend(judge(c, engine.decide(c.request).to_dict()) for c in cases if not is_trained(c.id))
    return out


def main(argv: Iterable[str] | None = None) -> int:
    """Decide every line and print how right it was."""
    options = argparse.ArgumentParser(prog="python -m sayso_evals.hearing.folds")
    options.add_argument("folder", type=Path)
    options.add_argument("weights", type=Path, nargs="+")
    chosen = options.parse_args(list(argv) if argv is not None else None)
    for line in report(held_out(list(read(chosen.folder)), chosen.weights), worst=0):
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main())
