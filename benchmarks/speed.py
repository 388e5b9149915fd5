"""How long one decision takes, beside hassil in the same run; how it grows with the records, and what these weigh; what
importing costs.

make bench
python -m benchmarks.speed [--messages FOLDER]   messages from labelled files instead of the packs' own sentences
"""

import argparse
import gc
import random
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import yaml
from hassil import Intents, SlotList, TextSlotList, recognize_best
from home_assistant_intents import get_intents

from sayso import Catalogue, Engine
from sayso_evals.data import read

NOW = "2026-11-16T10:00:00+01:00"
PACKS = Path(__file__).parent.parent / "src" / "sayso" / "languages"
ROUNDS = 9
BLOCK = 50
FEWEST = 100  # machines
VERBS = ("buy", "call", "pay", "fix", "clean", "book", "renew", "water", "send", "comprare", "chiamare", "pagare")
KINDS = ("Frigo", "Forno", "Abbattitore", "Cella", "Fridge", "Oven", "Freezer")
PLACES = ("Cucina", "Sala", "Bar", "Cantina", "Kitchen", "Pantry")
THINGS = ("milk", "rent", "dentist", "report", "garden", "invoice", "printer", "ticket", "latte", "affitto", "bolletta")


def messages(language: str, folder: Path | None) -> list[str]:
    """Half about tasks, half about anything else."""
    rng = random.Random(11)
    if folder is not None:
        cases = [c for c in read(folder) if c.language == language]
        tasks = [c.message for c in cases if c.group == "tasks"]
        others = [c.message for c in cases if c.group == "negatives"]
    else:
        told = yaml.safe_load((PACKS / language / "likeness.yaml").read_text(encoding="utf-8"))
        others = list(told.pop("none"))
        tasks = [s for said in told.values() for s in said]
    size = min(len(tasks), len(others), 400)
    both = rng.sample(tasks, size) + rng.sample(others, size)
    rng.shuffle(both)
    return both


def titles(count: int) -> list[str]:
    """Distinct task titles."""
    rng = random.Random(5)
    return [f"{rng.choice(VERBS)} {rng.choice(THINGS)} {rng.choice(THINGS)} {i}" for i in range(count)]


def catalogue(count: int) -> Catalogue:
    """That many tasks, prepared."""
    return Catalogue([{"id": str(i), "title": t} for i, t in enumerate(titles(count))])


def timed(deciders: list[Callable[[str], object]], said: list[str]) -> list[list[float]]:
    """For each decider the milliseconds of processor time of every message, sorted: the best of some rounds. They take
    turns in short blocks, so that a machine that slows down slows them alike; what else runs on it does not count."""
    best = [[float("inf")] * len(said) for _ in deciders]
    for block in range(0, len(said), BLOCK):
        for _ in range(ROUNDS):
            for decide, times in zip(deciders, best, strict=True):
                gc.collect()
                for i, message in enumerate(said[block : block + BLOCK], block):
                    start = time.process_time()
                    decide(message)
                    times[i] = min(times[i], (time.process_time() - start) * 1000)
    return [sorted(times) for times in best]


def at(times: list[float], share: float) -> float:
    """The time that this share of the messages stays under."""
    return times[min(int(len(times) * share), len(times) - 1)]


def peer(language: str) -> Callable[[str], object]:
    """hassil with Home Assistant's own sentences and as many names as we have tasks."""
    intents = Intents.from_dict(get_intents(language) or {})
    lists: dict[str, SlotList] = {
        "name": TextSlotList.from_strings(titles(100), name="name"),
        "area": TextSlotList.from_strings(["kitchen", "garden", "cucina", "sala"], name="area"),
        "floor": TextSlotList.from_strings(["ground", "terra"], name="floor"),
    }
    return lambda message: recognize_best(message, intents, slot_lists=lists, language=language)


def speed(engine: Engine, folder: Path | None) -> None:
    """One decision, beside hassil."""
    print(f"{'':14}{'p50':>10}{'p99':>10}   (ms a message, 100 tasks)")
    known = catalogue(100)
    for language in ("en", "it"):
        said = messages(language, folder)
        ours, theirs = timed([lambda m: engine.decide({"message": m, "now": NOW}, known), peer(language)], said)
        for name, times in (("sayso", ours), ("hassil", theirs)):
            print(f"{name + ' ' + language:14}{at(times, 0.5):10.3f}{at(times, 0.99):10.3f}")
        ratios = [at(theirs, s) / at(ours, s) for s in (0.5, 0.99)]
        print(f"{'times faster':14}{ratios[0]:10.1f}{ratios[1]:10.1f}")


def growth(engine: Engine) -> None:
    """How a decision and its preparation grow with the number of tasks."""
    said = [f"mark {t} as done" for t in titles(60)] + ["complete buy milk", "delete the printer one", "show my tasks"]
    base = 0.0
    print(f"\n{'tasks':>8}{'prepare ms':>12}{'a task us':>12}{'decide p50 ms':>16}{'times 100':>11}")
    for count in (100, 1_000, 10_000):
        start = time.process_time()
        known = catalogue(count)
        engine.decide({"message": "complete buy milk", "now": NOW}, known)
        prepared = (time.process_time() - start) * 1000
        times = timed([lambda m: engine.decide({"message": m, "now": NOW}, known)], said)[0]  # noqa: B023 - run at once
        p50 = at(times, 0.5)
        base = base or p50
        print(f"{count:8}{prepared:12.1f}{prepared * 1000 / count:12.1f}{p50:16.3f}{p50 / base:11.1f}")


def fleet(count: int) -> Catalogue:
    """That many machines with twenty commands each, prepared; names share their words."""
    rng = random.Random(7)
    spoken = ["turn_on", "turn_off", "turn_on_light", "turn_off_light", "start_defrost", "start_cycle"]
    names = [*spoken, *(f"program_{i}" for i in range(20 - len(spoken)))]
    return Catalogue(
        machines=[
            {
                "id": f"m{i}",
                "name": f"{rng.choice(KINDS)} {rng.choice(PLACES)} {i}",
                "serial": f"SN{i:05d}",
                "commands": [{"id": f"m{i}:{n}", "name": n} for n in names],
                "metrics": ["temperature", "humidity"],
            }
            for i in range(count)
        ]
    )


def composed(known: Catalogue, count: int) -> list[str]:
    """Requests that name one of that many machines, and requests that could mean many of them."""
    assert known.machines is not None
    names = [m.name for m in known.machines.all[:: count // 20]]
    said = [f"accendi la luce del {n}" for n in names] + [f"turn off the {n}" for n in names]
    said += [f"sbrina SN{i:05d}" for i in range(0, count, count // 10)]
    anyone = (
        "accendi la luce",
        "spegni il forno",
        "turn on the light of the fridge",
        "avvia il ciclo dell'abbattitore",
    )
    return [*said, *anyone * 3]


def composing(engine: Engine) -> None:
    """How one composition of an empty call grows with the number of machines."""
    call = {"name": "machine_command_execute", "arguments": {}}
    base = 0.0
    print(
        f"\n{'machines':>8}{'prepare ms':>12}{'compose p50 ms':>16}{'p99 ms':>9}{'times 100':>11}   (20 commands each)"
    )
    for count in (100, 1_000, 10_000):
        start = time.process_time()
        known = fleet(count)
        engine.decide({"message": "accendi la luce", "now": NOW}, known)
        prepared = (time.process_time() - start) * 1000
        said = composed(known, count)
        times = timed([lambda m: engine.decide({"message": m, "now": NOW, "call": call}, known)], said)[0]  # noqa: B023
        p50 = at(times, 0.5)
        base = base or p50
        print(f"{count:8}{prepared:12.1f}{p50:16.3f}{at(times, 0.99):9.3f}{p50 / base:11.1f}")


def weight(engine: Engine, count: int = 1_000) -> None:
    """What one of many prepared machines weighs: as it is kept, and what it is found by."""
    engine.decide({"message": "accendi la luce", "now": NOW}, fleet(FEWEST))  # what is made once is made
    tracemalloc.start()
    known = fleet(count)
    gc.collect()
    kept = tracemalloc.get_traced_memory()[0]
    engine.decide({"message": "accendi la luce", "now": NOW}, known)
    gc.collect()
    index = tracemalloc.get_traced_memory()[0] - kept
    tracemalloc.stop()
    print(f"a machine with its 20 commands weighs {kept / count:.0f} bytes, what it is found by {index / count:.0f}")


def importing() -> None:
    """What `import sayso` costs, in a process of its own."""
    script = (
        "import sys, time; a = time.perf_counter(); import sayso; b = time.perf_counter();"
        "pages = int(open('/proc/self/statm').read().split()[1]);"
        "print(f'{b - a:.3f} s, {pages * 4096 / 1e6:.0f} MB, {len(sys.modules)} modules')"
    )
    print(
        "\nimport sayso:",
        subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.strip(),
    )


def main() -> int:
    """Print all of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--messages", type=Path)
    engine = Engine().warm()
    speed(engine, parser.parse_args().messages)
    growth(engine)
    composing(engine)
    weight(engine)
    importing()
    return 0


if __name__ == "__main__":
    sys.exit(main())
