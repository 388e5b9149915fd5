"""From a call as it comes through MCP to a verb of its wing, and back from what that tells to a tool's answer."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from difflib import get_close_matches
from typing import assert_never

from fastmcp.tools import InputRequiredToolResult, ToolResult

from sayso.audit.audit import Audit, Refusal
from sayso.dataclass import dataclass
from sayso.errors import StorageUnavailable
from sayso.session import PROGRAMS, Session
from sayso.tools.asking import CannotAsk, InputRequested, No, Yes, ask, idempotency_key
from sayso.tools.call import ToolInvocation
from sayso.tools.card import ToolCard
from sayso.tools.told import declined, invalid, too_many, unknown_tool
from sayso.tools.wing import Wing
from sayso.tools.wrong import Wrong, plain
from sayso.tracing import tool_span

Identify = Callable[[], str]  # whose call it is, by what was verified; never by its arguments


Admit = Callable[[str], Awaitable[int]]  # counts a person's call; how many seconds to wait, 0 where it may come in


@dataclass(frozen=True, slots=True)
class DoorTerms:
    """What programs may do: whether a yes counts that they say the person gave them, and how often they may call."""

    clients_confirm: bool = False
    admit: Admit | None = None


class Door:
    """Lets calls through to their wings, and writes down those that it does not let through."""

    def __init__(self, wings: Sequence[Wing], audit: Audit, identify: Identify, terms: DoorTerms) -> None:
        self._terms = terms
        self._names = tuple(card.name for wing in wings for card in wing.cards)
        self._away = dict(wings[0].away)
        self._audit = audit
        self._identify = identify

    async def call(self, wing: Wing, card: ToolCard, arguments: Mapping[str, object]) -> ToolResult:
        """Carry a call out; every answer, also that the database is away, has the shape that the tools promise."""
        with tool_span(card.name, "SERVER") as noted:
            result = await self._answered(wing, card, arguments)
            told = result.structured_content or {}
            noted.tell({"status": str(told.get("status") or "needs_confirmation")})  # without one, a form is put
            return result

    async def _answered(self, wing: Wing, card: ToolCard, arguments: Mapping[str, object]) -> ToolResult:
        key = idempotency_key()
        call = ToolInvocation(self._session(), card.name, arguments, None if isinstance(key, Wrong) else key)
        wrong = _misfit(card, arguments) or (key if isinstance(key, Wrong) else None)
        try:
            wait = await self._terms.admit(call.session.user_id) if self._terms.admit is not None else 0
            if wait:
                return await self._refused(call, too_many(wait))
            if wrong is not None:
                return await self._refused(call, invalid(wrong))
            return await self._carried_out(wing, call)
        except StorageUnavailable:
            return answer(dict(wing.away))

    async def refuse_unknown(self, tool: str, arguments: Mapping[str, object]) -> ToolResult:
        """Answer a call of a tool that there is not."""
        call = ToolInvocation(self._session(), tool, arguments)
        try:
            return await self._refused(call, unknown_tool(tool, get_close_matches(tool, self._names) or self._names))
        except StorageUnavailable:
            return answer(self._away)

    def _session(self) -> Session:
        return Session(self._identify(), PROGRAMS)

    async def _refused(self, call: ToolInvocation, told: dict[str, object]) -> ToolResult:
        await self._audit.refuse(call.session, Refusal(call.tool, call.arguments, str(told["error_message"])))
        return answer(told)

    async def _carried_out(self, wing: Wing, call: ToolInvocation) -> ToolResult:
        done = await wing.verb(call)
        if done.pending is None or not self._terms.clients_confirm:
            return answer(done.told)  # the person allows it where they are: on the page, or with `sayso approve`
        person = call.session.user_id
        match await ask(done.pending):
            case InputRequested(question):
                return InputRequiredToolResult(question)
            case CannotAsk():
                return answer(done.told)
            case No():
                await wing.confirmations.refuse(done.pending.id, person)
                return await self._refused(call, declined())
            case Yes():
                await wing.confirmations.grant(done.pending.id, person)  # a late one grants nothing
                return answer((await wing.verb(call)).told)
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
    for refused in card.refused:
        if refused.field == unknown:
            return refused
    known = ", ".join(card.properties)
    said = f"{card.name} takes no argument {plain(unknown)!r}."
    return Wrong(plain(unknown), said, f"Use only: {known}." if known else "Call it without arguments.")
