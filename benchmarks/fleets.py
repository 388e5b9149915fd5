"""How long it takes to decide about very many machines, over 10,000 beside the same over 100: requests that every one
of them could do, which are held to a ratio, and requests that name some, which are only shown.

make bench
python -m benchmarks.fleets [--machines 10000] [--rounds 200]
"""

import argparse
import gc
import sys
import time

from sayso import Catalogue, Engine

NOW = "2026-11-16T10:00:00+01:00"
FEW = 100
AT_MOST = 5.0  # times as long over very many as over a few, at p99
KINDS = ("Frigo", "Forno", "Abbattitore", "Cella", "Fridge", "Oven", "Freezer")
PLACES = ("Cucina", "Sala", "Bar", "Cantina", "Kitchen", "Pantry")
ANYONE = ("turn on the light", "accendi la luce", "turn off the lights", "what is the temperature")
NAMED = ("turn on the light of fridge 42", "what is the temperature of the oven 17", "turn on the fridge")


def fleet(count: int) -> Catalogue:
    """That many machines of a few kinds, each of which has a light."""
    names = ("turn_on_light", "turn_off_light", "start_defrost")
    return Catalogue(
        machines=[
            {
                "id": f"m{i}",
                "name": f"{KINDS[i % len(KINDS)]} {PLACES[i % len(PLACES)]} {i}",
                "serial": f"SN{i}",
                "connected": True,
                "commands": [{"id": f"m{i}:{name}", "name": name} for name in names],
                "metrics": ["temperature", "humidity"],
            }
            for i in range(count)
        ]
    )


def timed(engine: Engine, known: Catalogue, message: str, rounds: int) -> list[float]:
    """The milliseconds of processor time of each round, sorted: what else runs on the machine does not count."""
    times: list[float] = []
    engine.decide({"message": message, "now": NOW}, known)
    gc.collect()
    for _ in range(rounds):
        began = time.process_time()
        engine.decide({"message": message, "now": NOW}, known)
        times.append((time.process_time() - began) * 1000)
    return sorted(times)


def main() -> int:
    """Print all of it; fails where very many take too long."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--machines", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=200)
    given = parser.parse_args()
    engine = Engine().warm()
    few, many = fleet(FEW), fleet(given.machines)
    print(f"{'p50 and p99 in milliseconds':44}{FEW:>10} machines{given.machines:>12} machines     p99 ratio")
    worst = 0.0
    for message in (*ANYONE, *NAMED):
        a, b = (timed(engine, known, message, given.rounds) for known in (few, many))
        at = given.rounds * 99 // 100
        worst = max(worst, b[at] / a[at]) if message in ANYONE else worst
        middle = given.rounds // 2
        print(f"{message:44}{a[middle]:9.2f}{a[at]:9.2f}{b[middle]:12.2f}{b[at]:9.2f}{b[at] / a[at]:14.1f}")
    print(f"the worst ratio where everyone could is {worst:.1f}, at most {AT_MOST:.0f} wanted")
    return 0 if worst <= AT_MOST else 1


if __name__ == "__main__":
    sys.exit(main())
