"""The simulated fleet, opened by the settings."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sayso.machines.fleet import Fleet
from sayso.machines.opened import FleetContext
from sayso.machines.simulated.fleet import SimulatedFleet


@asynccontextmanager
async def opened(ground: FleetContext) -> AsyncIterator[Fleet]:
    """The kitchens that live in the database."""
    yield SimulatedFleet(ground.database, ground.clock, ground.settings.has_outages)
