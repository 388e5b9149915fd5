"""Fits what the schema matcher weighs, on messages with tools handed in; cross-validated by sets of tools.

python -m sayso_evals.matching FILE.jsonl [--write]
"""

import argparse
import hashlib
import json
import math
import sys
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import numpy as np

from sayso import Engine
from sayso.engine.kinds import text
from sayso.engine.kinds.spoken import speak
from sayso.engine.nouns import Tool
from sayso.engine.read.candidates import candidates, finds
from sayso.engine.read.offer import Offer
from sayso.engine.read.rank import right_signs, talk
from sayso.engine.read.schema import Matcher, Reading, arguments
from sayso.engine.read.slots import Signs, scene, signs, weight
from sayso_evals.handed import NOW, Handed, is_right, is_value, plain, read
from sayso_evals.sparse import Examples, fit, rounded

FOLDS = 5
TARGET = Path(__file__).parent.parent.parent / "src" / "sayso" / "packs" / "matching.json"
Weights = dict[str, dict[str, float]]


def fold_of(case: Handed) -> int:
    """In which part a case is held out: messages with the same tools are held out together."""
    return int(hashlib.md5(case.group.encode()).hexdigest(), 16) % FOLDS


def accepted(case: Handed, tool: str, path: Sequence[str]) -> list[object]:
    """The acceptable values of a parameter, over all the calls of a tool."""
    out: list[object] = []
    for name, given in case.answer:
        if name == tool:
            values: Sequence[object] = given.get(path[0], [])
            for key in path[1:]:
                inside = [v for v in values if isinstance(v, Mapping)]
                values = [x for v in inside for x in (v.get(key, []) if isinstance(v.get(key, []), list) else [v[key]])]
            out.extend(values)
    return out


@dataclass
class Bench:
    """The engine's own parts, and the cases prepared for them."""

    cases: list[Handed]

    def __post_init__(self) -> None:
        deciding = Engine()._deciding
        self.base = deciding.matcher
        now = datetime.fromisoformat(NOW)
        self.folds = np.array([fold_of(c) for c in self.cases])
        self.spoken = [speak(c.message, deciding._order_of(c.message), deciding.endings, now) for c in self.cases]
        self.offers: list[list[Offer]] = [
            self.base.offers([Tool(str(t["name"]), str(t["description"]), t["inputSchema"]) for t in c.tools])  # type: ignore[arg-type]
            for c in self.cases
        ]

    def matcher(self, weights: Weights) -> Matcher:
        """A matcher with other weights."""
        return Matcher(self.base.words, weights, self.base.prepared)

    def chunks(self) -> Examples:
        """Stretches of text, right where some value is exactly that."""
        out = Examples()
        for at, case in enumerate(self.cases):
            values = (v for _, given in case.answer for vs in given.values() for v in vs)
            wanted = {plain(x) for v in values for x in (v if isinstance(v, list) else [v]) if isinstance(x, str) and x}
            found = text.find(self.spoken[at])
            hits = [plain(str(c.found.value)) in wanted for c in found]
            for chunk, hit in zip(found, hits, strict=True) if any(hits) else ():
                out.add([(s, 1.0) for s in chunk.signs], hit, int(self.folds[at]))
        return out

    def slots(self, chunk: Callable[[int], Mapping[str, float]]) -> Examples:
        """Values for the parameters of the right tools."""
        out = Examples()
        for at, case in enumerate(self.cases):
            names = {name for name, _ in case.answer}
            if not names:
                continue
            said = talk(finds(self.spoken[at], chunk(int(self.folds[at]))), self.base.words)
            for offer in self.offers[at]:
                if offer.tool.name not in names:
                    continue
                at_tool = scene(said.found, offer, said.stems, self.base.words)
                for slot in offer.slots:
                    right = accepted(case, offer.tool.name, slot.wanted.path)
                    for one in candidates(slot, said.found):
                        out.add(signs(slot, one, at_tool), is_value(one.value, right), int(self.folds[at]))
        return out


def parts(given: Examples, folds: int = FOLDS) -> list[dict[str, float]]:
    """Weights for each held-out part, and last those fitted on all."""
    groups = np.array(given.groups)
    return [fit(given, groups != k, 2.0) for k in range(folds)] + [fit(given, groups >= 0, 2.0)]


def main(arguments_: list[str] | None = None) -> int:
    """Fit, cross-validate, print, and write the weights where asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--errors", type=Path)
    given = parser.parse_args(arguments_)
    bench = Bench(list(read(given.file)))
    chunk = parts(bench.chunks())
    slot = parts(bench.slots(lambda k: chunk[k]))
    print("slots fitted", flush=True)
    tool, right, rows = later(bench, chunk, slot)
    report(bench, rows, given.errors)
    if given.write:
        final = {"chunk": chunk[-1], "slot": slot[-1], "tool": tool[-1], "right": right[-1]}
        told = {name: rounded(w) for name, w in final.items()}
        TARGET.write_text(json.dumps(told, indent=0, sort_keys=True) + "\n", encoding="utf-8")
    return 0


@dataclass
class Row:
    """What was made of a case."""

    calls: list[tuple[str, dict[str, object]]]
    chance: float
    is_complete: bool
    is_right: bool
    is_tool: bool


def later(
    bench: Bench, chunk: list[dict[str, float]], slot: list[dict[str, float]]
) -> tuple[list[dict[str, float]], list[dict[str, float]], list[Row]]:
    """The models of the tool and of the whole, fitted on what held-out values gave."""
    tools = Examples()
    seen: list[list[Reading]] = []
    for at, case in enumerate(bench.cases):
        k = int(bench.folds[at])
        m = bench.matcher({"chunk": chunk[k], "slot": slot[k], "tool": {}, "right": {}})
        found = m.readings(bench.offers[at], m.look(bench.spoken[at]))
        seen.append(found)
        names = {name for name, _ in case.answer}
        for r in found:
            tools.add(r.signs, r.offer.tool.name in names, k)
    tool = parts(tools)
    rights = Examples()
    kept: list[tuple[Signs, list[tuple[str, dict[str, object]]], bool, bool] | None] = []
    for at, case in enumerate(bench.cases):
        k = int(bench.folds[at])
        ranked = sorted(seen[at], key=lambda r: -weight(r.signs, tool[k]))
        if not ranked:
            kept.append(None)
            continue
        best = ranked[0]
        odds = weight(best.signs, tool[k])
        margin = odds - (weight(ranked[1].signs, tool[k]) if len(ranked) > 1 else odds - 3.0)
        told = [
            *best.signs,
            ("tool", max(-4.0, min(4.0, odds))),
            *right_signs(best.given, best.options, (len(case.tools), margin)),
        ]
        calls = [(best.offer.tool.name, arguments(best.given, best.offer))]
        ok = is_right(calls, case)
        names = {name for name, _ in case.answer}
        kept.append((told, calls, ok, best.offer.tool.name in names))
        if not best.given.missing:
            rights.add(told, ok, k)
    right = parts(rights)
    rows: list[Row] = []
    for at, item in enumerate(kept):
        if item is None:
            rows.append(Row([], 0.0, False, False, False))
            continue
        told, calls, ok, is_tool = item
        p = 1 / (1 + math.exp(-weight(told, right[int(bench.folds[at])])))
        rows.append(Row(calls, p, not any(n == "values missing" and v for n, v in told), ok, is_tool))
    return tool, right, rows


def report(bench: Bench, rows: list[Row], errors: Path | None) -> None:
    """The table, for several thresholds."""
    groups: dict[str, list[int]] = defaultdict(list)
    for at, case in enumerate(bench.cases):
        groups[case.category].append(at)
    for bar in (0.4, 0.5, 0.6):
        print(f"threshold {bar}")
        for name, inside in groups.items():
            made = [i for i in inside if rows[i].is_complete and rows[i].chance >= bar]
            good = [i for i in made if rows[i].is_right]
            could = [i for i in inside if rows[i].is_right and rows[i].is_complete]
            tool = sum(rows[i].is_tool for i in inside)
            if "irrelevance" in name:
                print(f"  {name:18} none {1 - len(made) / len(inside):.3f}")
            else:
                print(
                    f"  {name:18} right {len(good) / len(inside):.3f} made {len(made) / len(inside):.3f} of made {len(good) / max(len(made), 1):.3f} possible {len(could) / len(inside):.3f} tool {tool / len(inside):.3f}"
                )
    if errors is not None:
        with errors.open("w") as out:
            for at, case in enumerate(bench.cases):
                r = rows[at]
                print(
                    json.dumps(
                        {
                            "id": case.id,
                            "right": r.is_right,
                            "chance": round(r.chance, 3),
                            "complete": r.is_complete,
                            "q": case.message,
                            "calls": r.calls,
                            "answer": case.answer,
                        },
                        default=str,
                    ),
                    file=out,
                )


if __name__ == "__main__":
    sys.exit(main())
