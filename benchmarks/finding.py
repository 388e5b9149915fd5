"""Finding one of very many tools by a request, beside FastMCP's BM25 search, in one run.

    python -m benchmarks.finding FOLDER [--fit]

The weights of the closer look were fitted on such messages. So they are fitted once more on those that ask for a random
half of the tools, and the other messages are looked at with them, five times, both ways round; the pool is always all
tools. `--fit` prints the weights that all messages give.
"""

import argparse
import random
import statistics
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from fastmcp.server.transforms.search.bm25 import _BM25Index

from sayso import Engine
from sayso.gateway.finding import ToolIndex
from sayso_evals.handed import read
from sayso_evals.listwise import CandidateList, fitted

Tools = Sequence[Mapping[str, object]]
Finder = Callable[[str], list[str]]
_SPLITS = 5


def pool_of(folder: Path) -> tuple[list[Mapping[str, object]], list[tuple[str, str]]]:
    """All tools by name, and the messages that ask for exactly one tool, with that tool."""
    tools: dict[str, Mapping[str, object]] = {}
    asked: list[tuple[str, str]] = []
    for row in read(folder):
        for tool in row.tools:
            tools.setdefault(str(tool["name"]), tool)
        names = {name for name, _ in row.answer}
        if len(names) == 1:
            asked.append((row.message, names.pop()))
    return list(tools.values()), asked


def searchable(tool: Mapping[str, object]) -> str:
    """A tool's text, as FastMCP's search puts it together."""
    schema = tool["inputSchema"]
    inside = schema.get("properties", {}) if isinstance(schema, Mapping) else {}
    told = [f"{name} {about.get('description', '')}" for name, about in inside.items() if isinstance(about, Mapping)]
    return " ".join([str(tool["name"]), str(tool["description"]), *told])


def ours(tools: Tools, engine: Engine) -> Finder:
    """Sayso's."""
    index = ToolIndex(engine, tools)
    return lambda message: [tool.name for tool in index.find(message, 5)]


def theirs(tools: Tools) -> Finder:
    """FastMCP's."""
    index = _BM25Index()
    index.build([searchable(tool) for tool in tools])
    return lambda message: [str(tools[i]["name"]) for i in index.query(message, 5)]


def measured(find: Finder, asked: Sequence[tuple[str, str]]) -> tuple[float, float, float]:
    """The share of messages whose tool came first, and among five; the median of milliseconds."""
    first = five = 0
    times: list[float] = []
    for message, wanted in asked:
        began = time.perf_counter()
        found = find(message)
        times.append(time.perf_counter() - began)
        first += found[:1] == [wanted]
        five += wanted in found
    return first / len(asked), five / len(asked), statistics.median(times) * 1000


def fresh_half(index: ToolIndex, asked: Sequence[tuple[str, str]]) -> tuple[float, float]:
    """The same shares for tools that the weights have not seen."""
    seen = [index.signs(message) for message, _ in asked]
    names = sorted({name for _, name in asked})
    first = five = count = 0
    for seed in range(_SPLITS):
        half = set(random.Random(seed).sample(names, len(names) // 2))
        for is_fitted in (True, False):
            weights = fitted(
                _lists(index, [(s, n) for s, (_, n) in zip(seen, asked, strict=True) if (n in half) == is_fitted])
            )
            for signs, (_, wanted) in zip(seen, asked, strict=True):
                if (wanted in half) != is_fitted:
                    scores = {i: sum(weights[name] * v for name, v in one.items()) for i, one in signs.items()}
                    best = [index.tools[i].name for i in sorted(scores, key=lambda i: (-scores[i], i))[:5]]
                    first, five, count = first + (best[:1] == [wanted]), five + (wanted in best), count + 1
    return first / count, five / count


def _lists(index: ToolIndex, seen: Sequence[tuple[Mapping[int, Mapping[str, float]], str]]) -> list[CandidateList]:
    out: list[CandidateList] = []
    for signs, wanted in seen:
        names = [index.tools[i].name for i in signs]
        if wanted in names:
            out.append(CandidateList(list(signs.values()), names.index(wanted)))
    return out


def enlarged(tools: Tools, count: int) -> list[Mapping[str, object]]:
    """As many tools, the later ones named and described as if of other departments."""
    out: list[Mapping[str, object]] = []
    for i in range(count):
        tool, turn = tools[i % len(tools)], i // len(tools)
        about = f"{tool['description']} of department{turn}"
        out.append(tool if not turn else {**tool, "name": f"department{turn}_{tool['name']}", "description": about})
    return out


def main(arguments: Sequence[str]) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.finding", description=__doc__)
    parser.add_argument("folder", type=Path, help="with the benchmark's lines")
    parser.add_argument("--fit", action="store_true", help="print the weights that all messages give, and end")
    given = parser.parse_args(arguments)
    tools, asked = pool_of(given.folder)
    engine = Engine()
    index = ToolIndex(engine, tools)
    if given.fit:
        for name, weight in fitted(_lists(index, [(index.signs(message), n) for message, n in asked])).items():
            print(f'    "{name}": {weight},')
        return 0
    print(f"{len(tools)} tools, {len(asked)} messages that ask for one of them")
    print("| | right one first | among five | p50 ms |\n|---|---|---|---|")
    for name, find in (("Sayso", ours(tools, engine)), ("FastMCP's BM25 search", theirs(tools))):
        first, five, median = measured(find, asked)
        print(f"| {name} | {first:.3f} | {five:.3f} | {median:.2f} |")
    first, five = fresh_half(index, asked)
    print(f"| Sayso, on tools that its weights were not fitted on | {first:.3f} | {five:.3f} | |")
    for count in (1000, 10_000):
        median = measured(ours(enlarged(tools, count), engine), asked[:300])[2]
        print(f"with {count} tools: p50 {median:.2f} ms")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
