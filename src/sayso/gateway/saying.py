"""Two tools that the gateway adds: `say`, plain language over all tools behind it; `find_tools`, the few that fit."""

import asyncio
import json
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextvars import ContextVar
from datetime import datetime, timedelta
from typing import Annotated, Any

from fastmcp.server.context import Context
from fastmcp.tools import InputRequiredToolResult, Tool, ToolResult
from mcp_types import TextContent, ToolAnnotations
from pydantic import Field
from pydantic.json_schema import SkipJsonSchema

from sayso.dataclass import dataclass
from sayso.errors import RequestError
from sayso.face import Engine
from sayso.gateway.answers import answer_of
from sayso.gateway.finding import ToolIndex
from sayso.gateway.records import StrangersRecords
from sayso.gateway.words import PersonWords
from sayso.tools.told import error
from sayso.tracing import span

SAY, FIND = "say", "find_tools"
FOUND = 5
MOST_FOUND = 20
_COMPARED = 40  # of very many tools, those that a request is decided among
_LIFETIME = timedelta(minutes=10)
_PEOPLE = 500
_PENDING = 128  # tools among which an open question is answered
Shape = Mapping[str, object]
# what `say` says for the calls that it makes: they go through the same checks as all others
SAYING: ContextVar[PersonWords | None] = ContextVar("sayso_saying", default=None)
_SAY_SCHEMA: dict[str, object] = {
    "type": "object",
    "properties": {"request": {"type": "string", "description": "What the user said, in their own words, unchanged."}},
    "required": ["request"],
}
_FIND_SCHEMA: dict[str, object] = {
    "type": "object",
    "properties": {
        "query": {"type": "string", "description": "What is to be done, in plain words."},
        "limit": {"type": "integer", "minimum": 1, "maximum": MOST_FOUND, "default": FOUND},
    },
    "required": ["query"],
}
Call = Callable[[dict[str, Any]], Any]
NoteUndone = Callable[[str, Shape], Awaitable[None]]  # what was answered, and the decision behind it


class SaysoTool(Tool):
    """A tool of the gateway itself."""

    call: Annotated[SkipJsonSchema[Call], Field(exclude=True)]

    async def run(self, arguments: dict[str, Any]) -> ToolResult:
        """Hand the call on."""
        result: ToolResult = await self.call(arguments)
        return result


@dataclass(frozen=True, slots=True)
class KeptQuestion:
    """A question that `say` asked: the decision that it belongs to, and what was said before."""

    decision: Shape
    messages: tuple[Shape, ...]
    at: datetime


class OpenQuestions:
    """The last open question of each person's conversations; in memory, and not for long."""

    def __init__(self, clock: Callable[[], datetime]) -> None:
        self._clock = clock
        self._kept: OrderedDict[tuple[str, str], KeptQuestion] = OrderedDict()

    def put(self, key: tuple[str, str], decision: Shape, messages: Sequence[Shape]) -> None:
        """Keep a question."""
        self._kept[key] = KeptQuestion(decision, tuple(messages), self._clock())
        while len(self._kept) > _PEOPLE:
            self._kept.popitem(last=False)

    def take(self, key: tuple[str, str]) -> KeptQuestion | None:
        """The open question; it is open no longer."""
        kept = self._kept.pop(key, None)
        return kept if kept is not None and kept.at + _LIFETIME > self._clock() else None


class Finder:
    """Finds tools; what was prepared for a list of tools is used until the list changes."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._for: list[Shape] = []
        self._index: ToolIndex | None = None

    def find(self, tools: Sequence[Shape], request: str, most: int) -> list[Shape]:
        """The tools that fit best."""
        if self._index is None or list(tools) != self._for:  # whatever changed of one of them
            self._index, self._for = ToolIndex(self._engine, tools), list(tools)
        return [found.definition for found in self._index.find(request, most)]


@dataclass(frozen=True, slots=True)
class SaidRequest:
    """What `say` needs: the engine, the finder, the open questions, whose they are, and who notes what is not done."""

    engine: Engine
    finder: Finder
    questions: OpenQuestions
    key: tuple[str, str]
    records: StrangersRecords
    note: NoteUndone

    async def say(self, request: str, tools: Sequence[Shape], served: Context) -> ToolResult:
        """Decide what a request asks for, and do it."""
        before = self.questions.take(self.key)
        near = list(tools)
        if len(near) > _COMPARED:
            near = await asyncio.to_thread(self.finder.find, tools, request, _COMPARED)
        messages: list[Shape] = [*(before.messages if before is not None else ()), {"role": "user", "content": request}]
        try:
            with span("decide") as noted:
                decision = (await asyncio.to_thread(self.engine.decide, {"message": request, "tools": near})).to_dict()
                if before is not None:
                    pending = {"message": request, "pending": before.decision, "tools": list(tools)[:_PENDING]}
                    answered: dict[str, Any] = (await asyncio.to_thread(self.engine.decide, pending)).to_dict()
                    is_answer = not _is_whole(decision) or _picked(answered["steps"], before) is not None
                    decision = answered if is_answer else decision  # rather than a request of its own
                noted.decided(decision)
        except RequestError as wrong:
            what = f"{wrong.where}: {wrong.what}."
            await self.note(what, {"status": "invalid"})
            return _told(error("invalid", what, wrong.next_step or "Say it otherwise."))
        steps: Any = decision["steps"]
        picked = _picked(steps, before)
        if picked is not None:  # of the records that were asked about
            return await self._done(decision, [*messages, {"role": "user", "content": picked}], served)
        known = {str(tool["name"]): tool for tool in tools}
        named = self._without_names(steps[0], known, tools) if len(steps) == 1 else None
        if named is not None:  # what people call a record is not its id
            return await self._looked_up({**decision, "steps": [named]}, messages, served)
        open_step = next((s for s in steps if self._is_open(s, known)), None)
        if open_step is not None and self._can_be_looked_up(open_step, known, tools):
            found = await self._looked_up({**decision, "steps": [open_step]}, messages, served)
            if (found.structured_content or {}).get("suggestions") or not _is_asking(found):
                return found
        if open_step is not None or not steps:
            return await self._asked(decision, open_step, messages)
        return await self._done(decision, messages, served)

    async def _looked_up(self, decision: Shape, messages: Sequence[Shape], served: Context) -> ToolResult:
        """Do what is missing only the id of a record; where several records fit, the next `say` may pick one."""
        found = await self._done(decision, messages, served)
        told = found.structured_content or {}
        offered: Any = told.get("suggestions")
        if _is_asking(found) and offered:
            steps: Any = decision["steps"]
            question, share = str(told.get("message") or ""), round(1 / len(offered), 4)
            shown = [{"label": one["label"], "value": one["value"], "confidence": share} for one in offered]
            asked = {**steps[0], "status": "ask", "question": question, "suggestions": shown}
            turns = [*messages, {"role": "assistant", "content": question}]
            self.questions.put(self.key, {**decision, "status": "ask", "reply": question, "steps": [asked]}, turns[-6:])
        return found

    def _is_open(self, step: Shape, known: Mapping[str, Shape]) -> bool:
        """Whether a step needs a word of the person first; what destroys needs more than that, and gets it later."""
        if step["status"] != "confirm" or step["requires_confirmation"]:
            return step["status"] not in ("call", "confirm")
        tool = known.get(str(step["tool_name"]))
        return tool is None or self.engine.danger(tool) != "reads"  # to read what was perhaps not meant harms nobody

    def _can_be_looked_up(self, step: Shape, known: Mapping[str, Shape], tools: Sequence[Shape]) -> bool:
        """Whether what a step lacks may be the name of a record."""
        tool = known.get(str(step["tool_name"]))
        if step["status"] != "ask" or tool is None:
            return False
        have = step["parameters"]
        return isinstance(have, Mapping) and self.records.reference(tool, have, tools) is not None

    def _without_names(self, step: Shape, known: Mapping[str, Shape], tools: Sequence[Shape]) -> Shape | None:
        """A complete step without the plain words that stand for the id of a record which can be looked up."""
        tool, have = known.get(str(step["tool_name"])), step["parameters"]
        if step["status"] not in ("call", "confirm") or tool is None or not isinstance(have, Mapping):
            return None
        for name in (n for n, value in have.items() if isinstance(value, str) and _is_plain(value)):
            rest = {n: value for n, value in have.items() if n != name}
            wanted = self.records.reference(tool, rest, tools)
            if wanted is not None and wanted.parameter == name:
                return {**step, "parameters": rest, "sources": {n: s for n, s in _sources(step) if n != name}}
        return None

    async def _asked(self, decision: Shape, step: Shape | None, messages: Sequence[Shape]) -> ToolResult:
        """What has to be said first; nothing was done."""
        reply = str(decision["reply"] or (step or {}).get("question") or "Nothing that the tools do was asked for.")
        await self.note(reply, decision)
        if step is not None and step["status"] != "failed":
            turns = [*messages, {"role": "assistant", "content": reply}]
            self.questions.put(self.key, decision, turns[-6:])
            offered = step.get("suggestions", [])
            told = {"status": "needs_input", "message": reply, "suggestions": offered, "steps": decision["steps"]}
            return _told(told)
        status = "failed" if step is not None else "nothing_asked_for"
        return _told({"status": status, "message": reply, "steps": decision["steps"]})

    async def _done(self, decision: Shape, messages: Sequence[Shape], served: Context) -> ToolResult:
        """Carry the steps out, each through the checks of all calls; the first that is not done ends it."""
        done: list[dict[str, object]] = []
        content: list[Any] = []
        steps: Any = decision["steps"]
        token = SAYING.set(PersonWords(tuple(messages), "say", self.key[1]))
        try:
            for step in steps:
                result = await served.fastmcp.call_tool(str(step["tool_name"]), dict(step["parameters"]))
                if isinstance(result, InputRequiredToolResult):
                    return result
                content.extend(result.content)
                answer = answer_of(result)
                told = {"tool": step["tool_name"], "arguments": step["parameters"], "sources": step["sources"]}
                done.append({**told, "is_error": result.is_error, "answer": answer})
                if result.is_error:
                    status = str((answer or {}).get("status", "error"))
                    whole = {
                        "status": status,
                        "steps": done,
                        **{k: v for k, v in (answer or {}).items() if k != "checks"},
                    }
                    return ToolResult(content=content, structured_content=whole, is_error=True)
        finally:
            SAYING.reset(token)
        return ToolResult(content=content, structured_content={"status": "done", "steps": done})


def _picked(steps: Sequence[Shape], before: KeptQuestion | None) -> str | None:
    """What the record is called that an answer picked of those that were offered."""
    asked: Any = before.decision["steps"] if before is not None else ()
    if len(steps) != 1 or len(asked) != 1 or steps[0]["status"] not in ("call", "confirm"):
        return None
    given: Any = steps[0]["parameters"]
    for one in asked[0].get("suggestions") or ():
        value = one.get("value")
        if isinstance(value, Mapping) and value and all(given.get(name) == inside for name, inside in value.items()):
            return str(one["label"])
    return None


def _is_plain(value: str) -> bool:
    """Whether a value is words as people say them, and no code: "login", not "I-1" or "PROJ"."""
    return not any(c.isdigit() or c in "_-/" for c in value) and not (value.isupper() and len(value) > 1)


def _sources(step: Shape) -> Iterable[tuple[str, object]]:
    given = step.get("sources")
    return given.items() if isinstance(given, Mapping) else ()


def _is_asking(result: ToolResult) -> bool:
    return (result.structured_content or {}).get("status") == "needs_input"


def _is_whole(decision: Shape) -> bool:
    """Whether a message says by itself what is to be done."""
    return decision["status"] in ("call", "confirm")


def _told(told: Mapping[str, object]) -> ToolResult:
    text = TextContent(type="text", text=json.dumps(told, ensure_ascii=False, default=str))
    return ToolResult(content=[text], structured_content=dict(told), is_error=told["status"] in ("error", "failed"))


def say_tool(call: Call) -> SaysoTool:
    """`say`, as it is listed."""
    about = "Does what the user asks for in plain language, with whichever tools that takes, or asks what is missing."
    notes = ToolAnnotations(read_only_hint=False, destructive_hint=True, open_world_hint=True)
    return SaysoTool(name=SAY, description=about, parameters=_SAY_SCHEMA, annotations=notes, call=call)


def find_tool(call: Call) -> SaysoTool:
    """`find_tools`, as it is listed."""
    about = "Finds the few tools that fit what is to be done, with their schemas. They can then be called by name."
    notes = ToolAnnotations(read_only_hint=True, idempotent_hint=True)
    return SaysoTool(name=FIND, description=about, parameters=_FIND_SCHEMA, annotations=notes, call=call)
