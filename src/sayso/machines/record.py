"""A call of a machine tool as a line of the audit."""

from datetime import datetime
from typing import assert_never

from sayso.audit.entry import AuditEntry
from sayso.machines.outcome import (
    Detail,
    Executed,
    Happenings,
    InvalidMachineCall,
    MachineKeyReused,
    MachineMetrics,
    MachineNeedsConfirmation,
    MachineNotFound,
    Machines,
    NoCapability,
    NotExecuted,
    Outcome,
    Planned,
    SeveralMachines,
    Unavailable,
)
from sayso.tools.call import ToolInvocation
from sayso.tools.told import NoAccount


def line(call: ToolInvocation, outcome: Outcome, is_repeated: bool, at: datetime, seconds: float) -> AuditEntry:
    """What to write down."""
    status, result = _told(outcome)
    session = call.session
    is_first = not is_repeated or status != "success"
    told = (status if is_first else "repeated", result, at, seconds, session.decision)
    if isinstance(outcome, NoAccount):  # nothing more is kept about whoever was removed
        return AuditEntry(None, session.door, call.tool, {}, *told[:-1])
    return AuditEntry(session.user_id, session.door, call.tool, call.arguments, *told)


def _told(outcome: Outcome) -> tuple[str, dict[str, object]]:
    match outcome:
        case Executed():
            told = outcome.to_dict()
            return "success", {name: told[name] for name in ("effect", "device_id", "machine_command_id")}
        case Planned():
            about = outcome.about
            times = {"at": outcome.at, "until": outcome.until, "task_number": outcome.number}
            return "success", {"device_id": about.device_id, "machine_command_id": about.command_id, **times}
        case NotExecuted():
            about = outcome.about
            told = {"device_id": about.device_id, "machine_command_id": about.command_id}
            return "error", {"error": outcome.error, **told}
        case MachineNeedsConfirmation():
            return "needs_confirmation", {
                "device_id": outcome.about.device_id,
                "machine_command_id": outcome.about.command_id,
                "confirmation_id": outcome.pending.id,
            }
        case Machines():
            return "success", {"count": len(outcome.machines), "total": outcome.total}
        case MachineMetrics():
            points = sum(len(one.points) for one in outcome.series)
            return "success", {"device_id": outcome.device.id, "points": points, "latest": len(outcome.latest)}
        case Happenings():
            return "success", {"device_id": outcome.device.id, outcome.kind: len(outcome.readings)}
        case Detail():
            return "success", {"device_id": outcome.device.id}
        case (
            MachineNotFound()
            | SeveralMachines()
            | NoCapability()
            | InvalidMachineCall()
            | MachineKeyReused()
            | Unavailable()
            | NoAccount()
        ):
            return "error", {"error": outcome.error}
        case _:
            assert_never(outcome)
