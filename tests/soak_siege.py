"""Clients that work, for minutes, among others that are slow, send garbage or confirm by themselves, before a server
that is killed now and then: nothing lost, doubled, crossed or unconfirmed, and its memory stays as it is.

python tests/soak_siege.py [--clients 200] [--people 20] [--minutes 10] [--kills 3]     on SQLite and on PostgreSQL

Of ten clients six work over MCP (one by FastMCP's own client, five by plain requests, which cost the machine less) and
one over HTTP; one is slow, one sends garbage, and one tries to delete by its own yes, and to reach what is another's.
"""

import argparse
import asyncio
import json
import logging
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import children
import httpx2
from doors import TOKENS
from household import settle
from served import Served
from soak import PAUSE, Caller, Expected, Size, World, databases

from sayso.session import Session

KILLED_BY = 0.4  # of the time: from then on the server lives, and its memory is watched
WATCHED_FROM = 0.55
MOST_GROWTH = 0.1  # of its memory, from then to the end
SETTINGS = {"SAYSO_CALLS_PER_MINUTE": "0", "SAYSO_SIMULATED_OUTAGES": "false"}
HOST = "127.0.0.1"
LINGERING = 30  # seconds that somebody stays who comes for nothing good
PATIENCE = 300  # seconds for one answer: a machine that is busy with other things is slow to all
JSON = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}


class Front:
    """`sayso serve`, as people start it."""

    def __init__(self, url: str, port: int) -> None:
        self.served = Served(url, port=port, settings=SETTINGS, start=children.installed_sayso)
        self.url = url
        self.port = port
        self.address = f"{self.served.address}/mcp"
        httpx2.post(self.address, timeout=children.PATIENCE)  # refused, as soon as its MCP server is loaded

    def kill(self) -> None:
        """As if the power went."""
        self.served.kill()

    def memory(self) -> float:
        """Megabytes."""
        status = Path(f"/proc/{self.served.running.pid}/status").read_text()
        return int(re.findall(r"VmRSS:\s+(\d+) kB", status)[0]) / 1024


class Worker(Caller):
    """Works over MCP, by plain requests."""

    world: "Siege"

    async def tried(self, tool: str, key: str | None, arguments: dict[str, object]) -> dict[str, Any] | None:
        """One try; None where no answer came, whatever the server did."""
        patience = self.luck.random() * 0.2 if self.luck.random() < 0.1 else PATIENCE
        more = {} if key is None else {"_meta": {"idempotencyKey": key}}
        try:
            async with asyncio.timeout(patience):
                return await self.world.call(self.who, tool, arguments, **more) or None
        except TimeoutError:
            self.world.account.broken_off += 1
        except httpx2.HTTPError:
            await asyncio.sleep(PAUSE)
        return None


class Poster(Caller):
    """Works over HTTP: adds tasks, each under a key, and talks."""

    world: "Siege"

    async def act(self, key: str) -> None:
        title, key = f"{self.who.user_id} {key}", key.replace(" ", "-")
        told = await self.until("/api/tasks", {"title": title}, key)
        self.tasks[told["task_id"]] = Expected(told["title"])
        begun = await self.until("/api/conversations", {}, key)
        said = {"content": self.luck.choice(["show my tasks", "who am i"])}
        answer = json.dumps(await self.until(f"/api/conversations/{begun['id']}/messages", said, key))
        assert not any(one.user_id in answer for one in self.world.people if one is not self.who), "somebody else's"

    async def until(self, path: str, body: dict[str, str], key: str) -> dict[str, Any]:
        """The answer to a request that is repeated until it comes."""
        headers = {"Idempotency-Key": key, "Authorization": f"Bearer {TOKENS.issue(self.who.user_id)}"}
        while True:
            try:
                answered = await self.world.http.post(self.world.base + path, json=body, headers=headers)
                if answered.status_code != 503:
                    assert answered.is_success, (path, answered.status_code, answered.text)
                    self.world.account.acknowledged[f"POST {path.split('/')[2]}"] += 1
                    got: dict[str, Any] = answered.json()
                    return got
            except httpx2.HTTPError:
                await asyncio.sleep(PAUSE)
            self.world.account.retries += 1


class Nuisance(Caller):
    """Whoever comes for nothing good, again and again."""

    world: "Siege"

    async def run(self) -> None:
        while not self.world.is_over(0):
            try:
                await self.disturb()
                self.world.disturbed[type(self).__name__] += 1
            except (OSError, EOFError, TimeoutError, httpx2.HTTPError):  # the server is away, or has enough of it
                self.world.disturbed[f"{type(self).__name__} cut off"] += 1
                await asyncio.sleep(PAUSE)

    async def disturb(self) -> None:
        """One try."""
        raise NotImplementedError

    async def send(self, parts: list[bytes], pause: float) -> bytes:
        """Send bytes one after the other, and read what comes; raises where it is an error of the server."""
        reader, writer = await asyncio.open_connection(HOST, self.world.process.port)
        try:
            async with asyncio.timeout(LINGERING):
                for part in parts:
                    writer.write(part)
                    await writer.drain()
                    await asyncio.sleep(pause)
                told = await reader.read(2000)
        finally:
            writer.close()
        status = re.match(rb"HTTP/1\.1 (\d+)", told)
        assert status is None or int(status[1]) < 500 or int(status[1]) == 503, (parts[0][:200], told)
        return told

    def head(self, length: int) -> bytes:
        """A request for a tool, up to its body."""
        token = TOKENS.issue(self.who.user_id) if self.luck.random() < 0.5 else "nobody's"
        lines = ["POST /mcp HTTP/1.1", f"Host: {HOST}", f"Authorization: Bearer {token}", f"Content-Length: {length}"]
        return "\r\n".join([*lines, *(f"{name}: {value}" for name, value in JSON.items()), "", ""]).encode()


class Slow(Nuisance):
    """Sends a few letters a second, or a part and no more."""

    async def disturb(self) -> None:
        whole = self.head(900) + b'{"jsonrpc": "2.0", "id": 1, ' + b" " * 800
        size = self.luck.choice([1, 7, 100])
        cut = self.luck.randrange(1, len(whole))
        await self.send([whole[i : min(i + size, cut)] for i in range(0, cut, size)], self.luck.choice([0.05, 0.5]))


class Garbage(Nuisance):
    """Sends anything at all."""

    async def disturb(self) -> None:
        await asyncio.sleep(0.1)
        await self.send([self.luck.choice(WAYS)(self)], 0)


def _rpc(body: bytes) -> Callable[[Garbage], bytes]:
    return lambda one: one.head(len(body)) + body


WAYS: list[Callable[[Garbage], bytes]] = [
    lambda one: one.luck.randbytes(one.luck.randrange(1, 5000)),
    lambda one: one.head(300) + one.luck.randbytes(300),
    lambda _: b"GET /" + b"a" * 40_000 + b" HTTP/1.1\r\n\r\n",
    lambda _: b"POST /mcp HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffff\r\nx",
    lambda _: b"POST /api/decide HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n",
    lambda _: b"POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5\r\nContent-Length: 900\r\n\r\nabcde",
    _rpc(b"[" * 100_000),
    _rpc(b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "\\ud800", "arguments": []}}'),
    _rpc(b'{"jsonrpc": "2.0", "id": {}, "method": "tools/call"}'),
    _rpc(b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "undo", "arguments": {"title": 5}}}'),
]


class Forger(Nuisance):
    """Deletes by its own yes, and asks for what is another's."""

    async def disturb(self) -> None:
        await asyncio.sleep(0.2)
        added = [(one.who, task_id) for one in self.world.callers if isinstance(one, Poster) for task_id in one.tasks]
        if added:
            who, task_id = self.luck.choice(added)
            named = {"task_identifier": task_id}
            told = await self.world.call(self.who, "delete_task", named)
            assert (told.get("status") == "needs_confirmation") == (who is self.who), told
            yes = {"action": "accept", "content": {"confirm": True}}
            answers = {f"sayso/confirm/{told.get('confirmation_id', 'x')}": yes}
            for more in ({"inputResponses": answers}, {"_meta": {"inputResponses": answers}}):
                assert (await self.world.call(self.who, "delete_task", named, **more)).get("status") != "success"
            if who is not self.who:
                told = await self.world.call(self.who, "update_task", {**named, "new_priority": "high"})
                assert told.get("status") == "error", told


KINDS: list[type[Caller]] = [Caller, *[Worker] * 5, Poster, Slow, Garbage, Forger]


class Siege(World):
    """A server among clients of all kinds, for a time."""

    process: Front

    def __init__(self, url: str, size: Size, minutes: float) -> None:
        super().__init__(url, size, Front)
        self.seconds = minutes * 60
        self.began = time.monotonic()
        self.disturbed: Counter[str] = Counter()
        self.people: list[Session] = []
        self.callers: list[Caller] = []
        self.held: list[tuple[float, float]] = []  # which part of the time had passed, and the memory then
        everything = httpx2.Limits(max_connections=None, max_keepalive_connections=None)
        self.http = httpx2.AsyncClient(verify=False, timeout=PATIENCE, limits=everything)  # nothing here is encrypted

    @property
    def base(self) -> str:
        """Where the server is."""
        return self.process.served.address

    async def call(self, who: Session, tool: str, arguments: Mapping[str, object], **more: object) -> dict[str, Any]:
        """What a tool answers; nothing where the server has too much to do."""
        body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call"}
        params = {"name": tool, "arguments": arguments, **more}
        headers = {**JSON, "Authorization": f"Bearer {TOKENS.issue(who.user_id)}"}
        answered = await self.http.post(self.process.address, json={**body, "params": params}, headers=headers)
        assert answered.status_code in (200, 503), answered.text
        found: dict[str, Any] = answered.json().get("result", {}).get("structuredContent", {})
        return found

    def passed(self) -> float:
        """Which part of the time has passed."""
        return (time.monotonic() - self.began) / self.seconds

    def is_over(self, number: int) -> bool:
        return self.passed() >= 1

    async def progressed(self) -> None:
        """Deaths come by the clock here."""

    async def watch(self) -> None:
        """Kill the server now and then, and later look at what it holds."""
        for number in range(self.size.kills):
            await self.reach(KILLED_BY * (number + 1) / self.size.kills)
            await self.die()
        for part in (WATCHED_FROM, 0.7, 0.85, 0.99):
            await self.reach(part)
            self.held.append((self.passed(), self.process.memory()))

    async def reach(self, part: float) -> None:
        """Wait for a part of the time."""
        while self.passed() < part:
            await asyncio.sleep(0.1)

    async def besiege(self) -> str:
        """Everybody at once; what came of it."""
        self.people += [await settle(self.database, f"Person{i}") for i in range(self.size.people)]
        for i in range(self.size.clients):
            self.callers.append(KINDS[i % len(KINDS)](f"c{i}", self.luck_of(i), self))
        self.began = time.monotonic()
        await asyncio.gather(self.watch(), *(one.run() for one in self.callers))
        self.account.seconds = time.monotonic() - self.began
        for who in self.people:
            await self.check(who, [one for one in self.callers if one.who is who])
        growth = self.held[-1][1] / self.held[0][1] - 1
        assert growth <= MOST_GROWTH, self.held
        sizes = ", ".join(f"{megabytes:.0f} MB at {part:.0%}" for part, megabytes in self.held)
        others = ", ".join(f"{count} × {what}" for what, count in sorted(self.disturbed.items()))
        memory = f"memory, by the time that had passed: {sizes} ({growth:+.1%})"
        return f"{self.account}\n  beside them: {others}\n  {memory}"

    def luck_of(self, number: int) -> Session:
        """Whose client this is: each person has clients of several kinds."""
        return random.Random(f"{self.size.seed} {number}").choice(self.people)


async def besieged(url: str, size: Size, minutes: float) -> str:
    """Let it rain on one database; raises where anything did not hold."""
    siege = Siege(url, size, minutes)
    try:
        return await siege.besiege()
    finally:
        await siege.http.aclose()
        await siege.close()


def main() -> int:
    """Print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--people", type=int, default=20)
    parser.add_argument("--minutes", type=float, default=10, help="on each database")
    parser.add_argument("--kills", type=int, default=3)
    given = parser.parse_args()
    logging.getLogger("mcp").setLevel(logging.CRITICAL)  # that the server is away is what is tried here
    size = Size(given.clients, given.people, 0, given.kills)
    print(f"{size.clients} clients of {size.people} people for {given.minutes:g} minutes")
    for name, url in databases():
        print(f"{name}: {asyncio.run(besieged(url, size, given.minutes))}", flush=True)
        print(f"{name}: nothing lost, doubled, crossed or unconfirmed, and the audit agrees", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
