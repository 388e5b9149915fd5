"""How long the event loop is held up at the most, under messages of any kind: `python -m benchmarks.pauses`.

Messages of up to two kilobytes, put together at random from what is known to be hard, are decided about as the
assistant does it, long ones beside the loop, while a second task does nothing but come round and look at the clock.
"""

import argparse
import asyncio
import random
import statistics
import time

from sayso import Engine

NOW = "2026-11-18T12:00:00+01:00"
LONGEST = 2000
AT_ONCE = 200  # letters that the assistant decides about on the loop
PIECES = (
    *(
        "\ufdfa",
        "1.",
        "½ ",
        "3/4 ",
        "via Roma 12, 00184 Roma; ",
        "and ",
        "5 ",
        "- x\n",
        "every monday at 8 ",
        "'x ",
        '"',
    ),
    *("turn on fridge and ", "delete it, ", "add buy milk tomorrow ", "if ", "((", "😀", "e\u0301", "http://a.b/c?d "),
    *("remind me to ", "set the fridge to 4 degrees ", "spegni la luce ", "domani alle 15 ", "dell'", "#1 ", "a@b.c "),
)
ORDINARY = (
    "add buy milk tomorrow",
    "show my tasks",
    "turn on the fridge",
    "complete buy milk",
    "aggiungi comprare il pane",
)


def fuzzed(seed: random.Random) -> str:
    """A message of any kind."""
    if seed.random() < 0.5:
        return seed.choice(ORDINARY)
    some = seed.choices(PIECES, k=seed.randint(1, 4))
    return "".join(seed.choices(some, k=LONGEST))[: seed.randint(1, LONGEST)]


async def heartbeat(pauses: list[float]) -> None:
    """Come round every millisecond, or as soon after that as the loop lets one."""
    last = time.perf_counter()
    while True:
        await asyncio.sleep(0.001)
        now = time.perf_counter()
        pauses.append(now - last)
        if len(pauses) > 1000:
            pauses[:] = [max(pauses)]
        last = now


async def measured(count: int) -> None:
    """Decide about so many messages, and print how long the loop was held up."""
    engine, seed = Engine().warm(), random.Random(14)
    context = {"tasks": [{"id": str(i), "title": f"task {i}"} for i in range(30)]}
    for message in ORDINARY:  # nothing is loaded later
        engine.decide({"message": message, "context": context, "now": NOW})
    pauses: list[float] = []
    taken: list[float] = []
    beating = asyncio.create_task(heartbeat(pauses))
    for _ in range(count):
        message = fuzzed(seed)
        request = {"message": message, "context": context, "now": NOW}
        began = time.perf_counter()
        if len(message) > AT_ONCE:
            await asyncio.to_thread(engine.decide, request)
        else:
            engine.decide(request)
        taken.append(time.perf_counter() - began)
        await asyncio.sleep(0)
    beating.cancel()
    median, longest = statistics.median(taken), max(pauses)
    print(f"{count} messages: median decision {median * 1000:.2f} ms, slowest {max(taken) * 1000:.0f} ms")
    print(f"longest pause of the loop {longest * 1000:.1f} ms, {longest / median:.1f} times the median decision")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="The longest pause of the event loop.")
    parser.add_argument("--messages", type=int, default=500)
    asyncio.run(measured(parser.parse_args().messages))
