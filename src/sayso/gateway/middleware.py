"""Sayso before the tools of any FastMCP server: `server.add_middleware(SaysoMiddleware())`."""

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import replace
from time import perf_counter
from typing import Any, assert_never

import anyio
from fastmcp.server.context import Context
from fastmcp.server.dependencies import get_context
from fastmcp.server.middleware import CallNext, Middleware, MiddlewareContext
from fastmcp.tools import InputRequiredToolResult, Tool, ToolResult
from mcp_types import CallToolRequestParams, ListToolsRequest

from sayso.audit.audit import AuditedRead, Refusal
from sayso.errors import StorageUnavailable
from sayso.face import standard
from sayso.gateway.answers import (
    fitted,
    needs_confirmation,
    needs_input,
    not_done,
    stopped,
    too_often,
    was_declined,
    with_checks,
)
from sayso.gateway.approving import Allowed, ApprovalRequest, Approvals, AwaitingYes, NotAllowed
from sayso.gateway.desk import GatewayDesk, desk_here
from sayso.gateway.earlier import Earlier
from sayso.gateway.judging import IncomingCall, Judge
from sayso.gateway.listing import identity_of, listed, own_name, server_of
from sayso.gateway.options import GatewayOptions
from sayso.gateway.records import SHOWN, StrangersRecords, fitting
from sayso.gateway.saying import (
    FOUND,
    MOST_FOUND,
    SAY,
    SAYING,
    Finder,
    OpenQuestions,
    SaidRequest,
    SaysoTool,
    find_tool,
    say_tool,
)
from sayso.gateway.shadow import DOOR as SHADOW
from sayso.gateway.shadow import would
from sayso.gateway.verdict import By, Checks, NeedsInput, NeedsYes, PassedOn, StoppedCall, Verdict, told_of
from sayso.gateway.words import HINT, HINT_SCHEMA, keep_to_ourselves, words_of
from sayso.session import Session
from sayso.tools.asking import InputRequested
from sayso.tools.told import error
from sayso.tools.wrong import plain
from sayso.tracing import span, tool_span

Params = CallToolRequestParams
Next = CallNext[Params, ToolResult]
_WHY = ("status", "language", "steps")  # of a decision, for the audit
_AWAY = "What was allowed cannot be looked up now. Nothing was done."


class SaysoMiddleware(Middleware):
    """Lets calls through that are complete, supported by what the person said, and allowed.

    Without a desk it works for whoever sits at this machine, with the database that `sayso approve` uses.
    """

    def __init__(self, desk: GatewayDesk | None = None, options: GatewayOptions | None = None) -> None:
        self.options = options or GatewayOptions()
        self._desk = desk
        self._stack = AsyncExitStack()
        self._opening = asyncio.Lock()
        self._judge: Judge | None = None
        self._earlier: Earlier | None = None
        self._finder: Finder | None = None
        self._open: OpenQuestions | None = None
        self._records: StrangersRecords | None = None

    async def desk(self) -> GatewayDesk:
        """What it works with; opened when the first call comes."""
        async with self._opening:
            if self._desk is None:
                self._desk = await self._stack.enter_async_context(desk_here())
            return self._desk

    async def close(self) -> None:
        """Write what is on its way, and close what was opened here."""
        if self._desk is not None:
            await self._desk.lines.flush()
        await self._stack.aclose()

    @property
    def judge(self) -> Judge:
        """Who judges calls."""
        if self._judge is None:
            self._judge = Judge(standard(), self.options.policy)
        return self._judge

    async def on_list_tools(
        self, context: MiddlewareContext[ListToolsRequest], call_next: CallNext[ListToolsRequest, Sequence[Tool]]
    ) -> Sequence[Tool]:
        """The tools, each with the hint argument where that is wished."""
        tools = await call_next(context)
        if self.options.hides_tools:
            tools = [tool for tool in tools if isinstance(tool, SaysoTool)]
        return [_with_hint(tool) for tool in tools] if self.options.adds_hint else tools

    def own_tools(self) -> list[SaysoTool]:
        """`say` and `find_tools`, for the server that it stands in."""
        return [say_tool(self._say), find_tool(self._find)]

    async def _say(self, arguments: dict[str, Any]) -> ToolResult:
        began, served, desk = perf_counter(), get_context(), await self.desk()
        request, said = served.request_context, str(arguments.get("request", ""))
        words = words_of(request.meta if request is not None else None, {}, takes_hint=False)

        async def note(reply: str, decision: Mapping[str, object]) -> None:
            led = {"said": said[:500], "whose_word": "say", **{k: decision[k] for k in _WHY if k in decision}}
            await desk.refuse(desk.session(led), Refusal(SAY, {"request": said}, reply, perf_counter() - began))

        saying = SaidRequest(
            self.judge.engine,
            self._finding(),
            self._questions(desk),
            (desk.who(), words.conversation),
            self.records(desk),
            note,
        )
        with span("message", {"sayso.door": "say"}, "SERVER"):
            return await saying.say(said, await self._others(served, None), served)

    async def _find(self, arguments: dict[str, Any]) -> ToolResult:
        tools = await self._others(get_context(), None)
        limit = arguments.get("limit", FOUND)
        most = limit if isinstance(limit, int) and 0 < limit <= MOST_FOUND else FOUND
        found = await asyncio.to_thread(self._finding().find, tools, str(arguments.get("query", "")), most)
        return ToolResult(structured_content={"tools": [dict(tool) for tool in found]})

    def _finding(self) -> Finder:
        if self._finder is None:
            self._finder = Finder(self.judge.engine)
        return self._finder

    def _questions(self, desk: GatewayDesk) -> OpenQuestions:
        if self._open is None:
            self._open = OpenQuestions(desk.clock)
        return self._open

    async def on_call_tool(self, context: MiddlewareContext[Params], call_next: Next) -> ToolResult:
        """Judge a call, and carry it out where nothing speaks against it."""
        served = context.fastmcp_context
        assert served is not None
        tool = await served.fastmcp.get_tool(context.message.name)
        if tool is None or isinstance(tool, SaysoTool):
            return await call_next(context)
        with tool_span(tool.name, "SERVER", "tools/call"):
            if self.options.is_shadow:
                return fitted(await self._watched(served, tool, (context, call_next)), tool)
            try:
                return fitted(await self._guarded(served, tool, (context, call_next)), tool)
            except StorageUnavailable:
                return fitted(not_done(error("unavailable", _AWAY, "Try again in a moment."), Checks()), tool)

    async def _guarded(self, served: Context, tool: Tool, onward: tuple[MiddlewareContext[Params], Next]) -> ToolResult:
        began = perf_counter()
        call = await self._proposed(served, tool, onward[0].message)
        verdict = await self.judged(call)
        return await GuardedCall(self, await self.desk(), call, onward, began).settle(verdict)

    async def judged(self, call: IncomingCall) -> Verdict:
        """What becomes of a call; where there are words to compare it with, others are answered meanwhile."""
        with span("guard", {"gen_ai.tool.name": call.name}) as noted:
            beside = asyncio.to_thread(self.judge.judge, call) if call.words.messages else None
            verdict = self.judge.judge(call) if beside is None else await beside
            noted.tell({"status": told_of(verdict), "danger": verdict.checks.danger})
            return verdict

    async def _watched(self, served: Context, tool: Tool, onward: tuple[MiddlewareContext[Params], Next]) -> ToolResult:
        """Leave a call as it is, and write down what would have become of it."""
        began, (context, call_next), desk = perf_counter(), onward, await self.desk()
        call = await self._proposed(served, tool, context.message)
        arguments = {
            n: v for n, v in call.arguments.items() if n != HINT or HINT in tool.parameters.get("properties", {})
        }
        try:
            verdict = await self.judged(call)
            line = AuditedRead(call.key, arguments, "success", would(verdict), perf_counter() - began)
            await desk.note(Session(desk.who(), SHADOW, _led_to(context, call)), line)
        except StorageUnavailable:
            pass  # who only watches stands in nobody's way
        message = context.message.model_copy(update={"arguments": arguments})
        with tool_span(call.name, "CLIENT") as noted:
            result = await call_next(context.copy(message=message))
            noted.tell({"status": "error" if result.is_error else "success"})
        if call.words.messages and not isinstance(result, InputRequiredToolResult):
            self.earlier(desk).keep((desk.who(), call.words.conversation), result)
        return result

    async def _proposed(self, served: Context, tool: Tool, message: Params) -> IncomingCall:
        request = served.request_context
        meta = request.meta if request is not None else None
        arguments = dict(message.arguments or {})
        words = SAYING.get() or words_of(meta, arguments, takes_hint=self.options.takes_hint)
        keep_to_ourselves(meta)
        desk = await self.desk()
        person = await desk.person()
        known = frozenset((person.id, person.email or person.id)) if person is not None else frozenset((desk.who(),))
        earlier = self.earlier(desk).turns((desk.who(), words.conversation)) if words.messages else ()
        others = await self._others(served, self.options.compared) if words.messages else ()
        call = IncomingCall(
            listed(tool), server_of(tool, served.fastmcp.name), arguments, words, earlier, others, known
        )
        return replace(call, own_name=own_name(tool), identity=identity_of(tool))

    async def _others(self, served: Context, most: int | None) -> Sequence[Mapping[str, object]]:
        """The tools of the server, less our own."""
        tools = await served.fastmcp.list_tools(run_middleware=False)
        return [listed(tool) for tool in tools if not isinstance(tool, SaysoTool)][:most]

    def earlier(self, desk: GatewayDesk) -> Earlier:
        """What tools answered before."""
        if self._earlier is None:
            self._earlier = Earlier(desk.clock)
        return self._earlier

    def records(self, desk: GatewayDesk) -> StrangersRecords:
        """Records of the servers behind."""
        if self._records is None:
            self._records = StrangersRecords(self.judge.engine, self.options.policy, desk.clock)
        return self._records


class GuardedCall:
    """One call, from its verdict to its answer."""

    def __init__(
        self,
        sayso: SaysoMiddleware,
        desk: GatewayDesk,
        call: IncomingCall,
        onward: tuple[MiddlewareContext[Params], Next],
        began: float,
    ) -> None:
        self._sayso, self._desk, self._call, self._began = sayso, desk, call, began
        self._context, self._call_next = onward
        self._session = desk.session(_led_to(onward[0], call), call.behind)

    async def settle(self, verdict: Verdict) -> ToolResult:
        """Carry the call out, ask, or say why not."""
        match verdict:
            case PassedOn():
                return await self._carried_out(verdict)
            case NeedsYes():
                return await self._with_a_yes(verdict)
            case NeedsInput():
                return await self._with_records(verdict)
            case StoppedCall():
                await self._refused(verdict.message)
                return stopped(verdict)
            case impossible:
                assert_never(impossible)

    async def _with_records(self, verdict: NeedsInput) -> ToolResult:
        """Look up what the person named, where something is missing that can be looked up; else ask."""
        call = self._call
        records = self._sayso.records(self._desk)
        may_look = bool(call.words.last) and not call.records
        tools = await self._tools_of_the_server() if may_look else {}
        own, offered = {**call.tool, "name": call.own}, [listed(tool, name) for name, tool in tools.items()]
        wanted = records.reference(own, verdict.known, offered) if may_look else None
        if wanted is not None:
            place = (self._session.user_id, call.server)
            meant = await records.meant(place, wanted, own, call.words.last, lambda name, given: tools[name].run(given))
            if meant is not None and meant.only is not None:
                value = fitting(meant.only.id, call.tool, meant.parameter)
                found = {**verdict.known, meant.parameter: value}
                self._call = replace(call, arguments=found, records={meant.parameter: value})
                self._session = self._desk.session(_led_to(self._context, self._call), call.behind)
                return await self.settle(await self._sayso.judged(self._call))
            if meant is not None:
                shown = tuple({"label": r.name, "value": {meant.parameter: r.id}} for r in meant.records[:SHOWN])
                verdict = replace(verdict, suggestions=shown)
        await self._refused(verdict.question)
        return needs_input(verdict)

    async def _tools_of_the_server(self) -> dict[str, Tool]:
        """The tools of the same server that the person may use, by what it calls them: no other one knows its
        records."""
        call, policy, served = self._call, self._sayso.judge.policy, get_context().fastmcp
        tools = await served.list_tools(run_middleware=False)
        mine = {
            own_name(t): t for t in tools if not isinstance(t, SaysoTool) and server_of(t, served.name) == call.server
        }
        return {n: t for n, t in mine.items() if policy.rule(call.server, n, t.name).refuses(call.person) is None}

    async def _with_a_yes(self, verdict: NeedsYes) -> ToolResult:
        approvals = Approvals(self._desk.confirmations, self._sayso.options.page)
        arguments = dict(verdict.arguments)
        wanted = ApprovalRequest(self._session, self._call.key, arguments, self._whose_yes(verdict))
        match await approvals.settle(wanted):
            case Allowed():
                return await self._carried_out(PassedOn(arguments, verdict.checks))
            case InputRequested(question):
                return InputRequiredToolResult(question)
            case NotAllowed():
                await self._refused("the person said no")
                return was_declined(verdict.checks)
            case AwaitingYes() as waiting:
                await self._noted("needs_confirmation", {"waiting": waiting.pending.id}, arguments)
                return needs_confirmation(waiting, verdict.checks)
            case impossible:
                assert_never(impossible)

    def _whose_yes(self, verdict: NeedsYes) -> By:
        """The client's word counts where the policy names the tool for it, or clients may confirm."""
        rule = self._call.rule(self._sayso.judge.policy)
        return verdict.by if self._desk.clients_confirm or rule.by == "client" else "person"

    async def _carried_out(self, verdict: PassedOn) -> ToolResult:
        rule = self._call.rule(self._sayso.judge.policy)
        reached = await self._desk.counted(self._call.behind, rule.limits)
        if reached is not None:
            await self._refused(f"more often than {reached.told}")
            return too_often(reached.told, verdict.checks)
        message = self._context.message.model_copy(update={"arguments": dict(verdict.arguments)})
        try:
            with tool_span(self._call.name, "CLIENT") as noted:
                result = await self._call_next(self._context.copy(message=message))
                noted.tell({"status": "error" if result.is_error else "success"})
        except asyncio.CancelledError:
            with anyio.CancelScope(shield=True):  # the server behind may have done it before the client took it back
                await self._noted("cancelled", {"sources": dict(verdict.checks.sources)}, verdict.arguments)
            raise
        if isinstance(result, InputRequiredToolResult):
            return result
        if self._call.words.messages or self._sayso.options.takes_hint:
            who = (self._session.user_id, self._call.words.conversation)
            self._sayso.earlier(self._desk).keep(who, result)
        status = "error" if result.is_error else "success"
        await self._noted(status, {"sources": dict(verdict.checks.sources)}, verdict.arguments)
        return with_checks(result, verdict.checks)

    async def _noted(self, status: str, result: Mapping[str, object], arguments: Mapping[str, object]) -> None:
        line = AuditedRead(self._call.key, arguments, status, result, perf_counter() - self._began)
        await self._desk.note(self._session, line)

    async def _refused(self, reason: str) -> None:
        line = Refusal(self._call.key, self._call.arguments, reason, perf_counter() - self._began)
        await self._desk.refuse(self._session, line)


def _led_to(context: MiddlewareContext[Params], call: IncomingCall) -> dict[str, object] | None:
    """What a person is told about a call besides what it does: which program makes it, and from which words."""
    served = context.fastmcp_context
    request = served.request_context if served is not None else None
    client = request.session.client_params if request is not None else None
    agent = plain(client.client_info.name) if client is not None and client.client_info is not None else ""
    told = {
        "agent": agent,
        "said": call.words.last[:500],
        "whose_word": call.words.origin,
        "records": dict(call.records),
    }
    return {name: value for name, value in told.items() if value}


def _with_hint(tool: Tool) -> Tool:
    inside = tool.parameters.get("properties", {})
    if not isinstance(inside, dict) or HINT in inside:
        return tool
    return tool.model_copy(update={"parameters": {**tool.parameters, "properties": {**inside, HINT: HINT_SCHEMA}}})
