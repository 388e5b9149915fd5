"""What is attacked: a running server, two people who know nothing of each other, and the way to its database."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from typing import Any
from uuid import uuid4

import httpx2
from argon2 import PasswordHasher
from doors import SECRET, TOKENS
from served import Caller, Served

from sayso.accounts.person import Person
from sayso.accounts.store import add
from sayso.accounts.tokens import Tokens
from sayso.storage.database import Database
from sayso.tasks.service import utc_now

PASSWORD = "correct horse battery staple"
MCP = {"Accept": "application/json, text/event-stream"}
Json = dict[str, Any]


@dataclass
class Target:
    """A server under attack; `ann` is the victim, `bob` an attacker with an account of his own."""

    served: Served
    database: Database
    ann: Caller
    bob: Caller
    person: Person
    tries: int = 0

    @property
    def client(self) -> httpx2.AsyncClient:
        """Somebody without an account."""
        return httpx2.AsyncClient(base_url=self.served.address, timeout=60)

    async def send(self, method: str, path: str, who: Caller | None = None, **given: Any) -> httpx2.Response:
        """One try."""
        self.tries += 1
        if who is not None:
            return await who.client.request(method, path, **given)
        async with self.client as client:
            return await client.request(method, path, **given)

    async def call(self, tool: str, arguments: Mapping[str, object], who: Caller | None = None, **more: object) -> Json:
        """A call over MCP; what the tool answers, or the error of the protocol."""
        params = {"name": tool, "arguments": arguments, **more}
        body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
        got = await self.send("POST", "/mcp", who or self.bob, json=body, headers=MCP)
        told: Json = got.json()
        result = told.get("result", told)
        found: Json = result.get("structuredContent", result) if isinstance(result, dict) else told
        return found

    async def task(self, title: str = "buy milk") -> Json:
        """A task of the victim."""
        made: Json = (await self.ann.client.post("/api/tasks", json={"title": title})).json()
        return made

    async def titles(self) -> list[str]:
        """The victim's tasks."""
        return [task["title"] for task in (await self.ann.client.get("/api/tasks?limit=500")).json()["tasks"]]


async def caller(served: Served, person: Person) -> Caller:
    """Somebody with a token and a conversation."""
    headers = {"Authorization": f"Bearer {TOKENS.issue(person.id)}"}
    return await Caller(httpx2.AsyncClient(base_url=served.address, headers=headers, timeout=60)).begin()


@cache
def _hashed() -> str:
    """The password of all, hashed once: that takes long on purpose."""
    return PasswordHasher().hash(PASSWORD)


async def target(served: Served) -> Target:
    """A server with two new people."""
    database = Database(served.url)
    people: list[Person] = []
    for name in ("Ann", "Bob"):
        person = Person(str(uuid4()), name, f"{name}-{uuid4()}@example.org", "UTC", utc_now())
        async with database.transaction() as tx:
            assert await add(tx, person, _hashed())
        people.append(person)
    ann, bob = [await caller(served, person) for person in people]
    return Target(served, database, ann, bob, people[0])


def forged(user_id: str, secret: str = SECRET, hours: float = 1) -> str:
    """A token that somebody made."""
    return Tokens(secret, timedelta(hours=hours), utc_now).issue(user_id)


def nested(depth: int) -> bytes:
    """JSON that is deeper than anybody means it."""
    return b'{"message": ' + b"[" * depth + b"]" * depth + b"}"


def written(value: object) -> bytes:
    """JSON, with whatever it may hold."""
    return json.dumps(value).encode()
