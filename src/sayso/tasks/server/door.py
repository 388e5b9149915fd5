"""From a call as it comes through MCP to a verb of the service, and back from its outcome to a tool's answer."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, assert_never

from fastmcp.tools import InputRequiredToolResult, ToolResult

from sayso.audit.audit import Audit, Refusal
from sayso.errors import StorageUnavailable
from sayso.session import Session
from sayso.tasks.outcome import Invalid, NeedsConfirmation, Outcome, declined, unavailable, unknown_tool
from sayso.tasks.server.asking import Asked, CannotAsk, No, Yes, ask, idempotency_key
from sayso.tasks.server.catalogue import CATALOGUE, ToolCard
from sayso.tasks.service import TaskService
from sayso.tasks.task import Changes, NewTask, Query, Wrong, plain

Arguments = Mapping[str, Any]
Identify = Callable[[], str]  # whose call it is, by what was verified; never by its arguments
NAMES = tuple(card.name for card in CATALOGUE)


@dataclass(frozen=True, slots=True)
class Incoming:
    """One call of a tool: whose, which, with what."""

    session: Session
    tool: str
    arguments: Arguments
    key: str | None = None


class Door:
    """Lets calls through to the service, and writes down those that it does not let through."""

    def __init__(self, service: TaskService, audit: Audit, identify: Identify) -> None:
        self._service = service
        self._audit = audit
        self._identify = identify

    async def call(self, card: ToolCard, arguments: Mapping[str, object]) -> ToolResult:
        """Carry a call out; every answer, also that the database is away, has the shape that the tools promise."""
        key = idempotency_key()
        call = Incoming(self._session(), card.name, arguments, None if isinstance(key, Wrong) else key)
        wrong = _misfit(card, arguments) or (key if isinstance(key, Wrong) else None)
        try:
            if wrong is not None:
                return await self._refused(call, Invalid(wrong).to_dict())
            return await self._carried_out(call)
        except StorageUnavailable:
            return answer(unavailable())

    async def refuse_unknown(self, tool: str, arguments: Mapping[str, object]) -> ToolResult:
        """Answer a call of a tool that there is not."""
        call = Incoming(self._session(), tool, arguments)
        try:
            return await self._refused(call, unknown_tool(tool, get_close_matches(tool, NAMES) or NAMES))
        except StorageUnavailable:
            return answer(unavailable())

    def _session(self) -> Session:
        return Session(self._identify(), "mcp")

    async def _refused(self, call: Incoming, told: dict[str, object]) -> ToolResult:
        await self._audit.refuse(call.session, Refusal(call.tool, call.arguments, str(told["error_message"])))
        return answer(told)

    async def _carried_out(self, call: Incoming) -> ToolResult:
        outcome = await _verb(self._service, call)
        if not isinstance(outcome, NeedsConfirmation):
            return answer(outcome.to_dict())
        confirmations, person = self._service.confirmations, call.session.user_id
        match await ask(outcome.pending):
            case Asked(question):
                return InputRequiredToolResult(question)
            case CannotAsk():
                return answer(outcome.to_dict())
            case No():
                await confirmations.refuse(outcome.pending.id, person)
                return await self._refused(call, declined())
            case Yes():
                await confirmations.grant(outcome.pending.id, person)  # a late one grants nothing
                return answer((await _verb(self._service, call)).to_dict())
            case impossible:
                assert_never(impossible)


def answer(told: dict[str, object]) -> ToolResult:
    """What a tool tells, as MCP carries it."""
    return ToolResult(structured_content=told, is_error=told["status"] == "error")


def _misfit(card: ToolCard, arguments: Mapping[str, object]) -> Wrong | None:
    unknown = next((name for name in arguments if name not in card.properties), None)
    if unknown is None:
        return None
    if unknown.casefold().replace("_", "").replace("-", "") in ("user", "userid"):
        return Wrong(unknown, "The user is that of the session and never an argument.", "Call again without it.")
    known = ", ".join(card.properties)
    said = f"{card.name} takes no argument {plain(unknown)!r}."
    return Wrong(plain(unknown), said, f"Use only: {known}." if known else "Call it without arguments.")


def _verb(service: TaskService, call: Incoming) -> Awaitable[Outcome]:
    """The verb of a tool; the service checks every value itself, so that they are handed on as they came."""
    session, key = call.session, call.key
    given = {name: value for name, value in call.arguments.items() if value is not None}  # null is as if left out
    match call.tool:
        case "add_task":
            return service.add(session, NewTask(**{"title": "", **given}), key)
        case "list_tasks":
            return service.list(session, Query(**given))
        case "get_user_info":
            return service.get_user_info(session)
        case "undo":
            return service.undo(session, key)
    task = given.pop("task_identifier", "")
    if isinstance(task, int) and not isinstance(task, bool):
        task = str(task)  # a number is a number, with or without quotes
    match call.tool:
        case "complete_task":
            return service.complete(session, task, key)
        case "delete_task":
            return service.delete(session, task, key)
        case _:
            return service.update(session, task, Changes(**given), key)
