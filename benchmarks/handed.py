"""How long a decision among tools that were handed in takes, by the number of tools: processor time, best of five.

make bench
python -m benchmarks.handed [FOLDER]   messages with their tools from function-calling lines, not the sixty to servers
"""

import argparse
import gc
import json
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.speed import NOW, at
from sayso import Engine
from sayso_evals import handed, servers

BLIND = Path(__file__).parent.parent / "tests" / "blind"
COUNTS = (1, 10, 50)
ROUNDS = 5
MOST = 300  # messages of a folder, one in so many


class Brought(NamedTuple):
    """A message with the tools that it is about, the likeliest first."""

    message: str
    tools: Sequence[Mapping[str, Any]]


def of_servers() -> list[Brought]:
    """The requests to real servers, each with its server's tools."""
    listed: dict[str, list[dict[str, Any]]] = json.loads((BLIND / "servers_tools.json").read_text(encoding="utf-8"))
    return [Brought(one.message, listed[one.server]) for one in servers.read(BLIND / "servers.jsonl")]


def of_folder(folder: Path) -> list[Brought]:
    """Some of the lines of a folder, from all of its parts."""
    rows = list(handed.read(folder))
    return [Brought(row.message, row.tools) for row in rows[:: max(1, len(rows) // MOST)]]


def requests(brought: Sequence[Brought], count: int) -> list[dict[str, Any]]:
    """Every message with exactly so many tools: its own, then those of the others."""
    out: list[dict[str, Any]] = []
    pool = {tool["name"]: tool for one in brought for tool in one.tools}
    for one in brought:
        tools = {tool["name"]: tool for tool in one.tools[:count]}
        for name, tool in pool.items():
            if len(tools) >= count:
                break
            tools.setdefault(name, tool)
        out.append({"message": one.message, "tools": list(tools.values()), "now": NOW})
    return out


def timed(engine: Engine, asked: Sequence[dict[str, Any]]) -> list[float]:
    """The milliseconds of every request, sorted; the tools were seen before."""
    best = [float("inf")] * len(asked)
    for request in asked:
        engine.decide(request)
    for _ in range(ROUNDS):
        gc.collect()
        for i, request in enumerate(asked):
            start = time.process_time()
            engine.decide(request)
            best[i] = min(best[i], (time.process_time() - start) * 1000)
    return sorted(best)


def main(arguments: Sequence[str]) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, nargs="?")
    given = parser.parse_args(arguments)
    brought = of_folder(given.folder) if given.folder else of_servers()
    engine = Engine().warm()
    print(f"{len(brought)} messages\n{'tools handed in':>16}{'p50 ms':>10}{'p99 ms':>10}")
    for count in COUNTS:
        times = timed(engine, requests(brought, count))
        print(f"{count:16}{at(times, 0.5):10.2f}{at(times, 0.99):10.2f}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
