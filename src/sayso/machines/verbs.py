"""From a call of a machine tool to a verb of the service, and back."""

from collections.abc import Awaitable
from typing import Any

from sayso.machines.asked import CommandRequest, Listing, MetricsQuery, StateQuery, Which
from sayso.machines.outcome import InvalidMachineCall, MachineNeedsConfirmation, Outcome
from sayso.machines.planning import CommandTimes, Planning
from sayso.machines.service import EXECUTE, MachineService
from sayso.tools.call import ToolInvocation
from sayso.tools.wing import ToolAnswer, Verb
from sayso.tools.wrong import Wrong

_WHICH = ("device_id", "device_name", "serial")


def machine_verb(service: MachineService, planning: Planning | None = None) -> Verb:
    """The verbs of the machines, by the names of their tools; without planning everything is for now."""

    async def verb(call: ToolInvocation) -> ToolAnswer:
        outcome = await _verb(service, planning, call)
        return ToolAnswer(outcome.to_dict(), outcome.pending if isinstance(outcome, MachineNeedsConfirmation) else None)

    return verb


def _verb(service: MachineService, planning: Planning | None, call: ToolInvocation) -> Awaitable[Outcome]:
    """The verb of a tool; the service checks every value itself, so that they are handed on as they came."""
    session = call.session
    # null is as if left out
    given: dict[str, Any] = {name: value for name, value in call.arguments.items() if value is not None}
    if call.tool == "list_machines":
        return service.list_machines(session, Listing(**given))
    which = Which(**{name: given.pop(name) for name in _WHICH if name in given})
    since, until = given.pop("from", None), given.pop("to", None)
    match call.tool:
        case "metrics_read":
            return service.metrics(session, which, MetricsQuery(since=since, until=until, **given))
        case "device_firmware_detail":
            return service.firmware(session, which, StateQuery(**given))
        case "states_read":
            return service.states(session, which, since, until, StateQuery(**given))
        case "events_read":
            return service.events(session, which, since, until)
        case _:
            assert call.tool == EXECUTE
            times = CommandTimes(given.pop("at", None), given.pop("until", None))
            if times != CommandTimes():
                return _planned(planning, call, which, CommandRequest(**given), times)
            return service.execute(session, which, CommandRequest(**given), call.key)


async def _planned(
    planning: Planning | None, call: ToolInvocation, which: Which, wish: CommandRequest, times: CommandTimes
) -> Outcome:
    if planning is None:
        return InvalidMachineCall(Wrong("at", "Nothing is kept for another time here.", "Leave at and until out."))
    return await planning.plan(call, which, wish, times)
