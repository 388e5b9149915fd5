"""What the gateway answers in place of a tool: that nothing was carried out, why, and what to do."""

import json
from collections.abc import Mapping

from fastmcp.tools import Tool, ToolResult
from mcp_types import TextContent

from sayso.confirmations.call_text import question_of
from sayso.gateway.approving import AwaitingYes
from sayso.gateway.verdict import Checks, NeedsInput, StoppedCall
from sayso.tools.told import declined, error

CHECKS = "sayso/checks"  # in the `_meta` of an answer: what was checked, and what could not be
ANSWER = "sayso/answer"  # in the `_meta` of an answer in place of a tool's: the same as its text, as a structure


class AnswerInPlace(ToolResult):
    """An answer in place of the tool's."""


def with_checks(result: ToolResult, checks: Checks) -> ToolResult:
    """A tool's own answer, with what was checked beside it."""
    own = {
        name: value
        for name, value in (result.meta or {}).items()
        if name != ANSWER or isinstance(result, AnswerInPlace)
    }
    result.meta = {**own, CHECKS: checks.to_dict()}
    return result


def not_done(told: Mapping[str, object], checks: Checks) -> ToolResult:
    """An answer in place of the tool's: an error, so that nobody takes it for what the tool promises."""
    return with_checks(in_place({**told, "checks": checks.to_dict()}), checks)


def in_place(told: Mapping[str, object]) -> ToolResult:
    """The same, where nothing was checked: the call was passed on, and no answer came that could be handed over."""
    whole = dict(told)
    text = TextContent(type="text", text=json.dumps(whole, ensure_ascii=False, default=str))
    return AnswerInPlace(content=[text], structured_content=whole, is_error=True, meta={ANSWER: whole})


def fitted(result: ToolResult, tool: Tool) -> ToolResult:
    """An answer that no client takes for a broken promise: some hold errors, too, against a tool's output schema, so
    there it is text, with the structure in `_meta` alone."""
    if tool.output_schema is not None and isinstance(result, AnswerInPlace):
        return AnswerInPlace(content=result.content, is_error=True, meta=result.meta)
    return result


def answer_of(result: ToolResult) -> dict[str, object] | None:
    """What was answered, as a structure: by the tool, or in its place."""
    if isinstance(result, AnswerInPlace) and result.meta is not None:
        inside: dict[str, object] = result.meta[ANSWER]
        return inside
    return result.structured_content


def stopped(verdict: StoppedCall) -> ToolResult:
    """The call is not carried out."""
    return not_done(error(verdict.kind, verdict.message, verdict.suggestion), verdict.checks)


def needs_input(verdict: NeedsInput) -> ToolResult:
    """Something has to be asked first."""
    told = {
        "status": "needs_input",
        "message": verdict.question,
        "suggestions": [dict(one) for one in verdict.suggestions],
        "known": dict(verdict.known),
        "left_out": list(verdict.checks.dropped),
    }
    return not_done(told, verdict.checks)


def needs_confirmation(waiting: AwaitingYes, checks: Checks) -> ToolResult:
    """The person has to allow it, where no client can do that for them. There is nothing in it to send back."""
    pending = waiting.pending
    where = f"open {waiting.link}, or run" if waiting.link else "run"
    told = {
        "status": "needs_confirmation",
        "message": f"It waits for a yes: {question_of(pending)}. Nothing was done yet.",
        "suggestion": f"The person allows it themselves: {where} `sayso approve {pending.id}`. "
        "Then make the same call again.",
        "expires_at": pending.expires_at.isoformat(),
    }
    if waiting.link is not None:
        told["link"] = waiting.link
    return not_done(told, checks)


def was_declined(checks: Checks) -> ToolResult:
    """The person said no."""
    return not_done(declined(), checks)


def too_often(told: str, checks: Checks) -> ToolResult:
    """The policy's limit is reached."""
    return not_done(error("too_often", f"The policy allows this {told}.", "Wait, then call again."), checks)
