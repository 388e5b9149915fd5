"""People who say anything at all to a served assistant, by the thousand, and requests that its description allows or
forbids: no answer of 500 or more, none of another shape than described, none with another person's things.

python tests/soak_talk.py [--messages 20000] [--examples 100]     on SQLite and on PostgreSQL
"""

import argparse
import asyncio
import random
import sys
import tempfile
import time

import httpx2
from describing import try_description
from fuzzing import Fuzz, Talker
from served import Served
from soak import databases

from sayso import Engine

PEOPLE = 4


async def talk(served: Served, messages: int) -> Fuzz:
    """Let all of them talk at once; raises where an answer is not as it must be."""
    people = []
    for number in range(PEOPLE):
        headers = {"Authorization": f"Bearer {await served.token()}"}
        client = httpx2.AsyncClient(base_url=served.address, headers=headers, timeout=60)
        people.append(await Talker(client, f"zqperson{number}", random.Random(number)).begin(3))
    fuzz = Fuzz(people, Engine())
    await asyncio.gather(*(fuzz.talk(talker, messages // PEOPLE) for talker in people))
    await fuzz.look()
    for talker in people:
        await talker.client.aclose()
    return fuzz


def main() -> int:
    """Print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--messages", type=int, default=20_000, help="on each database")
    parser.add_argument("--examples", type=int, default=100, help="of each operation of the description")
    given = parser.parse_args()
    for name, url in databases():
        with tempfile.TemporaryFile() as log:
            try:
                with Served(url, log=log.fileno()) as served:
                    soak(name, served, given)
            except AssertionError:
                log.seek(0)
                print(log.read().decode(errors="replace"))
                raise
    return 0


def soak(name: str, served: Served, given: argparse.Namespace) -> None:
    """Let it rain on one database; raises where an answer is not as it must be."""
    began = time.monotonic()
    fuzz = asyncio.run(talk(served, given.messages))
    answered = ", ".join(f"{count} × {status}" for status, count in sorted(fuzz.answered.items()))
    kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(fuzz.kinds.items()))
    print(f"{name}: {sum(fuzz.kinds.values())} messages ({kinds}) in {time.monotonic() - began:.0f} s: {answered}")
    tried = try_description(served.address, asyncio.run(served.token()), given.examples)
    assert tried.is_right, tried.report
    print(f"{name}: {tried.cases} requests against the description, all as described", flush=True)
    assert served.end() == 0


if __name__ == "__main__":
    sys.exit(main())
