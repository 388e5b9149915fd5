"""Fits what the schema matcher weighs, on messages with tools handed in; cross-validated by sets of tools.

python -m sayso_evals.matching FILE.jsonl [--write [TABLE …]]

What one call weighs and what several weigh are tables of their own: `--write again split other several` renews the
second and leaves the reading of plain requests as it is.
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

from sayso import Engine, Policy
from sayso.engine.kinds import text
from sayso.engine.kinds.spoken import speak
from sayso.engine.language import ordered
from sayso.engine.read.around import scene
from sayso.engine.read.candidates import candidates, finds
from sayso.engine.read.offer import PreparedTool
from sayso.engine.read.rank import MessageWords, talk
from sayso.engine.read.schema import ONE, Made, Matcher, ToolReading, arguments
from sayso.engine.read.slots import Signs, none_signs, signs, weight
from sayso.engine.request import Request
from sayso.engine.text import tokens
from sayso.engine.tool import Tool
from sayso_evals.handed import NOW, Handed, is_right, is_value, plain, read
from sayso_evals.sparse import Examples, fit, fit_choice, rounded

FOLDS = 5
TARGET = Path(__file__).parent.parent.parent / "src" / "sayso" / "languages" / "matching.json"
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


def is_begun(got: object, accepted_: Sequence[object]) -> bool:
    """Whether a text is an acceptable one but for what comes after its comma: a town without its state."""
    return isinstance(got, str) and any(
        isinstance(a, str) and "," in a and plain(a.split(",")[0]) == plain(got) for a in accepted_
    )


@dataclass
class Row:
    """What was made of a case."""

    calls: list[tuple[str, dict[str, object]]]
    chance: float
    is_complete: bool
    is_right: bool
    is_tool: bool


@dataclass
class Bench:
    """The engine's own parts, and the cases prepared for them."""

    cases: list[Handed]

    def __post_init__(self) -> None:
        deciding = Engine()._deciding
        self.base = deciding.matching()
        now = datetime.fromisoformat(NOW)
        self.folds = np.array([fold_of(c) for c in self.cases])
        self.spoken = [
            speak(
                c.message,
                ordered(deciding.packs, Request(c.message), tokens(c.message)),
                deciding.languages.endings,
                now,
            )
            for c in self.cases
        ]
        self.said: dict[int, MessageWords] = {}
        self.offers: list[list[PreparedTool]] = [
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

    def slots(self, chunk: Callable[[int], Mapping[str, float]]) -> tuple[Examples, list[int], list[int]]:
        """Values for the parameters of the right tools, each a choice with "none"; the sizes and parts of the sets."""
        out = Examples()
        sizes: list[int] = []
        folds: list[int] = []
        for at, case in enumerate(self.cases):
            names = {name for name, _ in case.answer}
            if not names:
                continue
            said = talk(finds(self.spoken[at], chunk(int(self.folds[at])), self.base.words.written), self.base.words)
            for offer in self.offers[at]:
                if offer.tool.name not in names:
                    continue
                at_tool = scene(said.found, offer, said.stems, self.base.words)
                for slot in offer.slots:
                    right = accepted(case, offer.tool.name, slot.wanted.path)
                    found = candidates(slot, said.found, said.stems)
                    hits = [is_value(one.value, right) for one in found]
                    if not any(hits):
                        hits = [is_begun(one.value, right) for one in found]
                    for one, hit in zip(found, hits, strict=True):
                        out.add(signs(slot, one, at_tool), hit)
                    out.add(none_signs(slot, at_tool), not any(hits))
                    sizes.append(len(found) + 1)
                    folds.append(int(self.folds[at]))
        return out, sizes, folds

    def ranked(self, seen: list[ToolReading], tool: Mapping[str, float]) -> list[ToolReading]:
        """Readings in the order of other weights."""
        return sorted((r._replace(odds=weight(r.signs, tool)) for r in seen), key=lambda r: -r.odds)

    def fit_split(self, seen: list[list[ToolReading]], weights: list[Weights]) -> list[dict[str, float]]:
        """Which of the ways to make several calls of one tool is right."""
        out = Examples()
        for at, case in enumerate(self.cases):
            k = int(self.folds[at])
            best = self.ranked(seen[at], weights[k]["tool"])[:1]
            ways = self.matcher(weights[k]).ways(best[0], self.said[at]) if best else []
            made = [[(best[0].offer.tool.name, arguments(c, best[0].offer)) for c in w.calls] for w, _ in ways]
            for (_, told), calls in zip(ways, made, strict=True):
                out.add(told, is_right(calls, case), k)
        return parts(out)

    def fit_again(self, seen: list[list[ToolReading]], weights: list[Weights]) -> list[dict[str, float]]:
        """Whether one tool is called once or several times, and in which way: a choice of those that are right."""
        out = Examples()
        sizes: list[int] = []
        folds: list[int] = []
        for at, case in enumerate(self.cases):
            k = int(self.folds[at])
            best = self.ranked(seen[at], weights[k]["tool"])[:1]
            ways = self.matcher(weights[k]).ways(best[0], self.said[at]) if best else []
            made = [[best[0].given], *(list(w.calls) for w, _ in ways)] if ways else []
            hits = [is_right([(best[0].offer.tool.name, arguments(c, best[0].offer)) for c in m], case) for m in made]
            if any(hits):
                for told, hit in zip((ONE, *(told for _, told in ways)), hits, strict=True):
                    out.add(told, hit)
                sizes.append(len(hits))
                folds.append(k)
        return choice_parts(out, sizes, folds)

    def fit_other(self, seen: list[list[ToolReading]], weights: list[Weights]) -> list[dict[str, float]]:
        """When another tool is called besides."""
        out = Examples()
        for at, case in enumerate(self.cases):
            k = int(self.folds[at])
            m = self.matcher(weights[k])
            made = self.ranked(seen[at], weights[k]["tool"])[:1]
            wanted = {name for name, _ in case.answer}
            while made and not made[0].given.missing and made[-1].offer.tool.name in wanted:
                found = m.other(self.offers[at], self.said[at], made)
                if found is None:
                    break
                out.add(found.signs, found.reading.offer.tool.name in wanted, k)
                made = [*made, found.reading]
        return parts(out)

    def made(self, seen: list[list[ToolReading]], weights: list[Weights]) -> list[Made | None]:
        """What is made of each message with the weights that were fitted without it."""
        out: list[Made | None] = []
        for at, found in enumerate(seen):
            w = weights[int(self.folds[at])]
            ranked = self.ranked(found, w["tool"])
            out.append(self.matcher(w).calls(self.offers[at], self.said[at], ranked) if ranked else None)
        return out

    def evidence(self, at: int, made: Made, seen: list[ToolReading], weights: list[Weights]) -> Signs:
        """What speaks for all of the calls of a message."""
        w = weights[int(self.folds[at])]
        return self.matcher({"right": {}, **w}).evidence(made, self.ranked(seen, w["tool"]), self.said[at])

    def fit_right(
        self, made: list[Made | None], seen: list[list[ToolReading]], weights: list[Weights]
    ) -> list[dict[str, float]]:
        """When all that is made of a message is right."""
        out = Examples()
        for at, one in enumerate(made):
            if one is not None and not any(r.given.missing for r in one.calls):
                told = self.evidence(at, one, seen[at], weights)
                out.add(told, is_right(calls_of(one), self.cases[at]), int(self.folds[at]))
        return parts(out)

    def row(self, at: int, made: Made | None, seen: list[ToolReading], weights: list[Weights]) -> Row:
        """What was made of a case, and how sure it is."""
        if made is None:
            return Row([], 0.0, False, False, False)
        calls = calls_of(made)
        table = weights[int(self.folds[at])]["right" if len(calls) == 1 else "several"]
        sure = 1 / (1 + math.exp(-weight(self.evidence(at, made, seen, weights), table)))
        names = {name for name, _ in self.cases[at].answer}
        is_whole = not any(r.given.missing for r in made.calls)
        return Row(calls, sure, is_whole, is_right(calls, self.cases[at]), calls[0][0] in names)


def calls_of(made: Made) -> list[tuple[str, dict[str, object]]]:
    """The calls with their arguments."""
    return [(r.offer.tool.name, arguments(r.given, r.offer)) for r in made.calls]


def parts(given: Examples, folds: int = FOLDS) -> list[dict[str, float]]:
    """Weights for each held-out part, and last those fitted on all."""
    groups = np.array(given.groups)
    return [fit(given, groups != k, 2.0) for k in range(folds)] + [fit(given, groups >= 0, 2.0)]


def choice_parts(given: Examples, sizes: list[int], folds: list[int]) -> list[dict[str, float]]:
    """The same for a choice."""
    groups = np.array(folds)
    return [fit_choice(given, sizes, groups != k) for k in range(FOLDS)] + [fit_choice(given, sizes, groups >= 0)]


def main(arguments_: list[str] | None = None) -> int:
    """Fit, cross-validate, print, and write the weights where asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--write", nargs="*", metavar="TABLE", help="these tables of weights; none named: all")
    parser.add_argument("--errors", type=Path)
    given = parser.parse_args(arguments_)
    bench = Bench(list(read(given.file)))
    chunk = parts(bench.chunks())
    slot = choice_parts(*bench.slots(lambda k: chunk[k]))
    print("slots fitted", flush=True)
    final, rows = later(bench, chunk, slot)
    report(bench, rows, given.errors)
    if given.write is not None:
        fitted = {"chunk": chunk[-1], "slot": slot[-1], **final}
        kept = json.loads(TARGET.read_text(encoding="utf-8"))
        told = {name: rounded(w) if name in (given.write or fitted) else kept[name] for name, w in fitted.items()}
        TARGET.write_text(json.dumps(told, indent=0, sort_keys=True) + "\n", encoding="utf-8")
    return 0


def later(bench: Bench, chunk: list[dict[str, float]], slot: list[dict[str, float]]) -> tuple[Weights, list[Row]]:
    """The models of the tool and of the whole, fitted on what held-out values gave."""
    tools = Examples()
    seen: list[list[ToolReading]] = []
    for at, case in enumerate(bench.cases):
        k = int(bench.folds[at])
        m = bench.matcher({"chunk": chunk[k], "slot": slot[k], "tool": {}, "right": {}})
        bench.said[at] = m.look(bench.spoken[at])
        found = m.readings(bench.offers[at], bench.said[at])
        seen.append(found)
        names = {name for name, _ in case.answer}
        for r in found:
            tools.add(r.signs, r.offer.tool.name in names, k)
    tool = parts(tools)
    known = [{"chunk": chunk[k], "slot": slot[k], "tool": tool[k]} for k in range(FOLDS)]
    split = bench.fit_split(seen, known)
    known = [{**w, "split": split[k]} for k, w in enumerate(known)]
    again, other = bench.fit_again(seen, known), bench.fit_other(seen, known)
    known = [{**w, "again": again[k], "other": other[k]} for k, w in enumerate(known)]
    made = bench.made(seen, known)
    right = bench.fit_right([m if m is not None and len(m.calls) == 1 else None for m in made], seen, known)
    known = [{**w, "right": right[k]} for k, w in enumerate(known)]
    several = bench.fit_right([m if m is not None and len(m.calls) > 1 else None for m in made], seen, known)
    known = [{**w, "several": several[k]} for k, w in enumerate(known)]
    rows = [bench.row(at, m, seen[at], known) for at, m in enumerate(made)]
    fitted = {"tool": tool, "split": split, "again": again, "other": other, "right": right, "several": several}
    return {name: table[-1] for name, table in fitted.items()}, rows


def report(bench: Bench, rows: list[Row], errors: Path | None) -> None:
    """The table, for several thresholds."""
    groups: dict[str, list[int]] = defaultdict(list)
    for at, case in enumerate(bench.cases):
        groups[case.category].append(at)
    for bar in (0.4, Policy().worth_calling, 0.6):
        print(f"threshold {bar}")
        for name, inside in groups.items():
            made = [i for i in inside if rows[i].is_complete and rows[i].chance >= bar]
            good = [i for i in made if rows[i].is_right]
            could = [i for i in inside if rows[i].is_right and rows[i].is_complete]
            tool = sum(rows[i].is_tool for i in inside)
            if "irrelevance" in name:
                print(f"  {name:18} none {1 - len(made) / len(inside):.3f}")
                continue
            shares = (len(good) / len(inside), len(made) / len(inside), len(good) / max(len(made), 1))
            told = " ".join(f"{n} {v:.3f}" for n, v in zip(("right", "made", "of made"), shares, strict=True))
            print(f"  {name:18} {told} possible {len(could) / len(inside):.3f} tool {tool / len(inside):.3f}")
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
