"""The person's own yes, asked through the client: pushed to those of the older protocol, handed back to newer ones."""

from fastmcp.server.dependencies import get_context
from mcp.server.session import ServerSession
from mcp.shared.exceptions import MCPError
from mcp_types import ElicitRequest, ElicitRequestFormParams, ElicitResult, InputRequiredResult
from mcp_types.version import MODERN_PROTOCOL_VERSIONS
from pydantic import ValidationError

from sayso.confirmations.call_text import question_of
from sayso.confirmations.pending import Pending
from sayso.dataclass import dataclass
from sayso.tools.call import LONGEST_KEY
from sayso.tools.wrong import Wrong

KEY = "idempotencyKey"  # in the `_meta` of a request
_FORM: dict[str, object] = {  # without a default: nobody's yes is filled in beforehand
    "type": "object",
    "properties": {"confirm": {"type": "boolean", "title": "Yes, do it"}},
    "required": ["confirm"],
}


@dataclass(frozen=True, slots=True)
class Yes:
    """The person allows it."""


@dataclass(frozen=True, slots=True)
class No:
    """The person does not, or put the question away."""


@dataclass(frozen=True, slots=True)
class InputRequested:
    """The client puts the question, and makes the call again with the answer."""

    question: InputRequiredResult


@dataclass(frozen=True, slots=True)
class CannotAsk:
    """This client cannot put a question to the person."""


async def ask(pending: Pending) -> Yes | No | InputRequested | CannotAsk:
    """Put a question to the person behind the call that is being served.

    An answer counts only for the very question: its id is part of the name under which the answer comes back.
    """
    context = get_context()
    request = context.request_context
    if request is None or not _can_show_a_form(request.session):
        return CannotAsk()
    form = ElicitRequestFormParams(message=_shown(question_of(pending)), requested_schema=_FORM)
    if request.protocol_version in MODERN_PROTOCOL_VERSIONS:
        name = f"sayso/confirm/{pending.id}"
        said = (context.input_responses or {}).get(name)
        if said is None:
            return InputRequested(InputRequiredResult(input_requests={name: ElicitRequest(params=form)}))
        return _meant(said) if isinstance(said, ElicitResult) else No()
    if not request.session.can_send_request:  # without a connection that lasts, nothing can be pushed
        return CannotAsk()
    try:
        return _meant(await request.session.elicit_form(form.message, _FORM, related_request_id=request.request_id))
    except (MCPError, ValidationError):
        return CannotAsk()


def idempotency_key() -> str | Wrong | None:
    """The key that came with the call that is being served, outside the arguments, which are the model's."""
    request = get_context().request_context
    key = (request.meta or {}).get(KEY) if request is not None else None
    if key is None or (isinstance(key, str) and 0 < len(key) <= LONGEST_KEY):
        return key
    return Wrong(KEY, "The key is no text, empty or too long.", f"Use 1 to {LONGEST_KEY} characters.")


def _can_show_a_form(session: ServerSession) -> bool:
    capabilities = session.client_capabilities
    elicitation = capabilities.elicitation if capabilities is not None else None
    if elicitation is None:
        return False
    return elicitation.form is not None or elicitation.url is None  # one that says nothing means forms


def _meant(said: ElicitResult) -> Yes | No:
    is_yes = said.action == "accept" and (said.content or {}).get("confirm") is True
    return Yes() if is_yes else No()


def _shown(summary: str) -> str:
    return "".join(c if c.isprintable() else "?" for c in summary)  # a title cannot paint the screen
