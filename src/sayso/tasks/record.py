"""A call of a task tool as a line of the audit."""

from datetime import datetime
from typing import assert_never

from sayso.audit.entry import AuditEntry
from sayso.tasks.outcome import (
    Added,
    ChangedSince,
    Completed,
    Deleted,
    InvalidTaskCall,
    Listed,
    NothingToRedo,
    NothingToUndo,
    Outcome,
    Redone,
    SeveralMatch,
    TaskKeyReused,
    TaskNeedsConfirmation,
    TaskNotFound,
    Undone,
    Updated,
    UserInfo,
)
from sayso.tools.call import ToolInvocation
from sayso.tools.told import NoAccount


def line(call: ToolInvocation, outcome: Outcome, is_repeated: bool, at: datetime, seconds: float) -> AuditEntry:
    """What to write down."""
    status, result = _told(outcome)
    if is_repeated and status == "success":
        status = "repeated"
    session = call.session
    if isinstance(outcome, NoAccount):  # nothing more is kept about whoever was removed
        return AuditEntry(None, session.door, call.tool, {}, status, result, at, seconds)
    return AuditEntry(
        session.user_id, session.door, call.tool, call.arguments, status, result, at, seconds, session.decision
    )


def _told(outcome: Outcome) -> tuple[str, dict[str, object]]:
    match outcome:
        case Added() | Completed() | Updated() | Deleted() | Undone() | Redone():
            task = outcome.task
            status = "success" if outcome.is_changed else "unchanged"
            return status, {"task_id": task.id, "number": task.number, "version": task.version}
        case TaskNeedsConfirmation():
            return "needs_confirmation", {"task_id": outcome.task.id, "confirmation_id": outcome.pending.id}
        case Listed():
            return "success", {"count": len(outcome.tasks), "total": outcome.total}
        case UserInfo():
            return "success", {}
        case (
            TaskNotFound()
            | SeveralMatch()
            | InvalidTaskCall()
            | TaskKeyReused()
            | NothingToUndo()
            | NothingToRedo()
            | ChangedSince()
            | NoAccount()
        ):
            return "error", {"error": outcome.error}
        case _:
            assert_never(outcome)
