"""Which fleet is opened: a table of rooms, so that nobody pays for the library of a broker that is not used."""

import importlib
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from datetime import datetime

from sayso.dataclass import dataclass
from sayso.extras import missing_as_extra
from sayso.machines.fleet import Fleet
from sayso.machines.records import KeptRecords
from sayso.settings import Settings
from sayso.storage.database import Database

ROOMS = {
    "simulated": "sayso.machines.simulated.opening",
    "mqtt": "sayso.machines.mqtt.opening",
    "things5": "sayso.machines.things5.opening",
    "none": "sayso.machines.nowhere",
}


@dataclass(frozen=True, slots=True)
class FleetContext:
    """What a fleet stands on."""

    settings: Settings
    database: Database
    clock: Callable[[], datetime]
    records: KeptRecords


def opened(ground: FleetContext) -> AbstractAsyncContextManager[Fleet]:
    """The fleet of the settings, for as long as it is needed."""
    with missing_as_extra():
        room = importlib.import_module(ROOMS[ground.settings.fleet])
    found: AbstractAsyncContextManager[Fleet] = room.opened(ground)
    return found
