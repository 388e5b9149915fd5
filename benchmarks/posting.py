"""Clients that post messages, each one after the other on a connection of its own: in a process that measures only.

python -m benchmarks.posting     a job in JSON on stdin, what came of it in JSON on stdout
"""

import asyncio
import json
import sys
import time
from dataclasses import asdict, dataclass
from itertools import count
from urllib.parse import urlsplit

# what is said again and again; in the mix there are as many tasks at the end as at the beginning
CYCLES = {
    "mix": (
        "add water the {n} plants",
        "show my tasks",
        "complete water the {n} plants",
        "delete water the {n} plants",
        "yes",
    ),
    "list": ("show my tasks",),
    "add": ("add water the {n} plants",),
}


@dataclass(frozen=True, slots=True)
class Place:
    """Where one client posts, and as whom."""

    path: str
    token: str = ""


@dataclass(frozen=True, slots=True)
class Job:
    """What all of them do: so many messages together, from this number on."""

    address: str
    places: list[Place]
    messages: int
    first: int = 0
    cycle: str = "mix"


@dataclass(frozen=True, slots=True)
class Came:
    """What came of it: the seconds of all, the milliseconds of each, and how many answers were wrong."""

    seconds: float
    times: list[float]
    wrong: int


async def post_all(job: Job) -> Came:
    """Carry a job out."""
    times: list[float] = []
    cycle = CYCLES[job.cycle]
    numbers = count(job.first)
    last = job.first + job.messages // len(cycle)
    wrong = 0

    async def client(place: Place, name: int) -> None:
        nonlocal wrong
        address = urlsplit(job.address)
        reader, writer = await asyncio.open_connection(address.hostname, address.port)
        head = f"POST {place.path} HTTP/1.1\r\nHost: {address.netloc}\r\nContent-Type: application/json\r\n"
        head += f"Authorization: Bearer {place.token}\r\n" if place.token else ""
        while (number := next(numbers)) < last:
            for said in cycle:
                body = json.dumps({"content": said.format(n=f"{name}x{number}")}).encode()
                began = time.perf_counter()
                writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
                answered = await _answer(reader)
                times.append((time.perf_counter() - began) * 1000)
                wrong += not _is_right(answered, said, bool(place.token))
        writer.close()
        await writer.wait_closed()

    began = time.perf_counter()
    await asyncio.gather(*(client(place, name) for name, place in enumerate(job.places)))
    return Came(time.perf_counter() - began, times, wrong)


async def _answer(reader: asyncio.StreamReader) -> bytes:
    head = await reader.readuntil(b"\r\n\r\n")
    lines = head.lower().split(b"\r\n")
    length = next(int(line[15:]) for line in lines if line.startswith(b"content-length:"))
    return lines[0] + b"\n" + await reader.readexactly(length)


def _is_right(answered: bytes, said: str, is_ours: bool) -> bool:
    """Whether the answer says that it was done, or, before a deletion, that a yes is waited for."""
    if b" 200 " not in answered[:20]:
        return False
    told = b'"confirm":true' if said.startswith("delete") else b'"status":"success"'
    return not is_ours or told in answered.replace(b": ", b":")


def main() -> int:
    """Read the job, do it, print what came of it."""
    given = json.load(sys.stdin)
    job = Job(**given | {"places": [Place(**place) for place in given["places"]]})
    json.dump(asdict(asyncio.run(post_all(job))), sys.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main())
