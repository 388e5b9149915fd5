"""How long it takes to start, and what it weighs: `python -m benchmarks.start`.

Each start is a process of its own, several by turns, the quickest told: wall time, the processor's beside it, and the
most that it may be of the latter. The limit of all of them is an interpreter that does nothing.
"""

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from sayso.languages.shipped import FOLDER, ShippedTagger

SAYSO = str(Path(sys.executable).with_name("sayso"))
STARTS = {
    "python -c pass": [sys.executable, "-c", "pass"],
    "import sayso": [sys.executable, "-c", "import sayso"],
    "a first decision": [sys.executable, "-c", "import sayso; sayso.decide({'message': 'show my tasks'})"],
    "sayso map": [SAYSO, "map", "show my tasks"],
    "sayso map, by the tagger": [SAYSO, "map", "add buy milk"],
    "sayso say": [SAYSO, "say", "show my tasks"],
}
LIMITS = {"import sayso": 0.25, "sayso map": 0.35, "sayso map, by the tagger": 0.35, "sayso say": 1.0}
SERVES, HOLDS = 2.0, 110  # seconds of the processor until it answers, megabytes while nobody asks
_CLAUSE = ("would", "you", "mind", "jotting", "down", "that", "i", "owe", "ann", "a", "lunch")


def started(command: Sequence[str], around: dict[str, str]) -> tuple[float, float]:
    """Seconds until a command is over: on the wall, and of the processor."""
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(command, env=around, stdout=subprocess.DEVNULL, check=True)
    wall, after = time.perf_counter() - begun, resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def served(around: dict[str, str], idle: float) -> tuple[float, float, float, float]:
    """Seconds until `sayso serve` answers, on the wall and of the processor; megabytes when it does, and when it has
    been idle for a while."""
    begun = time.perf_counter()
    command = [SAYSO, "serve", "--local", "--port", "0"]
    with subprocess.Popen(command, env=around, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        assert server.stdout is not None
        origin = server.stdout.readline().split()[-1].partition("/signin")[0]
        with urllib.request.urlopen(f"{origin}/health") as answer:
            answer.read()
        answering, busy, at_once = time.perf_counter() - begun, _busy(server.pid), _megabytes(server.pid)
        time.sleep(idle)
        later = _megabytes(server.pid)
        server.terminate()
    return answering, busy, at_once, later


def _busy(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return sum(int(ticks) for ticks in fields[11:13]) / os.sysconf("SC_CLK_TCK")


def _megabytes(process: int) -> float:
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS"))


def heard(tagger: ShippedTagger, turns: int) -> float:
    """Milliseconds that a clause takes which only the tagger hears, of the quickest turn."""
    tagger(_CLAUSE, [[] for _ in _CLAUSE])
    taken = []
    for _ in range(turns):
        begun = time.perf_counter()
        tagger(_CLAUSE, [[] for _ in _CLAUSE])
        taken.append(time.perf_counter() - begun)
    return 1000 * min(taken)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--idle", type=float, default=10.0, help="seconds before the memory is looked at again")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        around = {**os.environ, "XDG_DATA_HOME": folder}
        taken = {name: [started(command, around)] for name, command in STARTS.items()}  # to warm up
        for name in [*STARTS] * given.turns:
            taken[name].append(started(STARTS[name], around))
        print(f"{'':24}{'wall s':>8}{'cpu s':>8}{'limit':>8}")
        for name, each in taken.items():
            wall, cpu = (min(column) for column in zip(*each[1:], strict=True))
            print(f"{name:24}{wall:8.2f}{cpu:8.2f}{LIMITS.get(name, ''):>8}")
        answers, busy, at_once, later = min(served(around, given.idle) for _ in range(2))
        print(f"{'sayso serve answers':24}{answers:8.2f}{busy:8.2f}{SERVES:>8}")
        print(f"memory of sayso serve: {at_once:.0f} MB, {later:.0f} MB after {given.idle:g} s idle (limit {HOLDS})")
    if find_spec("numpy") is not None:
        print(f"a clause that only the tagger hears: {heard(ShippedTagger(), given.turns):.1f} ms with NumPy")
    plain = ShippedTagger(FOLDER / "tagger.npz", is_plain=True)
    print(f"a clause that only the tagger hears: {heard(plain, given.turns):.1f} ms without NumPy")


if __name__ == "__main__":
    main()
