"""Trains a pack's likeness scorer on the pack's own sentences and writes `likeness.json` beside them.

python -m sayso_evals.train [PACK_FOLDER ...]
"""

import base64
import json
import sys
import zlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import yaml

from sayso.engine.pack import Likeness, Pack
from sayso.engine.packed_rows import PackedRows
from sayso.engine.text import tokens
from sayso.engine.understand.likeness import bucket, features
from sayso.languages.load import load
from sayso.languages.shipped import FOLDER

BUCKETS = 8192
EPOCHS = 40
RATE, DECAY = 0.35, 2e-4
NOTHING = Likeness((), (), PackedRows(), 1.0, frozenset(), frozenset())
READING = ("list_tasks", "identity_query")  # the intents that wording alone may call
CUE_SHARE = 0.01


def sentences(folder: Path) -> Iterator[tuple[str, str]]:
    """(intent, sentence) of a pack's training file."""
    data = yaml.safe_load((folder / "likeness.yaml").read_text(encoding="utf-8"))
    for intent, said in data.items():
        for sentence in said:
            yield intent, str(sentence)


def rows_of(sentence: str, pack: Pack) -> list[int]:
    """The rows of weights that a sentence uses."""
    words = [w.text for w in pack.line(sentence, tokens(sentence)).words]
    return [bucket(f, BUCKETS) for f in dict.fromkeys(features(words))]


def train(folder: Path) -> dict[str, object]:
    """The trained scorer as the pack stores it."""
    pack = replace(load(folder), likeness=NOTHING)
    told = [(i, rows_of(s, pack)) for i, s in sentences(folder)]
    told = [(i, rows) for i, rows in told if rows]
    intents = sorted({i for i, _ in told})
    weights = np.zeros((BUCKETS, len(intents)))
    bias = np.zeros(len(intents))
    sums = np.full((BUCKETS, len(intents)), 1e-2)
    order = np.random.default_rng(7)
    for _ in range(EPOCHS):
        for k in order.permutation(len(told)):
            intent, rows = told[k]
            scale = 1 / np.sqrt(len(rows))
            scores = bias + scale * weights[rows].sum(axis=0)
            shares = np.exp(scores - scores.max())
            slope = shares / shares.sum()
            slope[intents.index(intent)] -= 1
            step = scale * slope + DECAY * weights[rows]
            sums[rows] += step**2
            weights[rows] -= RATE * step / np.sqrt(sums[rows])
            bias -= 0.01 * slope
    unit = float(np.abs(weights).max()) / 127
    whole = np.rint(weights / unit).astype(np.int8)
    cues = _cues(folder, pack)
    words = {w.text for _, s in sentences(folder) for w in pack.line(s, tokens(s)).words if len(w.text) > 3}
    return {
        "intents": intents,
        "bias": [round(float(b), 4) for b in bias],
        "scale": round(unit, 6),
        "rows": base64.b64encode(zlib.compress(whole.tobytes(), 9)).decode(),
        "words": " ".join(sorted(words)),
        "cues": " ".join(sorted(cues)),
    }


def _cues(folder: Path, pack: Pack) -> set[str]:
    """Words that are much commoner in what the reading tools are asked for than in anything else."""
    counts: dict[bool, Counter[str]] = {True: Counter(), False: Counter()}
    sizes: Counter[bool] = Counter()
    for intent, sentence in sentences(folder):
        counts[intent in READING].update({w.text for w in pack.line(sentence, tokens(sentence)).words})
        sizes[intent in READING] += 1
    shares = {w: (n / sizes[True], counts[False][w] / sizes[False]) for w, n in counts[True].items()}
    return {w for w, (inside, outside) in shares.items() if inside >= CUE_SHARE and inside > 2 * outside}


def main(arguments: list[str]) -> int:
    """Train the packs of these folders, or the shipped ones."""
    folders = [Path(a) for a in arguments] or sorted(p.parent for p in FOLDER.glob("*/likeness.yaml"))
    for folder in folders:
        target = folder / "likeness.json"
        target.write_text(json.dumps(train(folder), ensure_ascii=False, indent=0) + "\n", encoding="utf-8")
        print(f"{target}: {target.stat().st_size / 1000:.0f} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
