"""The yes that a call waits for: the person's own, given where no client can answer for them, or the client's word
where the policy says that it is enough."""

from collections.abc import Mapping
from typing import assert_never

from fastmcp.server.dependencies import get_context
from mcp.shared.exceptions import MCPError
from mcp_types import ElicitRequest, ElicitRequestURLParams, InputRequiredResult
from mcp_types.version import MODERN_PROTOCOL_VERSIONS
from pydantic import ValidationError

from sayso.confirmations.call_text import call_text, question_of
from sayso.confirmations.confirmations import Confirmations
from sayso.confirmations.pending import Pending
from sayso.dataclass import dataclass
from sayso.gateway.verdict import By
from sayso.session import Session
from sayso.tools.asking import CannotAsk, InputRequested, No, Yes, ask


@dataclass(frozen=True, slots=True)
class Allowed:
    """There was a yes to exactly this call; it is used up."""


@dataclass(frozen=True, slots=True)
class NotAllowed:
    """There was a no."""


@dataclass(frozen=True, slots=True)
class AwaitingYes:
    """Nobody said anything yet; `link` is where the person can."""

    pending: Pending
    link: str | None


@dataclass(frozen=True, slots=True)
class ApprovalRequest:
    """A call that wants a yes: whose, which, with what, and who may give it."""

    session: Session
    tool: str
    arguments: Mapping[str, object]
    by: By


class Approvals:
    """Asks for a yes and uses it once. `page` is the address of the inbox, where there is one."""

    def __init__(self, confirmations: Confirmations, page: str | None = None) -> None:
        self._confirmations = confirmations
        self._page = page

    async def settle(self, wanted: ApprovalRequest) -> Allowed | NotAllowed | AwaitingYes | InputRequested:
        """Use the yes to this call, or ask for one."""
        who = (wanted.session, wanted.tool, wanted.arguments)
        if (decided := await self._decided(wanted)) is not None:
            return decided
        pending = await self._confirmations.ask(*who, call_text(wanted.tool, wanted.arguments))
        match wanted.by:
            case "person":
                shown = await self._shown(pending)
                if isinstance(shown, InputRequested):
                    return shown
                return await self._decided(wanted) or self._waiting(pending)
            case "client":
                return await self._from_the_client(wanted, pending)
            case impossible:
                assert_never(impossible)

    async def _decided(self, wanted: ApprovalRequest) -> Allowed | NotAllowed | None:
        """What the person said to this very call: a yes is used up, a no holds for a while."""
        who = (wanted.session, wanted.tool, wanted.arguments)
        if await self._confirmations.spend(*who):
            return Allowed()
        return NotAllowed() if await self._confirmations.is_refused(*who) else None

    async def _from_the_client(
        self, wanted: ApprovalRequest, pending: Pending
    ) -> Allowed | NotAllowed | AwaitingYes | InputRequested:
        person = wanted.session.user_id
        match await ask(pending):
            case InputRequested() as requested:
                return requested
            case CannotAsk():
                return self._waiting(pending)
            case No():
                await self._confirmations.refuse(pending.id, person)
                return NotAllowed()
            case Yes():
                await self._confirmations.grant(pending.id, person)
                is_used = await self._confirmations.spend(wanted.session, wanted.tool, wanted.arguments)
                return Allowed() if is_used else self._waiting(pending)
            case impossible:
                assert_never(impossible)

    def _waiting(self, pending: Pending) -> AwaitingYes:
        return AwaitingYes(pending, self.link(pending))

    def link(self, pending: Pending) -> str | None:
        """Where the person finds the question."""
        return None if self._page is None else f"{self._page}/inbox.html#{pending.id}"

    async def _shown(self, pending: Pending) -> InputRequested | None:
        """Have the client open the inbox, where it can. That it did is no yes: only what was decided there counts."""
        context, link, question = get_context(), self.link(pending), question_of(pending)
        request = context.request_context
        capabilities = request.session.client_capabilities if request is not None else None
        elicitation = capabilities.elicitation if capabilities is not None else None
        if link is None or request is None or elicitation is None or elicitation.url is None:
            return None
        if request.protocol_version in MODERN_PROTOCOL_VERSIONS:
            name = f"sayso/approve/{pending.id}"
            if name in (context.input_responses or {}):
                return None
            page = ElicitRequestURLParams(message=question, url=link, elicitation_id=pending.id)
            return InputRequested(InputRequiredResult(input_requests={name: ElicitRequest(params=page)}))
        if not request.session.can_send_request:
            return None
        try:
            await request.session.elicit_url(question, link, pending.id, related_request_id=request.request_id)
        except (MCPError, ValidationError):
            return None
        return None
