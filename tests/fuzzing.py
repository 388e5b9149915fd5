"""People who say anything at all to a server, and what must hold of every answer they get."""

import json
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import httpx2

from sayso import Engine
from sayso.engine.pack import Pack
from sayso.web.answers import AssistantMessage, ExchangeBody, TaskChanged, TaskPage
from sayso.web.problem_details import ProblemAnswer

_SAID = """
add delete complete buy milk the bread call mom tomorrow at 5pm friday show my tasks all undo yes no 1 2 #3 and , . ? !
it that second first change priority high due none aggiungi elimina il latte domani sì mostra annulla e completa
who am i turn on oven mark done 99999999999999999999 to rename chi sono accendi il forno la seconda tutte añade borra
la leche mañana muéstrame füge milch hinzu 牛乳を買う купить молоко اشتر الحليب never don't non how do I if I had
"""
WORDS = _SAID.split()
HOSTILE = [
    "\u202e", "\u200f", "\u200b\u200d", "\ufeff", "😀👩‍👩‍👧‍👦", "e\u0301\u0301\u0301", "\x01\x1b[31m\x7f", "\r\n", "\t",
    "\u2028", "{title}", "{0}", "%s%n", "\\", "'", '"', "' OR 1=1 --", "<script>alert(1)</script>", "../../etc/passwd",
    "Added 'x'.", "${jndi:x}", "[[", "(((", "\ud800", "\udfff", "\x00", "\U0010ffff", "ﬁ", "İ", "ß", "½", "٣",
    "a" * 300,
]  # fmt: skip
LONGEST = 2000
DEEDS = {
    "told_added": "add_task",
    "told_completed": "complete_task",
    "told_updated": "update_task",
    "told_deleted": "delete_task",
    "told_undone_gone": "undo",
    "told_undone_back": "undo",
    "told_undone_before": "undo",
}


def claims(packs: Sequence[Pack]) -> dict[str, set[str]]:
    """How a sentence begins that says that something was done, and by which tools."""
    found: dict[str, set[str]] = {}
    for pack in packs:
        for key, tool in DEEDS.items():
            found.setdefault(pack.replies[key].partition("{")[0], set()).add(tool)
    return found


@dataclass
class Talker:
    """Somebody who talks in several conversations; `mark` is in all that they name, and in nothing of anybody else."""

    client: httpx2.AsyncClient
    mark: str
    chance: random.Random
    paths: list[str] = field(default_factory=list)
    last: dict[str, str] = field(default_factory=dict)  # the assistant's last message in each conversation

    async def begin(self, count: int = 2) -> "Talker":
        for _ in range(count):
            begun = await self.client.post("/api/conversations")
            self.paths.append(f"/api/conversations/{begun.json()['id']}/messages")
        return self

    def words(self) -> str:
        chosen = self.chance.choices(WORDS, k=self.chance.randint(1, 9))
        if self.chance.random() < 0.5:
            chosen.insert(self.chance.randrange(len(chosen) + 1), self.mark)
        if self.chance.random() < 0.3:
            chosen.insert(self.chance.randrange(len(chosen) + 1), self.chance.choice(HOSTILE))
        return " ".join(chosen)


@dataclass
class Fuzz:
    """Random messages of several people, each answer held against what must be true of all."""

    people: list[Talker]
    engine: Engine
    answered: Counter[int] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.claims = claims(self.engine.packs)

    async def talk(self, talker: Talker, count: int) -> None:
        """Let one of them say something so many times."""
        ways = (self._say, self._pick, self._answer, self._stream, self._say_much, self._name, self._intrude)
        for way in talker.chance.choices(ways, (60, 14, 14, 4, 3, 3, 2), k=count):
            self.kinds[way.__name__.strip("_")] += 1
            await way(talker)

    async def look(self) -> None:
        """At the end everybody has their own things, and only these."""
        for talker in self.people:
            listed = await talker.client.get("/api/tasks", params={"limit": 100})
            self._check(talker, listed, {200})
            TaskPage.model_validate_json(listed.content)
            for path in talker.paths:
                self._check(talker, await talker.client.get(path, params={"limit": 200}), {200})

    async def _say(self, talker: Talker) -> None:
        await self._post(talker, talker.chance.choice(talker.paths), {"content": talker.words()})

    async def _pick(self, talker: Talker) -> None:
        path = talker.chance.choice(talker.paths)
        await self._post(
            talker, path, {"pick": {"message_id": self._some(talker, path), "index": talker.chance.randint(0, 4)}}
        )

    async def _answer(self, talker: Talker) -> None:
        path = talker.chance.choice(talker.paths)
        answer = {"message_id": self._some(talker, path), "yes": talker.chance.random() < 0.6}
        await self._post(talker, path, {"answer": answer})

    def _some(self, talker: Talker, path: str) -> str:
        """Mostly the message that may be answered; now and then one of another conversation or another person."""
        if talker.chance.random() < 0.9:
            return talker.last.get(path, "none")
        everywhere = [one for each in self.people for one in each.last.values()]
        return talker.chance.choice([*everywhere, "none"])

    async def _say_much(self, talker: Talker) -> None:
        long = (talker.words() + " ") * 2000
        size = talker.chance.choice((LONGEST, LONGEST + 1, 100_000))
        body = {"content": long[:size] if len(long) >= size else "a" * size}
        expected = {200, 422} if size == LONGEST else {422}
        await self._post(talker, talker.paths[0], body, expected)
        if talker.chance.random() < 0.1:
            await self._post(talker, talker.paths[0], {"content": "a" * 1_100_000}, {413})

    async def _stream(self, talker: Talker) -> None:
        path = talker.chance.choice(talker.paths)
        body = json.dumps({"content": talker.words()})
        headers = {"Content-Type": "application/json", "Accept": "text/event-stream"}
        answered = await talker.client.post(path, content=body, headers=headers)
        self._check(talker, answered, {200, 422})
        if answered.status_code == 200:
            name, told = answered.text.strip().split("\n\n")[-1].split("\n")
            assert name == "event: done", answered.text
            self._hold(talker, path, AssistantMessage.model_validate_json(told.removeprefix("data: ")))

    async def _name(self, talker: Talker) -> None:
        body = json.dumps({"title": f"{talker.mark} {talker.chance.choice(HOSTILE)} {talker.words()}"[:210]})
        headers = {"Content-Type": "application/json"}
        answered = await talker.client.post("/api/tasks", content=body, headers=headers)
        self._check(talker, answered, {201, 422})
        if answered.status_code == 201:
            TaskChanged.model_validate_json(answered.content)

    async def _intrude(self, talker: Talker) -> None:
        others = [path for each in self.people if each is not talker for path in each.paths]
        path = talker.chance.choice([*others, "/api/conversations/none/messages"])
        self._check(talker, await talker.client.get(path), {404})
        await self._post(talker, path, {"content": "show my tasks"}, {404})

    async def _post(self, talker: Talker, path: str, body: dict[str, Any], expected: set[int] | None = None) -> None:
        headers = {"Content-Type": "application/json"}
        answered = await talker.client.post(path, content=json.dumps(body), headers=headers)
        self._check(talker, answered, expected or {200, 422})
        if answered.status_code == 200:
            self._hold(talker, path, ExchangeBody.model_validate_json(answered.content).assistant)

    def _check(self, talker: Talker, answered: httpx2.Response, expected: set[int]) -> None:
        self.answered[answered.status_code] += 1
        assert answered.status_code in expected, (
            answered.status_code,
            answered.request.content[:500],
            answered.text[:500],
        )
        if answered.status_code >= 400:
            ProblemAnswer.model_validate_json(answered.content)
        for other in self.people:
            assert other is talker or other.mark not in answered.text, "somebody else's things"

    def _hold(self, talker: Talker, path: str, told: AssistantMessage) -> None:
        talker.last[path] = told.id
        assert told.content.strip()
        done = {result.tool_name for result in told.results if result.result.get("status") == "success"}
        for line in told.content.split("\n"):
            for beginning, tools in self.claims.items():
                assert not line.startswith(beginning) or done & tools, (told.content, told.results)
