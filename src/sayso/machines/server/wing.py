"""The machine tools as a wing of the server."""

from sayso.machines.outcome import unavailable
from sayso.machines.planning import Planning
from sayso.machines.server.catalogue import catalogue
from sayso.machines.service import MachineService
from sayso.machines.verbs import machine_verb
from sayso.tools.wing import Wing

INSTRUCTIONS = (
    "The machines of the user's organisation. Machines are named by id, serial or name. What a machine did is what the "
    "answer says and no more: sent is not confirmed, and timed_out is not done. Dangerous commands need the user's own "
    "yes."
)


def machine_wing(service: MachineService, planning: Planning | None = None) -> Wing:
    """The tools of the machines."""
    return Wing(catalogue(), machine_verb(service, planning), service.confirmations, INSTRUCTIONS, unavailable())
