"""Finding one of very many tools by a request, beside FastMCP's BM25 search, in one run.

python -m benchmarks.finding FOLDER
"""

import argparse
import statistics
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from fastmcp.server.transforms.search.bm25 import _BM25Index

from sayso import Engine
from sayso.gateway.finding import ToolIndex
from sayso_evals.handed import read

Tools = Sequence[Mapping[str, object]]
Finder = Callable[[str], list[str]]


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
    tools, asked = pool_of(parser.parse_args(arguments).folder)
    engine = Engine()
    print(f"{len(tools)} tools, {len(asked)} messages that ask for one of them")
    print("| | right one first | among five | p50 ms |\n|---|---|---|---|")
    for name, find in (("Sayso", ours(tools, engine)), ("FastMCP's BM25 search", theirs(tools))):
        first, five, median = measured(find, asked)
        print(f"| {name} | {first:.3f} | {five:.3f} | {median:.2f} |")
    for count in (1000, 10_000):
        median = measured(ours(enlarged(tools, count), engine), asked[:300])[2]
        print(f"with {count} tools: p50 {median:.2f} ms")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
