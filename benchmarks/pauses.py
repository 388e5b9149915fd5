"""How long the event loop is held up at the most, under messages of any kind: `python -m benchmarks.pauses`.

Messages of up to two kilobytes, put together at random from what is known to be hard, are decided about as the
assistant does it, long ones beside the loop, while a second task does nothing but come round and look at the clock.
"""

import argparse
import asyncio
import random
import statistics
import time
from dataclasses import dataclass, field

from sayso import Engine

NOW = "2026-11-18T12:00:00+01:00"
LONGEST = 2000
AT_ONCE = 60  # letters that the assistant decides about on the loop
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


@dataclass
class Watch:
    """Two clocks: that on the wall, and that of the processor time of this process, which stands still while others
    have the processor; on a machine that is busy with other things the second one counts."""

    wall: list[float] = field(default_factory=list)
    processor: list[float] = field(default_factory=list)
    _last: tuple[float, float] = (0.0, 0.0)

    def start(self) -> None:
        """Begin to count."""
        self._last = time.perf_counter(), time.process_time()

    def stop(self) -> None:
        """Keep what has passed."""
        now = time.perf_counter(), time.process_time()
        self.wall.append(now[0] - self._last[0])
        self.processor.append(now[1] - self._last[1])
        self._last = now


async def heartbeat(pauses: Watch) -> None:
    """Come round every millisecond, or as soon after that as the loop lets one."""
    pauses.start()
    while True:
        await asyncio.sleep(0.001)
        pauses.stop()
        if len(pauses.wall) > 1000:
            pauses.wall[:], pauses.processor[:] = [max(pauses.wall)], [max(pauses.processor)]


async def measured(count: int, first: int) -> None:
    """Decide about so many messages, and print how long the loop was held up."""
    engine, seed = Engine().warm(), random.Random(first)
    context = {"tasks": [{"id": str(i), "title": f"task {i}"} for i in range(30)]}
    for message in ORDINARY:  # nothing is loaded later
        engine.decide({"message": message, "context": context, "now": NOW})
    pauses, taken = Watch(), Watch()
    beating = asyncio.create_task(heartbeat(pauses))
    for _ in range(count):
        message = fuzzed(seed)
        request = {"message": message, "context": context, "now": NOW}
        taken.start()
        if len(message) > AT_ONCE:
            await asyncio.to_thread(engine.decide, request)
        else:
            engine.decide(request)
        taken.stop()
        await asyncio.sleep(0)
    beating.cancel()
    print(f"{count} messages")
    for name, longest, times in (
        ("on the wall", max(pauses.wall), taken.wall),
        ("of the processor", max(pauses.processor), taken.processor),
    ):
        median = statistics.median(times)
        print(f"clock {name}: median decision {median * 1000:.2f} ms, slowest {max(times) * 1000:.0f} ms")
        print(f"  longest pause of the loop {longest * 1000:.1f} ms, {longest / median:.1f} times the median decision")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="The longest pause of the event loop.")
    parser.add_argument("--messages", type=int, default=500)
    parser.add_argument("--seed", type=int, default=14, help="other messages: several runs beside each other")
    told = parser.parse_args()
    asyncio.run(measured(told.messages, told.seed))
